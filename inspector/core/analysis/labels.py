"""Every label with how often it is right, wrong and missed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics.base import ratio
from inspector.core.metrics.families.f_score import FScore
from inspector.core.metrics.label_counts import label_counts


@dataclass(frozen=True, eq=False)
class LabelTable:
    """One line a label that the truth or a prediction has. codes, tp, fp, fn: int64 (c,); beta: of the F.

    cost: float64 (c,), what the rows with the label in their truth lose; a row with several truth labels shares its
    loss out among them in equal parts, so that all labels together lose what all rows with truth lose.
    """

    codes: Ints
    tp: Ints
    fp: Ints
    fn: Ints
    cost: Floats
    beta: float = 1.0

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def support(self) -> Ints:
        """int64 (c,): rows of the truth with the label."""
        return self.tp + self.fn

    @property
    def precision(self) -> Floats:
        """float64 (c,): tp / (tp + fp), 0 where it is never predicted."""
        return ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> Floats:
        """float64 (c,): tp / (tp + fn), 0 where the truth never has it."""
        return ratio(self.tp, self.support)

    @property
    def f(self) -> Floats:
        """float64 (c,): F-beta of the label."""
        return FScore(beta=self.beta).of_counts(np.array([self.tp, self.fp, self.fn]))


def label_table(evaluation: Evaluation, among: Bools | None = None) -> LabelTable:
    """The labels of the pair as it is now, edits included; among: bool (n,), the rows that count, None for all."""
    batch = evaluation.batch(evaluation.all_rows)
    counted = np.ones(len(batch), bool) if among is None else among
    counts = label_counts(batch, counted)
    codes = np.flatnonzero(counts.any(axis=0))
    tp, fp, fn = counts[:, codes]
    costs = _costs(evaluation, counted, counts.shape[1])[codes]
    return LabelTable(codes, tp, fp, fn, costs, float(getattr(evaluation.metric, "beta", 1.0)))


@dataclass(frozen=True, eq=False)
class TopLabels:
    """The labels with the most support, largest first: codes int64 (c,); every, shown: int64 (3, c), how often each is
    right, wrong and missed over all rows and over those that are shown.
    """

    codes: Ints
    every: Ints
    shown: Ints


def top_labels(evaluation: Evaluation, most: int, shown_rows: Bools | None = None) -> TopLabels:
    """Right, wrong and missed of at most so many labels, edits included. shown_rows: bool (n,), None for all."""
    batch = evaluation.batch(evaluation.all_rows)
    every = label_counts(batch, np.ones(len(batch), bool))
    shown = every if shown_rows is None else label_counts(batch, shown_rows)
    support = every[0] + every[2]
    codes = np.argsort(-support, kind="stable")[:most]
    codes = codes[support[codes] > 0]
    return TopLabels(codes, every[:, codes], shown[:, codes])


def _costs(evaluation: Evaluation, counted: Bools, size: int) -> Floats:
    truth, costs = evaluation.table.truth, np.where(counted, np.nan_to_num(evaluation.costs(evaluation.all_rows)), 0.0)
    owners = truth.owners()
    shared = (costs / np.maximum(truth.lengths, 1))[owners]
    return np.bincount(truth.codes, shared, size).astype(np.float64, copy=False)
