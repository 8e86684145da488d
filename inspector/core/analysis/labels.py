"""How often each label is right, wrong and missed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.analysis.gains import RowGains
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics.base import ratio
from inspector.core.metrics.by_label.label_counts import label_counts
from inspector.core.metrics.families.f_score import FScore
from inspector.core.statistics.testing.corrections import benjamini_hochberg


@dataclass(frozen=True, eq=False)
class LabelTable:
    """One entry for each label of the truth or the predictions. codes, tp, fp, fn: int64 (c,); beta: of the F.

    cost: float64 (c,), the cost of the rows with the label in their truth; a row with several truth labels divides its
    cost equally among them, so that the costs of labels add up to the costs of rows with truth. perfect, won: float64
    (c,), of `RowGains.of_groups`; p: float64 (c,), of `RowGains.p_of_groups`, corrected for the number of labels; all
    for the rows with the label in their truth.
    """

    codes: Ints
    tp: Ints
    fp: Ints
    fn: Ints
    cost: Floats
    perfect: Floats
    won: Floats
    p: Floats
    beta: float = 1.0

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def support(self) -> Ints:
        """int64 (c,): the number of truth rows with the label."""
        return self.tp + self.fn

    @property
    def precision(self) -> Floats:
        """float64 (c,): tp / (tp + fp), 0 for labels that are never predicted."""
        return ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> Floats:
        """float64 (c,): tp / (tp + fn), 0 for labels that are not in the truth."""
        return ratio(self.tp, self.support)

    @property
    def f(self) -> Floats:
        """float64 (c,): F-beta of the label."""
        return FScore(beta=self.beta).of_counts(np.array([self.tp, self.fp, self.fn]))


def label_table(evaluation: Evaluation, among: Bools | None = None) -> LabelTable:
    """Count the labels of the pair, edits included, of the predictions that count under the metric.

    among: bool (n,), the rows to count, None for all.
    """
    evaluation.table.kind.need_labels("Counts of labels")
    batch = evaluation.metric.within_k(evaluation.batch(evaluation.all_rows))
    counted = np.ones(len(batch), bool) if among is None else among
    counts = label_counts(batch, counted)
    codes = np.flatnonzero(counts.any(axis=0))
    tp, fp, fn = counts[:, codes]
    costs = _costs(evaluation, counted, counts.shape[1])[codes]
    perfect, won, p = _gains(evaluation, counted, counts.shape[1])
    beta = float(getattr(evaluation.metric, "beta", 1.0))
    return LabelTable(codes, tp, fp, fn, costs, perfect[codes], won[codes], p[codes], beta)


@dataclass(frozen=True, eq=False)
class TopLabels:
    """The labels with the most support, largest first: codes int64 (c,); every, shown: int64 (3, c), how often each is
    right, wrong and missed in all rows and in the shown rows.
    """

    codes: Ints
    every: Ints
    shown: Ints


def top_labels(evaluation: Evaluation, most: int, shown_rows: Bools | None = None) -> TopLabels:
    """Count the `most` labels with the most support, of the predictions that count under the metric, edits included.

    shown_rows: bool (n,), None for all.
    """
    batch = evaluation.metric.within_k(evaluation.batch(evaluation.all_rows))
    every = label_counts(batch, np.ones(len(batch), bool))
    shown = every if shown_rows is None else label_counts(batch, shown_rows)
    support = every[0] + every[2]
    codes = np.argsort(-support, kind="stable")[:most]
    codes = codes[support[codes] > 0]
    return TopLabels(codes, every[:, codes], shown[:, codes])


def _gains(evaluation: Evaluation, counted: Bools, size: int) -> tuple[Floats, Floats, Floats]:
    """The gains of the rows with each label, a row once a label, and their p."""
    truth = evaluation.table.truth
    owners = truth.owners()
    kept = np.flatnonzero(counted[owners] & ~truth.repeats() & (truth.codes >= 0))
    gains, codes, rows = RowGains.of(evaluation), truth.codes[kept].astype(np.int64), owners[kept]
    return *gains.of_groups(codes, size, rows), benjamini_hochberg(gains.p_of_groups(codes, size, rows))


def _costs(evaluation: Evaluation, counted: Bools, size: int) -> Floats:
    truth, costs = evaluation.table.truth, np.where(counted, np.nan_to_num(evaluation.costs(evaluation.all_rows)), 0.0)
    owners = truth.owners()
    shared = (costs / np.maximum(truth.lengths, 1))[owners]
    return np.bincount(truth.codes, shared, size).astype(np.float64, copy=False)
