"""Dialog that lists all problems of a mismatched pair, with the repairs that make it possible to open it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from inspector.core.files.problem import Problem
from inspector.ui.open.repair_list import RepairList
from inspector.ui.problems.problems_panel import problem_cells
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import follow_widths, put, static_table
from inspector.ui.widgets.theme import Theme

_COLUMNS = ("problem", "count", "where", "consequence")
_NARROW = (1, 2)
_NOTE = "Repairs are made in memory; the file on disk does not change until you save."
_SIZE = QSize(960, 540)


class FindingsDialog(Dialog):
    """Lists the given problems. Accepted when the user opens the pair with the ticked `fixes`."""

    def __init__(self, problems: Sequence[Problem], name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, "findingsDialog", "What is wrong with the files")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        count = f"{len(problems)} finding{'' if len(problems) == 1 else 's'}"
        text = f"{count} in {name}; ✗ a contest site would reject the file, ! a warning"
        title = PlainLabel(self, text, name="findingsTitle", wraps=True)
        self._table = static_table(self, "findings", "Everything that is wrong with the files", _COLUMNS, wide=(0, 3))
        self._table.setWordWrap(True)
        self._fixes, self._buttons = RepairList(self), self._make_buttons()
        note = PlainLabel(self, _NOTE, name="findingsNote", quiet=True, wraps=True)
        self.lay_out(title, (self._table, 1), self._fixes, note, self._buttons)
        self._fill(problems, QColor(theme.colours.worse))
        self._fixes.offer(problems)
        note.setVisible(self._fixes.count() > 0)
        self._fixes.changed.connect(self._check)
        if self._fixes.count():  # the first repair unblocks the others
            self._fixes.item(0).setCheckState(Qt.CheckState.Checked)
        for column in _NARROW:
            self._table.resizeColumnToContents(column)
        follow_widths(self._table)
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
                side = Qt.AlignmentFlag.AlignRight if column == 1 else Qt.AlignmentFlag.AlignLeft
                item = put(self._table, line, column, text, side=side | Qt.AlignmentFlag.AlignTop)
                if column == 0 and problem.rejects:
                    item.setForeground(rejected)

    def _check(self) -> None:
        self._open.setEnabled(bool(self.fixes))

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = self.button_box(QDialogButtonBox.StandardButton.Close)
        self._open = buttons.addButton("Open with the ticked repairs", QDialogButtonBox.ButtonRole.AcceptRole)
        self._open.setObjectName("openRepaired")
        return buttons
