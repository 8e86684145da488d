"""The table view of the rows: sorting by header, current row, selection, column widths."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.comparison.differences import next_difference
from inspector.core.edits.prediction_edit import written_whole
from inspector.ui.table.column_choice import ColumnChoice
from inspector.ui.table.column_sizes import ColumnSizes
from inspector.ui.table.header import Header, next_keys
from inspector.ui.table.painting.painted import Area
from inspector.ui.table.painting.rank_columns import RankColumns
from inspector.ui.table.painting.row_painter import RowPainter
from inspector.ui.table.prediction_delegate import PredictionDelegate
from inspector.ui.table.row_model import Index, RowModel
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.label_edit import close_editors, open_editors
from inspector.ui.widgets.tables.no_rows import NoRows
from inspector.ui.widgets.tables.pinned import PinnedTable
from inspector.ui.widgets.tables.selection import rows_at, spans
from inspector.ui.widgets.theme import GAP, Theme, tabular_font, uniform_row_height

_MAX_MOVED = 5000


class RowTable(PinnedTable):
    """Sets the current row of the inspection, and emits requests to sort, to edit and to show all rows.

    sort_asked: a function from the current sort keys to the new ones; typed: the text in the cell editor so far;
    entered: a row, and the text that was typed for its prediction; typing_ended: the editor is closed;
    escaped: Escape was pressed while none was open.
    """

    selection_changed = Signal()
    sort_asked = Signal(object)
    clear_asked = Signal()
    entered = Signal(int, str)
    typed = Signal(str)
    typing_ended = Signal()
    escaped = Signal()

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "rowTable", "Rows of the submission")
        self._inspection = signals.inspection
        self._model, self._theme = RowModel(signals, theme, self), theme
        self._header = Header(theme, RankColumns(signals.inspection, self.font()), self)
        self._set_up_view(theme)
        self.setModel(self._model)
        self.column_choice = ColumnChoice(self, self._model)
        self._sizes = ColumnSizes(self, self._header, self._model, self.column_choice, signals.inspection)
        self.column_choice.changed.connect(self._sizes.size)
        self._header.sort_asked.connect(lambda place, further: self.sort_by(self.column_at(place), further))
        now = signals.inspection
        NoRows(self, self._model, lambda: now.state.hint if now.is_open else "").clear_asked.connect(self.clear_asked)
        self._header.sectionResized.connect(self._sizes.note_width)
        self._header.released.connect(self._sizes.fill)
        self._model.modelAboutToBeReset.connect(self._end_typing)
        self._model.modelReset.connect(self._on_loaded)
        self._model.reordering.connect(self._keep_typed)
        self._model.columnsInserted.connect(self._set_up_columns)
        self._model.columnsRemoved.connect(self._set_up_columns)
        self._model.headerDataChanged.connect(lambda *_: self._sizes.size())
        self._model.reordering.connect(self._limit_selection)
        self._model.entered.connect(self.entered)
        signals.metric_changed.connect(self._show_keys)
        signals.metric_changed.connect(self._sizes.size)
        signals.further_changed.connect(self._show_keys)
        signals.edited.connect(self._sizes.follow)
        signals.scored.connect(self._show_keys)
        signals.ordered.connect(self._show_order)
        signals.current_changed.connect(self._on_current_changed)
        theme.changed.connect(self._sizes.size)
        theme.changed.connect(self.viewport().update)
        theme.changed.connect(self._header.viewport().update)
        if signals.inspection.is_open:
            self._on_loaded()

    def sort_by(self, name: str, further: bool = False) -> None:
        """Sort by a column, or reverse its direction if it is a sort key; `further` keeps the other keys."""
        if name:
            self.sort_asked.emit(partial(next_keys, name, further, self._inspection.state.is_in_order))

    def selected_rows(self) -> Ints:
        """The selected rows in the order shown, int64."""
        return rows_at(spans(self.selectionModel().selection()), self._inspection.state.order.rows)

    @property
    def cell_text(self) -> str:
        """What copying the current cell gives: of a prediction all that can be pasted of it."""
        if self.is_on_labels:
            evaluation, row = self._inspection.evaluation, self._model.row(self.currentIndex())
            return written_whole(evaluation, row, evaluation.prediction(row))
        return self._model.text_to_copy(self.currentIndex()) if self.currentIndex().isValid() else ""

    @property
    def is_on_labels(self) -> bool:
        """Whether the current cell has the labels of a prediction."""
        at, names_labels = self.currentIndex(), self._inspection.evaluation.table.kind.names_labels
        return at.isValid() and names_labels and self._model.columns[at.column()].name == "predictions"

    @property
    def current_labels(self) -> tuple[str, ...]:
        """The predicted labels of the current row, best first."""
        return self._inspection.evaluation.prediction(self._model.row(self.currentIndex())).labels

    def column_at(self, place: QPoint) -> str:
        """The column whose title is at a place, or the one of several numbers that is named there; empty for none."""
        section = self._header.section_at(place)
        name = self._model.columns[section].name if section >= 0 else ""
        if name not in ("truth", "predictions") or not self._header.ranks.column(0):
            return name
        at = self._painter.true_number_at(place.x()) if name == "truth" else self.rank_at(place)
        return self._header.ranks.column(at, name) or name

    def rank_at(self, place: QPoint) -> int:
        """The rank from 0 whose label is painted at a place of the viewport; -1 for none."""
        return self._painter.rank_at(place.x())

    def step(self, by: int) -> None:
        """Move the current row by some rows, down if positive."""
        pos = self._model.pos(self._inspection.current) if self._inspection.current is not None else -1
        target = min(max(pos + by, 0), self._model.rowCount() - 1)
        if target >= 0:
            self._make_current(target)

    def step_to_difference(self, by: int) -> bool:
        """Move to the next row whose score is not that of the baseline, down if positive; false if there is none."""
        inspection = self._inspection
        row = next_difference(inspection.evaluation, inspection.state.order, inspection.current, by)
        if row is not None:
            inspection.go_to(row)
        return row is not None

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self._inspection.go_to(self._model.row(current))

    def selectionCommand(self, index: Index, event: QEvent | None = None) -> QItemSelectionModel.SelectionFlag:
        """Select the row that a key with Ctrl moves to; by default, Qt moves only the current row."""
        flags = QItemSelectionModel.SelectionFlag
        if isinstance(event, QKeyEvent) and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            return flags.ClearAndSelect | flags.Rows
        return super().selectionCommand(index, event)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.selection_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The Enter that closes an editor also arrives here, and must not open the next one.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            if self.state() != self.State.EditingState:
                self._predictions.open_whole()
                self._edit_prediction()
            return
        if event.key() == Qt.Key.Key_Escape and self.state() != self.State.EditingState:
            self.escaped.emit()
        super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit the label or number that was clicked: typing replaces it."""
        at, rank = self.indexAt(event.position().toPoint()), self.rank_at(event.position().toPoint())
        if at.isValid():
            self._predictions.open_at(self._model.row(at), rank)
        super().mouseDoubleClickEvent(event)
        if at.isValid() and self._model.columns[at.column()].name == "p_true":
            self._predictions.open_true_class(self._model.row(at))
            self._edit_prediction()

    def close_editor(self) -> None:
        """Apply what is being typed in a cell, as Enter does."""
        close_editors(self)

    def _end_typing(self) -> None:
        """Close the editor before the rows of other files come: what was typed belongs to none of them."""
        for editor in open_editors(self):
            self._predictions.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def _edit_prediction(self) -> None:
        names = [shown.name for shown in self._model.columns]
        if self.currentIndex().isValid():
            self.edit(self.currentIndex().siblingAtColumn(names.index("predictions")))

    def _set_up_view(self, theme: Theme) -> None:
        self.setHorizontalHeader(self._header)
        self.setFont(tabular_font(self.font()))
        uniform_row_height(self)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self._painter = RowPainter(self, self._header, self._model, self._inspection, theme)
        self._predictions = PredictionDelegate(self._inspection, self._painter.number_place, self)
        self._predictions.typed.connect(self.typed)
        self._predictions.closeEditor.connect(lambda: self.typing_ended.emit())

    def _on_loaded(self) -> None:
        """Set up the columns after a load, and show the current row."""
        self._set_up_columns()
        self._show_order()
        if self._model.rowCount():
            current = self._inspection.current
            self._make_current(0 if current is None else max(0, self._model.pos(current)))

    def _set_up_columns(self) -> None:
        for column, shown in enumerate(self._model.columns):
            predictions = self._predictions if shown.name == "predictions" else None
            self.setItemDelegateForColumn(column, predictions)  # type: ignore[arg-type]  # the Qt stub omits None
        self._header.pinned_section = [shown.name for shown in self._model.columns].index("id")
        self.column_choice.apply()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        self._painter.paint(painter, event.region())
        if pinned := self.pinned:
            painter.setClipRect(pinned)
            painter.fillRect(pinned, self.palette().base())
            section, inset = self._header.pinned_section, self._header.inset(self._header.pinned_section)
            area = Area(section, GAP + inset, pinned.width() - 2 * GAP - inset)
            self._painter.paint(painter, event.region() & pinned, area)
            painter.fillRect(pinned.width() - 1, 0, 1, pinned.height(), QColor(self._theme.colours.line))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._sizes.fill()
        # A bar that appears below the table must not hide the current row; the columns in sight stay.
        if 0 <= self.rowViewportPosition(self.currentIndex().row()) < event.oldSize().height():
            left = self.horizontalScrollBar().value()
            self.scrollTo(self.currentIndex())
            self.horizontalScrollBar().setValue(left)

    def _show_keys(self) -> None:
        """Mark the columns that sort the rows; another metric may turn them round, and they may go with a column."""
        if self._inspection.is_open:
            state = self._inspection.state
            self._header.show_keys(state.keys, is_in_order=state.is_in_order)

    def _show_order(self) -> None:
        """Scroll to the top after a sort; the current row does not change."""
        self._show_keys()
        current = self._inspection.current
        if not self.currentIndex().isValid() and current is not None and self._model.pos(current) >= 0:
            self._make_current(self._model.pos(current))  # the filter no longer hides it
        self.scrollToTop()

    def _keep_typed(self) -> None:
        """Apply what is being typed in a cell of a row that is no longer shown."""
        index, order = self.currentIndex(), self._inspection.state.order
        is_shown = index.isValid() and order.pos(self._model.row(index)) >= 0
        if self.state() == self.State.EditingState and not is_shown:
            self.close_editor()

    def _limit_selection(self) -> None:
        """Reduce a large partial selection to the current row: Qt moves selected rows one by one in a reordering."""
        selected = sum(last - first + 1 for first, last in spans(self.selectionModel().selection()))
        if _MAX_MOVED < selected < self._model.rowCount():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().select(self.currentIndex(), flags.ClearAndSelect | flags.Rows)

    def _on_current_changed(self) -> None:
        """Select and show the current row after a change outside the table; text in a cell is of the former one."""
        self.close_editor()
        index, current = self.currentIndex(), self._inspection.current
        is_shown = index.isValid() and self._model.row(index) == current
        if current is not None and not is_shown:
            pos = self._model.pos(current)
            index = self._model.index(pos, max(0, self.currentIndex().column()))
            if pos >= 0 and self.selectionModel().isSelected(index):
                # Undo of an edit of several rows keeps them selected.
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
                self.scrollTo(index)
            elif pos >= 0:
                self._make_current(pos)

    @property
    def seen_rows(self) -> Ints:
        """int64: the rows in the viewport, from top to bottom."""
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        count = self._model.rowCount()
        positions = range(max(0, first), (last if last >= 0 else count - 1) + 1)
        return np.array([self._model.row_at(pos) for pos in positions], np.int64)

    def _make_current(self, pos: int) -> None:
        """Select only this row, regardless of held modifier keys."""
        index = self._model.index(pos, max(0, self.currentIndex().column()))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)
