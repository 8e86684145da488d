"""What every plot has in common: it stands still, and takes its colours from the theme. It also skips work unseen."""

from __future__ import annotations

from abc import abstractmethod

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from inspector.ui.bridge import Bridge
from inspector.ui.theme import GAP, GRID, Theme


class Canvas(pg.PlotWidget):
    """Draws again after every score and with every current row, if anybody can see it."""

    def __init__(
        self, bridge: Bridge, theme: Theme, name: str, bottom: str, left: pg.AxisItem | None, parent: QWidget | None
    ) -> None:
        super().__init__(parent, axisItems={"left": left} if left else None)
        self.setObjectName(name)
        self._inspection, self._theme = bridge.inspection, theme
        self._stand_still(bottom)
        for signal in (bridge.scored, bridge.current_changed):
            signal.connect(self.refresh)
        theme.changed.connect(self.colour)

    def refresh(self) -> None:
        """Draw again, unless there is nothing to draw or nobody to see it."""
        if self._inspection.is_open and self.isVisible():
            self.draw()

    @abstractmethod
    def draw(self) -> None:
        """Show what the inspection says now."""

    def colour(self) -> None:
        """Take the theme's colours."""
        colours = self._theme.colours
        self.setBackground(colours.base)
        for side in ("bottom", "left"):
            axis = self.getAxis(side)
            axis.setPen(pg.mkPen(colours.line))
            axis.setTextPen(pg.mkPen(colours.muted))
            axis.setTickFont(self.font())
        self.getAxis("bottom").label.setFont(self.font())
        self.getAxis("bottom").label.setDefaultTextColor(QColor(colours.muted))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolling over a plot scrolls nothing."""
        event.ignore()

    def _stand_still(self, bottom: str) -> None:
        """No panning, no zooming, no menu of the library's: what is drawn keeps its place."""
        self.setMenuEnabled(False)
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumSize(160, 52)
        self.plotItem.getViewBox().setDefaultPadding(0.0)
        self.plotItem.setContentsMargins(GAP, GAP, 2 * GAP, 0)
        axis = self.getAxis("bottom")
        axis.setLabel(bottom)
        axis.enableAutoSIPrefix(False)
        for side in ("bottom", "left"):
            self.getAxis(side).setStyle(tickLength=GRID, hideOverlappingLabels=False)
