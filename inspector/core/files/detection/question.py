"""The question which of several readings is meant: each in words, with the options that choose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from inspector.core.data.kind import LABELS, Kind
from inspector.core.errors import InputError, quoted
from inspector.core.files.detection.candidate import Candidate
from inspector.core.files.detection.side import NONE
from inspector.core.files.formats.csv.reader import Delimited
from inspector.core.files.formats.separator import separator_name
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.options import Options
from inspector.core.files.schema.layout import JOIN, Layout
from inspector.core.plural import count_of

_MOST = 4


@dataclass(frozen=True)
class PossibleReading:
    """One of several readings.

    words: how both files are read; options: that choose it; matched, known: shares of the ids that match and of the
    predicted labels that the truth has, in a part of the files; of numbers, known says how much closer they are to the
    true ones than those of other rows; kind: what both files hold.
    """

    words: str
    options: Options
    matched: float
    known: float
    kind: Kind = LABELS

    @property
    def figures(self) -> str:
        """What is known of it, in words."""
        if self.kind.names_labels:
            return f"{self.matched:.0%} of ids match and {self.known:.0%} of predicted labels are in the truth"
        return f"{self.matched:.0%} of ids match and numbers are {self.known:.0%} closer than those of other rows"

    def __str__(self) -> str:
        known = "of labels known" if self.kind.names_labels else "closer than chance"
        return f"{self.words} ({self.matched:.0%} of ids match, {self.known:.0%} {known})"


class AmbiguousReadingError(InputError):
    """Two files that can be read in several ways, and which one is meant cannot be told."""

    def __init__(self, what: str, sheet: Sheet, readings: Sequence[PossibleReading]) -> None:
        found = "; or ".join(map(str, readings))
        super().__init__(what, sheet.name, found=found, hint="Choose one with the options")
        self.readings = tuple(readings)


class OneSidedFileError(InputError):
    """One file, and it has no column of true and one of predicted labels: the other file is needed."""


def question(candidates: Sequence[Candidate], sheets: tuple[Sheet, Sheet], given: Options) -> AmbiguousReadingError:
    """The question which of some candidates is meant, the likeliest first."""
    shown = candidates[:_MOST]
    named = [options_of(candidate.layouts, sheets) for candidate in shown]
    differing = {name for name in named[0] if len({values[name] for values in named}) > 1}
    readings = [
        PossibleReading(
            words_of_reading(candidate, sheets),
            replace(given, **{name: value for name, value in values.items() if name in differing}),
            candidate.part.matched,
            candidate.evidence.known if candidate.kind.names_labels else candidate.evidence.lift,
            candidate.kind,
        )
        for candidate, values in zip(shown, named, strict=True)
    ]
    is_known = any(candidate.evidence.known or not candidate.kind.names_labels for candidate in shown)
    what = (
        "the files can be read in several ways" if is_known else "no predicted label is among the labels of the truth"
    )
    return AmbiguousReadingError(what, sheets[1 if is_known else 0], readings)


def words_of_reading(candidate: Candidate, sheets: tuple[Sheet, Sheet]) -> str:
    """How both files are read."""
    sides = zip(("truth", "submission"), candidate.layouts, sheets, ("relevance", "by"), strict=True)
    return ", ".join(f"{side}: {_words(layout, sheet, weight)}" for side, layout, sheet, weight in sides)


def _words(layout: Layout, sheet: Sheet, weight: str) -> str:
    words = f"ids {layout.id_words(sheet)}, "
    if layout.shape == "wide":
        return words + f"{count_of(len(layout.labels), 'column')} of labels"
    if layout.shape == "slots":
        return words + f"{count_of(len(layout.labels), 'column')} of ranks"
    if layout.shape == "numbers":
        first, last = (quoted(sheet.names[layout.labels[at]]) for at in (0, -1))
        return words + (f"numbers {first}" if first == last else f"{len(layout.labels)} numbers, {first} to {last}")
    words += f"labels {quoted(layout.label_name(sheet))}"
    if layout.shape == "groups":
        return words + ", rows of a group"
    if layout.shape == "long":
        words += ", a row for each"
        return words if layout.confidence is None else words + f", {weight} {quoted(sheet.names[layout.confidence])}"
    return words + (f" separated by {separator_name(layout.separator)}" if layout.separator else "")


def options_of(layouts: tuple[Layout, Layout], sheets: tuple[Sheet, Sheet]) -> dict[str, Any]:
    """All options that choose two layouts: a value, or None for what is found without one."""
    (truth, submission), (true, predicted) = sheets, layouts
    return {
        "id_column": true.id_name(truth),
        "submission_id_column": predicted.id_name(submission),
        "truth_column": _labels(true, truth),
        "submission_column": _labels(predicted, submission),
        "relevance_column": _column(true, truth),
        "confidence_column": _column(predicted, submission),
        "truth_separator": true.separator,
        "separator": predicted.separator,
        "truth_labels": true.label_form,
        "shape": f"{true.shape}/{predicted.shape}",
        "header": "/".join(headers) if any(headers := [*map(_header, sheets)]) else None,
    }


def _labels(layout: Layout, sheet: Sheet) -> str | None:
    if layout.shape in ("slots", "numbers"):
        return JOIN.join(sheet.names[column] for column in layout.labels)
    return None if layout.shape == "wide" else layout.label_name(sheet)


def _header(sheet: Sheet) -> str:
    """Whether a sheet has a header; "" for a format in which that is no question."""
    return ("yes" if sheet.syntax.header else "no") if isinstance(sheet.syntax, Delimited) else ""


def _column(layout: Layout, sheet: Sheet) -> str | None:
    if layout.shape == "numbers":
        return None
    return NONE if layout.confidence is None else sheet.names[layout.confidence]
