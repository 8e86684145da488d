"""What every plot has in common: it stands still, and takes its colours from the theme. It also skips work unseen."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from inspector.core.arrays.types import Ints
from inspector.ui.plots.axes import CountAxis
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import GAP, GRID, Theme
from inspector.ui.widgets.visibility import is_visible


class Canvas(pg.PlotWidget):
    """Draws again after every score, filter and selection, and with every current row, if anybody can see it."""

    def __init__(
        self,
        signals: DocumentSignals,
        theme: Theme,
        name: str,
        bottom: str,
        left: pg.AxisItem | None,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent, axisItems={"left": left} if left else None)
        self.setObjectName(name)
        self._inspection, self._theme = signals.inspection, theme
        self._is_stale = False
        self.selected: Ints = np.empty(0, np.int64)
        self._stand_still(bottom)
        signals.scored.connect(self.forget)
        for signal in (signals.scored, signals.ordered, signals.current_changed):
            signal.connect(self.refresh)
        theme.changed.connect(self.colour)

    def refresh(self) -> None:
        """Draw again, unless there is nothing to draw or nobody to see it: then when somebody does."""
        self._is_stale = self._inspection.is_open and not is_visible(self)
        if self._inspection.is_open and not self._is_stale:
            self.draw()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_stale:
            self._is_stale = False
            self.draw()
        super().paintEvent(event)

    def select(self, rows: Ints) -> None:
        """Mark the rows, int64, that are selected elsewhere; a single one is the current row and has its own mark."""
        before, self.selected = self.selected, rows if len(rows) > 1 else rows[:0]
        if (len(before) or len(self.selected)) and self.selected is not before:
            self.refresh()

    @abstractmethod
    def draw(self) -> None:
        """Show what the inspection says now."""

    def forget(self) -> None:
        """The scores are others: nothing that was made from them holds any more."""

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

    def sizeHint(self) -> QSize:
        return self.minimumSize() * 2

    def say(self, why: str) -> None:
        """Say why there is nothing to draw, without axes that would measure nothing; empty: there is something."""
        self.head(why)
        self.setAccessibleDescription(why)
        for side in ("bottom", "left"):
            self.showAxis(side, not why)

    def head(self, title: str) -> None:
        """Put a line over the plot, no higher than its text; an empty one takes no room."""
        self.setTitle(title or None, color=self._theme.colours.muted, size=f"{self.font().pointSizeF()}pt")
        height = self.fontMetrics().height() + GRID if title else 0
        self.plotItem.titleLabel.setMaximumHeight(height)
        self.plotItem.layout.setRowFixedHeight(0, height)

    def _count_along(self, label: str) -> None:
        """Whole numbers with their thousands apart on the bottom axis."""
        self.plotItem.setAxisItems({"bottom": CountAxis("bottom")})
        self._stand_still(label)

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
        if bottom:
            axis.setLabel(bottom)
        axis.enableAutoSIPrefix(False)
        for side in ("bottom", "left"):
            self.getAxis(side).setStyle(tickLength=GRID, hideOverlappingLabels=False)
