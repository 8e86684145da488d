"""Panel that lists the problems in the files: location, consequence, likely cause and repair of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QTableWidget, QVBoxLayout, QWidget

from inspector.core.analysis.numbers.problems import AS_LOADED, are_as_loaded
from inspector.core.errors import quoted
from inspector.core.files.problem import Fix, Problem
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.static_table import put
from inspector.ui.widgets.theme import GAP, GRID, Theme

_COLUMNS = ("problem", "rows", "where", "consequence", "")
_MESSAGE, _COUNT, _WHERE, _CONSEQUENCE, _FIX = range(5)
_TEXTS, _NARROW = (_MESSAGE, _CONSEQUENCE), (_COUNT, _WHERE, _FIX)
_OF_FILES = "problem (files as loaded)"
_NONE, _NOWHERE = "No problems found", "–"
_MIN_WIDTH = 120
# In digits: where the panel is narrower, a problem has one column for all its texts.
_WIDE = 72
_MAX_HEIGHT = 1 << 14


class ProblemsPanel(QTableWidget):
    """Refilled when a pair is loaded or read again, and when edits, a save or the metric change its problems.

    fix_asked: the user requests a repair; rows_asked: the user wants to see the rows of a problem.
    """

    fix_asked = Signal(Fix)
    rows_asked = Signal(Problem)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(0, len(_COLUMNS), parent)
        named(self, "problemsPanel", "Problems in the files")
        self._inspection, self._theme = signals.inspection, theme
        self._problems: tuple[Problem, ...] = ()
        self._further: tuple[Problem, ...] = ()
        self._set_up_view()
        self.cellClicked.connect(lambda line, _: self._show_rows(line))
        self.activated.connect(lambda index: self._show_rows(index.row()))
        signals.loaded.connect(self._on_loaded)
        for signal in (signals.scored, signals.saved):
            signal.connect(self._follow)
        theme.changed.connect(self.refresh)
        self.refresh()

    def show_template_problems(self, problems: Sequence[Problem]) -> None:
        """Also list problems found by comparing with another file, until another pair is opened."""
        self._further = tuple(problems)
        self.refresh()

    def refresh(self) -> None:
        """List the problems of the open pair."""
        own = self._inspection.problems if self._inspection.is_open else ()
        self._problems = (*self._further, *own)
        self.setAccessibleDescription("" if self._problems else _NONE)
        self.clearContents()
        self.setRowCount(len(self._problems))
        for line, problem in enumerate(self._problems):
            cells = problem_cells(problem)
            for section, text in enumerate(cells if self._is_wide else _in_one_column(cells)):
                self._put(line, section, problem, text)
            if problem.fix is not None:
                self.setCellWidget(line, _FIX, self._button_cell(problem.fix))
        for section in _NARROW:
            self.resizeColumnToContents(section)
        self._head()
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._inspection.is_open and not self._problems:
            painter = QPainter(self.viewport())
            painter.setPen(QColor(self._theme.colours.muted))
            painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter), _NONE)
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _follow(self) -> None:
        """List the problems again if an edit or another metric has changed them."""
        now = (*self._further, *(self._inspection.problems if self._inspection.is_open else ()))
        rows = [problem.rows for problem in self._problems]
        if now != self._problems or not all(map(np.array_equal, rows, [problem.rows for problem in now])):
            self.refresh()
        self._head()

    def _head(self) -> None:
        """Say over the problems whether edits are left out of them."""
        of = self._inspection
        are_old = of.is_open and are_as_loaded(of.evaluation, of.open_submission.problems)
        if title := self.horizontalHeaderItem(_MESSAGE):
            title.setText(_OF_FILES if are_old else _COLUMNS[_MESSAGE])
            title.setToolTip(tip(AS_LOADED if are_old else ""))

    def _on_loaded(self) -> None:
        self._further = ()
        self.refresh()

    @property
    def _is_wide(self) -> bool:
        """Whether the texts of a problem have columns of their own."""
        return not self.isColumnHidden(_CONSEQUENCE)

    def _arrange(self) -> None:
        """Put all texts of a problem into one column where there is no room for two; then divide the room."""
        # By the whole width: whether there is a scroll bar follows from how high the texts are.
        is_wide = self.width() >= self.fontMetrics().horizontalAdvance("0" * _WIDE)
        if is_wide == self._is_wide:
            self._stretch()
            return
        for section in (_WHERE, _CONSEQUENCE):
            self.setColumnHidden(section, not is_wide)
        self.refresh()

    def _stretch(self) -> None:
        """Divide the remaining width between the text columns, and fit the row heights."""
        buttons = [self._button_at(line, _FIX) for line in range(self.rowCount())]
        self.setColumnWidth(_FIX, max((button.sizeHint().width() + 2 * GAP for button in buttons if button), default=0))
        left = self.viewport().width() - sum(self.columnWidth(section) for section in _NARROW)
        texts = [section for section in _TEXTS if not self.isColumnHidden(section)]
        for section in texts:
            self.setColumnWidth(section, max(_MIN_WIDTH, left // len(texts)))
        for line in range(self.rowCount()):
            self.setRowHeight(line, max(self._height(line, section) for section in range(len(_COLUMNS))))

    def _height(self, line: int, section: int) -> int:
        """Height in pixels that a cell needs for its text or its button."""
        if (cell := self._button_at(line, section)) is not None:
            return cell.sizeHint().height() + 2 * GRID
        item = self.item(line, section)
        room = QRect(0, 0, self.columnWidth(section) - 2 * GAP, _MAX_HEIGHT)
        text = self.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), item.text() if item else "")
        return text.height() + 2 * GAP

    def _button_at(self, line: int, section: int) -> QWidget | None:
        # The Qt stub omits None, which most cells return.
        return self.cellWidget(line, section)

    def _show_rows(self, line: int) -> None:
        problem = self._problems[line]
        if len(problem.rows):
            self.rows_asked.emit(problem)

    def _put(self, line: int, section: int, problem: Problem, text: str) -> None:
        hint = text + ("\nClick to show its rows" if len(problem.rows) else "")
        item = put(self, line, section, text, hint=hint, side=_side(section) | Qt.AlignmentFlag.AlignTop)
        if section == _MESSAGE and problem.rejects:
            item.setForeground(QColor(self._theme.colours.worse))

    def _button_cell(self, fix: Fix) -> QWidget:
        """Wrap the repair button so that it does not stretch to the size of its cell."""
        cell = QWidget(self)
        layout = QVBoxLayout(cell)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._button(fix), 0, Qt.AlignmentFlag.AlignTop)
        return cell

    def _button(self, fix: Fix) -> QPushButton:
        hint = tip(f"{fix.words}: {fix.counted}. Shows a preview first")
        button = push_button(self, "Repair…", f"fix-{fix.name}", hint, lambda: self.fix_asked.emit(fix))
        button.setAccessibleName(f"Repair: {fix.words}")
        return button

    def _set_up_view(self) -> None:
        self.setHorizontalHeaderLabels(_COLUMNS)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(self.fontMetrics().height() + 2 * GRID)
        self.horizontalHeader().setHighlightSections(False)
        for section in range(len(_COLUMNS)):
            if title := self.horizontalHeaderItem(section):
                title.setTextAlignment(_side(section) | Qt.AlignmentFlag.AlignVCenter)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)


def _side(section: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignRight if section == _COUNT else Qt.AlignmentFlag.AlignLeft


def _in_one_column(cells: Sequence[str]) -> tuple[str, ...]:
    """The cells of a problem with all its texts in the first."""
    message, count, where, consequence, button = cells
    texts = (message, consequence, where.replace("\n", ", "))
    return "\n".join(text for text in texts if text and text != _NOWHERE), count, "", "", button


def problem_cells(problem: Problem) -> tuple[str, ...]:
    """Cell texts of a problem: problem, count, where, consequence, and an empty one for the repair button."""
    sign = "✗" if problem.rejects else "!"
    where = [Path(problem.file).name] if problem.file else []
    where += [f"line {problem.line:,}"] if problem.line else []
    where += [f"column {quoted(problem.column)}"] if problem.column else []
    examples = f"\n{', '.join(problem.examples)}" if problem.examples else ""
    cause = f"\nlikely cause: {problem.cause}" if problem.cause else ""
    repair = f"\nrepair: {problem.fix.words} ({problem.fix.counted})" if problem.fix else ""
    return (
        f"{sign} {problem.message}{examples}",
        f"{problem.count:,}",
        "\n".join(where) or _NOWHERE,
        f"{problem.consequence}{cause}{repair}",
        "",
    )
