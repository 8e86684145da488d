"""What is wrong or odd in the files: one line a problem, with its place, its count and what it does to the score."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from inspector.core.files import Problem
from inspector.ui.bridge import Bridge
from inspector.ui.text import tip
from inspector.ui.theme import GRID, Theme

_COLUMNS = ("problem", "rows", "first line", "consequence", "examples")


class ProblemsPanel(QTableWidget):
    """Filled when a pair is loaded."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(0, len(_COLUMNS), parent)
        self.setObjectName("problemsPanel")
        self.setAccessibleName("Problems in the files")
        self._inspection, self._theme = bridge.inspection, theme
        self._look()
        bridge.loaded.connect(self.refresh)
        theme.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the problems of the open pair."""
        problems = self._inspection.problems if self._inspection.is_open else ()
        self.setRowCount(len(problems))
        for place, problem in enumerate(problems):
            for section, text in enumerate(_cells(problem)):
                self.setItem(place, section, self._item(problem, section, text))
        for section in (1, 2, 4):
            self.resizeColumnToContents(section)
        self.resizeRowsToContents()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resizeRowsToContents()

    def _item(self, problem: Problem, section: int, text: str) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        item.setToolTip(tip(text))
        if section in (1, 2):
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if section == 0 and problem.rejects:
            item.setForeground(QColor(self._theme.colours.worse))
        return item

    def _look(self) -> None:
        self.setHorizontalHeaderLabels(_COLUMNS)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(self.fontMetrics().height() + 2 * GRID)
        for section in (0, 3):
            self.horizontalHeader().setSectionResizeMode(section, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)


def _cells(problem: Problem) -> tuple[str, ...]:
    sign = "✗" if problem.rejects else "!"
    line = f"{problem.line:,}" if problem.line else "–"
    return f"{sign} {problem.message}", f"{problem.count:,}", line, problem.consequence, ", ".join(problem.examples)
