"""The table of edited rows: a double click or Enter goes to the row, Delete resets the selected ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from inspector.core.analysis.edited import MOST_TRIED, EditedRows, difference, edited_rows
from inspector.core.arrays.arrow import integers, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text_rank import text_ranks
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric
from inspector.core.query import Clause
from inspector.core.task import Task
from inspector.ui.analysis.group_columns import figures, words
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import change_of_edit, signed
from inspector.ui.widgets.tables.selection import rows_at, spans
from inspector.ui.widgets.theme import GAP, Theme

_HEADS = (
    ColumnHeader("id", "An edited row; a double click or Enter goes to it", words=True),
    ColumnHeader("file → edited", "The prediction in the file and the edited one, where they differ", words=True),
    ColumnHeader("Δ score", "What the edits changed in the row's score"),
    ColumnHeader(
        "Δ overall",
        "What this edit alone changes in the overall of the file; – where it has to be tried and a thousand others "
        "change their rows more",
    ),
)
_ALONE = len(_HEADS) - 1
_NONE = "No edits yet. A prediction that you change is listed here, with what the change does to the score."
# Where each edit has to be tried, one takes as long as counting so many rows, and not less than all of the table.
_ROWS_A_TRY = 500
_ID_LETTERS, _LEAST_LETTERS = 14, 12


class EditsTable(GroupTable[EditedRows]):
    """One line per edited row, whatever the filter shows. reset_asked: int64 rows to put back to the file."""

    reset_asked = Signal(object)
    acts_on_click = holds_names = False
    _delta_width = 0
    # The widest of both changes, to whose letters the columns are fitted.
    _widest: tuple[str, str] = "", ""
    _letters = 0, 0

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget) -> None:
        super().__init__(signals, "editsTable", "Edited rows", _HEADS, _ALONE, parent)
        self._found: EditedRows | None = None
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.go = self._action("&Go to the row", lambda: self._show_rows(self.currentIndex()))
        self.reset_selected = self._action("&Reset", self._reset_selected)
        self.selectionModel().selectionChanged.connect(self._enable)
        self.filled.connect(self._enable)
        self.filled.connect(self._fit_changes)
        self._enable()
        self.colour_gains(theme)

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[EditedRows]:
        return edited_rows(evaluation)

    def work_size(self, evaluation: Evaluation) -> int:
        edits = len(evaluation.overlay)
        if evaluation.base.tells_gains:
            return edits
        return edits + min(edits, MOST_TRIED) * max(_ROWS_A_TRY, len(evaluation.table))

    def columns(self, evaluation: Evaluation, found: EditedRows) -> Sequence[GroupColumn]:
        self._found, ids, scores = found, evaluation.table.ids.take(integers(found.rows)), evaluation.scores
        self._widest = _widest(found.delta, scores.decimals), _widest(found.alone, scores.fine_decimals)
        return (
            words(text_ranks(ids).astype(np.int64), lambda line: str(ids[line])),
            _predictions(evaluation, found),
            _changes(found.delta, scores.decimals, evaluation.metric),
            _changes(found.alone, scores.fine_decimals, evaluation.metric),
        )

    def clause(self, evaluation: Evaluation, line: int) -> str:
        return "edited"

    def other_clauses(self) -> tuple[Clause, ...]:
        return ()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self._reset_selected()
        else:
            super().keyPressEvent(event)

    def show_only_edited(self, on: bool) -> None:
        """Ask for the filter of this table, or for none."""
        self._narrow("edited" if on else "")

    @property
    def empty_words(self) -> str:
        return _NONE

    def _fit_changes(self) -> None:
        """Fit the columns again where changes need other room; each fit lays out and paints the table anew."""
        first, second = self._widest
        if self._letters != (len(first), len(second)):
            self._fit_columns()

    def _stretched(self) -> list[int]:
        return [1]

    def _fit_columns(self) -> None:
        """Leave most room to the predictions; the changes are as wide as the widest of them."""
        super()._fit_columns()
        header, width = self.horizontalHeader(), self.fontMetrics().horizontalAdvance
        header.resizeSection(0, width("0" * _ID_LETTERS))
        first, second = self._widest
        self._letters = len(first), len(second)
        for section, text in (2, first), (3, second):
            room = max(width(text), width(self._lines.headers[section].title) + 2 * GAP)
            header.resizeSection(section, room + 3 * GAP)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Hide the change of the row's score where the predictions would have no room beside it."""
        others = sum(self.horizontalHeader().sectionSize(section) or self._delta_width for section in (0, 2, 3))
        is_narrow = self.viewport().width() - others < self.fontMetrics().horizontalAdvance("0" * _LEAST_LETTERS)
        if not self.isColumnHidden(2):
            self._delta_width = self.columnWidth(2)
        self.setColumnHidden(2, is_narrow)

    def _show_rows(self, index: QModelIndex) -> None:
        if index.isValid() and len(rows := self._rows(np.array([index.row()]))):
            self._inspection.go_to(int(rows[0]))

    def _reset_selected(self) -> None:
        places = rows_at(spans(self.selectionModel().selection()), np.arange(self._lines.rowCount()))
        if len(rows := self._rows(places)):
            self.reset_asked.emit(np.sort(rows))

    def _rows(self, places: Ints) -> Ints:
        """int64: the rows of some lines as they are sorted; none while the lines are those of a closed pair."""
        found = self._found if self._is_of_open_pair else None
        return np.empty(0, np.int64) if found is None else found.rows[self._lines.lines(places)]

    def _action(self, text: str, run: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        action.triggered.connect(lambda: run())
        self.addAction(action)
        return action

    def _enable(self) -> None:
        has_selection = self.selectionModel().hasSelection()
        self.go.setEnabled(has_selection)
        self.reset_selected.setEnabled(has_selection)


def _predictions(evaluation: Evaluation, found: EditedRows) -> GroupColumn:
    """A column with what was replaced by what, sorted by the first label now; its texts are made when painted."""
    vocab, grammar = evaluation.table.vocab, evaluation.pair.submission.grammar

    def prediction(lists: Ragged, line: int) -> Prediction:
        weights = lists.weights_of(line)
        return Prediction(tuple(vocab.texts(lists[line])), None if weights is None else tuple(weights.tolist()))

    def change(line: int) -> str:
        file, now = both(line)
        is_whole = not evaluation.table.kind.names_labels and (min(len(file.labels), len(now.labels)) < 2)
        return whole(line) if is_whole else difference(evaluation, file, now)

    def both(line: int) -> tuple[Prediction, Prediction]:
        return prediction(found.file, line), prediction(found.now, line)

    def full(line: int) -> str:
        file, now = map(grammar.write, both(line))
        return f"in the file: {file or '(nothing)'}\nedited to: {now or '(nothing)'}"

    def whole(line: int) -> str:
        return " → ".join(grammar.write(prediction) or "(nothing)" for prediction in both(line))

    first = text_ranks(texts(vocab.texts(found.now.first_codes())))
    return GroupColumn(first.astype(np.int64), change, full, whole)


def _widest(values: Floats, decimals: int) -> str:
    """The largest change, as it is written in its column."""
    largest = float(np.max(np.abs(values[np.isfinite(values)]), initial=1.0))
    return signed(-largest, decimals)


def _changes(values: Floats, decimals: int, metric: Metric) -> GroupColumn:
    """A column of changes with their sign, in the colour of what is better or worse, and all digits in the tooltip."""
    return figures(values, lambda value: change_of_edit(value, decimals), gains=metric.improvement(values))
