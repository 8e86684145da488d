"""Choosing rows in a plot: a click, a drag, or keys become one clause of the filter, which the plot owns; and ways to
take the plot along.
"""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFocusEvent, QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget

from inspector.core.query import Clause
from inspector.ui.plots.canvas import Canvas
from inspector.ui.plots.export import draw_svg
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import GAP, Theme

_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class BrushCanvas(Canvas):
    """Tells its subclass what was clicked and dragged, and asks for the clause that it answers with."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)

    def __init__(
        self,
        signals: DocumentSignals,
        theme: Theme,
        name: str,
        bottom: str,
        left: pg.AxisItem | None,
        parent: QWidget | None,
    ) -> None:
        super().__init__(signals, theme, name, bottom, left, parent)
        self._pressed: QPointF | None = None
        # Whether keys lead the way at the moment, so that the place they are at has to be seen.
        self.keyed = False
        self._band = pg.LinearRegionItem(movable=False, pen=pg.mkPen(None))
        self._band.setZValue(10)
        self._band.hide()
        self.addItem(self._band, ignoreBounds=True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @abstractmethod
    def brush(self, low: float, high: float, add: bool) -> None:
        """A range of the bottom axis was dragged over; add: what was chosen before stays so."""

    @abstractmethod
    def click(self, x: float, y: float, add: bool) -> None:
        """A place was clicked, in units of both axes."""

    @property
    def clause(self) -> str:
        """The plot's own clause of the filter, empty when it has none that is on."""
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        return next((clause.text for clause in clauses if clause.on and clause.source == self.objectName()), "")

    def narrow(self, text: str) -> None:
        """Ask for a clause in the place of the plot's own; an empty one takes it away."""
        if text != self.clause:
            self.filter_asked.emit(Clause(text, self.objectName()))

    def colour(self) -> None:
        super().colour()
        tint = QColor(self._theme.colours.now)
        tint.setAlpha(60)
        self._band.setBrush(tint)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A hand that wants the first bar whole begins a little before it.
        room = self.plotItem.getViewBox().sceneBoundingRect().adjusted(-GAP, 0, GAP, 0)
        inside = room.contains(self.mapToScene(event.position().toPoint()))
        if event.button() == Qt.MouseButton.LeftButton and inside and self._inspection.is_open:
            self._pressed, self.keyed = event.position(), False
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseMoveEvent(event)
        elif self._is_drag(event):
            self._band.setRegion((self._place(self._pressed)[0], self._place(event.position())[0]))
            self._band.show()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        first, dragged, self._pressed = self._pressed, self._is_drag(event), None
        self._band.hide()
        add = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if dragged:
            low, high = sorted((self._place(first)[0], self._place(event.position())[0]))
            self.brush(low, high, add)
        else:
            self.click(*self._place(first), add)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second of two fast clicks is a click like any other."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc takes the plot's clause away; all other keys belong to the window, not to the library's scene."""
        if event.key() == Qt.Key.Key_Escape and (self._pressed is not None or self.clause):
            if self._pressed is None:
                self.narrow("")
            self._pressed = None
            self._band.hide()
            return
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.keyed = event.reason() in _BY_KEY
        self.refresh()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.keyed = False
        self.refresh()

    def _is_drag(self, event: QMouseEvent) -> bool:
        moved = self._pressed is not None and abs(event.position().x() - self._pressed.x())
        return moved >= QApplication.startDragDistance()

    def _place(self, position: QPointF) -> tuple[float, float]:
        at = self.plotItem.getViewBox().mapSceneToView(self.mapToScene(position.toPoint()))
        return float(at.x()), float(at.y())

    @abstractmethod
    def write_csv(self, path: Path) -> None:
        """Write the figures that are drawn."""

    def fill_menu(self, menu: QMenu) -> None:
        """What stands above the ways to take the plot along."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        self.fill_menu(menu)
        menu.addAction("Copy picture", self.copy)
        menu.addAction("Save as…", self.save)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def export(self, path: Path) -> None:
        """Write the plot: .svg and .csv as such, anything else as a picture. Raises OSError when that fails."""
        if path.suffix == ".csv":
            self.write_csv(path)
        elif path.suffix == ".svg":
            draw_svg(path, self)
        elif not self.grab().save(str(path)):
            raise OSError(f"the picture cannot be written to {path}")

    def copy(self) -> None:
        """Put a picture of the plot on the clipboard."""
        QGuiApplication.clipboard().setPixmap(self.grab())

    def save(self) -> None:
        """Ask for a name, and write the plot there as a picture, a drawing or a table of figures."""
        kinds = "Picture (*.png);;Drawing (*.svg);;Figures (*.csv)"
        name, _ = QFileDialog.getSaveFileName(self, "Save the plot", "", kinds)
        if name:
            try:
                self.export(Path(name))
            except OSError as error:
                self.failed.emit(error)
