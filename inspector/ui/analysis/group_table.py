"""A table of figures whose lines are groups of rows: a click or Enter on a line shows its rows, Esc all again.

It counts among the rows that the other parts of the filter show: as many as a click would give.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionHeader, QTableView, QWidget

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause, filter_of
from inspector.core.task import Progress, Task
from inspector.ui.analysis.group_model import AS_FOUND, GroupModel, Groups, Head
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import fixed_decimals, full
from inspector.ui.widgets.theme import GAP, numbers, uniform_row_height
from inspector.ui.widgets.visibility import is_visible

# A number with the decimals that tell apart what single rows of a million do to the overall.
FINE = "0.000000000"
AMONG = "among the rows that the other parts of the filter show"
_MANY, _WORDS = 5, "a label of some length"
# No larger than a plot, whose place a table may take.
_SMALLEST = QSize(120, 52)

# What a table counts.
Found = TypeVar("Found")


class GroupHeader(QHeaderView):
    """Titles with the sign of the order beside them, where Qt would put it over their letters."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setAccessibleName("Columns")

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        option.sortIndicator = QStyleOptionHeader.SortIndicator.None_
        if section == self.sortIndicatorSection():
            option.text += " ▼" if self.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder else " ▲"


class GroupTable(QTableView, Generic[Found]):
    """Counts only while it can be seen. A subclass says what to count, how to show it, and what shows a line's rows.

    among: bool (n,), the rows among which the lines shown were counted, None for all.
    """

    failed = Signal(Exception)
    filter_asked = Signal(Clause)
    filled = Signal()

    def __init__(
        self,
        signals: DocumentSignals,
        name: str,
        title: str,
        heads: Sequence[Head],
        sorted_by: int,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._inspection = signals.inspection
        self.runner = TaskRunner(self, signals.closing)
        self.runner.failed.connect(self.failed)
        self._evaluation: Evaluation | None = None
        self._is_fresh = self._is_stale = False
        self._narrowing: tuple[Clause, ...] = ()
        self.among: Bools | None = None
        self._lines = GroupModel(heads, sorted_by, self)
        self.setModel(self._lines)
        self._look()
        signals.scored.connect(self.refresh)
        signals.ordered.connect(self._follow_filter)
        self.clicked.connect(self._show_rows)
        self.activated.connect(self._show_rows)

    @abstractmethod
    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Found]:
        """Find the lines; among: bool (n,), the rows that count, None for all; a task."""

    @abstractmethod
    def columns(self, evaluation: Evaluation, found: Found) -> Sequence[Groups]:
        """The columns of what was found, one for each head."""

    @abstractmethod
    def clause(self, evaluation: Evaluation, line: int) -> str:
        """The filter that shows the rows of a line."""

    def refresh(self) -> None:
        """Count again if anybody can see it, else when somebody does."""
        self.runner.cancel()
        self._narrowing = self.narrowing()
        self._is_fresh = False
        self._is_stale = self._inspection.is_open and not is_visible(self)
        if self._inspection.is_open and not self._is_stale:
            evaluation = self._inspection.evaluation
            task = self._counted(evaluation, self._narrowing)
            self.runner.run("count", len(evaluation.table), task, lambda found: self._fill(evaluation, *found))

    def narrowing(self) -> tuple[Clause, ...]:
        """The clauses in force that are not the table's own: a click on a line leaves them as they are."""
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        return tuple(clause for clause in clauses if clause.on and clause.source != self.objectName())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_fresh:
            self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_stale:
            self.refresh()
        super().paintEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.runner.cancel()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._show_rows(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape and self._is_in_force:
            self._narrow("")
        else:
            super().keyPressEvent(event)

    @property
    def _is_in_force(self) -> bool:
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        return any(clause.source == self.objectName() for clause in clauses)

    def _follow_filter(self) -> None:
        now, before = self.narrowing(), self._narrowing
        # By identity: clauses of rows that are picked by hand are alike whichever rows these are.
        if len(now) != len(before) or not all(map(operator.is_, now, before)):
            self.refresh()

    def _counted(self, evaluation: Evaluation, narrowing: tuple[Clause, ...]) -> Task[tuple[Bools | None, Found]]:
        yield Progress(0.0, "Filtering")
        shown = filter_of(narrowing, evaluation)
        among = None if shown is None else shown.mask
        return among, (yield from self.count(evaluation, among))

    def _fill(self, evaluation: Evaluation, among: Bools | None, found: Found) -> None:
        self._evaluation, self.among, self._is_fresh = evaluation, among, True
        self._lines.show(self.columns(evaluation, found))
        self.filled.emit()

    def _show_rows(self, index: QModelIndex) -> None:
        # What is still shown of a pair that is closed by now has no rows to show.
        if self._evaluation is not None and self._evaluation.pair is self._inspection.evaluation.pair:
            self._narrow(self.clause(self._evaluation, self._lines.line(index)))

    def _narrow(self, text: str) -> None:
        self.filter_asked.emit(Clause(text, self.objectName()))

    def _look(self) -> None:
        self.setFont(numbers(self.font()))
        uniform_row_height(self)
        self.setMinimumSize(_SMALLEST)
        self.setAlternatingRowColors(True)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        header = GroupHeader(self)
        self.setHorizontalHeader(header)
        header.setMinimumSectionSize(6 * GAP)
        header.setSortIndicator(*self._lines.sorted_by)
        # Where the lines have an order of their own, a third click on a title is the way back to it.
        header.setSortIndicatorClearable(self._lines.sorted_by[0] == AS_FOUND)
        self.setSortingEnabled(True)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def _measure(self) -> None:
        """Every column as wide as the font wants it."""
        header = self.horizontalHeader()
        for section, head in enumerate(self._lines.heads):
            if head.words and len(self._lines.heads) <= _MANY:
                header.setSectionResizeMode(section, QHeaderView.ResizeMode.Stretch)
            else:
                width = self.fontMetrics().horizontalAdvance
                # The title needs room for the sign of the order beside it.
                room = max(width(head.title) + 2 * GAP, width(_WORDS if head.words else head.sample))
                header.resizeSection(section, room + 2 * GAP)


def counts(values: Ints) -> Groups:
    """Whole numbers, their thousands apart."""
    return Groups(values, lambda line: f"{int(values[line]):,}", lambda line: f"{int(values[line]):,}")


def decimals(values: Floats, places: int = 4) -> Groups:
    """Numbers with so many decimals, and all of them in the tooltip; NaN stands last."""
    return Groups(
        values, lambda line: fixed_decimals(float(values[line]), places), lambda line: full(float(values[line]))
    )


def percents(values: Floats) -> Groups:
    """Shares of a whole."""
    return Groups(values, lambda line: f"{float(values[line]):.1%}", lambda line: full(float(values[line])))


def names(texts: Sequence[str], full: Callable[[int], str]) -> Groups:
    """Words that are sorted as texts, whatever their case."""
    order = sorted(range(len(texts)), key=lambda line: texts[line].casefold())
    return Groups(np.argsort(order), texts.__getitem__, full)


def words(keys: Ints, texts: Callable[[int], str]) -> Groups:
    """Words, sorted by keys; texts(line) gives them."""
    return Groups(np.asarray(keys), texts, texts)
