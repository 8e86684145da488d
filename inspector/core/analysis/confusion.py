"""Which wrong label stands where which truth label should: the pairs that happen most, or that cost most."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, Floats, Ints, ranges, repeat_chunked
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Batch
from inspector.core.metrics.hits import wrong_before, wrong_top
from inspector.core.query import quote
from inspector.core.query.labels import label_counts
from inspector.core.task import Progress, Task

# Classes that are no label: nothing is true, nothing is predicted; the truth label is nowhere among the predictions.
NONE, UNLISTED = -1, -2

Against: TypeAlias = Literal["top", "before", "nothing"]
By: TypeAlias = Literal["rows", "cost"]

# How many of the most promising labels of either side are paired at first, to learn what a pair needs to be among the
# best; how many pairs of single rows are counted at once; and for each of them, how many places to count into.
_LEADING, _CHUNK, _DENSE = 256, 1 << 22, 4
# Sums of the same costs in another order differ in their last bits.
_NEARLY = 1 - 1e-9


@dataclass(frozen=True, eq=False)
class Pairs:
    """Truth label against wrong prediction, the most important pair first.

    true, predicted: int64 (p,), codes or NONE or UNLISTED; rows: int64 (p,); cost: float64 (p,), what those rows lose
    together.
    """

    true: Ints
    predicted: Ints
    rows: Ints
    cost: Floats

    def __len__(self) -> int:
        return len(self.true)

    @classmethod
    def none(cls) -> Pairs:
        """Not a single pair."""
        no = np.zeros(0, np.int64)
        return cls(no, no, no, np.zeros(0))

    def best(self, most: int, by: By) -> Pairs:
        """The `most` pairs with the most rows or the highest cost."""
        near = self.above(self.least(most, by), by)
        return near._at(np.lexsort((near.predicted, near.true, -near._values(by)))[:most])

    def least(self, most: int, by: By) -> float:
        """How many rows, or which cost, each of the `most` best pairs has at least; 0 where there are fewer pairs."""
        values = self._values(by)
        return float(np.partition(values, -most)[-most]) if most <= len(values) else 0.0

    def above(self, least: float, by: By) -> Pairs:
        """The pairs with at least so many rows, or so high a cost."""
        return self._at(np.flatnonzero(self._values(by) >= least * _NEARLY))

    def join(self, other: Pairs) -> Pairs:
        """These pairs and the other's."""
        return Pairs(
            np.concatenate([self.true, other.true]),
            np.concatenate([self.predicted, other.predicted]),
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.cost, other.cost]),
        )

    def _values(self, by: By) -> Ints | Floats:
        return self.rows if by == "rows" else self.cost

    def _at(self, places: Ints) -> Pairs:
        return Pairs(self.true[places], self.predicted[places], self.rows[places], self.cost[places])


def confusions(evaluation: Evaluation, against: Against, by: By, most: int, among: Bools | None = None) -> Task[Pairs]:
    """The `most` pairs by number of rows or by cost, edits included. A task: a value at each step.

    among: bool (n,), the rows that count, None for all.
    against: "top" pairs each truth label of a row with its first prediction where that is wrong, "before" with every
    wrong prediction before the row's first hit. "nothing" pairs labels with what is none: a truth label that its row
    does not predict with UNLISTED, or with NONE in a row that predicts nothing; NONE with the first prediction of a
    row without truth.
    """
    yield Progress(0.0, "Pairing labels")
    rows = evaluation.all_rows if among is None else np.flatnonzero(among)
    batch, costs = evaluation.batch(rows), np.nan_to_num(evaluation.costs(rows)).clip(0.0)
    wrong = (wrong_before if against == "before" else wrong_top)(batch.truth, batch.predictions)
    yield Progress(0.3, "Pairing labels")
    if against == "nothing":
        return _one_sided(batch, wrong, costs).best(most, by)
    entries, best = _entries(batch.truth, wrong, costs, by), Pairs.none()
    least = entries.leading(_LEADING).pairs(costs).least(most, by)
    while len(entries.row):
        now, entries = entries.above(least).parted(_CHUNK)
        best = best.join(now.pairs(costs).above(least, by)).best(most, by)
        least = max(least, best.least(most, by))
        yield Progress(0.6, "Pairing labels")
    return best


def pair_clause(evaluation: Evaluation, against: Against, true: int, predicted: int) -> str:
    """The filter that shows the rows of a pair."""
    text = evaluation.table.vocab.text
    left = "truths=0" if true == NONE else f"truth:{quote(text(true))}"
    if predicted == NONE:
        return f"{left} & empty"
    if predicted == UNLISTED:
        return f"{left} & !pred:{quote(text(true))} & !empty"
    label = quote(text(predicted))
    if against == "before":
        return f"{left} & before:{label}"
    # With one truth label a row, another label in front is wrong already.
    several = bool(evaluation.table.truth.lengths.max(initial=0) > 1)
    return f"{left} & top:{label}" + (f" & !truth:{label}" if several else "")


@dataclass(frozen=True, eq=False)
class _Entries:
    """Truth labels in rows with a wrong prediction: row, place int64 (e,), where `labels[place]` is the truth label.

    wrong: the wrong predictions of each row; labels: int64, by falling bound; bounds, others: what no pair with one of
    these `labels`, or with the predicted label of a code, can exceed in rows or cost.
    """

    row: Ints
    place: Ints
    wrong: Ragged
    labels: Ints
    bounds: Floats
    others: Floats

    def leading(self, most: int) -> _Entries:
        """Only the most promising labels of either side."""
        other = self.others >= np.partition(self.others, -most)[-most] if most < len(self.others) else self.others >= 0
        return self._only(self.place < most, other)

    def above(self, least: float) -> _Entries:
        """Only the labels, true and predicted, that could be in a pair as good as this."""
        true, other = (bounds >= least * _NEARLY for bounds in (self.bounds, self.others))
        return self if true.all() and other.all() else self._only(true[self.place], other)

    def parted(self, size: int) -> tuple[_Entries, _Entries]:
        """The most promising labels, with about so many pairs of single rows, and the rest."""
        if not len(self.row):
            return self, self
        sizes = np.bincount(self.place, self.wrong.lengths[self.row], len(self.labels))
        first = max(int(self.place.min()) + 1, int(np.searchsorted(np.cumsum(sizes), size, side="right")))
        near = self.place < first
        return (self, self._only(~near)) if near.all() else (self._only(near), self._only(~near))

    def pairs(self, costs: Floats) -> Pairs:
        """Each entry against every wrong prediction of its row, counted."""
        lengths = self.wrong.lengths[self.row]
        predicted = self.wrong.codes[ranges(self.wrong.offsets[self.row], lengths)]
        used = np.flatnonzero(np.bincount(predicted))
        number = np.zeros(int(used.max(initial=0)) + 1, np.int64)
        number[used] = np.arange(len(used))
        low = int(self.place.min(initial=0))
        keys = repeat_chunked((self.place - low) * len(used), lengths) + number[predicted]
        keys, rows, cost = _counted(keys, repeat_chunked(costs[self.row], lengths))
        true, other = np.divmod(keys, max(1, len(used)))
        return Pairs(self.labels[true + low], used[other], rows, cost)

    def _only(self, mask: Bools, other: Bools | None = None) -> _Entries:
        wrong = self.wrong if other is None or other.all() else self.wrong.keep(other[self.wrong.codes])
        return replace(self, row=self.row[mask], place=self.place[mask], wrong=wrong)


def _entries(truth: Ragged, wrong: Ragged, costs: Floats, by: By) -> _Entries:
    """The truth labels of all rows with a wrong prediction."""
    row = truth.owners()
    kept = np.flatnonzero(wrong.lengths[row] > 0)
    row, true = row[kept], truth.codes[kept]
    is_cost = by == "cost"
    bounds: Floats = np.bincount(true, costs[row] if is_cost else None).astype(np.float64)
    others: Floats = np.bincount(wrong.codes, repeat_chunked(costs, wrong.lengths) if is_cost else None).astype(
        np.float64
    )
    labels = np.argsort(-bounds, kind="stable")
    place = np.empty(len(labels), np.int64)
    place[labels] = np.arange(len(labels))
    return _Entries(row, place[true], wrong, labels, bounds[labels], others)


def _one_sided(batch: Batch, wrong: Ragged, costs: Floats) -> Pairs:
    """The pairs in which one side is no label, each tallied by the label on the other."""
    truth, hits, owners = batch.truth, batch.hits, batch.truth.owners()
    size = 1 + max(int(truth.codes.max(initial=-1)), int(wrong.codes.max(initial=-1)))
    silent = label_counts(batch.predictions)[owners] == 0
    everywhere, nowhere, found = (
        _tally(codes, costs[row], size)
        for codes, row in (
            (truth.codes, owners),
            (truth.codes[silent], owners[silent]),
            (hits.code, hits.row),
        )
    )
    unlisted = (everywhere[0] - nowhere[0] - found[0], (everywhere[1] - nowhere[1] - found[1]).clip(0.0))
    untrue = np.flatnonzero(truth.lengths[wrong.owners()] == 0)
    invented = _tally(wrong.codes[untrue], costs[wrong.owners()[untrue]], size)
    return _paired(nowhere, NONE).join(_paired(unlisted, UNLISTED)).join(_paired(invented, NONE, turned=True))


def _tally(codes: Codes, costs: Floats, size: int) -> tuple[Ints, Floats]:
    """How often each code is there, and what its rows cost."""
    return np.bincount(codes, minlength=size), np.bincount(codes, costs, size).astype(np.float64, copy=False)


def _paired(tally: tuple[Ints, Floats], other: int, *, turned: bool = False) -> Pairs:
    """Each label that is there against the same class; turned: the class is what is true."""
    labels = np.flatnonzero(tally[0])
    classes = np.full(len(labels), other, np.int64)
    sides = (classes, labels) if turned else (labels, classes)
    return Pairs(*sides, tally[0][labels], tally[1][labels])


def _counted(keys: Ints, costs: Floats) -> tuple[Ints, Ints, Floats]:
    """The distinct keys among these, each with its number and what its rows cost."""
    size = int(keys.max(initial=-1)) + 1
    if size <= _DENSE * len(keys):  # counting into a place for each key costs less than sorting the keys
        every = np.bincount(keys, minlength=size)
        distinct = np.flatnonzero(every)
        cost: Floats = np.bincount(keys, costs, size).astype(np.float64, copy=False)
        return distinct, every[distinct], cost[distinct]
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[starts], np.diff(np.append(starts, len(keys))), np.add.reduceat(costs[order], starts)
