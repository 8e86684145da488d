"""The view of the rows: sorting by header, the current row. Knows no other part of the window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.ui.table.column_choice import ColumnChoice
from inspector.ui.table.header import Header
from inspector.ui.table.row_model import Index, RowModel
from inspector.ui.table.row_painter import RowPainter
from inspector.ui.table.selection import rows_at, spans
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.label_edit import LabelDelegate
from inspector.ui.widgets.theme import GAP, Theme, numbers, uniform_row_height

_SAMPLE = {"score": "0.0000 ▬▬▬▬", "first_hit_rank": "first hit ▲1", "place": "0,000,000"}
_SAMPLE |= {"delta": "▲ +0.000000", "predictions": "0" * 24}
_NOTHING = "No row fits the filter. Esc in its line, or Edit > Show every row, drops it"
_ROWS_SAMPLED = 32
_WIDEST, _LONGEST = 16, 100
_MOST_MOVED = 5000
_FALLS_FIRST = ("cost", "delta")
# Where there is no room for the predictions these go, the first one first: what they say is said elsewhere, too.
_DISPENSABLE = ("delta", "cost", "first_hit_rank", "place")


class RowTable(QTableView):
    """Tells the inspection which row is current, and asks for another order.

    sort_asked: turns the keys in force into others; typed: what the prediction's line holds so far; typing_ended: it is
    gone, and what was typed is entered or dropped.
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
        self._natural: dict[str, int] = {}
        self._whole = {"id": 0, "predictions": 0}
        self._look(theme)
        self.setModel(self._model)
        self.columns_shown = ColumnChoice(self, self._model)
        self.columns_shown.changed.connect(self._size_columns)
        self._header.menu_asked.connect(lambda menu, name: self.columns_shown.fill_header_menu(menu, name))
        self._header.sort_asked.connect(self.sort_by)
        self._header.sectionResized.connect(self._note_width)
        self._header.let_go.connect(self._fill)
        self._model.modelReset.connect(self._open)
        self._model.reordering.connect(self._let_go)
        self._model.prediction_asked.connect(self.prediction_asked)
        signals.ordered.connect(self._show_order)
        signals.current_changed.connect(self._follow)
        theme.changed.connect(self._size_columns)
        theme.changed.connect(self.viewport().update)
        theme.changed.connect(self._header.viewport().update)
        if signals.inspection.is_open:
            self._open()

    def sort_by(self, name: str, further: bool = False) -> None:
        """Sort by a column, or turn its direction when it is sorted by already; `further` keeps the other keys."""
        if not name:
            return
        self.sort_asked.emit(partial(_turned, name, further))

    def selected_rows(self) -> Ints:
        """The rows that are selected, in the order shown; int64."""
        return rows_at(spans(self.selectionModel().selection()), self._inspection.state.order.rows)

    def step(self, by: int) -> None:
        """Make the row `by` places further down the current one."""
        here = self._model.pos(self._inspection.current) if self._inspection.current is not None else -1
        there = min(max(here + by, 0), self._model.rowCount() - 1)
        if there >= 0:
            self._make_current(there)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self._inspection.go_to(self._model.row(current))

    def selectionCommand(self, index: Index, event: QEvent | None = None) -> QItemSelectionModel.SelectionFlag:
        """With Ctrl held a key would move the current row and leave the selection behind; here it takes it along."""
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
        # The Enter that ends an edit comes by here too, and must not begin the next one.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            if self.state() != self.State.EditingState:
                self._edit_prediction()
            return
        super().keyPressEvent(event)

    def _edit_prediction(self) -> None:
        names = [shown.name for shown in self._model.columns]
        if self.currentIndex().isValid():
            self.edit(self.currentIndex().siblingAtColumn(names.index("predictions")))

    def _look(self, theme: Theme) -> None:
        self.setHorizontalHeader(self._header)
        self.setFont(numbers(self.font()))
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

    def _open(self) -> None:
        """A pair was read: its columns get their widths, and its current row is shown."""
        for place, shown in enumerate(self._model.columns):
            labels = self._labels if shown.name == "predictions" else None
            self.setItemDelegateForColumn(place, labels)  # type: ignore[arg-type]  # the stub forgets that None may be
        self.columns_shown.apply()
        self._show_order()
        if self._model.rowCount():
            current = self._inspection.current
            self._make_current(0 if current is None else max(0, self._model.pos(current)))

    def _size_columns(self) -> None:
        """As wide as the user made them, or as the font and the first rows want them."""
        self._is_filling = True
        for place, shown in enumerate(self._model.columns):
            if shown.name in self._whole:
                self._whole[shown.name] = self._width(place, shown.name, _LONGEST)
            if not self.isColumnHidden(place) or shown.name in _DISPENSABLE:
                width = self.columns_shown.width(shown.name) or self._width(place, shown.name)
                self._natural[shown.name] = width
                self.setColumnWidth(place, width)
        self._is_filling = False
        self._fill()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        self._painter.paint(painter, event.region())
        if self._inspection.is_open and not self._model.rowCount():
            painter.setPen(QColor(self._theme.colours.muted))
            painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter), _NOTHING)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()
        # A line that comes up below the table does not hide the row at hand.
        if 0 <= self.rowViewportPosition(self.currentIndex().row()) < event.oldSize().height():
            self.scrollTo(self.currentIndex())

    def _fill(self) -> None:
        """The predictions take what the columns before them leave, until somebody gives them a width."""
        names = [shown.name for shown in self._model.columns]
        place = names.index("predictions")
        if self.columns_shown.width("predictions") or self.isColumnHidden(place):
            return
        least = self.fontMetrics().horizontalAdvance(_SAMPLE["predictions"])
        self._is_filling = True
        self._show_ids(names, 0)
        self._make_room(names[:place], self.viewport().width() - least)
        before = sum(self.columnWidth(other) for other in range(place))
        wanted = max(least, min(2 * least, self._whole["predictions"]))
        before += self._show_ids(names, self.viewport().width() - before - wanted)
        self.setColumnWidth(place, max(least, self.viewport().width() - before))
        self._is_filling = False

    def _show_ids(self, names: Sequence[str], spare: int) -> int:
        """Make the ids wider, as long as they are and by what is to spare at most; returns by how much."""
        place, natural = names.index("id"), self._natural.get("id", 0)
        if not natural or self.isColumnHidden(place) or self.columns_shown.width("id"):
            return 0
        more = max(0, min(self._whole["id"] - natural, spare))
        self.setColumnWidth(place, natural + more)
        return more

    def _make_room(self, names: Sequence[str], room: int) -> None:
        """Of the columns before the predictions, leave out as many as it takes."""
        choice, gone = self.columns_shown, list[str]()
        free = [name for name in _DISPENSABLE if name in names and choice.may_go(name)]
        others = sum(self.columnWidth(place) for place, name in enumerate(names) if name not in free)
        while free[len(gone) :] and others + sum(self._natural.get(name, 0) for name in free[len(gone) :]) > room:
            gone.append(free[len(gone)])
        choice.give_way(gone)

    def _note_width(self, section: int, before: int, after: int) -> None:
        # Hiding a column and stretching the last one are told as new widths, too.
        is_last = self._header.visualIndex(section) == self._header.count() - 1
        if not self._is_filling and before and after and not is_last:
            self.columns_shown.note_width(self._model.columns[section].name, after)
            # No column goes while the hand still drags.
            if not QGuiApplication.mouseButtons():
                self._fill()

    def _width(self, place: int, name: str, most: int = 0) -> int:
        """Wide enough for the title and so many letters of the first rows; asking every row would take too long."""
        rows = range(0 if name in _SAMPLE and not most else min(_ROWS_SAMPLED, self._model.rowCount()))
        texts = [self._model.text_at(pos, place)[: most or _WIDEST] for pos in rows]
        widest = max(map(self.fontMetrics().horizontalAdvance, [_SAMPLE.get(name, ""), *texts]))
        return max(widest + 2 * GAP + 1, self._header.sectionSizeFromContents(place).width())

    def _show_order(self) -> None:
        """Whoever sorts wants to see the top; the current row stays what it is."""
        self._header.show_keys(self._inspection.state.keys)
        current = self._inspection.current
        if not self.currentIndex().isValid() and current is not None and self._model.pos(current) >= 0:
            self._make_current(self._model.pos(current))  # a filter had hidden it
        self.scrollToTop()

    def _let_go(self) -> None:
        """Qt moves selected rows one by one: of very many that are not all, only the current one stays selected."""
        selected = sum(last - first + 1 for first, last in spans(self.selectionModel().selection()))
        if _MOST_MOVED < selected < self._model.rowCount():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().select(self.currentIndex(), flags.ClearAndSelect | flags.Rows)

    def _follow(self) -> None:
        """Show the current row, which another part has chosen."""
        here, current = self.currentIndex(), self._inspection.current
        is_shown = here.isValid() and self._model.row(here) == current
        if current is not None and not is_shown:
            pos = self._model.pos(current)
            index = self._model.index(pos, max(0, self.currentIndex().column()))
            if pos >= 0 and self.selectionModel().isSelected(index):
                # What was done to several rows is taken back for all of them: they stay selected.
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
                self.scrollTo(index)
            elif pos >= 0:
                self._make_current(pos)

    def _make_current(self, pos: int) -> None:
        """Select just this row, whatever keys are held down at the moment."""
        index = self._model.index(pos, max(0, self.currentIndex().column()))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)


def _turned(name: str, further: bool, now: tuple[SortKey, ...]) -> tuple[SortKey, ...]:
    """The keys after a click on a column: in front of nothing, or, with `further`, beside those there are."""
    keys, known = list(now) if further else [], {key.column: key for key in now}
    only = further or [*known][:1] == [name]
    turned = (
        SortKey(name, not known[name].descending) if name in known and only else SortKey(name, name in _FALLS_FIRST)
    )
    keys = [turned if key.column == name else key for key in keys]
    return tuple(keys if turned in keys else [*keys, turned])
