"""Which wrong label stands where which truth label should: the pairs that happen most, or that cost most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from inspector.core.analysis.misses import wrong_before, wrong_top
from inspector.core.arrays import Codes, Floats, Ints, ranges, stretched
from inspector.core.files import Progress, Task
from inspector.core.metrics import Batch
from inspector.core.query import quote
from inspector.core.query.labels import label_counts
from inspector.core.ragged import Ragged
from inspector.core.state import State

# Classes that are no label: nothing is true, nothing is predicted; the truth label is nowhere among the predictions.
NONE, UNLISTED = -1, -2

Against: TypeAlias = Literal["top", "before"]
By: TypeAlias = Literal["rows", "cost"]

_CHUNK = 1 << 19


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

    def best(self, most: int, by: By) -> Pairs:
        """The `most` pairs with the most rows or the highest cost."""
        values = self.rows if by == "rows" else self.cost
        least = np.partition(values, -most)[-most] if most < len(values) else -np.inf
        kept = np.flatnonzero(values >= least)
        order = kept[np.lexsort((self.predicted[kept], self.true[kept], -values[kept]))][:most]
        return Pairs(self.true[order], self.predicted[order], self.rows[order], self.cost[order])

    def join(self, other: Pairs) -> Pairs:
        """These pairs and the other's."""
        return Pairs(
            np.concatenate([self.true, other.true]),
            np.concatenate([self.predicted, other.predicted]),
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.cost, other.cost]),
        )


def confusions(state: State, against: Against, by: By, most: int) -> Task[Pairs]:
    """The `most` pairs by number of rows or by cost, edits included. A task: a value at each step.

    against: "top" pairs each truth label of a row with its first prediction where that is wrong, "before" with every
    wrong prediction before the row's first hit. A row without truth, or without a prediction, has NONE on that side;
    a truth label that its row does not predict at all is paired with UNLISTED as well.
    """
    yield Progress(0.0, "Pairing labels")
    batch = state.batch(state.all_rows)
    costs = np.nan_to_num(state.costs(state.all_rows)).clip(0.0)
    wrong = wrong_top(batch) if against == "top" else wrong_before(batch)
    yield Progress(0.3, "Pairing labels")
    best = _one_sided(batch, wrong, costs).best(most, by)
    for entries in _chunks(batch.truth, wrong, costs, by):
        # No pair has more rows, or costs more, than its truth label: behind this none can be among the best.
        if len(best) == most and _least(best, by) >= entries.bound:
            break
        best = best.join(entries.pairs(wrong, costs)).best(most, by)
        yield Progress(0.9, "Pairing labels")
    return best


def pair_clause(state: State, against: Against, true: int, predicted: int) -> str:
    """The filter that shows the rows of a pair."""
    text = state.table.vocab.text
    left = "truths=0" if true == NONE else f"truth:{quote(text(true))}"
    if predicted == NONE:
        return f"{left} & empty"
    if predicted == UNLISTED:
        return f"{left} & !pred:{quote(text(true))} & !empty"
    label = quote(text(predicted))
    if against == "before":
        return f"{left} & before:{label}"
    # With one truth label a row, another label in front is wrong already.
    several = bool(state.table.truth.lengths.max(initial=0) > 1)
    return f"{left} & top:{label}" + (f" & !truth:{label}" if several else "")


@dataclass(frozen=True, eq=False)
class _Entries:
    """Truth labels that stand in rows with a wrong prediction: row int64 (e,), true int64 (e,); bound: the most rows,
    or the highest cost, that a pair of any of these labels can have.
    """

    row: Ints
    true: Ints
    bound: float

    def pairs(self, wrong: Ragged, costs: Floats) -> Pairs:
        """Each entry against every wrong prediction of its row, counted."""
        lengths = wrong.lengths[self.row]
        predicted = wrong.codes[ranges(wrong.offsets[self.row], lengths)].astype(np.int64)
        return _counted(stretched(self.true, lengths), predicted, costs[stretched(self.row, lengths)])


def _chunks(truth: Ragged, wrong: Ragged, costs: Floats, by: By) -> Iterator[_Entries]:
    """The truth labels of all rows with a wrong prediction, the most promising labels first, some at a time."""
    row = truth.owners()
    kept = np.flatnonzero(wrong.lengths[row] > 0)
    row, true = row[kept], truth.codes[kept].astype(np.int64)
    bounds = np.bincount(true, None if by == "rows" else costs[row])
    labels = np.argsort(-bounds, kind="stable")
    place = np.empty(len(labels), np.int64)
    place[labels] = np.arange(len(labels))
    size = np.cumsum(np.bincount(true, wrong.lengths[row])[labels] if len(true) else np.zeros(0))
    entry, first = place[true], 0
    while first < len(labels) and bounds[labels[first]] > 0:
        last = max(first + 1, int(np.searchsorted(size, (size[first - 1] if first else 0) + _CHUNK, side="right")))
        chosen = np.flatnonzero((entry >= first) & (entry < last))
        yield _Entries(row[chosen], true[chosen], float(bounds[labels[first]]))
        first = last


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


def _counted(true: Ints, predicted: Ints, costs: Floats) -> Pairs:
    """The distinct pairs among these, each with its number and what its rows cost."""
    width = int(predicted.max(initial=0)) + 1
    keys = true * width + predicted
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])) if len(keys) else np.zeros(0, np.int64)
    distinct, rows = keys[starts], np.diff(np.append(starts, len(keys)))
    cost = np.add.reduceat(costs[order], starts) if len(keys) else np.zeros(0)
    return Pairs(distinct // width, distinct % width, rows, cost)


def _least(pairs: Pairs, by: By) -> float:
    return float((pairs.rows if by == "rows" else pairs.cost)[-1])
