"""The rows that a metric scores, as arrays of codes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Bools, Ints
from inspector.core.data.tie_break import TieBreak
from inspector.core.metrics.hits import Hits, find_hits, members


@dataclass(frozen=True, eq=False)
class Batch:
    """The rows to score: truth (n lists of distinct codes), predictions (n lists), submitted bool (n,).

    Truth weights are grades, prediction weights are confidences; ties breaks ties between equal confidences; judged (n
    lists) are the truth labels and those known to be wrong, None where only the truth labels are known.
    """

    truth: Ragged
    predictions: Ragged
    submitted: Bools
    ties: TieBreak | None = field(default=None, repr=False)
    judged: Ragged | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.truth)

    def from_grade(self, grade: int) -> Batch:
        """The same rows with only the truth labels of this grade and above, without grades; the others are wrong."""
        if grade <= 1:
            return self
        if grade not in self._by_grade:
            grades = self.truth.weights
            kept = self.truth.keep(np.zeros(len(self.truth.codes), bool) if grades is None else grades >= grade)
            truth, judged = Ragged(kept.offsets, kept.codes), self.truth if self.judged is None else self.judged
            self._by_grade[grade] = replace(self, truth=truth, judged=judged)
        return self._by_grade[grade]

    @cached_property
    def _by_grade(self) -> dict[int, Batch]:
        return {}

    @property
    def sizes(self) -> Ints:
        """int64 (n,): m, the number of truth labels of each row."""
        return self.truth.lengths

    @cached_property
    def hits(self) -> Hits:
        """The first occurrence of each truth label in its row's predictions, at its rank in the list."""
        return find_hits(self.truth, self.predictions)

    @cached_property
    def front(self) -> Hits:
        """The hits at the ranks 1, 2, ... of their rows, best grades first."""
        grades = self.truth.weights
        return self.hits.in_front(None if grades is None else grades[self.hits.indices_in(self.truth)])

    @cached_property
    def distinct(self) -> Ints:
        """int64 (n,): the number of distinct labels each row predicts; blank labels do not count."""
        uncounted = np.flatnonzero(self.predictions.repeats() | (self.predictions.codes == BLANK))
        rows = np.searchsorted(self.predictions.offsets, uncounted, side="right") - 1
        counts: Ints = self.predictions.lengths - np.bincount(rows, minlength=len(self))
        return counts

    @cached_property
    def member(self) -> Bools:
        """bool (m,): true for each predicted label that is in its row's truth, repeats included."""
        return members(self.truth, self.predictions)

    def hits_first(self) -> Batch:
        """The same rows, each with its hits in front, best grades first; confidences keep their positions."""
        lists, front = self.predictions, self.front
        owners = lists.owners()
        in_front = np.arange(len(owners)) - lists.offsets[owners] < front.counts()[owners]
        rest = np.ones(len(owners), bool)
        rest[front.index] = False
        codes = np.empty_like(lists.codes)
        codes[in_front], codes[~in_front] = front.code, lists.codes[rest]
        return replace(self, predictions=Ragged(lists.offsets, codes, lists.weights))

    def predicting(self, other: Batch) -> Batch:
        """The same rows with the predictions of another batch of them."""
        return replace(self, predictions=other.predictions, submitted=other.submitted)

    def perfect(self, *, adds_rows: bool) -> Batch:
        """The same rows, each with its truth as the prediction, best grades first, as confident as can be.

        adds_rows: whether this adds the rows that the submission lacks; those without truth stay absent, because a row
        cannot be added without a label.
        """
        lists = self.truth.sorted_by_weight()
        if not adds_rows:
            lists = lists.keep(self.submitted[lists.owners()])
        weights = None if self.predictions.weights is None else np.full(len(lists.codes), np.inf)
        predictions = Ragged(lists.offsets, lists.codes, weights)
        return replace(self, predictions=predictions, submitted=self.submitted | (lists.lengths > 0))
