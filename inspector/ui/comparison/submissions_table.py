"""The view of the submissions panel: two columns of marks choose the open submission and the baseline."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.ui.comparison.submission_columns import COLUMNS, DELTA, NAME, OF_SCORES, OPEN, SAME, VERSUS, Entry
from inspector.ui.comparison.submissions_model import Index, SubmissionsModel
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.tables.pinned import PinnedCells
from inspector.ui.widgets.tables.sorting_header import SortingHeader
from inspector.ui.widgets.theme import GAP, Theme, tabular_font, uniform_row_height

_SMALLEST = QSize(120, 52)
_RADIUS, _DOT = 6.0, 3.0
_NARROW = (OPEN, VERSUS)
_PADDING, _BAR = 5 * GAP // 2, 3
_LEAST_LETTERS, _MOST_LETTERS = 14, 40


class SubmissionsTable(PinnedCells):
    """Emits the name of the submission that a gesture is about; removed and renamed are only asked for."""

    open_asked, baseline_asked, remove_asked = Signal(str), Signal(str), Signal(str)

    def __init__(self, model: SubmissionsModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "submissionsTable", "Submissions")
        self.setModel(model)
        self._model = model
        self._marks = _Marks(model, theme, self)
        for section in _NARROW:
            self.setItemDelegateForColumn(section, self._marks)
        self._names = _Names(self)
        self.setItemDelegateForColumn(NAME, self._names)
        self._set_up_view()
        self.open = self._action("&Open", "Enter", lambda: self._ask(OPEN))
        self.compare = self._action("Compare &with this one", "Space", lambda: self._ask(VERSUS))
        self.rename = self._action("&Rename", "F2", self._rename)
        self.remove = self._action("Re&move from the list…", "Delete", self._remove)
        separator = QAction(self)
        separator.setSeparator(True)
        self.addAction(separator)
        self.clicked.connect(self._click)
        self.doubleClicked.connect(self._double_click)
        for signal in (model.modelReset, model.layoutChanged, model.dataChanged):
            signal.connect(self._follow)
        model.modelReset.connect(self._fit_names)
        for signal in (model.modelReset, model.dataChanged):
            signal.connect(self._widen)
        self.selectionModel().currentChanged.connect(self._follow)
        self._follow()

    @property
    def chosen(self) -> Entry | None:
        """The entry of the current cell, None without one."""
        index = self.currentIndex()
        return self._model.entries[index.row()] if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == self.State.EditingState:
            return  # the Enter that closes an editor also arrives here
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._ask(OPEN)
            case Qt.Key.Key_Space:
                self._ask(OPEN if self.currentIndex().column() == OPEN else VERSUS)
            case Qt.Key.Key_Delete:
                self._remove()
            case Qt.Key.Key_F2:
                self._rename()
            case _:
                super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # The second click on a mark is one more click, not an order to open.
        if self.indexAt(event.position().toPoint()).column() not in _NARROW:
            super().mouseDoubleClickEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_columns()

    def _click(self, index: QModelIndex) -> None:
        if index.column() in _NARROW:
            self._ask(index.column())

    def _double_click(self, index: QModelIndex) -> None:
        if index.column() not in _NARROW:
            self._ask(OPEN)

    def _ask(self, section: int) -> None:
        entry = self.chosen
        if entry is None or (section == OPEN and entry.is_file):
            return
        (self.open_asked if section == OPEN else self.baseline_asked).emit(entry.name)

    def _rename(self) -> None:
        index = self.currentIndex().siblingAtColumn(NAME)
        if self.chosen is not None and not self.chosen.is_file:
            self.setCurrentIndex(index)
            self.edit(index)

    def _remove(self) -> None:
        if self.remove.isEnabled() and self.chosen is not None:
            self.remove_asked.emit(self.chosen.name)

    def _follow(self, *_: object) -> None:
        """Label the band of the baseline, and enable what can be done with the current entry."""
        self.clearSpans()
        if self._model.entries and self._model.entries[0].is_baseline:
            self.setSpan(0, DELTA, 1, SAME - DELTA + 1)
        entry = self.chosen
        is_one = entry is not None and not entry.is_file
        self.open.setEnabled(is_one and not (entry and entry.is_open))
        self.compare.setEnabled(entry is not None and not entry.is_baseline)
        self.rename.setEnabled(is_one)
        self.remove.setEnabled(is_one and sum(not other.is_file for other in self._model.entries) > 1)

    def keep_best_on_top(self, *, is_loss: bool) -> None:
        """Turn the order by a score where lower becomes better, or no longer is."""
        column, order = self._model.sorted_by
        if is_loss != self._model.lower_is_better and column in OF_SCORES:
            ascending, descending = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
            self.horizontalHeader().setSortIndicator(column, ascending if order == descending else descending)

    def _set_up_view(self) -> None:
        self.setFont(tabular_font(self.font()))
        uniform_row_height(self)
        self.setMinimumSize(_SMALLEST)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        header = SortingHeader(self)
        header.pinned_section = NAME
        self.setHorizontalHeader(header)
        header.setMinimumSectionSize(3 * GAP)
        header.setSortIndicator(*self._model.sorted_by)
        self.setSortingEnabled(True)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Fit the widths to the font."""
        header, width = self.horizontalHeader(), self.fontMetrics().horizontalAdvance
        for section, column in enumerate(COLUMNS):
            arrow = 0 if section in _NARROW else 2 * GAP
            room = max(width(column.title) + arrow, width(column.sample))
            header.resizeSection(section, room + _PADDING)
        self._fit_names()
        self._widen()
        header.setSectionResizeMode(OPEN, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(VERSUS, QHeaderView.ResizeMode.Fixed)

    def _fit_names(self) -> None:
        """Fit the names, as far as they leave room for the figures."""
        self._names_needed = self._width_of_names()
        self.horizontalHeader().resizeSection(NAME, self._names_needed)

    def _width_of_names(self) -> int:
        letters, model, bold = self.fontMetrics().averageCharWidth(), self._model, QFont(self.font())
        bold.setBold(True)
        names = (model.index(row, NAME).data() for row in range(model.rowCount()))
        needed = [QFontMetrics(bold).horizontalAdvance(name) + _PADDING for name in names]
        return min(max([letters * _LEAST_LETTERS, *needed]), letters * _MOST_LETTERS)

    def _widen(self, *_: object) -> None:
        """Widen the columns whose cells are longer than before: a number that is cut is another one."""
        header, width, model = self.horizontalHeader(), self.fontMetrics().horizontalAdvance, self._model
        if self._width_of_names() > self._names_needed:  # else the user has made it narrower
            self._fit_names()
        for section in range(NAME + 1, len(COLUMNS)):
            rows = [row for row, entry in enumerate(model.entries) if not model.is_band(entry, section)]
            needed = max((width(model.index(row, section).data()) for row in rows), default=0) + _PADDING
            if needed > header.sectionSize(section):
                header.resizeSection(section, needed)

    def _action(self, text: str, key: str, run: Callable[[], None]) -> QAction:
        action = QAction(f"{text}\t{key}", self)
        action.triggered.connect(lambda: run())
        self.addAction(action)
        return action


class _Names(QStyledItemDelegate):
    """Edits a name; what is typed stays while the lines fill."""

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if not editor.isVisible():
            super().setEditorData(editor, index)


class _Marks(QStyledItemDelegate):
    """Paints a round mark in each cell, filled in the entry that has it."""

    def __init__(self, model: SubmissionsModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._theme = model, theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        entry, colours = self._model.entries[index.row()], self._theme.colours
        if index.column() == OPEN and option.state & QStyle.StateFlag.State_Selected:
            # The line that keys are about: its colour alone is hardly told from that of the baseline.
            painter.fillRect(QRect(option.rect.topLeft(), QSize(_BAR, option.rect.height())), QColor(colours.now))
        if index.column() == OPEN and entry.is_file:
            return
        is_on = bool(self._model.mark(entry, index.column()))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(option.rect.center()) + QPointF(0.5, 0.5)
        painter.setPen(QPen(QColor(colours.now if is_on else colours.outline), 1.4))
        painter.setBrush(QColor(colours.base))
        painter.drawEllipse(centre, _RADIUS, _RADIUS)
        if is_on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.now))
            painter.drawEllipse(centre, _DOT, _DOT)
        painter.restore()
