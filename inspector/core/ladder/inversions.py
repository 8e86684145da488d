"""What exchanging the confidences of a wrong prediction and of a hit below it would win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from inspector.core.arrays.types import Floats, Ints, cumulative_count
from inspector.core.ladder.ladder import Ladder, ladder_of
from inspector.core.metrics.families.gap_scores import GapScores
from inspector.core.metrics.global_list import in_order

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True, eq=False)
class Inversions:
    """The best exchange of confidences for each wrong prediction.

    partner: the index on the ladder of the hit to exchange with, the same for all: the last one; -1 without hits. Of
    two hits, the lower one gains more, because the m-th hit of the list is then nowhere lower, for any m. Only among
    equal confidences, where ids decide, another hit may land higher and gain a little more.
    gain: float64 (p,), what the overall gains exactly, with equal confidences in the order of the metric. NaN for hits,
    for confidences that are not above the partner's, and in rows with more predictions than K, of which another one
    would come onto the list.
    of_row: float64 (n,), that of each row's most confident wrong prediction; NaN for none.
    """

    partner: int
    gain: Floats
    of_row: Floats


_KNOWN: WeakKeyDictionary[Ladder, Inversions] = WeakKeyDictionary()


def inversions_of(evaluation: Evaluation) -> Inversions | None:
    """The best exchanges under the current scores, computed once; None under a metric without a ladder."""
    ladder, scores = ladder_of(evaluation), evaluation.scores
    if ladder is None or not isinstance(scores, GapScores):
        return None
    if ladder not in _KNOWN:
        hits = np.flatnonzero(ladder.hit)
        partner = int(hits[-1]) if len(hits) else -1
        gain = np.full(len(ladder), np.nan)
        if partner >= 0:
            # The wrong predictions above the partner, in rows of which all predictions are listed.
            above, k = ~ladder.hit & (ladder.confidence > ladder.confidence[partner]), scores.metric.k
            wrong = np.flatnonzero(above if k is None else above & (_lengths(evaluation) <= k)[ladder.row])
            gain[wrong] = _Exchange(ladder, _tie_order(evaluation, scores, ladder), partner).gains(wrong) / ladder.m
        _KNOWN[ladder] = Inversions(partner, gain, ladder.of_rows(gain))
    return _KNOWN[ladder]


def row_gains(evaluation: Evaluation) -> Floats:
    """float64 (n,): what the best exchange of each row's costliest wrong prediction gains; NaN for none."""
    found = inversions_of(evaluation)
    return np.full(len(evaluation.table), np.nan) if found is None else found.of_row


def _lengths(evaluation: Evaluation) -> Ints:
    return evaluation.predictions(evaluation.all_rows).lengths


def _tie_order(evaluation: Evaluation, scores: GapScores, ladder: Ladder) -> Ints:
    """int64 (p,): what decides between equal confidences, the lower first."""
    if _lengths(evaluation).max(initial=0) <= 1:
        return scores.row_place[ladder.row]  # which spares sorting again
    batch, metric = evaluation.batch(evaluation.all_rows), scores.metric
    return in_order(batch, metric.listed(batch), scores.row_place, metric.label_place(batch))[1]


class _Exchange:
    """Sums over the list that tell what the overall gains when the last hit takes the place of a wrong prediction.

    Between both places each hit has one more above it: 1 / i at rank i. Among those of equal confidence, the hit does
    not come exactly to the place that the wrong one leaves, nor the other way round; what is between moves by one rank.
    """

    def __init__(self, ladder: Ladder, ties: Ints, partner: int) -> None:
        self._ties, self._last = ties, partner
        self._found = cumulative_count(ladder.hit)
        rank, at = np.arange(1.0, len(ladder) + 1), ladder.hit
        found = self._found[1:]
        self._more = _sums(at / rank)
        self._up = _sums(np.where(at, found / (np.maximum(rank - 1, 1) * rank), 0))
        self._down = _sums(np.where(at, (rank - found) / (rank * (rank + 1)), 0))
        opens = np.concatenate([[True], ladder.confidence[1:] != ladder.confidence[:-1]])
        self._starts, self._run = np.flatnonzero(opens), np.cumsum(opens) - 1

    def gains(self, wrong: Ints) -> Floats:
        """float64 (w,): the gain in Σ P(i) of each exchange."""
        first, taken, own = self._upper(wrong)
        last, left = self._lower(wrong)
        old = self._found[self._last + 1] / (self._last + 1)
        between = self._more[last] - self._more[first]
        gained: Floats = taken + own - old + between + left
        return gained

    def _upper(self, wrong: Ints) -> tuple[Ints, Floats, Floats]:
        """Where the hits with only one more above them begin, what those before it gain, and P at the new hit."""
        smaller = np.bincount(self._run, self._ties < self._ties[self._last]).astype(np.int64)
        run = self._run[wrong]
        place = self._starts[run] + smaller[run]
        place -= wrong < place  # the wrong one has left
        rises = place <= wrong
        found = np.where(rises, self._found[place], self._found[place + 1])
        moved = np.where(
            rises, self._down[wrong] - self._down[place], self._up[place + 1] - self._up[np.minimum(wrong, place) + 1]
        )
        return np.maximum(wrong, place) + 1, moved, (found + 1) / (place + 1)

    def _lower(self, wrong: Ints) -> tuple[Ints, Floats]:
        """Where the hits with only one more above them end, and what those from there to the last hit gain."""
        start = int(self._starts[self._run[self._last]])
        place = start + np.searchsorted(self._ties[start : self._last + 1], self._ties[wrong])
        place = np.minimum(place, self._last)  # below the last hit there is none that could move
        return place, self._down[self._last] - self._down[place]


def _sums(terms: Floats) -> Floats:
    """float64 (p + 1,): the sum of the terms before each index."""
    return np.append(0.0, np.cumsum(terms))
