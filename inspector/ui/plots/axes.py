"""Plot axes: shares from 0 to 1, and whole counts, linear or logarithmic."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtGui import QFont, QFontMetrics

# On a logarithmic axis a bar of one row must be visible, and an empty bar must not.
_LOG_OFFSET = 0.3
_LINE_SPACING = 1.5


def height(count: int, log: bool) -> float:
    """The height of a bar, in axis units."""
    if not log:
        return float(count)
    return math.log10(count) + _LOG_OFFSET if count else 0.0


class ShareAxis(pg.AxisItem):
    """Ticks at equal parts of 1, as many as fit the height."""

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N803
        """Return ticks at fifths, halves, or only the ends."""
        lines = QFontMetrics(self.style["tickFont"] or QFont()).height() * _LINE_SPACING
        parts = next((parts for parts in (5, 2) if parts * lines <= size), 1)
        return [(1 / parts, [part / parts for part in range(parts + 1) if part / parts <= maxVal])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the shares as texts."""
        return [f"{value:g}" for value in values]


class CountAxis(pg.AxisItem):
    """Ticks at whole counts only."""

    def __init__(self, side: str = "left") -> None:
        super().__init__(side)
        self.log = False
        self.enableAutoSIPrefix(False)

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N803
        """Return powers of ten, or about four steps of 1, 2 or 5 times a power of ten, fewer on a low plot."""
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
        lines = QFontMetrics(self.style["tickFont"] or QFont()).height() * _LINE_SPACING
        rough = max(1.0, maxVal / min(4, max(1, size / lines)))
        power = 10 ** math.floor(math.log10(rough))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= rough)
        return [(step, [step * i for i in range(int(maxVal / step) + 1)])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the counts as texts."""
        return [f"{round(10 ** (value - _LOG_OFFSET)) if self.log else round(value):,}" for value in values]
