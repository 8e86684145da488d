"""The fields of the form of reading options: between them and `Options`, and their values in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspector.core.files.detection.question import PossibleReading
from inspector.core.files.detection.side import NONE
from inspector.core.files.formats.separator import separator_name
from inspector.core.files.options import HEADERS, LABEL_FORMS, SHAPES, Options
from inspector.ui.open.reading_choices import CHOICES, SIDED

FORMS = {name: f"{name}: {words}" for name, words in SHAPES.items()}
LABELS = {name: f"{name}: {words}" for name, words in LABEL_FORMS.items()}
FIRST_LINES = {name: f"{name}: {words}" for name, words in HEADERS.items()}
NO_COLUMN = {NONE: "none: there is no such column"}

_SEPARATORS = ("truth_separator", "separator")


def values_of(options: Options) -> dict[str, str | None]:
    """The value of each field; None where the guess applies."""
    values = {name: getattr(options, name, None) for name, *_ in CHOICES}
    for name, (truth, submission) in SIDED.items():
        parts = (getattr(options, name) or "").split("/")
        values |= {truth: parts[0] or None, submission: parts[-1] or None}
    return values


def options_of(values: Mapping[str, str | None]) -> Options:
    """The options that the fields stand for."""
    given: dict[str, Any] = dict(values)
    for name, fields in SIDED.items():
        parts = [given.pop(field) or "" for field in fields]
        given[name] = "/".join(parts) if any(parts) else None
    return Options(**given)


def value_words(name: str, value: str | None) -> str:
    """The value of a field in words."""
    if value is None:
        return "guessed"
    return separator_name(value) if name in _SEPARATORS else value or "(no name)"


def differences(readings: Sequence[PossibleReading]) -> list[list[str]]:
    """The fields in which readings differ, one line a field; as many lines for each reading."""
    values = [values_of(reading.options) for reading in readings]
    differing = [(name, title) for name, _, _, title, _ in CHOICES if len({found[name] for found in values}) > 1]
    return [[f"{title}: {value_words(name, found[name])}" for name, title in differing] for found in values]
