"""The verdict in detail: what each test finds, as a table to read and to copy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from inspector.core.statistics.details import Detail
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import fill, follow_widths, static_table

_COLUMNS = ("question", "answer", "test")
_SIZE = QSize(860, 480)


class VerdictDialog(Dialog):
    """Shows a verdict in words, and its details; they stay as they are while the dialog is open."""

    def __init__(self, words: str, details: Sequence[Detail], parent: QWidget | None = None) -> None:
        super().__init__(parent, "verdictDialog", "The verdict in detail")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._words, self._details = words, details
        self._table = static_table(self, "verdictDetails", "What each test finds", _COLUMNS, wide=(0, 1, 2))
        self._table.setWordWrap(True)
        self._table.verticalHeader().setVisible(False)
        title = PlainLabel(self, words, name="verdictWords", figures=True, selectable=True, wraps=True)
        self.lay_out(title, (self._table, 1), self._buttons())
        fill(self._table, [_cells(detail) for detail in details])
        follow_widths(self._table)
        self.resize(_SIZE.boundedTo(self.screen().availableSize()))

    def copy(self) -> None:
        """Copy the words and the table, its cells separated by tabs."""
        lines = ["\t".join(_cells(detail)) for detail in self._details]
        QGuiApplication.clipboard().setText("\n".join([self._words, "", "\t".join(_COLUMNS), *lines]))

    def _buttons(self) -> QDialogButtonBox:
        buttons = self.button_box(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("&Copy", QDialogButtonBox.ButtonRole.ActionRole)
        copy.setObjectName("copyDetails")
        copy.clicked.connect(self.copy)
        return buttons


def _cells(detail: Detail) -> tuple[str, str, str]:
    return detail.question, detail.answer, detail.test
