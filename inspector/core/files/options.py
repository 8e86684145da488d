"""What the user says about the files, and the names of the shapes that a file can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from inspector.core.errors import InputError, shorten

SHAPES = {
    "list": "one row an id, its labels in one cell",
    "long": "one row a label, ids repeated",
    "wide": "one column a label",
}


@dataclass(frozen=True)
class Options:
    """What the user says about the files; None is guessed. Columns go by the names in the header.

    id_column: in both files, unless submission_id_column names another one; shape: a name of SHAPES for both files, or
    two of them as `truth/submission`, of which one may be left out; fixes: names of repairs that the submission gets
    before it is read.
    """

    id_column: str | None = None
    submission_id_column: str | None = None
    truth_column: str | None = None
    submission_column: str | None = None
    confidence_column: str | None = None
    separator: str | None = None
    shape: str | None = None
    fixes: tuple[str, ...] = ()

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Options:
        """What `said` gave, read back; what this version does not know is left out."""
        known = {field.name for field in fields(cls)} - {"fixes"}
        fixes = kept.get("fixes", ())
        return cls(
            **{name: str(value) for name, value in kept.items() if name in known},
            fixes=tuple(map(str, fixes)) if isinstance(fixes, (list, tuple)) else (),
        )

    @property
    def said(self) -> dict[str, Any]:
        """What is not left to a guess, as JSON takes it."""
        return {name: value for name, value in asdict(self).items() if value}

    def shape_of(self, is_truth: bool) -> str | None:
        """The shape that the user says one of the files has. Raises InputError for one that there is not."""
        if self.shape is None:
            return None
        shapes = self.shape.split("/")
        if not 1 <= len(shapes) <= 2 or not any(shapes) or any(shape not in SHAPES for shape in filter(None, shapes)):
            expected = " | ".join(SHAPES) + ", or two of them as truth/submission"
            raise InputError(f"there is no shape {shorten(self.shape)}", expected=expected)
        return (shapes[0] if is_truth else shapes[-1]) or None

    @property
    def names_ids(self) -> bool:
        """Whether the user says which columns hold the ids."""
        return self.id_column is not None or self.submission_id_column is not None
