"""Table of the ranked labels of a row. Drag a line to another rank, press Delete, or edit a label."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QStyle, QTableView, QWidget

from inspector.core.document.inspection import Inspection
from inspector.core.metrics import Explanation
from inspector.ui.row.step_model import (
    COLUMNS,
    CONFIDENCE,
    LABEL,
    POSITION,
    PRECISION,
    RANK,
    TERM,
    VERDICT,
    WORKING,
    StepModel,
)
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.label_edit import LabelDelegate, begins_number, edit_with, open_editors
from inspector.ui.widgets.theme import GAP, Theme, row_height, tabular_font, uniform_row_height

_SAMPLES = ("00", "w_0000000", "not counted", "000,000", "0.0000", "0 ÷ log2(00)", "0.0000", "0.000000")
# The columns that grow with their cells.
_NUMBERS = VERDICT, TERM, CONFIDENCE
_DISPENSABLE = frozenset((RANK, PRECISION, WORKING))
_OPTIONAL = RANK, PRECISION, WORKING, CONFIDENCE
# With a larger font, confidences are hidden, too; the line of labels above also shows them.
_MAX_MIN_WIDTH = 400
# Lines of a list that is seen whole: the labels of MAP@5 and the line below them. A longer one scrolls anyway, and does
# so before the formula is out of sight; at least the first lines of it are seen.
_WHOLE, _LINES = 6, 4


class StepTable(QTableView):
    """Emits edit requests; does not change the row. Indexes count from 0.

    dragged: (source, target) while dragging; dropped: (source, target) of a drop; left: the drag was cancelled;
    deleted: the indexes of the selected labels; missed_typed: a true class without a probability, and the key that
    begins its number; `labels` and `confidences` say what is typed for one.
    """

    dragged = Signal(int, int)
    dropped = Signal(int, int)
    left = Signal()
    deleted = Signal(list)
    missed_typed = Signal(str, object)

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "stepTable", "Predicted labels and their arithmetic")
        self.steps = StepModel(theme, self)
        self._inspection, self._theme = inspection, theme
        self._from: int | None = None
        self._to: int | None = None
        self._row: int | None = None
        self._press_pos = QPoint()
        self._unused: frozenset[int] = frozenset()
        self._widths: dict[int, int] = {}
        self._whole, self._folded, self._tells_how = 0, 0, False
        self._lines, self._without_more = 2, 0  # how many have room, and which one offers to add a label
        self.setModel(self.steps)
        self.labels = LabelDelegate(inspection, "Label", self, one=True)
        self.setItemDelegateForColumn(LABEL, self.labels)
        self.confidences = LabelDelegate(inspection, "Confidence", self, one=True, number=True)
        self.setItemDelegateForColumn(CONFIDENCE, self.confidences)
        self._set_up_view()
        theme.changed.connect(self.viewport().update)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.rowAt(event.position().toPoint().y())
        is_label = 0 <= index < self.steps.label_count
        self._from = index if is_label and event.button() == Qt.MouseButton.LeftButton else None
        self._press_pos = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None:
            return
        is_drag = (event.position().toPoint() - self._press_pos).manhattanLength() >= QApplication.startDragDistance()
        if self._to is None and not is_drag:
            return
        gap = self._gap(event.position().toPoint().y())
        if gap != self._to:
            self._to = gap
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self.viewport().update()
            self.dragged.emit(self._from, self._landing())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        source, landing, dragging = self._from, self._landing(), self._to is not None
        self._end_drag()
        if dragging and source is not None:
            self.dropped.emit(source, landing)
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, alt = self.currentIndex().row(), event.modifiers() == Qt.KeyboardModifier.AltModifier
        moves: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        labels = self.steps.label_count
        if event.key() == Qt.Key.Key_Escape and self._to is not None:
            self._end_drag()
            self.left.emit()
        elif alt and event.key() in moves and 0 <= index < labels:
            self.dropped.emit(index, min(max(index + moves[event.key()], 0), labels - 1))
        elif event.key() == Qt.Key.Key_Delete:
            selected = sorted({cell.row() for cell in self.selectedIndexes() if cell.row() < labels})
            self.deleted.emit(selected)
        elif self._are_classes and begins_number(event):
            if self._takes_numbers(index):
                self.edit_number(index, event)
            elif index > labels and CONFIDENCE not in self._unused:
                self.missed_typed.emit(str(self.steps.index(index, LABEL).data(Qt.ItemDataRole.EditRole)), event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # The Enter that closes an editor also arrives here, and must not open the next one. The state of the view
            # does not tell: it forgets the editor when a line goes.
            if 0 <= index <= labels and not open_editors(self):
                self.edit(self.currentIndex().siblingAtColumn(CONFIDENCE if self._takes_numbers(index) else LABEL))
        else:
            super().keyPressEvent(event)

    def _takes_numbers(self, line: int) -> bool:
        """Whether what is typed in a line is the probability of its class."""
        return self._are_classes and 0 <= line < self.steps.label_count and CONFIDENCE not in self._unused

    def edit_number(self, line: int, event: QKeyEvent) -> None:
        """Begin to type the number of a line."""
        edit_with(self, self.steps.index(line, CONFIDENCE), event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._to is not None:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(QColor(self._theme.colours.now), 2))
            y = self.rowViewportPosition(self._to) if self._to < self.steps.rowCount() else self.viewport().height() - 1
            painter.drawLine(0, y, self.viewport().width(), y)

    def show_steps(self, explained: Explanation, confidence: tuple[float, ...] | None, row: int | None = None) -> None:
        """Show the steps of a row, without the columns that they do not use."""
        if row != self._row:
            self.scrollToTop()
        is_other, self._row = row != self._row, row
        self.steps.name_columns(are_classes=self._are_classes)
        self.steps.show_steps(explained, confidence, row)
        self._grow()
        self._widths[POSITION] = self._width_for("0" * max(2, len(str(self.steps.label_count))), POSITION)
        working = self.steps.longest(WORKING)
        self._widths[WORKING], self._tells_how = self._width_for(working or _SAMPLES[WORKING], WORKING), bool(working)
        self._whole = self._width_for(self.steps.longest(LABEL), LABEL)
        for section in _NUMBERS:
            self._widths[section] = self._width_of_cells(section)
        self._folded = max(self._widths[TERM], self._width_for(working, TERM))
        used = explained.tells_ranks, explained.tells_precision, explained.has_workings, confidence is not None
        self._unused = frozenset(of for of, is_used in zip(_OPTIONAL, used, strict=True) if not is_used)
        self._offer_more()
        self._fit()
        if is_other:
            self._show_true_class()

    def _offer_more(self) -> None:
        """Offer to add a label, but no class to a row that has all of them."""
        self.setRowHidden(self._without_more, False)
        classes = len(self._inspection.evaluation.pair.submission.layout.labels) if self._are_classes else 0
        self._without_more = self.steps.label_count
        self.setRowHidden(self._without_more, 0 < classes <= self.steps.label_count)

    def _show_true_class(self) -> None:
        if self._are_classes:  # the line that makes the score
            self.scrollTo(self.steps.index(self.steps.first_true, LABEL))

    def show_typed(self, explained: Explanation, confidence: tuple[float, ...] | None) -> None:
        """Show the arithmetic of what is typed in a cell, as of `StepModel.show_typed`; columns only grow meanwhile."""
        self.steps.show_typed(explained, confidence, self.edited)
        for section in _NUMBERS:
            self._widths[section] = max(self._widths[section], self._width_of_cells(section))
        self._fit()

    @property
    def _are_classes(self) -> bool:
        """Whether the labels are classes, whose probabilities are scored."""
        return self._inspection.is_open and self._inspection.metric.scores_class_probabilities

    @property
    def edited(self) -> QModelIndex:
        """The cell that is being typed in."""
        return self.indexAt(open_editors(self)[0].geometry().center())

    def select_label(self, index: int) -> None:
        """Make the label at an index the current one."""
        if 0 <= index < self.steps.rowCount():
            self.setCurrentIndex(self.steps.index(index, LABEL))

    def _gap(self, y: int) -> int:
        """The gap between lines nearest to y, in pixels of the viewport; 0 is above the first label."""
        labels = self.steps.label_count
        line = self.verticalHeader().defaultSectionSize()
        return min(max(0, round((y + self.verticalHeader().offset()) / line)), labels)

    def _landing(self) -> int:
        """Index of the dragged line after a drop in the gap."""
        if self._from is None or self._to is None:
            return 0
        return self._to - (self._to > self._from)

    def _end_drag(self) -> None:
        self._from = self._to = None
        self.viewport().unsetCursor()
        self.viewport().update()

    def _set_up_view(self) -> None:
        self.setFont(tabular_font(self.font()))
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
        """Set the column widths that the font needs."""
        header = self.horizontalHeader()
        for section, sample in enumerate(_SAMPLES):
            self._widths[section] = self._width_for(sample, section)
            header.resizeSection(section, self._widths[section])
        self._set_least_height()
        self._fit()

    def _grow(self) -> None:
        """Have room for the first lines; never for fewer again, so that nothing jumps from row to row."""
        count = self.steps.rowCount()
        lines = count if count <= _WHOLE else _LINES
        if lines > self._lines:
            self._lines = lines
            self._set_least_height()

    def _set_least_height(self) -> None:
        line, head = row_height(self), self.horizontalHeader().sizeHint().height()
        self.setMinimumHeight(head + self._lines * line + 2 * self.frameWidth())

    def _width_for(self, sample: str, section: int) -> int:
        wide = self.fontMetrics().horizontalAdvance
        return max(wide(sample), wide(self.steps.titles[section])) + 2 * GAP + 1

    def _width_of_cells(self, section: int) -> int:
        return self._width_for(max(_SAMPLES[section], self.steps.longest(section), key=len), section)

    def sizeHint(self) -> QSize:
        """The minimum height: the layout stretches the table, and the widgets below it stay visible."""
        return QSize(self.minimumWidth(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        if open_editors(self):  # what is typed may be told of below, which takes room from its cell
            self.scrollTo(self.edited)
        elif not self.currentIndex().isValid():
            self._show_true_class()

    def _fit(self) -> None:
        """Show the columns in use; hide those that only explain while there is no room.

        How a label adds something then stands in place of what it adds.
        """
        # Reserve room for the scroll bar, so that columns do not change when it appears.
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        needed = bar + sum(width for section, width in self._widths.items() if section not in self._unused)
        hidden = set(self._unused)
        # Where no label adds anything, the empty column only keeps its place, and never cuts a label.
        if not self._tells_how and WORKING not in hidden and needed + self._whole - self._widths[LABEL] > self.width():
            hidden.add(WORKING)
            needed -= self._widths[WORKING]
        for section in (WORKING, PRECISION, RANK):
            if section not in hidden and needed > self.width():
                hidden.add(section)
                needed -= self._widths[section]
        for section in range(len(COLUMNS)):
            self.setColumnHidden(section, section in hidden)
        folds = WORKING in hidden - self._unused and needed + self._folded - self._widths[TERM] <= self.width()
        self.steps.fold_workings(folds=folds)
        for section in (POSITION, VERDICT, WORKING, TERM, CONFIDENCE):
            self.horizontalHeader().resizeSection(section, self._widths[section])
        if folds:
            self.horizontalHeader().resizeSection(TERM, self._folded)
        self.horizontalHeader().length()  # stretches the labels now: Qt would do so after the paint, and paint again
        least = bar + sum(w for at, w in self._widths.items() if at not in self._unused | _DISPENSABLE)
        self.setMinimumWidth(min(least, _MAX_MIN_WIDTH))
