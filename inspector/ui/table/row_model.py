"""Rows of the inspection as a Qt table: a lookup and a format, nothing more."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from inspector.core.data.order import Order
from inspector.core.data.prediction import Prediction
from inspector.core.document.change import Change
from inspector.core.errors import InputError
from inspector.core.evaluation.marks import marks
from inspector.core.rows.columns import COLUMNS, Column, columns_of
from inspector.ui.table.page import NO_RANK, Pages
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import full, tip
from inspector.ui.widgets.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_SHOWN = 400
_PLAIN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_EDITABLE = _PLAIN | Qt.ItemFlag.ItemIsEditable


class RowModel(QAbstractTableModel):
    """pos down, columns across. Hands typed predictions to the inspection; `refusal` holds why it took none.

    reordering: what is remembered by place is about to be moved, one by one.
    """

    reordering = Signal()
    prediction_asked = Signal(int, Prediction, str)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspection = signals.inspection
        self._theme = theme
        self._order = Order.as_read(0)
        self._pages = Pages(signals.inspection)
        self.columns: tuple[Column, ...] = COLUMNS
        self.refusal: InputError | None = None
        signals.loaded.connect(self._reset)
        signals.metric_changed.connect(self._take_metric)
        signals.ordered.connect(self._reorder)
        signals.edited.connect(self._refresh)
        if signals.inspection.is_open:
            self._reset()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def row(self, index: Index) -> int:
        """The row of the table that stands at an index."""
        return self._order.row(index.row())

    def row_at(self, pos: int) -> int:
        """The row of the table that stands at a place."""
        return self._order.row(pos)

    def pos(self, row: int) -> int:
        """Where a row of the table stands, -1 when it is not shown."""
        return self._order.pos(row)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if not index.isValid():
            return None
        shown = self.columns[index.column()]
        if role in (_Role.DisplayRole, _Role.EditRole):
            return self.text_at(index.row(), index.column())
        if role == _Role.ToolTipRole:
            return tip(self._tip(shown, index))
        if role == _Role.TextAlignmentRole:
            return self.side(index.column())
        if role == _Role.ForegroundRole:
            return self.ink(index.row(), index.column())
        if role == _Role.AccessibleDescriptionRole and shown.name == "predictions":
            return "edited" if self._inspection.evaluation.is_edited(self.row(index)) else None
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self.columns):
            return None
        if role == _Role.DisplayRole:
            return self.columns[section].title
        if role == _Role.ToolTipRole:
            return tip(self.columns[section].tip)
        if role == _Role.TextAlignmentRole:
            return self.side(section)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _EDITABLE if self.columns[index.column()].name == "predictions" else _PLAIN

    def setData(self, index: Index, value: object, role: int = _Role.EditRole) -> bool:
        if role != _Role.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        grammar = self._inspection.evaluation.pair.submission.grammar
        try:
            prediction = grammar.read(str(value))
        except InputError as error:
            self.refusal = error
            return False
        self.prediction_asked.emit(self.row(index), prediction, "")
        return True

    def forget_refusal(self) -> None:
        """Begin anew with what is typed next."""
        self.refusal = None

    def side(self, section: int) -> Qt.AlignmentFlag:
        """Numbers stand right, texts left."""
        side = Qt.AlignmentFlag.AlignLeft if self.columns[section].text else Qt.AlignmentFlag.AlignRight
        return side | Qt.AlignmentFlag.AlignVCenter

    def _tip(self, shown: Column, index: Index) -> str:
        evaluation, row = self._inspection.evaluation, self.row(index)
        if not shown.text and not shown.rank:
            return full(float(shown.values(evaluation, np.array([row]))[0]))
        text = _shortened(self.text_at(index.row(), index.column()))
        if shown.name != "predictions" or not evaluation.is_edited(row):
            return text
        file = _shortened(evaluation.pair.submission.grammar.write(evaluation.prediction_of_file(row)))
        strange = _shortened("  ".join(mark.text for mark in marks(evaluation, row, _SHOWN) if mark.strange))
        said = f"{text}\n✎ edited; the file says: {file or '(nothing)'}"
        return f"{said}\n? in neither file: {strange}" if strange else said

    def text_at(self, pos: int, section: int) -> str:
        """What a cell says."""
        return self._pages.text(self.columns[section], self._order, pos)

    def ink(self, pos: int, section: int) -> QColor | None:
        """The colour of a cell that has one of its own."""
        shown, evaluation = self.columns[section], self._inspection.evaluation
        if shown.name == "delta" and evaluation.is_edited(self.row_at(pos)):
            worse = evaluation.deltas(np.array([self.row_at(pos)]))[0] < 0
            return QColor(self._theme.colours.worse if worse else self._theme.colours.better)
        if shown.rank and self.text_at(pos, section) == NO_RANK:
            return QColor(self._theme.colours.muted)
        return None

    def _reset(self) -> None:
        self.beginResetModel()
        self._order = self._inspection.state.order
        self._pages.clear()
        self.columns = columns_of(self._inspection.evaluation)
        self.endResetModel()

    def _take_metric(self) -> None:
        """Another metric may have other columns."""
        known = [shown.name for shown in columns_of(self._inspection.evaluation)]
        if known == [shown.name for shown in self.columns]:
            self._reorder()
        else:
            self._reset()

    def _reorder(self) -> None:
        """Take the new order; whatever Qt remembers by place (selection, current cell) moves along with its row."""
        self.reordering.emit()
        self.layoutAboutToBeChanged.emit()
        before, self._order = self._order, self._inspection.state.order
        self._pages.clear()
        old = self.persistentIndexList()
        new = [self.index(self._order.pos(before.row(index.row())), index.column()) for index in old]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def _refresh(self, change: Change) -> None:
        self._pages.clear()
        if change.rows is None:
            return
        places = [pos for row in change.rows[:_SHOWN].tolist() if (pos := self._order.pos(row)) >= 0]
        spans = [(pos, pos) for pos in places] if len(change.rows) <= _SHOWN else [(0, self.rowCount() - 1)]
        for first, last in spans:
            self.dataChanged.emit(self.index(first, 0), self.index(last, self.columnCount() - 1))


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " …"
