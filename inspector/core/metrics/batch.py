"""The rows that a metric scores, as arrays of codes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Bools, Ints
from inspector.core.data.tie_break import TieBreak
from inspector.core.errors import InputError, shorten
from inspector.core.metrics.hits import Hits, find_hits, members


@dataclass(frozen=True, eq=False)
class Batch:
    """The rows to score: truth (n lists of distinct codes), predictions (n lists), submitted bool (n,).

    Truth weights are grades, prediction weights are confidences; ties breaks ties between equal confidences and knows
    the labels of the files.
    """

    truth: Ragged
    predictions: Ragged
    submitted: Bools
    ties: TieBreak | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.truth)

    def with_predictions(self, predictions: Ragged) -> Batch:
        """The same rows with other predictions."""
        return replace(self, predictions=predictions)

    def cut(self, k: int | None, dropped: Bools) -> Batch:
        """The same rows with only the first k predictions of each that are not `dropped`, bool (m,)."""
        if k is None:
            return self
        kept = self.predictions.keep(~dropped)
        places = np.arange(len(kept.codes)) - kept.offsets[kept.owners()]
        return self.with_predictions(kept.keep(places < k))

    @cached_property
    def confident(self) -> Ragged:
        """n lists with weights: each predicted label once, at its highest confidence, in any order.

        Blanks, and labels whose confidence is NaN or -inf, are not predicted.
        """
        lists, weights = self.predictions, self.predictions.weights
        if weights is None:  # lists without any label
            return Ragged(lists.offsets, lists.codes, np.zeros(len(lists.codes)))
        counts = (lists.codes != BLANK) & (weights > -np.inf)
        lists = lists if counts.all() else lists.keep(counts)
        if not lists.repeats().any():
            return lists
        lists = lists.by_weight()
        return lists.keep(~lists.repeats())

    @cached_property
    def hits_first(self) -> Batch:
        """The same rows with the hits of each before its other predictions; confidences keep their places."""
        is_hit = np.zeros(len(self.predictions.codes), bool)
        is_hit[self.hits.index] = True
        order = np.lexsort((~is_hit, self.predictions.owners()))
        lists = self.predictions
        return self.with_predictions(Ragged(lists.offsets, lists.codes[order], lists.weights))

    def code_of(self, label: str) -> int:
        """The code of a label of the files. Raises InputError for any other text."""
        code = -1 if self.ties is None else self.ties.find(label)
        if code < 0:
            raise InputError(
                f"neither truth nor submission has the label {shorten(label)}", expected="a label of one of the files"
            )
        return code

    @property
    def sizes(self) -> Ints:
        """int64 (n,): m, the number of truth labels of each row."""
        return self.truth.lengths

    @cached_property
    def hits(self) -> Hits:
        """The first occurrence of each truth label in its row's predictions, at its rank in the list."""
        return find_hits(self.truth, self.predictions)

    @cached_property
    def named(self) -> Ints:
        """int64 (n,): the number of predictions of each row that have a label, copies included."""
        blank = np.flatnonzero(self.predictions.codes == BLANK)
        return self.predictions.lengths - np.bincount(self.predictions.list_of(blank), minlength=len(self))

    @cached_property
    def uncounted(self) -> Bools:
        """bool (m,): true for each prediction that is a copy of an earlier one of its row, or has no label."""
        is_uncounted: Bools = self.predictions.repeats() | (self.predictions.codes == BLANK)
        return is_uncounted

    @cached_property
    def distinct(self) -> Ints:
        """int64 (n,): the number of distinct labels each row predicts; blank labels do not count."""
        uncounted = np.flatnonzero(self.uncounted)
        rows = np.searchsorted(self.predictions.offsets, uncounted, side="right") - 1
        counts: Ints = self.predictions.lengths - np.bincount(rows, minlength=len(self))
        return counts

    @cached_property
    def member(self) -> Bools:
        """bool (m,): true for each predicted label that is in its row's truth, repeats included."""
        return members(self.truth, self.predictions)
