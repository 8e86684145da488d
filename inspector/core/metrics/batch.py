"""The rows that a metric scores, as arrays of codes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.groups import RowGroups
from inspector.core.data.kind import LABELS, Kind
from inspector.core.data.tie_break import TieBreak
from inspector.core.errors import InputError, shorten
from inspector.core.metrics.hits import Hits, find_hits, members


@dataclass(frozen=True, eq=False)
class Batch:
    """The rows to score: truth (n lists of distinct codes), predictions (n lists), submitted bool (n,).

    Truth weights are grades, prediction weights are confidences; ties breaks ties between equal confidences and knows
    the labels of the files; judged (n lists) are the truth labels and those known to be wrong, None where only the
    truth labels are known; groups returns the groups of the rows by a column, for a batch of all rows; origin: int64
    (m,), where each prediction stood before some were dropped or moved, None where all are as they were; kind: of the
    predictions.
    """

    truth: Ragged
    predictions: Ragged
    submitted: Bools
    ties: TieBreak | None = field(default=None, repr=False)
    judged: Ragged | None = field(default=None, repr=False)
    groups: Callable[[str], RowGroups] | None = field(default=None, repr=False)
    origin: Ints | None = field(default=None, repr=False)
    kind: Kind = LABELS

    def __len__(self) -> int:
        return len(self.truth)

    def with_predictions(self, predictions: Ragged) -> Batch:
        """The same rows with other predictions."""
        return replace(self, predictions=predictions)

    def cut(self, k: int | None, dropped: Bools) -> Batch:
        """The same rows with only the first k predictions of each that are not `dropped`, bool (m,)."""
        if k is None:
            return self
        kept = self.predictions.keep(~dropped) if dropped.any() else self.predictions
        return self.with_predictions(kept.first(k))

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
        if not lists.has_repeats:
            return lists
        lists = lists.by_weight()
        return lists.keep(~lists.repeats())

    def code_of(self, label: str) -> int:
        """The code of a label of the files. Raises InputError for any other text."""
        code = -1 if self.ties is None else self.ties.find(label)
        if code < 0:
            raise InputError(
                f"neither truth nor submission has the label {shorten(label)}", expected="a label of one of the files"
            )
        return code

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
    def front(self) -> Hits:
        """The hits at the ranks 1, 2, ... of their rows, best grades first."""
        grades = self.truth.weights
        return self.hits.in_front(None if grades is None else grades[self.hits.indices_in(self.truth)])

    @cached_property
    def distinct(self) -> Ints:
        """int64 (n,): the number of distinct labels each row predicts; blank labels do not count."""
        uncounted = np.flatnonzero(self.uncounted)
        rows = self.predictions.list_of(uncounted)
        return self.predictions.lengths - np.bincount(rows, minlength=len(self))

    @cached_property
    def member(self) -> Bools:
        """bool (m,): true for each predicted label that is in its row's truth, repeats included."""
        return members(self.truth, self.predictions)

    @cached_property
    def credited(self) -> Bools:
        """bool (m,): true for the first occurrence of each truth label."""
        is_hit = np.zeros(len(self.predictions.codes), bool)
        is_hit[self.hits.index] = True
        return is_hit

    def hits_first(self) -> Batch:
        """The same rows, each with its hits in front, best grades first; confidences keep their positions."""
        lists, front = self.predictions, self.front
        at = lists.offsets[front.row] + front.nth - 1
        in_front, rest = np.zeros(len(lists.codes), bool), np.ones(len(lists.codes), bool)
        in_front[at], rest[front.index] = True, False
        codes = np.empty_like(lists.codes)
        codes[in_front], codes[~in_front] = front.code, lists.codes[rest]
        moved = self.with_predictions(Ragged(lists.offsets, codes, lists.weights))
        moved.__dict__["hits"] = replace(front, index=at)  # need not be looked for again
        return moved

    def hits_most_confident(self) -> Batch:
        """The same rows, each with its hits at its highest confidences, which keep their positions.

        Copies of hits come next, and then wrong labels, the most repeated first; so as few labels as can be have at
        least any confidence. Without confidences, the hits in front.
        """
        lists = self.predictions
        if lists.weights is None:
            return self.hits_first()
        owners, codes = lists.owners(), lists.codes
        places = np.lexsort((-lists.weights, owners))  # NaN comes last
        rank = np.empty_like(places)
        rank[places] = np.arange(len(places))
        kind = np.where(codes == BLANK, 3, np.where(self.member, 1, 2))
        kind[self.hits.index] = 0
        wrong = kind == 2
        order = np.lexsort((rank, codes * wrong, -self._copies() * wrong, kind, owners))
        moved = np.empty_like(codes)
        moved[places] = codes[order]
        return self.with_predictions(Ragged(lists.offsets, moved, lists.weights))

    def _copies(self) -> Ints:
        """int64 (m,): how often its row has each prediction."""
        lists = self.predictions
        if not lists.has_repeats:
            return np.ones(len(lists.codes), np.int64)
        keys = lists.owners() * (int(lists.codes.max()) + 2) + lists.codes + 1
        _, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
        copies: Ints = counts[which]
        return copies

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

    def take(self, rows: Ints) -> Batch:
        """The batch of some rows."""
        judged = None if self.judged is None else self.judged.take(rows)
        return Batch(
            self.truth.take(rows), self.predictions.take(rows), self.submitted[rows], self.ties, judged, kind=self.kind
        )

    def above(self, threshold: float) -> Batch:
        """Only the predictions of at least this confidence; all of them without confidences."""
        weights = self.predictions.weights
        if weights is None:
            return self
        return self.listing(weights >= threshold)

    def listing(self, kept: Bools) -> Batch:
        """Only the predictions that are kept, bool (m,)."""
        return self if kept.all() else self._picked(np.flatnonzero(kept))

    def in_tie_order(self, ties: str) -> Batch:
        """Neighbours of equal confidence in the order of the choice `ties`."""
        lists = self.predictions
        if ties == "file" or lists.weights is None:
            return self
        opens = np.append(True, lists.weights[1:] != lists.weights[:-1])[: len(lists.codes)]
        opens[lists.offsets[:-1][lists.lengths > 0]] = True
        if opens.all():
            return self
        order = np.lexsort((self._tie_key(ties), np.cumsum(opens)))
        return self._picked(order)

    def placed(self, order: Ints, threshold: float | None = None) -> Batch:
        """The labels of each row in another order, those of at least a threshold first; confidences keep their places.

        order: int64 (m,), flat predictions, row by row.
        """
        lists, places = self.predictions, np.arange(len(order))
        if threshold is not None and lists.weights is not None:
            places = np.lexsort((~(lists.weights >= threshold), lists.owners()))
        codes = np.empty_like(lists.codes)
        codes[places] = lists.codes[order]
        return self.with_predictions(Ragged(lists.offsets, codes, lists.weights))

    def right_first(self, threshold: float | None = None, *, by_name: bool = False) -> Batch:
        """The right labels of each row first, best grades first, then copies, then wrong ones, most repeated first.

        With a threshold, the first places are those of at least this confidence; by_name: alike ones by their names.
        """
        lists = self.predictions
        wrong = ~self.member & (lists.codes != BLANK)
        alike = (-self._tie_key("name-desc"),) if by_name else (lists.codes, -self._copies() * wrong)
        keys = *alike, wrong - self._grades(self.credited), lists.owners()
        return self.placed(np.lexsort(keys), threshold)

    def _picked(self, index: Ints) -> Batch:
        """Only these predictions; index: int64, into the flat predictions, ordered by row."""
        lists = self.predictions
        counts = np.bincount(lists.owners()[index], minlength=len(self))
        weights = None if lists.weights is None else lists.weights[index]
        origin = index if self.origin is None else self.origin[index]
        return replace(self, predictions=Ragged(offsets_of(counts), lists.codes[index], weights), origin=origin)

    def _tie_key(self, ties: str) -> Floats:
        """float64 (m,): the order of equal confidences under a choice, lowest first."""
        codes = self.predictions.codes
        if ties == "name-desc":
            return -(codes.astype(np.float64) if self.ties is None else self.ties.labels(codes))
        return self._grades(self.member) if ties == "worst" else -self._grades(self.credited)

    def _grades(self, right: Bools) -> Floats:
        """float64 (m,): the grade of the truth labels among some predictions, bool (m,), 1 without grades; else 0."""
        grades = right.astype(np.float64)
        if self.truth.weights is not None:
            at = np.flatnonzero(right)
            found = replace(self.hits, row=self.predictions.owners()[at], code=self.predictions.codes[at])
            grades[at] = self.truth.weights[found.indices_in(self.truth)]
        return grades
