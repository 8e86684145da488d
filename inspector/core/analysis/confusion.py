"""Confused labels: pairs of a truth label and a wrong prediction, by number of rows or by cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, Floats, Ints, ranges, repeat_chunked
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Batch
from inspector.core.metrics.base import Metric
from inspector.core.metrics.hits import missed_labels, wrong_before, wrong_labels, wrong_top
from inspector.core.metrics.sets import SetMetric
from inspector.core.query import quote
from inspector.core.query.labels import label_counts
from inspector.core.task import Progress, Task

# Pseudo-labels: NONE for no truth or no prediction, UNLISTED for a truth label that is not predicted. In a matrix also
# OTHER for a truth label without a line, or a wrong prediction without a column; RIGHT for a prediction that is right,
# but not the label of the line.
NONE, UNLISTED, OTHER, RIGHT = -1, -2, -3, -4

Against: TypeAlias = Literal["top", "before", "nothing", "missed"]
By: TypeAlias = Literal["rows", "cost"]

# _LEADING: labels of each side with the highest bounds that are paired first, to get a lower bound for the best pairs.
# _CHUNK: pairs of single rows that are counted at once. _DENSE: the maximum number of bins for each of them.
_LEADING, _CHUNK, _DENSE = 256, 1 << 22, 4
# Tolerance: sums of the same costs in another order differ in their last bits.
_TOLERANCE = 1 - 1e-9


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of truth label and wrong prediction, most important first.

    true, predicted: int64 (p,), codes or NONE or UNLISTED; rows: int64 (p,), their number; cost: float64 (p,), their
    total cost.
    """

    true: Ints
    predicted: Ints
    rows: Ints
    cost: Floats

    def __len__(self) -> int:
        return len(self.true)

    @classmethod
    def none(cls) -> Pairs:
        """No pairs."""
        no = np.zeros(0, np.int64)
        return cls(no, no, no, np.zeros(0))

    def best(self, most: int, by: By) -> Pairs:
        """The `most` pairs with the most rows or the highest cost."""
        near = self.above(self.least(most, by), by)
        return near._at(np.lexsort((near.predicted, near.true, -near._values(by)))[:most])

    def least(self, most: int, by: By) -> float:
        """The rows or cost of the last of the `most` best pairs; 0 if there are fewer pairs."""
        values = self._values(by)
        return float(np.partition(values, -most)[-most]) if most <= len(values) else 0.0

    def above(self, least: float, by: By) -> Pairs:
        """The pairs with at least this number of rows or this cost."""
        return self._at(np.flatnonzero(self._values(by) >= least * _TOLERANCE))

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

    def _at(self, indices: Ints) -> Pairs:
        return Pairs(self.true[indices], self.predicted[indices], self.rows[indices], self.cost[indices])


def confusions(evaluation: Evaluation, against: Against, by: By, most: int, among: Bools | None = None) -> Task[Pairs]:
    """A task that finds the `most` pairs by number of rows or by cost, edits included.

    among: bool (n,), the rows to count, None for all.
    against: "top" pairs each truth label of a row with the first prediction if it is wrong, "before" with every wrong
    prediction before the first hit, "missed" each truth label that does not count as predicted with every wrong label
    that does, in whatever order. "nothing" pairs a truth label that is not predicted with UNLISTED, or with NONE if
    the row predicts nothing; and NONE with the first prediction of a row without truth.
    """
    evaluation.table.kind.need_labels("Confusions")
    yield Progress(0.0, "Pairing labels")
    rows = evaluation.all_rows if among is None else np.flatnonzero(among)
    batch, costs = evaluation.batch(rows), np.nan_to_num(evaluation.costs(rows)).clip(0.0)
    truth, wrong = _sides(counted(evaluation.metric, batch) if against == "missed" else batch, against)
    yield Progress(0.3, "Pairing labels")
    if against == "nothing":
        return _one_sided(batch, wrong, costs).best(most, by)
    entries, best = _entries(truth, wrong, costs, by), Pairs.none()
    least = entries.leading(_LEADING).pairs(costs).least(most, by)
    while len(entries.row):
        chunk, entries = entries.above(least).split(_CHUNK)
        best = best.join(chunk.pairs(costs).above(least, by)).best(most, by)
        least = max(least, best.least(most, by))
        yield Progress(0.6, "Pairing labels")
    return best


def usual_against(metric: Metric) -> Against:
    """What truth labels are paired with unless the user chooses: in sets a rank says nothing about a label.

    So it is where a threshold says which labels are predicted.
    """
    has_threshold = getattr(metric, "threshold", None) is not None
    return "missed" if has_threshold or isinstance(metric, SetMetric) else "top"


def counted(metric: Metric, batch: Batch) -> Batch:
    """The batch with only the predictions that the metric counts, and its whole truth."""
    return batch.with_predictions(metric.within_k(batch).predictions)


def most_confused(confused: Ints, support: Ints, occurring: Ints, most: int) -> Ints:
    """int64: up to `most` of the labels that occur; confused, support: int64 (c,), how often each label is."""
    return occurring[np.lexsort((-support[occurring], -confused[occurring]))[:most]]


def _sides(batch: Batch, against: Against) -> tuple[Ragged, Ragged]:
    """n lists each: the truth labels and the wrong predictions that are paired."""
    if against == "missed":
        return missed_labels(batch.truth, batch.hits), wrong_labels(batch.truth, batch.predictions)
    return batch.truth, (wrong_before if against == "before" else wrong_top)(batch.truth, batch.predictions)


def pair_clause(evaluation: Evaluation, against: Against, true: int, predicted: int) -> str:
    """The filter for the rows of a pair."""
    text = evaluation.table.vocab.text
    left = "truths=0" if true == NONE else f"truth:{quote(text(true))}"
    if predicted == NONE:
        return f"{left} & empty"
    if predicted == UNLISTED:
        return f"{left} & !pred:{quote(text(true))} & !empty"
    label = quote(text(predicted))
    if against == "before":
        return f"{left} & before:{label}"
    # If all rows have one truth label, another label at rank 1 is always wrong.
    right = f" & !truth:{label}" if evaluation.table.truth.longest > 1 else ""
    if against == "missed":
        field = counting_field(evaluation.metric)
        return f"{left} & !{field}:{quote(text(true))} & {field}:{label}{right}"
    return f"{left} & top:{label}{right}"


def counting_field(metric: Metric) -> str:
    """The field of the filter that finds the labels which the metric counts as predicted."""
    return "pred" if isinstance(metric, SetMetric) and metric.counts_all else "counted"


@dataclass(frozen=True, eq=False)
class _Entries:
    """Truth labels in rows with a wrong prediction.

    row, label_index: int64 (e,), where `labels[label_index]` is the truth label; wrong: the wrong predictions of each
    row; labels: int64, by descending bound; bounds, others: upper bounds on the rows or cost of any pair with one of
    these `labels`, or with the predicted label of a code.
    """

    row: Ints
    label_index: Ints
    wrong: Ragged
    labels: Ints
    bounds: Floats
    others: Floats

    def leading(self, most: int) -> _Entries:
        """Only the labels with the highest bounds on each side."""
        other = self.others >= np.partition(self.others, -most)[-most] if most < len(self.others) else self.others >= 0
        return self._only(self.label_index < most, other)

    def above(self, least: float) -> _Entries:
        """Only the labels whose bounds reach `least`."""
        true, other = (bounds >= least * _TOLERANCE for bounds in (self.bounds, self.others))
        return self if true.all() and other.all() else self._only(true[self.label_index], other)

    def split(self, size: int) -> tuple[_Entries, _Entries]:
        """Split into the labels with the highest bounds, with about `size` pairs of single rows, and the rest."""
        if not len(self.row):
            return self, self
        sizes = np.bincount(self.label_index, self.wrong.lengths[self.row], len(self.labels))
        first = max(int(self.label_index.min()) + 1, int(np.searchsorted(np.cumsum(sizes), size, side="right")))
        near = self.label_index < first
        return (self, self._only(~near)) if near.all() else (self._only(near), self._only(~near))

    def pairs(self, costs: Floats) -> Pairs:
        """Pair each entry with every wrong prediction of its row, and count the pairs."""
        lengths = self.wrong.lengths[self.row]
        predicted = self.wrong.codes[ranges(self.wrong.offsets[self.row], lengths)]
        used = np.flatnonzero(np.bincount(predicted))
        number = np.zeros(int(used.max(initial=0)) + 1, np.int64)
        number[used] = np.arange(len(used))
        low = int(self.label_index.min(initial=0))
        keys = repeat_chunked((self.label_index - low) * len(used), lengths) + number[predicted]
        keys, rows, cost = _counted(keys, repeat_chunked(costs[self.row], lengths))
        true, other = np.divmod(keys, max(1, len(used)))
        return Pairs(self.labels[true + low], used[other], rows, cost)

    def _only(self, mask: Bools, other: Bools | None = None) -> _Entries:
        wrong = self.wrong if other is None or other.all() else self.wrong.keep(other[self.wrong.codes])
        return replace(self, row=self.row[mask], label_index=self.label_index[mask], wrong=wrong)


def _entries(truth: Ragged, wrong: Ragged, costs: Floats, by: By) -> _Entries:
    """The entries of all rows with a wrong prediction."""
    row = truth.owners()
    kept = np.flatnonzero(wrong.lengths[row] > 0)
    row, true = row[kept], truth.codes[kept]
    is_cost = by == "cost"
    bounds: Floats = np.bincount(true, costs[row] if is_cost else None).astype(np.float64)
    others: Floats = np.bincount(wrong.codes, repeat_chunked(costs, wrong.lengths) if is_cost else None).astype(
        np.float64
    )
    labels = np.argsort(-bounds, kind="stable")
    label_index = np.empty(len(labels), np.int64)
    label_index[labels] = np.arange(len(labels))
    return _Entries(row, label_index[true], wrong, labels, bounds[labels], others)


def _one_sided(batch: Batch, wrong: Ragged, costs: Floats) -> Pairs:
    """The pairs in which one side is a pseudo-label."""
    truth, hits, owners = batch.truth, batch.hits, batch.truth.owners()
    size = 1 + max(int(truth.codes.max(initial=-1)), int(wrong.codes.max(initial=-1)))
    predicts_nothing = label_counts(batch.predictions)[owners] == 0
    total, in_empty_rows, hit = (
        _tally(codes, costs[row], size)
        for codes, row in (
            (truth.codes, owners),
            (truth.codes[predicts_nothing], owners[predicts_nothing]),
            (hits.code, hits.row),
        )
    )
    unlisted = (total[0] - in_empty_rows[0] - hit[0], (total[1] - in_empty_rows[1] - hit[1]).clip(0.0))
    without_truth = np.flatnonzero(truth.lengths[wrong.owners()] == 0)
    spurious = _tally(wrong.codes[without_truth], costs[wrong.owners()[without_truth]], size)
    return _paired(in_empty_rows, NONE).join(_paired(unlisted, UNLISTED)).join(_paired(spurious, NONE, turned=True))


def _tally(codes: Codes, costs: Floats, size: int) -> tuple[Ints, Floats]:
    """The number and total cost of the rows of each code."""
    return np.bincount(codes, minlength=size), np.bincount(codes, costs, size).astype(np.float64, copy=False)


def _paired(tally: tuple[Ints, Floats], other: int, *, turned: bool = False) -> Pairs:
    """Pair each occurring label with a pseudo-label; turned: the pseudo-label is the truth."""
    labels = np.flatnonzero(tally[0])
    classes = np.full(len(labels), other, np.int64)
    sides = (classes, labels) if turned else (labels, classes)
    return Pairs(*sides, tally[0][labels], tally[1][labels])


def _counted(keys: Ints, costs: Floats) -> tuple[Ints, Ints, Floats]:
    """The distinct keys, with their counts and total costs."""
    size = int(keys.max(initial=-1)) + 1
    if size <= _DENSE * len(keys):  # bincount is cheaper than sorting
        counts = np.bincount(keys, minlength=size)
        distinct = np.flatnonzero(counts)
        cost: Floats = np.bincount(keys, costs, size).astype(np.float64, copy=False)
        return distinct, counts[distinct], cost[distinct]
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[starts], np.diff(np.append(starts, len(keys))), np.add.reduceat(costs[order], starts)
