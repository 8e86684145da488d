"""Plot axes: shares from 0 to 1, and whole counts, linear or logarithmic; ticks at round numbers, names beside them."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QGraphicsSimpleTextItem

from inspector.core.round_numbers import round_step
from inspector.ui.widgets.theme import GAP, GRID

# On a logarithmic axis a bar of one row must be visible, and an empty bar must not.
_LOG_OFFSET = 0.3
_LINE_SPACING = 1.5
_MOST_STEPS = 4
_ROUND = (1, 2, 5, 10)
# Pixels that pyqtgraph leaves between a tick and its text.
_TEXT_OFFSET = 2


def height(count: int, log: bool) -> float:
    """The height of a bar, in axis units."""
    if not log:
        return float(count)
    return math.log10(count) + _LOG_OFFSET if count else 0.0


class AxisName(QGraphicsSimpleTextItem):
    """The name of a bottom axis, left of its first tick: there it takes no height, and no long number can cut it."""

    def fit(self, font: QFont, colour: str) -> None:
        """Use a font and a colour, and move to the line of the ticks."""
        self.setFont(font)
        self.setBrush(QBrush(QColor(colour)))
        self.setPos(-self.width, GRID + _TEXT_OFFSET)

    @property
    def width(self) -> int:
        """The pixels left of the axis that it needs; half of the first tick is there, too."""
        metrics = QFontMetrics(self.font())
        return metrics.horizontalAdvance(self.text()) + metrics.horizontalAdvance("0") // 2 + GRID if self.text() else 0


def axis_height(metrics: QFontMetrics) -> int:
    """The height of a bottom axis with one line of ticks."""
    return metrics.height() + GRID + _TEXT_OFFSET


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


class DifferenceAxis(pg.AxisItem):
    """Ticks at 0 and at round differences on both sides of it."""

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N803
        """Return two ticks a side, or one where the axis is low."""
        lines = QFontMetrics(self.style["tickFont"] or QFont()).height() * _LINE_SPACING
        step = round_step((maxVal - minVal) / max(1.0, min(4.0, size / lines))) if maxVal > minVal else 1.0
        if step > max(maxVal, -minVal) > 0:
            return [(step, self._few(minVal, maxVal, size))]
        return [(step, [step * at for at in range(math.ceil(minVal / step), math.floor(maxVal / step) + 1)])]

    def _few(self, low: float, high: float, size: float) -> list[float]:
        """A round tick on the longer side, and 0 where there is room for both: 0 alone says nothing of the scale."""
        longest = max(high, -low)
        tick = round_step(longest / 2.5)
        has_room = tick / (high - low) * size >= QFontMetrics(self.style["tickFont"] or QFont()).height()
        return sorted([0.0] * has_room + [tick if high == longest else -tick])

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the differences as texts, with a sign as wide as a digit."""
        return [f"{value:g}".replace("-", "−") for value in values]


class CountAxis(pg.AxisItem):
    """Ticks at whole counts only. log: whether they are on a logarithmic scale."""

    log = False

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N803
        """Return powers of ten, or about four steps of 1, 2 or 5 times a power of ten, fewer where there is no room."""
        if maxVal <= 0 or size <= 0:
            return [(1.0, [0.0])]
        if self.log:
            return self._powers(maxVal, size)
        step = max(1.0, round_step(maxVal / min(_MOST_STEPS, max(1.0, size / self._room(maxVal)))))
        if step <= maxVal:
            return [(step, [step * i for i in range(int(maxVal / step) + 1)])]
        # On the lowest plots one round number says the scale; zero is at the foot anyway.
        power = 10.0 ** math.floor(math.log10(maxVal))
        only = max((factor * power for factor in _ROUND if 1 <= factor * power <= maxVal), default=0.0)
        fits = only * size >= self._room(maxVal) / _LINE_SPACING * maxVal
        return [(only or 1.0, [0.0, only] if fits and only else [only])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the counts as texts."""
        return [f"{round(10 ** (value - _LOG_OFFSET)) if self.log else round(value):,}" for value in values]

    def _powers(self, top: float, size: float) -> list[tuple[float, list[float]]]:
        """Each power of ten, or every second, third… where they would touch."""
        every = max(1, math.ceil(self._room(10.0**top) * top / size))
        return [(1.0, [height(10**p, True) for p in range(0, math.ceil(top) + 1, every) if height(10**p, True) <= top])]

    def _room(self, top: float) -> float:
        """The pixels that a tick needs along the axis."""
        metrics = QFontMetrics(self.style["tickFont"] or QFont())
        if self.orientation == "left":
            return metrics.height() * _LINE_SPACING
        return metrics.horizontalAdvance(f"{top:,.0f}") + 2.0 * GAP
