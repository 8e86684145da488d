"""Axes of plots: shares of one; whole counts with their thousands apart, linear or logarithmic; named bars."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtGui import QFont, QFontMetrics

# On a logarithmic axis a bar of one row must still be seen, and a bar of none must not.
_LOG_FOOT = 0.3
_LINES_APART = 1.5


def height(count: int, log: bool) -> float:
    """How high the bar of a count is, in units of the axis."""
    if not log:
        return float(count)
    return math.log10(count) + _LOG_FOOT if count else 0.0


class ShareAxis(pg.AxisItem):
    """Ticks at even parts of one, as many as there is height for."""

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N803
        """Fifths, halves, or only the ends."""
        lines = QFontMetrics(self.style["tickFont"] or QFont()).height() * _LINES_APART
        parts = next((parts for parts in (5, 2) if parts * lines <= size), 1)
        return [(1 / parts, [part / parts for part in range(parts + 1) if part / parts <= maxVal])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """The shares that the ticks stand for."""
        return [f"{value:g}" for value in values]


class CountAxis(pg.AxisItem):
    """Ticks at whole counts only."""

    def __init__(self, side: str = "left") -> None:
        super().__init__(side)
        self.log = False
        self.enableAutoSIPrefix(False)

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N803
        """Powers of ten, or even steps of 1, 2 or 5 times a power of ten: about four, fewer where it is low."""
        if self.log:
            return [
                (
                    1.0,
                    [
                        height(10**p, True)
                        for p in range(math.ceil(max(maxVal, 0.0)) + 1)
                        if height(10**p, True) <= maxVal
                    ],
                )
            ]
        lines = QFontMetrics(self.style["tickFont"] or QFont()).height() * _LINES_APART
        rough = max(1.0, maxVal / min(4, max(1, size / lines)))
        power = 10 ** math.floor(math.log10(rough))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= rough)
        return [(step, [step * i for i in range(int(maxVal / step) + 1)])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """The counts that the ticks stand for."""
        return [f"{round(10 ** (value - _LOG_FOOT)) if self.log else round(value):,}" for value in values]
