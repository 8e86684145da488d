"""A table whose lines are groups of rows: a click or Enter on a line filters to its rows, Esc shows all again.

It counts among the rows that the other clauses of the filter show, so that a count equals the rows that a click gives.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from inspector.core.arrays.types import Bools, Floats
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause, chooses_by_outcome
from inspector.core.statistics.verdict import bare, words_of_p
from inspector.core.task import Task
from inspector.ui.analysis.group_columns import figures
from inspector.ui.analysis.group_model import AS_FOUND, ColumnHeader, GroupColumn, GroupModel
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.tables.pinned import PinnedCells
from inspector.ui.widgets.tables.plain_cells import PlainCells, width_of_texts
from inspector.ui.widgets.tables.sorting_header import SortingHeader
from inspector.ui.widgets.theme import GAP, Theme, tabular_font, uniform_row_height

_MODES = QHeaderView.ResizeMode
# A column of words that is stretched keeps room for so many letters.
_LEAST_LETTERS = 12
_MOST_STRETCHED, _SAMPLE_TEXT = 5, "a label of some length"
# What columns of words take of a table before its numbers scroll.
_SHARE_OF_WORDS = 0.5
# No larger than a plot, because a table may be docked in its place.
_SMALLEST = QSize(120, 52)

_SELECTING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

# The result of `GroupTable.count`.
Found = TypeVar("Found")


class GroupTable(PinnedCells, Generic[Found]):
    """Counts only while it is visible. A subclass defines what to count, the columns, and the clause of a line.

    among: bool (n,), the rows that the lines count, None for all; acts_on_click: whether a click acts on a line, as a
    double click and Enter do; holds_names: whether its words are names of classes or groups, not our own.
    """

    acts_on_click = holds_names = True

    failed = Signal(Exception)
    filter_asked = Signal(Clause)
    filled = Signal()

    def __init__(
        self,
        signals: DocumentSignals,
        name: str,
        title: str,
        headers: Sequence[ColumnHeader],
        sorted_by: int,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        named(self, name, title)
        self._inspection = signals.inspection
        self._evaluation: Evaluation | None = None
        self._is_selecting = False
        self._fitted: dict[int, int] = {}
        self.among: Bools | None = None
        self._lines = self.make_model(headers, sorted_by)
        self.setModel(self._lines)
        self._set_up_view()
        self.recount = Recount(
            self, signals, self.count, self._fill, self.work_size, self.other_clauses, lambda: self.source
        )
        self.recount.failed.connect(self.failed)
        for signal in (signals.loaded, signals.baseline_changed, signals.submissions_changed):
            signal.connect(self._name_baseline)
        self._name_baseline()
        self.clicked.connect(self._click)
        self.activated.connect(self._show_rows)

    def make_model(self, headers: Sequence[ColumnHeader], sorted_by: int) -> GroupModel:
        """The model of the lines."""
        return GroupModel(headers, sorted_by, self)

    def colour_gains(self, theme: Theme) -> None:
        """Show what is better or worse, and why nothing is listed, in the colours of a theme."""
        self._lines.theme = theme
        theme.changed.connect(self.viewport().update)

    @abstractmethod
    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Found]:
        """Return a task that finds the lines; among: bool (n,), the rows to count, None for all."""

    @abstractmethod
    def columns(self, evaluation: Evaluation, found: Found) -> Sequence[GroupColumn]:
        """The columns of the result, one per header."""

    def clause(self, evaluation: Evaluation, line: int) -> str:
        """The filter expression for the rows of a line; empty where the table shows them in another way."""
        return ""

    def kept(self) -> Bools | None:
        """bool (l,): the lines to list; None for all."""
        return None

    @property
    def empty_words(self) -> str:
        """Why no line is listed, where that has to be said."""
        return ""

    def chances(self, evaluation: Evaluation, p: Floats) -> GroupColumn:
        """The column of CHANCE; p: float64 (l,)."""
        by_outcome = chooses_by_outcome(self.other_clauses(), evaluation)
        known = np.full(len(p), np.nan) if by_outcome or not self._inspection.compares else p
        return figures(known, lambda chance: bare(words_of_p(chance)))

    def work_size(self, evaluation: Evaluation) -> int:
        """How much there is to count, in rows that take as long."""
        return len(evaluation.table)

    def refresh(self) -> None:
        """Count again if visible, else on the next paint."""
        self.recount.refresh()

    def clear_lines(self) -> None:
        """List nothing until others are counted, where those that are listed answer another question."""
        self._lines.show(())

    def other_clauses(self) -> tuple[Clause, ...]:
        """The active clauses except the table's own; a click on a line keeps them."""
        return self.recount.other_clauses()

    @property
    def source(self) -> str:
        """What the table's own clause has as its source."""
        return self.objectName()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # With Ctrl or Shift the lines are selected, for copying.
        self._is_selecting = bool(event.modifiers() & _SELECTING)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._show_rows(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape and self.is_in_force:
            self._narrow("")
        else:
            super().keyPressEvent(event)

    @property
    def is_in_force(self) -> bool:
        """Whether the filter shows the rows of a line."""
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        return any(clause.source == self.source for clause in clauses)

    def _name_baseline(self) -> None:
        if self._inspection.is_open:
            is_file = self._inspection.evaluation.baseline.is_file
            self._lines.name_baseline(self._inspection.baseline_words, is_file=is_file)
            self._widen_columns()

    def _fill(self, evaluation: Evaluation, among: Bools | None, found: Found) -> None:
        self._evaluation, self.among = evaluation, among
        self._lines.show(self.columns(evaluation, found), self.kept())
        self.executeDelayedItemsLayout()  # else the lines are laid out behind the first paint, and painted again
        self._widen_columns()
        self.filled.emit()

    def _click(self, index: QModelIndex) -> None:
        if self.acts_on_click and not self._is_selecting:
            self._show_rows(index)

    def _show_rows(self, index: QModelIndex) -> None:
        # Lines of a closed pair have no rows to show.
        if self._evaluation is not None and self._is_of_open_pair:
            self._narrow(self.clause(self._evaluation, self._lines.line(index)))

    @property
    def _is_of_open_pair(self) -> bool:
        """Whether the lines are those of the open pair, not of a closed one."""
        return self._evaluation is not None and self._evaluation.pair is self._inspection.evaluation.pair

    def _narrow(self, text: str) -> None:
        self.filter_asked.emit(Clause(text, self.source))

    def _set_up_view(self) -> None:
        self.setFont(tabular_font(self.font()))
        uniform_row_height(self)
        self.setMinimumSize(_SMALLEST)
        self.setAlternatingRowColors(True)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setItemDelegate(PlainCells(self, holds_names=self.holds_names))
        header = SortingHeader(self)
        header.pinned_section = 0 if self._lines.headers[0].words else -1  # the names of the lines
        self.setHorizontalHeader(header)
        header.setMinimumSectionSize(6 * GAP)
        header.setSortIndicator(*self._lines.sorted_by)
        # A third click on a title restores the original order of the lines.
        header.setSortIndicatorClearable(self._lines.sorted_by[0] == AS_FOUND)
        self.setSortingEnabled(True)
        self._fit_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_columns()

    def _fit_columns(self) -> None:
        """Fit the column widths to the font."""
        header = self.horizontalHeader()
        stretched = self._stretched()
        for section, head in enumerate(self._lines.headers):
            if section in stretched:
                header.setSectionResizeMode(section, _MODES.Stretch)
            else:
                width = self.fontMetrics().horizontalAdvance
                room = max(self._width_of_title(section), width(_SAMPLE_TEXT if head.words else head.sample))
                header.resizeSection(section, room + 2 * GAP + 1)

    def _width_of_title(self, section: int) -> int:
        """The width of a title with its sort arrow."""
        title = str(self._lines.headerData(section, Qt.Orientation.Horizontal))
        return self.fontMetrics().horizontalAdvance(title) + 2 * GAP

    def _widen_columns(self) -> None:
        """Make room for numbers and names that are longer than usual; columns never shrink."""
        header, width = self.horizontalHeader(), self.fontMetrics().horizontalAdvance
        for section, head in enumerate(self._lines.headers):
            if self.isColumnHidden(section):  # a size that is asked for now would be that of the cells alone
                continue
            if not head.words:
                cells = map(width, self._lines.extremes(section))
                has_own = head.compares or self._lines.shown_title(section)
                room = max(self._width_of_title(section) if has_own else 0, *cells, 0) + 2 * GAP + 1
                header.resizeSection(section, max(room, header.sectionSize(section)))
            elif section not in self._stretched():
                self._fit_words(section)
        self._leave_room_for_words()

    def _fit_words(self, section: int) -> None:
        """Give short words no more room than they need, once for the same words: the user may drag the column."""
        most = max(self.fontMetrics().horizontalAdvance(_SAMPLE_TEXT), self._share_of_words(1))
        room = max(min(width_of_texts(self, section), most), self._width_of_title(section)) + 2 * GAP + 1
        if self._lines.rowCount() and self._fitted.get(section) != room:
            self._fitted[section] = room
            self.horizontalHeader().resizeSection(section, room)

    def _share_of_words(self, columns: int) -> int:
        """The width that each of some columns of words may take before the numbers scroll."""
        return int(self.viewport().width() * _SHARE_OF_WORDS) // max(1, columns)

    def _stretched(self) -> list[int]:
        """The columns that share the room which the others leave: as a rule those of words, where they are few."""
        few = len(self._lines.headers) <= _MOST_STRETCHED
        return [section for section, head in enumerate(self._lines.headers) if few and head.words]

    def _leave_room_for_words(self) -> None:
        """Scroll sideways where too little would be left of the words."""
        header, stretched = self.horizontalHeader(), self._stretched()
        letters = self.fontMetrics().horizontalAdvance("0" * _LEAST_LETTERS)
        most = self._share_of_words(len(stretched))
        words = {section: min(width_of_texts(self, section) + 3 * GAP, most) for section in stretched}
        least = {section: max(letters, self._width_of_title(section), words[section]) for section in stretched}
        others = header.length() - sum(map(header.sectionSize, stretched))
        fits = self.viewport().width() - others >= sum(least.values())
        mode = _MODES.Stretch if fits else _MODES.Interactive
        for section in stretched:
            if header.sectionResizeMode(section) != mode:  # for the one that it has, Qt would paint the header again
                header.setSectionResizeMode(section, mode)
            if not fits:
                header.resizeSection(section, least[section])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_room_for_words()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, is_empty = self._lines.theme, self._inspection.is_open and not self._lines.rowCount()
        is_counted, is_busy = self.recount.is_fresh, self.recount.runner.is_busy
        words = self.empty_words if is_counted else "Counting…" if is_busy else ""
        if theme is not None and is_empty and words:
            painter = QPainter(self.viewport())
            painter.setPen(QColor(theme.colours.muted))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.viewport().rect().adjusted(2 * GAP, GAP, -2 * GAP, -GAP), int(flags), words)
            painter.end()
