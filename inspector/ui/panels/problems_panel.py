"""What is wrong or odd in the files: one line a problem, with its place, what it costs, its cause and its repair."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from inspector.core.files import Fix, Problem
from inspector.ui.bridge import Bridge
from inspector.ui.text import menu, tip
from inspector.ui.theme import GRID, Theme

_COLUMNS = ("problem", "rows", "where", "consequence", "likely cause", "examples", "repair")
_COUNT, _FIX = 1, 6
_STRETCHED = {0: 5, 3: 4, 4: 3}
_NARROW = (1, 2, 5, 6)


class ProblemsPanel(QTableWidget):
    """Filled when a pair is loaded, or read in another way. fix_asked: a repair; rows_asked: a problem's rows."""

    fix_asked = Signal(Fix)
    rows_asked = Signal(Problem)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(0, len(_COLUMNS), parent)
        self.setObjectName("problemsPanel")
        self.setAccessibleName("Problems in the files")
        self._inspection, self._theme = bridge.inspection, theme
        self._problems: tuple[Problem, ...] = ()
        self._further: tuple[Problem, ...] = ()
        self._look()
        self.cellClicked.connect(lambda line, _: self._show_rows(line))
        self.activated.connect(lambda index: self._show_rows(index.row()))
        bridge.loaded.connect(self._begin)
        theme.changed.connect(self.refresh)
        self.refresh()

    def show_further(self, problems: Sequence[Problem]) -> None:
        """List problems that another file shows, too, until another pair is open."""
        self._further = tuple(problems)
        self.refresh()

    def refresh(self) -> None:
        """List the problems of the open pair."""
        own = self._inspection.problems if self._inspection.is_open else ()
        self._problems = (*self._further, *own)
        self.clearContents()
        self.setRowCount(len(self._problems))
        for place, problem in enumerate(self._problems):
            for section, text in enumerate(_cells(problem)):
                self.setItem(place, section, self._item(problem, section, text))
            if problem.fix is not None:
                self.setCellWidget(place, _FIX, self._button(problem.fix))
        for section in _NARROW:
            self.resizeColumnToContents(section)
        self._stretch()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()

    def _begin(self) -> None:
        self._further = ()
        self.refresh()

    def _stretch(self) -> None:
        """The columns of words share what the others leave."""
        left = self.viewport().width() - sum(self.columnWidth(section) for section in _NARROW)
        for section, share in _STRETCHED.items():
            self.setColumnWidth(section, max(120, left * share // sum(_STRETCHED.values())))
        self.resizeRowsToContents()

    def _show_rows(self, line: int) -> None:
        problem = self._problems[line]
        if len(problem.rows):
            self.rows_asked.emit(problem)

    def _item(self, problem: Problem, section: int, text: str) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        more = "\nClick to show its rows" if len(problem.rows) else ""
        item.setToolTip(tip(text + more))
        if section == _COUNT:
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if section == 0 and problem.rejects:
            item.setForeground(QColor(self._theme.colours.worse))
        return item

    def _button(self, fix: Fix) -> QPushButton:
        button = QPushButton(f"{menu(fix.words, 40)}…", self)
        button.setObjectName(f"fix-{fix.name}")
        button.setAccessibleName(f"Repair: {fix.words}")
        button.setToolTip(tip(f"{fix.words}: recovers {fix.recovers:,}. Shows first what it would change"))
        button.clicked.connect(lambda: self.fix_asked.emit(fix))
        return button

    def _look(self) -> None:
        self.setHorizontalHeaderLabels(_COLUMNS)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(self.fontMetrics().height() + 2 * GRID)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)


def _cells(problem: Problem) -> tuple[str, ...]:
    sign = "✗" if problem.rejects else "!"
    where = [Path(problem.file).name] if problem.file else []
    where += [f"line {problem.line:,}"] if problem.line else []
    where += [f'column "{problem.column}"'] if problem.column else []
    examples = ", ".join(problem.examples)
    return (
        f"{sign} {problem.message}",
        f"{problem.count:,}",
        "\n".join(where) or "–",
        problem.consequence,
        problem.cause or "–",
        examples,
        "" if problem.fix else "–",
    )
