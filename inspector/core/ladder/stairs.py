"""The staircase of wrong predictions, one of each row, and the costliest of them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

import numpy as np

from inspector.core.arrays.types import Bools, Codes, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.ladder.inversions import inversions_of
from inspector.core.ladder.ladder import ladder_of
from inspector.core.metrics.families.gap_scores import GapScores
from inspector.core.metrics.global_list import in_order
from inspector.core.task import Progress, Task

# Digits that tell any two numbers apart.
_DIGITS = 17


@dataclass(frozen=True, eq=False)
class Stairs:
    """The costliest wrong prediction of each row that has one, by place, so that costs fall.

    row: int64 (w,); place: int64 (w,), from 1; cost, confidence, gain: float64 (w,); partner, partner_place: the row of
    the hit whose confidence wins the gain, and its place, -1 for none.
    """

    row: Ints
    place: Ints
    cost: Floats
    confidence: Floats
    gain: Floats
    partner: int
    partner_place: int

    def __len__(self) -> int:
        return len(self.row)

    def between(self, low: float, high: float) -> tuple[int, int] | None:
        """The first and last index with a place from low to high, and those that cost the same; None for none."""
        first, end = int(np.searchsorted(self.place, low)), int(np.searchsorted(self.place, high, "right"))
        if first >= end:
            return None
        falling = -self.cost
        end = int(np.searchsorted(falling, falling[end - 1], "right"))
        return int(np.searchsorted(falling, falling[first])), end - 1

    def nearest(self, place: float) -> int:
        """The index of the place nearest to one; there is at least one."""
        return int(np.argmin(np.abs(self.place - place)))

    def clause(self, first: int, last: int) -> str:
        """The filter for the rows from an index to another, which cost neither the same as one before nor after."""
        above = float(self.cost[first - 1]) if first else np.inf
        below = float(self.cost[last + 1]) if last + 1 < len(self) else -1.0
        most, least = float(self.cost[first]), float(self.cost[last])
        upper = f" & ladder<={_short(most, above, ROUND_CEILING)}" if first else ""
        return f"ladder>={_short(least, below, ROUND_FLOOR)}{upper}"

    def sampled(self, most: int) -> Ints:
        """int64: about so many indices at most, at places that multiply, the first and the last included."""
        if len(self) <= most:
            return np.arange(len(self))
        places = np.geomspace(self.place[0], self.place[-1], most)
        return np.unique(np.append(np.searchsorted(self.place, places), [0, len(self) - 1]).clip(max=len(self) - 1))


def stairs_task(evaluation: Evaluation, among: Bools | None) -> Task[Stairs | None]:
    """A task: the stairs of some rows, bool (n,), None for all; no stairs under a metric without a ladder."""
    yield Progress(0.0, "Counting what wrong predictions cost")
    ladder = ladder_of(evaluation)
    found = inversions_of(evaluation)
    if ladder is None or found is None:
        return None
    chosen = ladder.first_wrong if among is None else np.where(among, ladder.first_wrong, -1)
    at = np.sort(chosen[chosen >= 0])
    partner = int(ladder.row[found.partner]) if found.partner >= 0 else -1
    return Stairs(
        ladder.row[at].astype(np.int64),
        at + 1,
        ladder.cost[at],
        ladder.confidence[at],
        found.gain[at],
        partner,
        found.partner + 1 if partner >= 0 else -1,
    )


def wrong_codes(evaluation: Evaluation, rows: Ints) -> Codes:
    """int32 (r,): the label of the costliest wrong prediction of each of some distinct rows that have one."""
    scores, batch = evaluation.scores, evaluation.batch(rows)
    if not isinstance(scores, GapScores):
        raise TypeError("only GAP has a ladder")
    metric, row_place = scores.metric, scores.row_place[rows]
    ranked = metric.ranked(batch, row_place)
    at = in_order(batch, metric.listed(batch), row_place, metric.label_place(batch))[0]
    wrong = np.flatnonzero(~ranked.hit)[::-1]
    first = np.zeros(len(rows), np.int64)
    first[ranked.row[wrong]] = at[wrong]  # from the end of the list, so that each row keeps its first
    return batch.predictions.codes[first]


def _short(value: float, limit: float, rounding: str) -> str:
    """The number of the fewest digits from a value on, upwards or downwards, before a limit."""
    exact = Decimal(value)
    for digits in range(1, _DIGITS):
        rounded = float(Context(prec=digits, rounding=rounding).plus(exact))
        if (rounded < limit) if rounding == ROUND_CEILING else (rounded > limit):
            return repr(rounded)
    return repr(value)
