"""Edits by id and by text: what the lines of a journal come to, and any of them laid over a pair. Knows no files."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, presence_mask
from inspector.core.data.edits import Edit
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files import Reading, refuse_prediction

_MOST_ROWS = 10_000_000


@dataclass(frozen=True, eq=False)
class Edits:
    """New predictions by id. ids: e Arrow strings, distinct; lists: e, of numbers of `labels`, with a weight each;
    weighed: bool (e,), whether the weights of a list are confidences or only stand in for them.
    """

    ids: pa.StringArray
    lists: Ragged
    labels: list[str]
    weighed: Bools

    def __len__(self) -> int:
        return len(self.ids)

    def prediction(self, number: int) -> Prediction:
        """One of them as text."""
        weights = self.lists.weights_of(number)
        confidence = tuple(weights.tolist()) if weights is not None and self.weighed[number] else None
        return Prediction(tuple(self.labels[code] for code in self.lists[number]), confidence)


@dataclass(frozen=True, eq=False)
class Recovered:
    """An edit that lays edits over a pair again; gone: the ids that the truth no longer has; refused: of how many rows
    the file cannot hold the prediction.
    """

    edit: Edit
    gone: list[str]
    refused: int

    @property
    def unknown(self) -> int:
        """How many rows the truth no longer has."""
        return len(self.gone)


@dataclass
class Lines:
    """The rows of a journal as they are read: where each id's last list lies in flat arrays."""

    at: dict[str, int] = field(default_factory=dict)
    codes_of: dict[str, int] = field(default_factory=dict)
    offsets: array[int] = field(default_factory=lambda: array("q", [0]))
    codes: array[int] = field(default_factory=lambda: array("i"))
    weights: array[float] = field(default_factory=lambda: array("d"))
    weighed: array[int] = field(default_factory=lambda: array("b"))

    def add(self, line: Any) -> None:
        """Take in a row's line. Raises ValueError, TypeError or OverflowError, and does nothing, when it is none."""
        id_, labels, *rest = line
        if labels is None:
            self.at.pop(_text(id_), None)
            return
        weights = [float("nan") if value is None else float(value) for value in rest[0]] if rest else None
        if not isinstance(labels, list) or len(rest) > 1 or (weights is not None and len(weights) != len(labels)):
            raise ValueError
        codes = self._coded(labels)
        if len(self.at) < _MOST_ROWS:
            self.at[_text(id_)] = len(self.weighed)
            self.codes.extend(codes)
            self.weights.extend(weights if weights is not None else [float("nan")] * len(labels))
            self.offsets.append(len(self.codes))
            self.weighed.append(weights is not None)

    def _coded(self, labels: list[Any]) -> list[int]:
        try:
            return [self.codes_of[label] for label in labels]
        except KeyError:
            return [self.codes_of.setdefault(_text(label), len(self.codes_of)) for label in labels]

    def edits(self) -> Edits:
        """What the lines come to."""
        entries = np.fromiter(self.at.values(), np.int64, len(self.at))
        lists = Ragged(np.array(self.offsets), np.array(self.codes, np.int32), np.array(self.weights))
        weighed = np.array(self.weighed, bool)[entries]
        return Edits(texts(list(self.at)), lists.take(entries), list(self.codes_of), weighed)


def recover(evaluation: Evaluation, edits: Edits) -> Recovered:
    """What can be laid over the open pair, as one edit. Labels new to the pair are added to its vocabulary."""
    table = evaluation.table
    rows = table.rows_of(edits.ids)
    has_weights = table.predictions.weights is not None
    fits = np.array([_fits(evaluation.pair.submission, label, has_weights) for label in edits.labels], bool)
    refused = (edits.lists.lengths > 0) & (edits.weighed != has_weights)
    refused[edits.lists.owners()[~fits[edits.lists.codes]]] = True
    chosen = np.flatnonzero((rows >= 0) & ~refused)
    chosen = chosen[np.argsort(rows[chosen])]
    lists, count = edits.lists.take(chosen), len(chosen)
    codes = _codes(evaluation, edits.labels, lists.codes)
    weights = lists.weights if has_weights else None
    name = f"recovered {count:,} edit{'s' * (count != 1)}"
    edit = Edit(rows[chosen], Ragged(lists.offsets, codes, weights), name)
    gone = edits.ids.take(integers(np.flatnonzero(rows < 0))).to_pylist()
    return Recovered(edit, gone, int((refused & (rows >= 0)).sum()))


def _codes(evaluation: Evaluation, labels: Sequence[str], numbered: Codes) -> Codes:
    """The codes of labels by their numbers; only those that are used are new to the vocabulary."""
    used = np.flatnonzero(presence_mask(numbered, len(labels)))
    codes = np.empty(len(labels), np.int32)
    codes[used] = evaluation.table.vocab.add_all(texts([labels[number] for number in used.tolist()]))
    return codes[numbered]


def _fits(reading: Reading, label: str, has_weights: bool) -> bool:
    try:
        refuse_prediction(reading, Prediction((label,), (0.5,) if has_weights else None))
    except InputError:
        return False
    return True


def _text(value: Any) -> str:
    """The value, when it is text that UTF-8 can hold. Raises TypeError or ValueError when not."""
    if not isinstance(value, str):
        raise TypeError
    value.encode()
    return value
