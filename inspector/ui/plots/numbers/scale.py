"""How far apart the numbers of an axis are drawn: as they are, or by their logarithms, as some metrics compare them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.round_numbers import round_ticks
from inspector.ui.plots.numbers.number_axis import NumberAxis, number_text
from inspector.ui.plots.numbers.ranges import rounded

_FEWEST = 3
# Beyond it, numbers are too large for a float.
_FARTHEST = 700.0


@dataclass(frozen=True)
class Scale:
    """places: where numbers are drawn, float64 of any shape; number: the one at a place; ticks: about so many numbers
    between two; unit: by how much numbers near one differ where their places differ by 1; words: for a title.
    """

    places: Callable[[Floats], Floats]
    number: Callable[[float], float]
    ticks: Callable[[float, float, float], list[float]]
    unit: Callable[[float], float]
    words: str = ""

    def numbers(self, low: float, high: float, most: float) -> list[float]:
        """Round numbers between two places, about so many."""
        return self.ticks(self.number(low), self.number(high), most)

    def rounded(self, place: float, span: float) -> float:
        """The number at a place, rounded to about a thousandth of a span of places."""
        number = self.number(place)
        return rounded(number, span * self.unit(number))


def _log_ticks(low: float, high: float, most: float) -> list[float]:
    """0 and powers of ten; round numbers where these are too few."""
    last = math.floor(math.log10(max(high, 1.0)))
    step = max(1, math.ceil((last + 2) / max(1.0, most)))
    found = [0.0, *(10.0**power for power in range(last % step, last + 1, step))]
    inside = [number for number in found if low <= number <= high]
    return inside if len(inside) >= _FEWEST else round_ticks(max(low, 0.0), high, most)


LINEAR = Scale(lambda values: values, float, round_ticks, lambda number: 1.0)
# A number below 0 counts as 0.
LOGS = Scale(
    lambda values: np.asarray(np.log1p(np.maximum(values, 0.0))),
    lambda place: math.expm1(min(place, _FARTHEST)),
    _log_ticks,
    lambda number: 1.0 + max(number, 0.0),
    ", by their logarithms",
)


class ScaledAxis(NumberAxis):
    """An axis whose numbers are drawn at the places of a scale."""

    by = LINEAR

    def ticks(self, low: float, high: float, most: float) -> list[float]:
        """The places of round numbers."""
        return [*map(float, self.by.places(np.array(self.by.numbers(low, high, most))))]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the numbers at the places as texts."""
        return [number_text(float(f"{self.by.number(value):.9g}")) for value in values]
