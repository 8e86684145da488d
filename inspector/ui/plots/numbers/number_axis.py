"""Axes of numbers of any size: few round ticks, short texts."""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtGui import QFont, QFontMetrics

from inspector.core.evaluation.summary import Bars
from inspector.core.round_numbers import round_ticks
from inspector.ui.widgets.theme import GAP

_LINE_SPACING = 1.2
_SUFFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
# Numbers from here on are shortened.
_LONG, _LONGEST = 1e4, 1e13


def number_text(value: float) -> str:
    """A tick: as few digits as it has, thousands as k, M and G, a minus as wide as a digit."""
    size = abs(value)
    text = f"{value:.10g}"
    if _LONG <= size < _LONGEST:
        unit, suffix = next((unit, suffix) for unit, suffix in _SUFFIXES if size >= unit)
        text = f"{value / unit:.10g}{suffix}"
    return text.replace("e+", "e").replace("e0", "e").replace("e-0", "e-").replace("-", "−")


def open_ticks(bars: Bars, metrics: QFontMetrics, room: float) -> list[tuple[float, str]]:
    """Ticks of bars with open ends, as many as fit: at both ends of what is between them, and at round numbers."""
    low, high = float(bars.edges[1]), float(bars.edges[-2])
    first, last = float(bars.edges[0]), float(bars.edges[-1])
    scale, wide = (last - first) / max(1.0, room), metrics.horizontalAdvance
    widest = max(wide(number_text(end)) for end in (low, high)) + 2 * GAP
    # From 0 on, no value is below the first bar.
    inner = [(at, number_text(at)) for at in round_ticks(low if first else 0.0, high, room / widest)]
    below = [(low, f"<{number_text(low)}")] if first else []
    taken, ticks = list[tuple[float, float]](), list[tuple[float, str]]()
    for at, text in ((high, f"≥{number_text(high)}"), *below, *inner):
        left, right = at - _half(text, wide, scale), at + _half(text, wide, scale)
        reaches_name = bool(first) and left < first
        if not reaches_name and all(right <= start or left >= end for start, end in taken):
            taken.append((left, right))
            ticks.append((at, text))
    return sorted(ticks)


def _half(text: str, wide: Callable[[str], int], scale: float) -> float:
    """Half of what a text needs along an axis, in axis units."""
    return float((wide(text) / 2 + GAP / 2) * scale)


class NumberAxis(pg.AxisItem):
    """Round ticks, as many as fit."""

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N803
        """Return the ticks within a range."""
        metrics = QFontMetrics(self.style["tickFont"] or QFont())
        room = metrics.height() * _LINE_SPACING
        if self.orientation == "bottom":
            ends = self.tickStrings(self.ticks(minVal, maxVal, 4), 1.0, 1.0)
            room = max(map(metrics.horizontalAdvance, ends)) + 2 * GAP
        return [(1.0, self.ticks(minVal, maxVal, size / room))]

    def ticks(self, low: float, high: float, most: float) -> list[float]:
        """Where about `most` ticks stand within a range."""
        return round_ticks(low, high, most)

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the numbers as texts."""
        return [number_text(value) for value in values]
