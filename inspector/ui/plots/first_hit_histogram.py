"""At which rank the first correct label stands."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.core.summary import Bars, first_hits, rank_bars
from inspector.ui.bridge import Bridge
from inspector.ui.plots.histogram import Histogram
from inspector.ui.theme import Theme

_MOST_NAMES = 12
_MOST_SPACIOUS = 9


class FirstHitHistogram(Histogram):
    """Rows by the rank of their first hit: 1..K, after K, none."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "firstHitHistogram", "rank of the first hit", parent)
        self.setAccessibleName("First-hit ranks")
        self._inspection = bridge.inspection
        bridge.scored.connect(self.refresh)
        bridge.current_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Count again, if anybody can see it."""
        if not self._inspection.is_open or not self.isVisible():
            return
        state = self._inspection.state
        k = rank_bars(state.metric.k, int(state.scores.first_hit.max(initial=1)))
        self.show_bars(first_hits(state.scores.first_hit, k), self._bar_of_current(k))

    def showEvent(self, event: object) -> None:
        super().showEvent(event)
        self.refresh()

    def ticks(self, bars: Bars) -> list[tuple[float, str]]:
        """Every rank while there are few, else some; what lies behind them and `none` always."""
        ranks = len(bars.counts) - 2
        step = -(-ranks // _MOST_NAMES)
        named = [(float(rank), str(rank)) for rank in range(1, ranks + 1, step)]
        return [*named, (ranks + 1.0, f">{ranks}" if ranks <= _MOST_SPACIOUS else ">"), (ranks + 2.0, "none")]

    def _bar_of_current(self, k: int) -> int | None:
        row = self._inspection.current
        if row is None:
            return None
        rank = int(self._inspection.state.scores.first_hit[row])
        return min(rank, k + 1) - 1 if rank else k + 1
