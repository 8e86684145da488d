"""Truth against prediction: how many rows are in each cell of a square; follows edits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Floats, Ints
from inspector.core.evaluation.histogram import MovingBars
from inspector.core.evaluation.summary import Bars

# Cells a side; all of them have a number of 16 bits.
SIDE = 120
# Numbers farther out than nearly all others, by this part of their range, stand at the border.
_NEARLY, _TAIL = (0.005, 0.995), 0.5
_SAMPLE = 100_000
# Beyond it, differences are no numbers any more.
_HUGE = 1e300
# Free space at each side, as a part of the range; with numbers beyond it, which stand half way into that.
_MARGIN, _BEYOND = 0.04, 0.12


@dataclass(frozen=True, eq=False)
class Square:
    """The same range for both axes; what is beyond it stands at its border.

    low_is_cut, high_is_cut: whether some numbers are beyond.
    """

    low: float
    high: float
    low_is_cut: bool = False
    high_is_cut: bool = False

    @classmethod
    def around(cls, truth: Floats, predicted: Floats) -> Square:
        """Where nearly all numbers are, both (n,); NaN and infinity are ignored."""
        every = np.concatenate([truth, predicted])
        every = every[np.isfinite(every)]
        if not len(every):
            return cls(0.0, 1.0)
        every = np.clip(every, -_HUGE, _HUGE, out=every)
        least, most = float(every.min()), float(every.max())
        low, high = np.quantile(every[:: len(every) // _SAMPLE + 1], _NEARLY).tolist()
        tail = (high - low) * _TAIL
        low_is_cut, high_is_cut = 0 < tail < low - least, 0 < tail < most - high
        low, high = low if low_is_cut else least, high if high_is_cut else most
        span = high - low or abs(low) or 1.0
        margins = (span * (_BEYOND if is_cut else _MARGIN) for is_cut in (low_is_cut, high_is_cut))
        return cls(low - next(margins), high + next(margins), low_is_cut, high_is_cut)

    @property
    def within(self) -> tuple[float, float]:
        """The ends at which numbers stand that are beyond."""
        inset = (self.high - self.low) * _BEYOND / 2
        return self.low + inset * self.low_is_cut, self.high - inset * self.high_is_cut

    def inside(self, values: Floats) -> Floats:
        """The same numbers, near the border where they are beyond it."""
        return np.clip(values, *self.within)

    def cells(self, truth: Floats, predicted: Floats) -> NDArray[np.int16]:
        """int16 (n,): the cell of each row, its place by truth times SIDE, plus that by prediction; -1 for none."""
        across, up = self._places(truth), self._places(predicted)
        found = (across * np.int16(SIDE) + up).astype(np.int16)
        found[np.isnan(truth) | np.isnan(predicted)] = -1
        return found

    def _places(self, values: Floats) -> NDArray[np.int16]:
        scaled = (self.inside(values) - self.low) * (SIDE / (self.high - self.low))
        return np.minimum(np.nan_to_num(scaled), SIDE - 1).astype(np.int16)


def counted(square: Square, truth: Floats, predicted: Floats) -> MovingBars:
    """The rows of each cell, (n,) both; see `grid` for what the counts are."""
    cells = square.cells(truth, predicted)
    counts = np.bincount(cells[cells >= 0], minlength=SIDE * SIDE).astype(np.int64)
    return MovingBars(Bars(np.arange(SIDE * SIDE + 1.0), counts, (), cells, lambda first, last: ""))


def grid(counts: Ints) -> Ints:
    """Counts of cells as int64 (SIDE, SIDE): by truth, then by prediction."""
    return counts.reshape(SIDE, SIDE)
