"""Precision along the confidence order of a GAP, with the current row's place."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QShowEvent
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.precision_curve import precision_curve
from inspector.core.metrics.gap_scores import GapScores
from inspector.ui.bridge import Bridge
from inspector.ui.theme import GAP, GRID, Theme


class PrecisionPlot(pg.PlotWidget):
    """Empty, and says so, while the metric is not GAP."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("precisionPlot")
        self.setAccessibleName("Precision along the confidence order")
        self._inspection, self._theme = bridge.inspection, theme
        self._curve = self.plot([], [])
        self._marks: list[pg.InfiniteLine] = []
        self._quiet()
        theme.changed.connect(self._colour)
        for signal in (bridge.scored, bridge.current_changed):
            signal.connect(self.refresh)
        self._colour()

    def refresh(self) -> None:
        """Draw again, if anybody can see it."""
        if not self._inspection.is_open or not self.isVisible():
            return
        scores = self._inspection.state.scores
        for mark in self._marks:
            self.removeItem(mark)
        self._marks.clear()
        if not isinstance(scores, GapScores) or not len(scores.ranked):
            self._curve.setData([], [])
            self.setTitle("only GAP orders predictions by confidence", color=self._theme.colours.muted)
            return
        self.setTitle(None)
        curve = precision_curve(scores, self._inspection.current)
        self._curve.setData(curve.rank, curve.precision)
        self.setRange(xRange=(1, max(2, int(curve.rank[-1]))), yRange=(0, 1.02), padding=0)
        for rank in curve.current.tolist():
            mark = pg.InfiniteLine(rank, pen=pg.mkPen(self._theme.colours.now, width=2))
            self._marks.append(mark)
            self.addItem(mark)
        places = ", ".join(f"{rank:,}" for rank in curve.current.tolist()) or "none"
        self.setAccessibleDescription(f"{len(scores.ranked):,} predictions; the current row's ranks: {places}")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def wheelEvent(self, event: object) -> None:
        """Scrolling over a plot scrolls nothing."""
        event.ignore()  # type: ignore[attr-defined]

    def _quiet(self) -> None:
        self.setMenuEnabled(False)
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setFrameShape(self.Shape.NoFrame)
        self.setMinimumSize(160, 52)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plotItem.setContentsMargins(GAP, GAP, 2 * GAP, 0)
        bottom = self.getAxis("bottom")
        bottom.setLabel("rank among all predictions")
        bottom.enableAutoSIPrefix(False)
        for side in ("bottom", "left"):
            self.getAxis(side).setStyle(tickLength=GRID)

    def _colour(self) -> None:
        colours = self._theme.colours
        self.setBackground(colours.base)
        for side in ("bottom", "left"):
            axis = self.getAxis(side)
            axis.setPen(pg.mkPen(colours.line))
            axis.setTextPen(pg.mkPen(colours.muted))
            axis.setTickFont(self.font())
        self.getAxis("bottom").label.setDefaultTextColor(QColor(colours.muted))
        self._curve.setPen(pg.mkPen(colours.bar, width=2))
        self.refresh()
