"""Which columns of a large file hold the ids, the labels and the confidences; by name, because nothing is tried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.core.batches.lists import Cells
from inspector.core.errors import InputError


@dataclass(frozen=True)
class Options:
    """The options of the terminal that reading a part at a time knows; None: the first column that fits."""

    id_column: str | None = None
    submission_id_column: str | None = None
    truth_column: str | None = None
    submission_column: str | None = None
    confidence_column: str | None = None
    separator: str | None = None
    truth_separator: str | None = None
    shape: str | None = None

    @property
    def cells(self) -> Cells:
        """The separators of cells."""
        separator = self.separator or " "
        return Cells(separator, self.truth_separator or separator)

    def is_long(self, *, is_truth: bool) -> bool | None:
        """Whether each label has a row of its own; None where it is not said. Raises InputError for other shapes."""
        both = (self.shape or "/").split("/")
        shape = both[0] if is_truth or len(both) == 1 else both[1]
        if shape not in ("", "list", "long"):
            raise InputError(f"the shape {shape} is not read a part at a time", expected="list or long")
        return {"list": False, "long": True}.get(shape)


@dataclass(frozen=True)
class Columns:
    """The names of the columns that are read; confidence None for none."""

    id: str
    labels: str
    confidence: str | None = None

    @property
    def names(self) -> list[str]:
        """All of them, each once."""
        return [name for name in (self.id, self.labels, self.confidence) if name is not None]


def columns_of(
    truth: Sequence[str], submission: Sequence[str], options: Options, files: tuple[Path, Path]
) -> tuple[Columns, Columns]:
    """The columns of both files, from the names that each has. Raises InputError for a name that a file lacks."""
    both = [name for name in truth if name in submission]
    id_ = options.id_column or (both[0] if both else truth[0])
    other = options.submission_id_column or (id_ if id_ in submission else submission[0])
    sure = None if options.confidence_column == "none" else options.confidence_column
    columns = (
        Columns(id_, options.truth_column or _first(truth, id_)),
        Columns(other, options.submission_column or _first(submission, other), sure),
    )
    for file, names, chosen in zip(files, (truth, submission), columns, strict=True):
        for name in chosen.names:
            if name not in names:
                raise InputError(f"there is no column {name!r}", file, found=", ".join(names))
    return columns


def _first(names: Sequence[str], id_: str) -> str:
    """The first column that is not the id."""
    return next((name for name in names if name != id_), "labels")
