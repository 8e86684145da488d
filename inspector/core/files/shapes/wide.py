"""One column a label: 0 or 1, or how probable the label is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.arrays import Floats
from inspector.core.arrow import integers, texts
from inspector.core.errors import InputError, shorten
from inspector.core.files.changes import Cells, Changes
from inspector.core.files.coding import coded
from inspector.core.files.contents import shares
from inspector.core.files.shapes.shape import Asked, Edited, Lists, taken
from inspector.core.prediction import Prediction

if TYPE_CHECKING:
    from inspector.core.files.reading import Reading


class Wide:
    """A number for each label. Names of labels are those of the header."""

    def lists(self, asked: Asked) -> Lists:
        """The labels with more than 0, the most probable first; of a truth those with at least one half."""
        values = _matrix(asked)
        probable = bool(((values > 0) & (values < 1)).any())
        found = values >= 0.5 if asked.is_truth else values > 0
        # Stable, so that equal values keep the order of the header.
        order = np.argsort(-values, axis=1, kind="stable")
        rows, places = np.nonzero(np.take_along_axis(found, order, axis=1))
        columns = order[rows, places]
        names = texts([asked.sheet.names[column].strip() for column in asked.layout.labels])
        offsets = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(values)))]).astype(np.int64)
        weights = values[rows, columns] if probable and not asked.is_truth else None
        return Lists(offsets, coded(names.take(integers(columns))), weights)

    def changes(self, reading: Reading, edited: Mapping[int, Edited], added: Mapping[str, Prediction]) -> Changes:
        """Other numbers for the labels that are new, gone, or weighed in another way."""
        id_ = reading.layout.id
        return Changes(
            cells={entry: _differing(reading, edit) for entry, edit in edited.items()},
            known={entry: {id_: edit.id} for entry, edit in edited.items()},
            appended=[{id_: text, **_cells(reading, prediction)} for text, prediction in added.items()],
        )

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a label that has no column, or a probability that is none."""
        names = [reading.sheet.names[column].strip() for column in reading.layout.labels]
        for label in prediction.labels:
            if label not in names:
                raise InputError(
                    f"the file has no column for the label {shorten(label)}", expected="a label of its header"
                )
        if len(set(prediction.labels)) < len(prediction.labels):
            raise InputError("a label has one column and cannot stand twice", expected="each label once")
        for value in prediction.confidence or ():
            if not 0 < value <= 1:
                raise InputError(f"{value!r} is no probability", expected="more than 0, at most 1")

    def places(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """The most probable label first, equal ones in the order of the header."""
        names = [reading.sheet.names[column].strip() for column in reading.layout.labels]
        place = {name: number for number, name in reversed([*enumerate(names)])}
        return [place[label] for label in labels]


def _differing(reading: Reading, edit: Edited) -> Cells:
    """The cells of the labels whose number is another one now."""
    before = _cells(reading, edit.before)
    return {column: text for column, text in _cells(reading, edit.after).items() if before[column] != text}


def _cells(reading: Reading, prediction: Prediction) -> Cells:
    given = dict(zip(prediction.labels, prediction.confidence or [1.0] * len(prediction.labels), strict=True))
    names = {column: reading.sheet.names[column].strip() for column in reading.layout.labels}
    probable, no_yes = prediction.confidence is not None, reading.layout.no_yes
    return {column: _written(given.get(name, 0.0), probable, no_yes) for column, name in names.items()}


def _written(value: float, probable: bool, no_yes: tuple[str, str]) -> str:
    return repr(value) if probable and value else no_yes[int(value)]


def _matrix(asked: Asked) -> Floats:
    """float64 (n, labels): the numbers of the wanted records, 0 for what is none."""
    columns = [shares(taken(asked.sheet.columns[column], asked.records)) for column in asked.layout.labels]
    return np.nan_to_num(np.stack(columns, axis=1), nan=0.0)
