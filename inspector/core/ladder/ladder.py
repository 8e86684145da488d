"""What each wrong prediction costs all hits below it on the list of all predictions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints, Ranks
from inspector.core.metrics.families.gap_scores import GapScores
from inspector.core.metrics.global_list import GlobalList

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

NEEDS_GAP = "Confidence needs GAP: no other metric puts all predictions on one list by confidence."


@dataclass(frozen=True, eq=False)
class Ladder:
    """The listed predictions, highest confidence first, as of one generation of scores.

    row: int32 (p,); hit: bool (p,), whether it earns credit; the others are wrong, whether their label is, or is right
    a second time; confidence: float64 (p,); n: the number of rows of the table; counted: of those that count; m: what
    the sum of all P(i) is divided by.
    """

    row: Ranks
    hit: Bools
    confidence: Floats
    n: int
    counted: int
    m: int

    @classmethod
    def of(cls, scores: GapScores) -> Ladder:
        """The ladder of scores as they are now."""
        ranked = scores.ranked
        return cls(ranked.row, ranked.hit, -ranked.key, len(scores.row), scores.counted, scores.m)

    def __len__(self) -> int:
        return len(self.row)

    @cached_property
    def cost(self) -> Floats:
        """float64 (p,): what the overall gains if only a wrong prediction loses its label; NaN for a hit.

        Each hit below moves up by one place: the sum over the hits j below of C_j (1 / (j - 1) - 1 / j) / M, where j is
        the place from 1, and C_j the number of hits up to it. What K keeps off the list stays off it.
        """
        at = np.flatnonzero(self.hit)
        found, before = np.arange(1, len(at) + 1), np.maximum(at, 1)  # nothing is above a first place
        steps = np.zeros(len(self))
        steps[at] = found / (before * (at + 1.0))
        below = np.cumsum(steps[::-1])[::-1] / self.m if self.m else np.full(len(self), np.nan)
        below[at] = np.nan
        return below

    @cached_property
    def first_wrong(self) -> Ints:
        """int64 (n,): the index of the most confident wrong prediction of each row, its costliest; -1 for none."""
        first, wrong = np.full(self.n, -1), np.flatnonzero(~self.hit)[::-1]
        first[self.row[wrong]] = wrong  # from the end of the list, so that each row keeps its first
        return first

    def of_rows(self, values: Floats) -> Floats:
        """float64 (n,): of values (p,), that of each row's most confident wrong prediction; NaN for none."""
        return np.where(self.first_wrong < 0, np.nan, np.append(values, np.nan)[self.first_wrong])

    @cached_property
    def cost_of_row(self) -> Floats:
        """float64 (n,): the cost of each row's costliest wrong prediction, kept for every paint; NaN for none."""
        return self.of_rows(self.cost)


# The lists of scores are replaced by every edit and every metric, never changed.
_KNOWN: WeakKeyDictionary[GlobalList, Ladder] = WeakKeyDictionary()


def ladder_of(evaluation: Evaluation) -> Ladder | None:
    """The ladder of the current scores, computed once; None under a metric without one list of all predictions."""
    scores = evaluation.scores
    if not isinstance(scores, GapScores):
        return None
    ranked = scores.ranked
    if ranked not in _KNOWN:
        _KNOWN[ranked] = Ladder.of(scores)
    return _KNOWN[ranked]


def row_costs(evaluation: Evaluation) -> Floats:
    """float64 (n,): what the costliest wrong prediction of each row costs all those below it; NaN for none."""
    ladder = ladder_of(evaluation)
    return np.full(len(evaluation.table), np.nan) if ladder is None else ladder.cost_of_row
