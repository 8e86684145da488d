"""Dialog that lists all problems of a mismatched pair, with the repairs that make it possible to open it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTableWidgetItem, QVBoxLayout, QWidget

from inspector.core.files import Problem
from inspector.ui.open.repair_list import RepairList
from inspector.ui.problems.problems_panel import problem_cells
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import fit_row_heights, static_table
from inspector.ui.widgets.theme import GAP, Theme

_COLUMNS = ("problem", "count", "where", "consequence")
_NARROW = (1, 2)
_NOTE = "Repairs are made in memory; the file on disk does not change until you save."
_SIZE = QSize(960, 540)


class FindingsDialog(QDialog):
    """Lists the given problems. Accepted when the user opens the pair with the ticked `fixes`."""

    def __init__(self, problems: Sequence[Problem], name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findingsDialog")
        self.setWindowTitle("What is wrong with the files")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        count = f"{len(problems)} finding{'' if len(problems) == 1 else 's'}"
        text = f"{count} in {name}; ✗ a contest site would reject the file, ! a warning"
        title = PlainLabel(self, text, name="findingsTitle", wraps=True)
        self._table = static_table(self, "findings", "Everything that is wrong with the files", _COLUMNS, wide=(0, 3))
        self._table.setWordWrap(True)
        self._fixes, self._buttons = RepairList(self), self._make_buttons()
        note = PlainLabel(self, _NOTE, name="findingsNote", quiet=True, wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        layout.setSpacing(GAP)
        layout.addWidget(title)
        layout.addWidget(self._table, 1)
        for part in (self._fixes, note, self._buttons):
            layout.addWidget(part)
        self._fill(problems, QColor(theme.colours.worse))
        self._fixes.offer(problems)
        note.setVisible(self._fixes.count() > 0)
        self._fixes.changed.connect(self._check)
        if self._fixes.count():  # the first repair unblocks the others
            self._fixes.item(0).setCheckState(Qt.CheckState.Checked)
        for column in _NARROW:
            self._table.resizeColumnToContents(column)
        self._table.horizontalHeader().sectionResized.connect(lambda: fit_row_heights(self._table))
        self._check()
        self.resize(_SIZE.boundedTo(self.screen().availableSize()))

    @property
    def fixes(self) -> tuple[str, ...]:
        """The names of the ticked repairs."""
        return self._fixes.fixes

    def _fill(self, problems: Sequence[Problem], rejected: QColor) -> None:
        self._table.setRowCount(len(problems))
        for line, problem in enumerate(problems):
            for column, text in enumerate(problem_cells(problem)[: len(_COLUMNS)]):
                item = QTableWidgetItem(text)
                item.setToolTip(tip(text))
                side = Qt.AlignmentFlag.AlignRight if column == 1 else Qt.AlignmentFlag.AlignLeft
                item.setTextAlignment(side | Qt.AlignmentFlag.AlignTop)
                if column == 0 and problem.rejects:
                    item.setForeground(rejected)
                self._table.setItem(line, column, item)

    def _check(self) -> None:
        self._open.setEnabled(bool(self.fixes))

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self._open = buttons.addButton("Open with the ticked repairs", QDialogButtonBox.ButtonRole.AcceptRole)
        self._open.setObjectName("openRepaired")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons


def file_names(truth: Path, submission: Path | None) -> str:
    """The file names joined with `and`."""
    return truth.name if submission is None else f"{truth.name} and {submission.name}"
