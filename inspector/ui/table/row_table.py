"""The table view of the rows: sorting by header, current row, selection, column widths."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QTableView, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.ui.table.column_choice import ColumnChoice
from inspector.ui.table.header import Header
from inspector.ui.table.row_model import Index, RowModel
from inspector.ui.table.row_painter import RowPainter
from inspector.ui.table.selection import rows_at, spans
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.label_edit import LabelDelegate, LabelEdit
from inspector.ui.widgets.theme import GAP, Theme, tabular_font, uniform_row_height

_SAMPLE = {"score": "0.0000 ▬▬▬▬", "first_hit_rank": "first hit ▲1", "place": "0,000,000"}
_SAMPLE |= {"delta": "▲ +0.000000", "predictions": "0" * 24, "note": "0" * 20, "tags": "0" * 12}
_NO_ROWS = "No row matches the filter. To clear it, press Esc in the filter line or use Edit > Show every row"
_ROWS_SAMPLED = 32
_DEFAULT_LETTERS, _MAX_LETTERS = 16, 100
_MAX_MOVED = 5000
_DESCENDING_FIRST = ("cost", "delta")
# Hidden in this order while there is no room for the predictions; other parts of the window also show their values.
_DISPENSABLE = ("delta", "note", "cost", "tags", "first_hit_rank", "place")


class RowTable(QTableView):
    """Sets the current row of the inspection, and emits requests to sort and edit.

    sort_asked: a function from the current sort keys to the new ones; typed: the text in the cell editor so far;
    typing_ended: the editor is closed, with or without an edit.
    """

    selection_changed = Signal()
    refused = Signal(Exception)
    sort_asked = Signal(object)
    prediction_asked = Signal(int, Prediction, str)
    typed = Signal(str)
    typing_ended = Signal()

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rowTable")
        self.setAccessibleName("Rows of the submission")
        self._inspection = signals.inspection
        self._model = RowModel(signals, theme, self)
        self._header = Header(theme, self)
        self._is_filling = True
        self._theme = theme
        self._default_widths: dict[str, int] = {}
        self._full_widths = {"id": 0, "predictions": 0}
        self._set_up_view(theme)
        self.setModel(self._model)
        self.column_choice = ColumnChoice(self, self._model)
        self.column_choice.changed.connect(self._size_columns)
        self._header.menu_asked.connect(lambda menu, name: self.column_choice.fill_header_menu(menu, name))
        self._header.sort_asked.connect(self.sort_by)
        self._header.sectionResized.connect(self._note_width)
        self._header.released.connect(self._fill)
        self._model.modelReset.connect(self._on_loaded)
        self._model.columnsInserted.connect(self._set_up_columns)
        self._model.columnsRemoved.connect(self._set_up_columns)
        self._model.reordering.connect(self._limit_selection)
        self._model.prediction_asked.connect(self.prediction_asked)
        signals.ordered.connect(self._show_order)
        signals.current_changed.connect(self._on_current_changed)
        theme.changed.connect(self._size_columns)
        theme.changed.connect(self.viewport().update)
        theme.changed.connect(self._header.viewport().update)
        if signals.inspection.is_open:
            self._on_loaded()

    def sort_by(self, name: str, further: bool = False) -> None:
        """Sort by a column, or reverse its direction if it is a sort key; `further` keeps the other keys."""
        if not name:
            return
        self.sort_asked.emit(partial(_next_keys, name, further))

    def selected_rows(self) -> Ints:
        """The selected rows in the order shown, int64."""
        return rows_at(spans(self.selectionModel().selection()), self._inspection.state.order.rows)

    def step(self, by: int) -> None:
        """Move the current row by some rows, down if positive."""
        pos = self._model.pos(self._inspection.current) if self._inspection.current is not None else -1
        target = min(max(pos + by, 0), self._model.rowCount() - 1)
        if target >= 0:
            self._make_current(target)

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

    def commitData(self, editor: QWidget) -> None:
        self._model.forget_refusal()
        super().commitData(editor)
        if self._model.refusal is not None:
            self.refused.emit(self._model.refusal)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The Enter that closes an editor also arrives here, and must not open the next one.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            if self.state() != self.State.EditingState:
                self._edit_prediction()
            return
        super().keyPressEvent(event)

    def close_editor(self) -> None:
        """Apply what is being typed in a cell, as Enter does."""
        for editor in self.viewport().findChildren(LabelEdit):
            self._labels.commitData.emit(editor)
            self._labels.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)

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
        self._labels = LabelDelegate(self._inspection, "Prediction of this row", self)
        self._labels.typed.connect(self.typed)
        self._labels.closeEditor.connect(lambda: self.typing_ended.emit())
        self._painter = RowPainter(self, self._model, self._inspection, theme)

    def _on_loaded(self) -> None:
        """Set up the columns after a load, and show the current row."""
        self._set_up_columns()
        self._show_order()
        if self._model.rowCount():
            current = self._inspection.current
            self._make_current(0 if current is None else max(0, self._model.pos(current)))

    def _set_up_columns(self) -> None:
        for column, shown in enumerate(self._model.columns):
            labels = self._labels if shown.name == "predictions" else None
            self.setItemDelegateForColumn(column, labels)  # type: ignore[arg-type]  # the Qt stub omits None
        self.column_choice.apply()

    def _size_columns(self) -> None:
        """Set each column to the width that the user chose, or else to that of the title and the first rows."""
        self._is_filling = True
        for column, shown in enumerate(self._model.columns):
            if shown.name in self._full_widths:
                self._full_widths[shown.name] = self._width(column, shown.name, _MAX_LETTERS)
            if not self.isColumnHidden(column) or shown.name in _DISPENSABLE:
                width = self.column_choice.width(shown.name) or self._width(column, shown.name)
                self._default_widths[shown.name] = width
                self.setColumnWidth(column, width)
        self._is_filling = False
        self._fill()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        self._painter.paint(painter, event.region())
        if self._inspection.is_open and not self._model.rowCount():
            painter.setPen(QColor(self._theme.colours.muted))
            painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter), _NO_ROWS)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()
        # A bar that appears below the table must not hide the current row.
        if 0 <= self.rowViewportPosition(self.currentIndex().row()) < event.oldSize().height():
            self.scrollTo(self.currentIndex())

    def _fill(self) -> None:
        """Give the remaining width to the predictions, unless the user has set their width."""
        names = [shown.name for shown in self._model.columns]
        column = names.index("predictions")
        if self.column_choice.width("predictions") or self.isColumnHidden(column):
            return
        least = self.fontMetrics().horizontalAdvance(_SAMPLE["predictions"])
        self._is_filling = True
        self._widen_ids(names, 0)
        self._make_room(names[:column], self.viewport().width() - least)
        before = sum(self.columnWidth(other) for other in range(column))
        needed = max(least, min(2 * least, self._full_widths["predictions"]))
        before += self._widen_ids(names, self.viewport().width() - before - needed)
        self.setColumnWidth(column, max(least, self.viewport().width() - before))
        self._is_filling = False

    def _widen_ids(self, names: Sequence[str], spare: int) -> int:
        """Widen the id column to its content, by at most `spare` pixels; returns by how much."""
        column, width = names.index("id"), self._default_widths.get("id", 0)
        if not width or self.isColumnHidden(column) or self.column_choice.width("id"):
            return 0
        more = max(0, min(self._full_widths["id"] - width, spare))
        self.setColumnWidth(column, width + more)
        return more

    def _make_room(self, names: Sequence[str], room: int) -> None:
        """Hide dispensable columns before the predictions until the others fit into `room` pixels."""
        choice, hidden = self.column_choice, list[str]()
        free = [name for name in _DISPENSABLE if name in names and choice.can_hide(name)]
        others = sum(self.columnWidth(column) for column, name in enumerate(names) if name not in free)
        while (left := free[len(hidden) :]) and others + sum(self._default_widths.get(name, 0) for name in left) > room:
            hidden.append(left[0])
        choice.hide_crowded(hidden)

    def _note_width(self, section: int, before: int, after: int) -> None:
        # sectionResized is also emitted for hidden columns and for the stretched last one.
        is_last = self._header.visualIndex(section) == self._header.count() - 1
        if not self._is_filling and before and after and not is_last:
            self.column_choice.note_width(self._model.columns[section].name, after)
            # Do not hide columns during a drag; `released` fills the width afterwards.
            if not QGuiApplication.mouseButtons():
                self._fill()

    def _width(self, column: int, name: str, letters: int = 0) -> int:
        """Width for the title and the first letters of the first rows; measuring every row would be slow."""
        rows = range(0 if name in _SAMPLE and not letters else min(_ROWS_SAMPLED, self._model.rowCount()))
        texts = [self._model.text_at(pos, column)[: letters or _DEFAULT_LETTERS] for pos in rows]
        widest = max(map(self.fontMetrics().horizontalAdvance, [_SAMPLE.get(name, ""), *texts]))
        return max(widest + 2 * GAP + 1, self._header.sectionSizeFromContents(column).width())

    def _show_order(self) -> None:
        """Scroll to the top after a sort; the current row does not change."""
        self._header.show_keys(self._inspection.state.keys)
        current = self._inspection.current
        if not self.currentIndex().isValid() and current is not None and self._model.pos(current) >= 0:
            self._make_current(self._model.pos(current))  # the filter no longer hides it
        self.scrollToTop()

    def _limit_selection(self) -> None:
        """Reduce a large partial selection to the current row: Qt moves selected rows one by one in a reordering."""
        selected = sum(last - first + 1 for first, last in spans(self.selectionModel().selection()))
        if _MAX_MOVED < selected < self._model.rowCount():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().select(self.currentIndex(), flags.ClearAndSelect | flags.Rows)

    def _on_current_changed(self) -> None:
        """Select and show the current row after a change outside the table."""
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

    def _make_current(self, pos: int) -> None:
        """Select only this row, regardless of held modifier keys."""
        index = self._model.index(pos, max(0, self.currentIndex().column()))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)


def _next_keys(name: str, further: bool, keys_now: tuple[SortKey, ...]) -> tuple[SortKey, ...]:
    """The sort keys after a click on a column: only that one, or with `further` also the present ones."""
    keys, known = list(keys_now) if further else [], {key.column: key for key in keys_now}
    reverses = name in known and (further or next(iter(known)) == name)
    new = SortKey(name, not known[name].descending if reverses else name in _DESCENDING_FIRST)
    keys = [new if key.column == name else key for key in keys]
    return tuple(keys if new in keys else [*keys, new])
