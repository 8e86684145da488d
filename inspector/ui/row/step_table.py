"""The ranked labels of a row: drag a line to another rank, press Delete, or type over a label."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QTableView,
    QWidget,
)

from inspector.core.document.inspection import Inspection
from inspector.core.metrics import Explanation
from inspector.ui.row.step_model import COLUMNS, CONFIDENCE, LABEL, PLACE, PRECISION, RANK, StepModel
from inspector.ui.widgets.label_edit import LabelDelegate
from inspector.ui.widgets.theme import GAP, Theme, numbers, uniform_row_height

_SAMPLES = ("00", "w_0000000", "✓ beyond K", "000,000", "0.0000", "0.0000", "0.000000")
_DISPENSABLE = frozenset((RANK, PRECISION))
# With larger type than fits into this even confidences give way: the line of labels above says them, too.
_MOST_ROOM = 400


class StepTable(QTableView):
    """Tells what the hand does; whoever listens changes the row. Places count from 0.

    dragged: a line is held over another place, and would land there; dropped: it was let go there; left: the drag ended
    without a drop.
    """

    dragged = Signal(int, int)
    dropped = Signal(int, int)
    left = Signal()
    deleted = Signal(list)

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stepTable")
        self.setAccessibleName("Predicted labels and their arithmetic")
        self.steps = StepModel(theme, self)
        self._theme = theme
        self._from: int | None = None
        self._to: int | None = None
        self._press = QPoint()
        self._unused: frozenset[int] = frozenset()
        self._widths: dict[int, int] = {}
        self.setModel(self.steps)
        self.setItemDelegateForColumn(LABEL, LabelDelegate(inspection, "Label", self, one=True))
        self._look()
        theme.changed.connect(self.viewport().update)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        place = self.rowAt(event.position().toPoint().y())
        is_label = 0 <= place < self.steps.places
        self._from = place if is_label and event.button() == Qt.MouseButton.LeftButton else None
        self._press = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None:
            return
        far = (event.position().toPoint() - self._press).manhattanLength() >= QApplication.startDragDistance()
        if self._to is None and not far:
            return
        place = self._gap(event.position().toPoint().y())
        if place != self._to:
            self._to = place
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self.viewport().update()
            self.dragged.emit(self._from, self._landing())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        source, landing, dragging = self._from, self._landing(), self._to is not None
        self._stop()
        if dragging and source is not None:
            self.dropped.emit(source, landing)
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        place, alt = self.currentIndex().row(), event.modifiers() == Qt.KeyboardModifier.AltModifier
        moves: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        labels = self.steps.places
        if event.key() == Qt.Key.Key_Escape and self._to is not None:
            self._stop()
            self.left.emit()
        elif alt and event.key() in moves and 0 <= place < labels:
            self.dropped.emit(place, min(max(place + moves[event.key()], 0), labels - 1))
        elif event.key() == Qt.Key.Key_Delete:
            chosen = sorted({index.row() for index in self.selectedIndexes() if index.row() < labels})
            self.deleted.emit(chosen)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # The Enter that ends an edit comes by here too, and must not begin the next one.
            if self.state() != self.State.EditingState and self.currentIndex().isValid():
                self.edit(self.currentIndex().siblingAtColumn(LABEL))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._to is not None:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(QColor(self._theme.colours.now), 2))
            y = self.rowViewportPosition(self._to) if self._to < self.steps.rowCount() else self.viewport().height() - 1
            painter.drawLine(0, y, self.viewport().width(), y)

    def show_steps(self, explained: Explanation, confidence: tuple[float, ...] | None) -> None:
        """Show an arithmetic, without the columns that it does not use."""
        self.steps.show_steps(explained, confidence)
        self._widths[PLACE] = self._room("0" * max(2, len(str(self.steps.places))), PLACE)
        unused = {
            RANK: all(step.rank in (0, step.place) for step in explained.steps),
            PRECISION: all(math.isnan(step.precision) for step in explained.steps) and len(explained.steps) > 0,
            CONFIDENCE: confidence is None,
        }
        self._unused = frozenset(section for section, is_unused in unused.items() if is_unused)
        self._fit()

    def select_place(self, place: int) -> None:
        """Make the label at a place the current one."""
        if 0 <= place < self.steps.rowCount():
            self.setCurrentIndex(self.steps.index(place, LABEL))

    def _gap(self, y: int) -> int:
        """The gap between two lines that is nearest to a height: 0 above the first label."""
        labels = self.steps.places
        line = self.verticalHeader().defaultSectionSize()
        return min(max(0, round((y + self.verticalHeader().offset()) / line)), labels)

    def _landing(self) -> int:
        """The place that the held line would have after a drop in the gap."""
        if self._from is None or self._to is None:
            return 0
        return self._to - (self._to > self._from)

    def _stop(self) -> None:
        self._from = self._to = None
        self.viewport().unsetCursor()
        self.viewport().update()

    def _look(self) -> None:
        self.setFont(numbers(self.font()))
        uniform_row_height(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setTabKeyNavigation(False)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(LABEL, QHeaderView.ResizeMode.Stretch)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def _measure(self) -> None:
        """Every column as wide as the font wants it."""
        header = self.horizontalHeader()
        for section, sample in enumerate(_SAMPLES):
            self._widths[section] = self._room(sample, section)
            header.resizeSection(section, self._widths[section])
        self.setMinimumHeight(2 * self.verticalHeader().defaultSectionSize())
        self._fit()

    def _room(self, sample: str, section: int) -> int:
        wide = self.fontMetrics().horizontalAdvance
        return max(wide(sample), wide(COLUMNS[section])) + 2 * GAP + 1

    def sizeHint(self) -> QSize:
        """No higher than it has to be: it takes the height that is left, and what is below it is seen before."""
        return QSize(self.minimumWidth(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the columns in use; where they leave no room for a label, those go that one can do without."""
        # As if the scroll bar were there, so that no column comes and goes with it.
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        needed = bar + sum(width for section, width in self._widths.items() if section not in self._unused)
        hidden = set(self._unused)
        for section in (PRECISION, RANK, CONFIDENCE):
            if section not in hidden and needed > self.width():
                hidden.add(section)
                needed -= self._widths[section]
        for section in range(len(COLUMNS)):
            self.setColumnHidden(section, section in hidden)
        self.horizontalHeader().resizeSection(PLACE, self._widths[PLACE])
        least = bar + sum(w for at, w in self._widths.items() if at not in self._unused | _DISPENSABLE)
        self.setMinimumWidth(min(least, _MOST_ROOM))
