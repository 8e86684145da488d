"""At which rank the first correct label stands."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.core.summary import rank_bars
from inspector.ui.bridge import Bridge
from inspector.ui.plots.histogram import Histogram, Ticks
from inspector.ui.theme import Theme

_MOST_NAMES = 12
_MOST_SPACIOUS = 9


class FirstHitHistogram(Histogram):
    """Rows by the rank of their first hit: 1..K, after K, none."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, "firstHitHistogram", "rank of the first hit", parent)
        self.setAccessibleName("First-hit ranks")

    def draw(self) -> None:
        """Count again."""
        state = self._inspection.state
        k = rank_bars(state.metric.k, state.distribution.longest)
        self.show_bars(state.distribution.first_hits(k), self._bar_of_current(k), _ticks(k))

    def _bar_of_current(self, k: int) -> int | None:
        row = self._inspection.current
        if row is None:
            return None
        rank = int(self._inspection.state.scores.first_hit[row])
        return min(rank, k + 1) - 1 if rank else k + 1


def _ticks(k: int) -> Ticks:
    """Every rank while there are few, else some; what lies behind them and `none` always."""
    named = [(float(rank), str(rank)) for rank in range(1, k + 1, -(-k // _MOST_NAMES))]
    return [*named, (k + 1.0, f">{k}" if k <= _MOST_SPACIOUS else ">"), (k + 2.0, "none")]
