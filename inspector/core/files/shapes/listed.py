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
from inspector.core.files.coding import coded, coded_words, first_cells
from inspector.core.files.shapes.shape import Asked, Edited, Lists, taken
from inspector.core.prediction import Prediction

if TYPE_CHECKING:
    from inspector.core.files.reading import Reading

_SAMPLE = 1000


class Listed:
    """A list in a cell."""

    def lists(self, asked: Asked) -> Lists:
        """The lists, and how they are written."""
        column, sheet = asked.sheet.columns[asked.layout.labels[0]], asked.sheet
        # The first rows decide in nearly every case, and the others need not be looked at.
        head = first_cells(column, asked.records, _SAMPLE)
        quote = None if asked.separator or sheet.separator else literal.quote_of(head)
        if quote is not None and literal.quote_of(cells := taken(column, asked.records)) is not None:
            try:
                offsets, labels = literal.split(cells)
            except InputError as error:
                raise replace(error, file=sheet.name) from None
            return Lists(offsets, coded(labels), literal=quote)
        separator = asked.separator or sheet.separator or guess_separator(column)
        if self._has_pairs(asked, head, separator):
            cells = taken(column, asked.records)
            if self._has_pairs(asked, cells, separator):
                return self._pairs(asked, cells, Grammar(separator, pairs=True))
        offsets, words, places = coded_words(column, asked.records, separator)
        return Lists(offsets, words, grammar=Grammar(separator), places=places)

    def _pairs(self, asked: Asked, cells: pa.StringArray, grammar: Grammar) -> Lists:
        offsets, labels, confidences = grammar.split(cells)
        # A submission can be the truth for another one; how sure it was of its labels then counts for nothing.
        return Lists(offsets, coded(labels), None if asked.is_truth else confidences, grammar)

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
        known = texts([]) if asked.truth is None else asked.truth.names
        return has_pairs(cells, separator, known)


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
