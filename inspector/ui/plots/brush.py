"""Brushing: a click, a drag or keys in a plot set the plot's filter clause. Plots of counts scale to the rows shown."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu

from inspector.core.query import Clause
from inspector.ui.plots.canvas import Canvas
from inspector.ui.plots.numbers.ranges import Chosen
from inspector.ui.widgets.building.build import add_tick
from inspector.ui.widgets.theme import GAP

_KEYBOARD_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class BrushCanvas(Canvas):
    """Passes clicks and drags to its subclass, which requests a filter clause with `narrow`."""

    filter_asked = Signal(Clause)
    # Of rows with several numbers, the one that is shown.
    chosen_number = Chosen()
    focus_policy = Qt.FocusPolicy.StrongFocus

    _pressed: QPointF | None = None
    # Whether the keyboard is in use, so that its bar must be marked.
    shows_cursor = False

    @cached_property
    def _band(self) -> pg.LinearRegionItem:
        """What a drag would choose."""
        band = pg.LinearRegionItem(movable=False, pen=pg.mkPen(None))
        band.setZValue(10)
        band.hide()
        self.addItem(band, ignoreBounds=True)
        return band

    @abstractmethod
    def brush(self, low: float, high: float, add: bool) -> None:
        """Handle a drag over a range of the bottom axis; add: keep the earlier choice."""

    @abstractmethod
    def click(self, x: float, y: float, add: bool) -> None:
        """Handle a click, in axis units; add: keep the earlier choice."""

    def drag(self, start: tuple[float, float], end: tuple[float, float], add: bool) -> None:
        """Handle a drag from one point to another, in axis units."""
        self.brush(min(start[0], end[0]), max(start[0], end[0]), add)

    def show_band(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Show what a drag would choose if it ended here."""
        self._band.setRegion((start[0], end[0]))
        self._band.show()

    def hide_band(self) -> None:
        """Show it no longer."""
        self._band.hide()

    def choose_number(self, chosen: Chosen) -> None:
        """Show another of the numbers of the rows."""
        self.chosen_number = chosen
        self.narrow("")
        self.show_chosen()

    def show_chosen(self) -> None:
        """Show the number chosen, in a plot of one."""

    @property
    def clause(self) -> str:
        """The plot's active filter clause, empty if there is none."""
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        return next((clause.text for clause in clauses if clause.on and clause.source == self.objectName()), "")

    def narrow(self, text: str) -> None:
        """Request a new clause in place of the plot's; an empty one removes it."""
        if text != self.clause:
            self.filter_asked.emit(Clause(text, self.objectName()))

    def colour(self) -> None:
        super().colour()
        tint = QColor(self._theme.colours.now)
        tint.setAlpha(60)
        self._band.setBrush(tint)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A margin, because a drag over the first bar often starts left of it.
        area = self.plotItem.getViewBox().sceneBoundingRect().adjusted(-GAP, 0, GAP, 0)
        is_inside = area.contains(self.mapToScene(event.position().toPoint()))
        if event.button() == Qt.MouseButton.LeftButton and is_inside and self._inspection.is_open:
            self._pressed, self.shows_cursor = event.position(), False
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseMoveEvent(event)
        elif self._is_drag(event):
            self.show_band(self._axis_pos(self._pressed), self._axis_pos(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        start, dragged, self._pressed = self._pressed, self._is_drag(event), None
        self.hide_band()
        add = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if dragged:
            self.drag(self._axis_pos(start), self._axis_pos(event.position()), add)
        else:
            self.click(*self._axis_pos(start), add)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat the second of two fast clicks as a click."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the plot's clause on Esc; leave other keys to the window, not to pyqtgraph's scene."""
        if event.key() == Qt.Key.Key_Escape and (self._pressed is not None or self.clause):
            if self._pressed is None:
                self.narrow("")
            self._pressed = None
            self.hide_band()
            return
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.shows_cursor = event.reason() in _KEYBOARD_REASONS
        self.refresh_later()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.shows_cursor = False
        self.refresh_later()

    def _is_drag(self, event: QMouseEvent) -> bool:
        moved = self._pressed is not None and abs(event.position().x() - self._pressed.x())
        return moved >= QApplication.startDragDistance()

    def _axis_pos(self, position: QPointF) -> tuple[float, float]:
        at = self.plotItem.getViewBox().mapSceneToView(self.mapToScene(position.toPoint()))
        return float(at.x()), float(at.y())


class CountPlot(BrushCanvas):
    """Grey bars of all rows behind those of the rows shown. Scaled to these, grey bars may reach beyond the plot.

    is_rescaled: whether it is to be scaled to the rows shown.
    """

    is_rescaled = False

    def set_rescaled(self, rescaled: bool) -> None:
        """Scale the bars to the rows shown, or to all rows."""
        self.is_rescaled = rescaled
        self.refresh()

    @property
    @abstractmethod
    def is_scaled_down(self) -> bool:
        """Whether the plot is scaled to the rows shown now: some are hidden and some are not."""

    def fill_menu(self, menu: QMenu) -> None:
        add_tick(menu, "Scale to the rows shown", self.is_rescaled, self.set_rescaled)
