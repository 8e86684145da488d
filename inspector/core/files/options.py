"""The user's reading options, and the shapes that a file can have."""

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
    """Reading options given by the user; None means detect. Columns are named as in the header.

    id_column: of both files, unless submission_id_column is given; shape: a key of SHAPES for both files, or
    `truth/submission`, where either part may be empty; fixes: names of repairs applied to the submission before it
    is read.
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
        """Options from a saved dict; unknown keys are ignored."""
        known = {field.name for field in fields(cls)} - {"fixes"}
        fixes = kept.get("fixes", ())
        return cls(
            **{name: str(value) for name, value in kept.items() if name in known},
            fixes=tuple(map(str, fixes)) if isinstance(fixes, (list, tuple)) else (),
        )

    @property
    def as_dict(self) -> dict[str, Any]:
        """The options that are set, as a JSON-compatible dict."""
        return {name: value for name, value in asdict(self).items() if value}

    def shape_of(self, is_truth: bool) -> str | None:
        """The shape set for one of the files, None to detect it. Raises InputError for an unknown shape."""
        if self.shape is None:
            return None
        shapes = self.shape.split("/")
        if not 1 <= len(shapes) <= 2 or not any(shapes) or any(shape not in SHAPES for shape in filter(None, shapes)):
            expected = " | ".join(SHAPES) + ", or two of them as truth/submission"
            raise InputError(f"unknown shape {shorten(self.shape)}", expected=expected)
        return (shapes[0] if is_truth else shapes[-1]) or None

    @property
    def of_truth(self) -> Options:
        """The options for reading the truth as its own submission."""
        labels, shape = self.truth_column, self.shape_of(is_truth=True)
        return Options(
            self.id_column, truth_column=labels, submission_column=labels, separator=self.separator, shape=shape
        )

    @property
    def names_ids(self) -> bool:
        """Whether an id column is set."""
        return self.id_column is not None or self.submission_id_column is not None
