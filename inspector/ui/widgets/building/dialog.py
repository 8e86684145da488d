"""Base class of dialogs."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from inspector.ui.widgets.building.build import Part, arrange
from inspector.ui.widgets.theme import GAP

_NONE = QDialogButtonBox.StandardButton.NoButton


class Dialog(QDialog):
    """name: object name; least: the size that it has at first where its content needs less."""

    _least = QSize(0, 0)

    def __init__(self, parent: QWidget | None, name: str, title: str, least: QSize = _least) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self._least = least

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(self._least)

    def lay_out(self, *parts: Part, spacing: int | None = GAP) -> QVBoxLayout:
        """Put the parts below each other, with the margins of all dialogs; spacing: None for that of the style."""
        return arrange(QVBoxLayout(self), *parts, spacing=spacing, margins=(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP))

    def button_box(self, standard: QDialogButtonBox.StandardButton = _NONE) -> QDialogButtonBox:
        """The buttons below the dialog, which accept or reject it."""
        buttons = QDialogButtonBox(standard, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons
