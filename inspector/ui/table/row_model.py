"""Qt table model of the rows of the inspection."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from inspector.core.arrays.types import Ints
from inspector.core.data.order import Order
from inspector.core.document.change import Change
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.marks import marks
from inspector.core.evaluation.numbers import furthest_name, has_targets
from inspector.core.evaluation.sides import known_labels
from inspector.core.rows.column import Column
from inspector.core.rows.columns import COLUMNS, columns_of
from inspector.ui.table.cell_text import NO_RANK, CellTextCache, cell_texts, typed_text
from inspector.ui.table.row_marks import marks_of
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import full_precision, start, tip
from inspector.ui.widgets.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_MAX_SHOWN = 400
_PLAIN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_EDITABLE = _PLAIN | Qt.ItemFlag.ItemIsEditable
_NOT_IN_ORDER = "Edited rows have kept their places: a click sorts again"


class RowModel(QAbstractTableModel):
    """One row a pos of the order.

    reordering: emitted before the persistent indexes move to the new order; entered: a row, and the text that was typed
    for its prediction.
    """

    reordering = Signal()
    entered = Signal(int, str)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspection = signals.inspection
        self._theme = theme
        self._order, self._of_all = Order.as_read(0), tuple[float, ...]()
        self._pages = CellTextCache(signals.inspection)
        self.columns: tuple[Column, ...] = COLUMNS
        signals.loaded.connect(self._reset)
        signals.metric_changed.connect(self._on_metric_changed)
        signals.ordered.connect(self._reorder)
        signals.edited.connect(self._refresh)
        signals.answered.connect(self._show_answers)
        for signal in (signals.noted, signals.further_changed, signals.baseline_changed, signals.submissions_changed):
            signal.connect(self._change_columns)
        if signals.inspection.is_open:
            self._reset()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def row(self, index: Index) -> int:
        """The row of the table at an index."""
        return self._order.row(index.row())

    def row_at(self, pos: int) -> int:
        """The row of the table at a pos."""
        return self._order.row(pos)

    def pos(self, row: int) -> int:
        """The pos of a row of the table, -1 when it is not shown."""
        return self._order.pos(row)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if not index.isValid():
            return None
        shown = self.columns[index.column()]
        if role == _Role.DisplayRole:
            return start(self.text_at(index.row(), index.column()))
        if role == _Role.EditRole:
            return typed_text(self._inspection.evaluation, shown, self.row(index))
        if role == _Role.ToolTipRole:
            return tip(self._tip(shown, index))
        if role == _Role.TextAlignmentRole:
            return self.alignment(index.column())
        if role == _Role.ForegroundRole:
            return self.text_colour(index.row(), index.column())
        if role == _Role.AccessibleDescriptionRole and shown.name in ("id", "predictions"):
            return ", ".join(marks_of(self._inspection, self.row(index)).values()) or None
        return None

    def match(self, begin: Index, role: int, value: object, hits: int = 1, *flags: Qt.MatchFlag) -> list[QModelIndex]:
        """The next row whose id begins with what is typed; Qt would ask for the texts of all rows."""
        pos = self._order.next_of(self._inspection.evaluation.table.ids_beginning(str(value)), begin.row())
        return [] if pos < 0 else [self.index(pos, begin.column())]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self.columns):
            return None
        if role == _Role.DisplayRole:
            return self.columns[section].title
        if role == _Role.ToolTipRole:
            return tip(self._tip_of_column(section))
        if role == _Role.TextAlignmentRole:
            return self.alignment(section)
        return None

    def _tip_of_column(self, section: int) -> str:
        shown, state = self.columns[section], self._inspection.state
        is_key = any(key.column == shown.name for key in state.keys)
        return f"{shown.tip}. {_NOT_IN_ORDER}" if is_key and not state.is_in_order else shown.tip

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _EDITABLE if self.columns[index.column()].name == "predictions" else _PLAIN

    def setData(self, index: Index, value: object, role: int = _Role.EditRole) -> bool:
        if role != _Role.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        self.entered.emit(self.row(index), str(value))
        return True

    def alignment(self, section: int) -> Qt.AlignmentFlag:
        """Alignment of a column: numbers right, texts left."""
        shown = self.columns[section]
        is_number = shown.name in ("truth", "predictions") and not self.names_labels
        is_left = (shown.text or shown.strip) and not is_number
        alignment = Qt.AlignmentFlag.AlignLeft if is_left else Qt.AlignmentFlag.AlignRight
        return alignment | Qt.AlignmentFlag.AlignVCenter

    @property
    def names_labels(self) -> bool:
        """Whether the predictions of the open pair are labels."""
        return not self._inspection.is_open or self._inspection.evaluation.table.kind.names_labels

    def _tip(self, shown: Column, index: Index) -> str:
        evaluation, row = self._inspection.evaluation, self.row(index)
        if not shown.text and not shown.rank and not shown.strip:
            number = full_precision(float(shown.values(evaluation, np.array([row]))[0]))
            is_one = shown.name == "error" and has_targets(evaluation)
            return f"{number}, of {_shortened(furthest_name(evaluation, row))}" if is_one else number
        text = _shortened(self.text_at(index.row(), index.column()))
        if shown.name == "id":
            return "\n".join([text, *(f"{sign} {words}" for sign, words in marks_of(self._inspection, row).items())])
        if shown.name != "predictions":
            return text
        if self.names_labels and (new := _new_labels(evaluation, row)):
            text = f"{text}\nnot in {evaluation.baseline.name}: {new}"
        if not evaluation.is_edited(row):
            return text
        file = _shortened(evaluation.pair.submission.grammar.write(evaluation.table.prediction(row)))
        found = marks(evaluation, row, _MAX_SHOWN) if self.names_labels else ()
        unknown = _shortened("  ".join(mark.text for mark in found if mark.unknown))
        tip_text = f"{text}\n✎ edited; in the file: {file or '(nothing)'}"
        return f"{tip_text}\n? in neither file: {unknown}" if unknown else tip_text

    def text_at(self, pos: int, section: int) -> str:
        """The text of a cell."""
        return self._pages.text(self.columns[section], self._order, pos)

    def texts_of(self, rows: Ints, section: int) -> list[str]:
        """The texts of a column for rows of the table far from each other, for which no blocks are worth while."""
        return cell_texts(self._inspection.evaluation, self.columns[section], rows)

    def text_to_copy(self, index: Index) -> str:
        """The text of a cell, a number with all its digits; empty for no number."""
        shown = self.columns[index.column()]
        if shown.text or shown.strip:
            return self.text_at(index.row(), index.column())
        number = float(shown.values(self._inspection.evaluation, np.array([self.row(index)]))[0])
        if shown.rank:
            return str(int(number)) if number else NO_RANK
        return "" if np.isnan(number) else full_precision(number)

    def text_colour(self, pos: int, section: int) -> QColor | None:
        """The text colour of a cell, None for the default."""
        shown, evaluation = self.columns[section], self._inspection.evaluation
        if shown.name == "delta":
            worse = evaluation.metric.improvement(evaluation.deltas(np.array([self.row_at(pos)])))[0] < 0
            return QColor(self._theme.colours.worse if worse else self._theme.colours.better)
        if shown.rank and self.text_at(pos, section) == NO_RANK:
            return QColor(self._theme.colours.muted)
        return None

    def _reset(self) -> None:
        self.beginResetModel()
        self._order = self._inspection.state.order
        self._pages.clear()
        self._of_all = _shown_of_all(self._inspection.evaluation)
        self.columns = columns_of(self._inspection.evaluation)
        self.endResetModel()

    def _on_metric_changed(self) -> None:
        """Reset the model if the new metric has other columns, else reorder the rows."""
        columns = columns_of(self._inspection.evaluation)
        if [shown.name for shown in columns] == [shown.name for shown in self.columns]:
            self.columns = columns  # whose tips differ
            self._reorder()
        else:
            self._reset()

    def _change_columns(self) -> None:
        """Show other notes or further metrics, or another baseline; their columns come with the first one and go with
        the last. Columns that are wanted in another order go and come again.
        """
        self._pages.clear()
        wanted, nowhere = columns_of(self._inspection.evaluation), QModelIndex()
        stay = _at_their_place([shown.name for shown in self.columns], [column.name for column in wanted])
        for at in reversed(range(len(self.columns))):
            if self.columns[at].name not in stay:
                self.beginRemoveColumns(nowhere, at, at)
                self.columns = self.columns[:at] + self.columns[at + 1 :]
                self.endRemoveColumns()
        for at, column in enumerate(wanted):
            if column.name not in {shown.name for shown in self.columns}:
                self.beginInsertColumns(nowhere, at, at)
                self.columns = (*self.columns[:at], column, *self.columns[at:])
                self.endInsertColumns()
        renamed, self.columns = [c.title for c in self.columns] != [c.title for c in wanted], wanted
        if renamed:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(wanted) - 1)
        self._tell_changed(0, self.rowCount() - 1)

    def _reorder(self) -> None:
        """Apply the new order, and move the persistent indexes (selection, current cell) with their rows."""
        self.reordering.emit()
        self.layoutAboutToBeChanged.emit()
        before, self._order = self._order, self._inspection.state.order
        self._pages.clear()
        old = self.persistentIndexList()
        new = [self.index(self._order.pos(before.row(index.row())), index.column()) for index in old]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def _show_answers(self) -> None:
        self._pages.clear()
        self._tell_changed(0, self.rowCount() - 1)

    def _refresh(self, change: Change) -> None:
        self._pages.clear()
        if change.rows is None:
            return
        positions = [pos for row in change.rows[:_MAX_SHOWN].tolist() if (pos := self._order.pos(row)) >= 0]
        scores, before = self._inspection.evaluation.scores, self._of_all
        self._of_all = _shown_of_all(self._inspection.evaluation)
        # Where an edit moves the places of others, or what they cost, every row shown may have other numbers or bars.
        others_stay = scores.is_mean and scores.separable and self._of_all == before
        is_alone = len(change.rows) <= _MAX_SHOWN and others_stay
        if is_alone and len(positions) == 1:
            self._pages.clear(range(positions[0], positions[0] + 2))  # Qt adds a line of pixels, which is the next row
        spans = [(pos, pos) for pos in positions] if is_alone else [(0, self.rowCount() - 1)]
        for first, last in spans:
            self._tell_changed(first, last)

    def _tell_changed(self, first: int, last: int) -> None:
        """Announce that rows show something else, unless there are none: Qt knows no empty range."""
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, self.columnCount() - 1))


def _shown_of_all(evaluation: Evaluation) -> tuple[float, ...]:
    """What the cells of all rows depend on: how many are scored, for what each costs, and the range of their bars."""
    scores = evaluation.scores
    return scores.counted, scores.bottom, scores.top


def _at_their_place(shown: Sequence[str], wanted: Sequence[str]) -> set[str]:
    """The names that stand at the same place among those that are in both."""
    both = {*shown} & {*wanted}
    pairs = zip(filter(both.__contains__, shown), filter(both.__contains__, wanted), strict=True)
    return {before for before, after in pairs if before == after}


def _new_labels(evaluation: Evaluation, row: int) -> str:
    """The predicted labels that another submission, the baseline, does not have."""
    known = None if evaluation.baseline.is_file else known_labels(evaluation, np.array([row]))[0]
    if known is None:
        return ""
    new = [code for code in evaluation.codes(row).tolist() if code >= 0 and code not in known]
    return _shortened("  ".join(map(evaluation.table.vocab.text, new)))


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + " …"
