"""What rows lose of the overall: how much by the order of their labels, how much by their choice of labels.

A loss is what editing the row would win. Where the overall is a mean, the losses of rows add up to the total. Where
rows depend on each other, as in a pool or in GAP, each row's losses are what it could win alone, and totals are what
all rows could win together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats

# What other labels would mend where a wrong label costs as well.
WRONG_OR_MISSING = "wrong or missing labels"


@dataclass(frozen=True, eq=False)
class Losses:
    """Points of the overall that each row could win if it alone were edited, float64 (r,); NaN for rows left out.

    ordering: by putting the row's own labels in the best order; candidates: beyond that, by the best labels.
    """

    ordering: Floats
    candidates: Floats

    @property
    def cost(self) -> Floats:
        """The sum of both losses."""
        return self.ordering + self.candidates


@dataclass(frozen=True)
class TotalLosses:
    """Points of the overall that rows could win together: in their best orders, and beyond that with other labels."""

    ordering: float
    candidates: float


def gains_of_mean(total: float, count: int, now: Floats, then: Floats) -> Floats:
    """What the mean of `count` scores gains when each row alone goes from one score to another, float64 (r,).

    total: the sum of the scores. NaN for a row that is left out now; one that is left out then leaves the mean.
    """
    gains = (then - now) / max(1, count)
    leaves = np.flatnonzero(np.isnan(then) & ~np.isnan(now))
    if len(leaves):
        gains[leaves] = (total - now[leaves]) / (count - 1) - total / count if count > 1 else 0.0
    return gains


def none_lost(by_order: float, by_labels: float) -> tuple[float, float]:
    """The same gains where the order that is best for each row alone is worse for all: it is then not taken."""
    both = by_order + by_labels
    return max(0.0, by_order), max(0.0, both - max(0.0, by_order))


def gains_in_turn(now: float, order: float, labels: float) -> tuple[float, float]:
    """What the overall gains from `now` to `order`, and then to `labels`; 0 where either is NaN."""
    by_order, by_labels = order - now, labels - order
    return 0.0 if math.isnan(by_order) else by_order, 0.0 if math.isnan(by_labels) else by_labels
