"""The user's reading options, and the shapes that a file can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from inspector.core.data.kind import LABELS, Kind
from inspector.core.errors import InputError, shorten

SHAPES = {
    "list": "one row an id, its labels in one cell",
    "long": "one row a label, ids repeated",
    "wide": "one column a label",
    "slots": "one column a rank",
    "groups": "of a truth: ids in a group are each other's labels",
    "numbers": "one row an id, a number to predict or a column for each of several",
}
LABEL_FORMS = {
    "as-written": "as they are written",
    "whole": "as whole numbers: 9109.0 as 9109",
    "underscores": "with underscores: alarm clock as alarm_clock",
}
HEADERS = {"yes": "the first line names the columns", "no": "the first line is a row"}


@dataclass(frozen=True)
class Options:
    """Reading options given by the user; None means detect. Columns are named as in the header.

    id_column: of both files, unless submission_id_column is given. A name may stand for several columns: `a+b`, or a
    pattern such as `pred_*`; `none` stands for no column where a column is optional. separator: of both files, unless
    truth_separator is given; shape: a key of SHAPES for both files, or `truth/submission`, where either part may be
    empty; header: a key of HEADERS, in the same way; truth_labels: a key of LABEL_FORMS; kind: what a metric says that
    both files hold, `labels` or `numbers`; else_any: whether that is only a preference; by_confidence: whether the
    metric counts or ranks labels by their confidence; of_chances: whether it needs a confidence of each, so that a yes
    or no on both sides is a number; fixes: names of repairs applied to the files before they are read.
    """

    id_column: str | None = None
    submission_id_column: str | None = None
    truth_column: str | None = None
    submission_column: str | None = None
    confidence_column: str | None = None
    relevance_column: str | None = None
    separator: str | None = None
    truth_separator: str | None = None
    truth_labels: str | None = None
    shape: str | None = None
    header: str | None = None
    kind: str | None = field(default=None, compare=False)
    else_any: bool = field(default=False, compare=False)
    by_confidence: bool = field(default=False, compare=False)
    of_chances: bool = field(default=False, compare=False)
    fixes: tuple[str, ...] = ()

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Options:
        """Options from a saved dict; unknown keys are ignored."""
        known = {one.name for one in fields(cls)} - {"fixes", "by_confidence", "of_chances"}
        fixes = kept.get("fixes", ())
        return cls(
            **{name: str(value) for name, value in kept.items() if name in known - {"else_any"}},
            else_any=bool(kept.get("else_any")),
            by_confidence=False,
            of_chances=False,
            fixes=tuple(map(str, fixes)) if isinstance(fixes, (list, tuple)) else (),
        )

    @property
    def as_dict(self) -> dict[str, Any]:
        """The options that are set, as a JSON-compatible dict; labels are the kind that needs no word."""
        plain = replace(self, by_confidence=False, of_chances=False)  # which the metric says again
        given = asdict(replace(plain, kind=None, else_any=False) if plain.kind == LABELS.words else plain)
        return {name: value for name, value in given.items() if value}

    @property
    def arguments(self) -> list[str]:
        """The options that are set, as arguments of the terminal; not the kind, which the metric sets."""
        others = ("kind", "else_any", "fixes")
        given = {name: value for name, value in self.as_dict.items() if name not in others}
        named = [part for name, value in given.items() for part in (f"--{name.replace('_', '-')}", value)]
        return named + [part for fix in self.fixes for part in ("--fix", fix)]

    @property
    def submission_fixes(self) -> tuple[str, ...]:
        """The repairs of the submission."""
        return tuple(fix for fix in self.fixes if fix not in self.truth_fixes)

    @property
    def truth_fixes(self) -> tuple[str, ...]:
        """The repairs of how the truth is read; a saved submission includes all others."""
        return tuple(fix for fix in self.fixes if fix.startswith("truth-"))

    def shape_of(self, is_truth: bool) -> str | None:
        """The shape set for one of the files, None to detect it. Raises InputError for an unknown shape."""
        return _part_of(self.shape, is_truth, "shape", SHAPES)

    def of_kind(self, kind: Kind | None, *, else_any: bool = False) -> Options:
        """The options for files of this kind of predictions, None for any; else_any: or of another, if they are."""
        return self if kind is None else replace(self, kind=kind.words, else_any=else_any)

    @property
    def held(self) -> str | None:
        """What both files hold by their shapes or by the kind, `labels` or `numbers`; None to detect it.

        Raises InputError if one of them is to hold labels and the other numbers.
        """
        held = {
            "numbers" if shape == "numbers" else "labels" for which in (True, False) if (shape := self.shape_of(which))
        }
        if len(held) > 1:
            raise InputError(
                f"the shapes {shorten(str(self.shape))} do not fit", expected="numbers in both files, or in none"
            )
        return held.pop() if held else self.kind

    def header_of(self, is_truth: bool) -> bool | None:
        """Whether one of the files has a header, None to detect it. Raises InputError for an unknown value."""
        value = _part_of(self.header, is_truth, "header", HEADERS)
        return None if value is None else value == "yes"

    def separator_of(self, is_truth: bool) -> str | None:
        """The separator set for one of the files, None to detect it."""
        return (self.truth_separator if is_truth else None) or self.separator

    def ids_of(self, is_truth: bool) -> str | None:
        """The id column set for one of the files, None to detect it."""
        return self.id_column if is_truth else self.submission_id_column or self.id_column

    def labels_of(self, is_truth: bool) -> str | None:
        """The label column set for one of the files, None to detect it."""
        return self.truth_column if is_truth else self.submission_column

    def weights_of(self, is_truth: bool) -> str | None:
        """The column of relevance (truth) or confidences (submission) set for one of the files, None to detect it."""
        return self.relevance_column if is_truth else self.confidence_column

    @property
    def of_truth(self) -> Options:
        """The options for reading the truth as its own submission."""
        labels = self.truth_column
        return replace(
            self,
            submission_id_column=None,
            submission_column=labels,
            confidence_column=None,
            separator=self.separator_of(True),
            shape=self.shape_of(True),
            header=self.header and ("yes" if self.header_of(True) else "no"),
        )

    @property
    def names_labels(self) -> bool:
        """Whether the label columns of both files are set."""
        return self.truth_column is not None and self.submission_column is not None

    @property
    def label_form(self) -> str | None:
        """The form of the truth's labels, None to detect it. Raises InputError for an unknown form."""
        if self.truth_labels is not None and self.truth_labels not in LABEL_FORMS:
            what = f"unknown form of labels {shorten(self.truth_labels)}"
            raise InputError(what, expected=" | ".join(LABEL_FORMS))
        return self.truth_labels


def _part_of(given: str | None, is_truth: bool, what: str, known: Mapping[str, str]) -> str | None:
    """The part of a value such as `long/list` that is meant for one of the files."""
    if given is None:
        return None
    parts = given.split("/")
    if not 1 <= len(parts) <= 2 or not any(parts) or any(part not in known for part in filter(None, parts)):
        expected = " | ".join(known) + ", or two of them as truth/submission"
        raise InputError(f"unknown {what} {shorten(given)}", expected=expected)
    return (parts[0] if is_truth else parts[-1]) or None
