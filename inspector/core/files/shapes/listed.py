"""One record an id: its labels in one cell, their confidences behind them or in a cell of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa

from inspector.core.arrow import texts
from inspector.core.errors import InputError
from inspector.core.files import literal
from inspector.core.files.cell import Grammar, guess_separator, has_pairs
from inspector.core.files.changes import Cells, Changes
from inspector.core.files.shapes.shape import Asked, Edited, Lists, taken
from inspector.core.prediction import Prediction

if TYPE_CHECKING:
    from inspector.core.files.reading import Reading

_SAMPLE = 1000


class Listed:
    """A list in a cell."""

    def lists(self, asked: Asked) -> Lists:
        """The lists, and how they are written."""
        cells = taken(asked.sheet.columns[asked.layout.labels[0]], asked.records)
        quote = None if asked.separator or asked.sheet.separator else literal.quote_of(cells.slice(0, _SAMPLE))
        if quote is not None and literal.quote_of(cells) is not None:
            try:
                return Lists(*literal.split(cells), literal=quote)
            except InputError as error:
                raise replace(error, file=asked.sheet.name) from None
        column = asked.sheet.columns[asked.layout.labels[0]]
        separator = asked.separator or asked.sheet.separator or guess_separator(column)
        grammar = Grammar(separator, self._has_pairs(asked, cells, separator))
        offsets, labels, confidences = grammar.split(cells)
        # A submission can be the truth for another one; how sure it was of its labels then counts for nothing.
        return Lists(offsets, labels, None if asked.is_truth else confidences, grammar)

    def changes(self, reading: Reading, edited: Mapping[int, Edited], added: Mapping[str, Prediction]) -> Changes:
        """The label's cell of each edited record, and the confidences' where they have one."""
        id_ = reading.layout.id
        return Changes(
            cells={entry: _cells(reading, edit.after) for entry, edit in edited.items()},
            known={entry: {id_: edit.id} for entry, edit in edited.items()},
            appended=[{id_: text, **_cells(reading, prediction)} for text, prediction in added.items()],
        )

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a label that a cell could not give back."""
        reading.grammar.refuse(prediction)
        _cells(reading, prediction)

    def places(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """A list in a cell stays in the order in which it is written."""
        return None

    def _has_pairs(self, asked: Asked, cells: pa.StringArray, separator: str) -> bool:
        if asked.layout.confidence is not None:
            return False
        known = texts([]) if asked.truth_labels is None else asked.truth_labels
        # The first rows decide in nearly every case, and the others need not be looked at.
        return all(has_pairs(part, separator, known) for part in (cells.slice(0, _SAMPLE), cells))


def _cells(reading: Reading, prediction: Prediction) -> Cells:
    labels, confidence = reading.layout.labels[0], reading.layout.confidence
    text = (
        reading.grammar.write(prediction)
        if reading.literal is None
        else literal.write(prediction.labels, reading.literal)
    )
    if confidence is None or prediction.confidence is None:
        return {labels: text}
    return {labels: text, confidence: reading.grammar.separator.join(map(repr, prediction.confidence))}
