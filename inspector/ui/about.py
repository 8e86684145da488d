"""The two windows of the Help menu: every key, and every version."""

from __future__ import annotations

import platform
from importlib.metadata import version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QMessageBox, QVBoxLayout, QWidget

from inspector import __version__
from inspector.ui.actions import Actions
from inspector.ui.theme import GAP, fixed

_IN_PLACE = (
    ("Enter, F2", "Edit the prediction in the table, or the label in the row panel"),
    ("Enter / Esc", "Keep or drop what is typed"),
    ("Alt+Up, Alt+Down", "Move a label of the row panel one rank"),
    ("Delete", "Remove the selected labels of the row panel"),
    ("Tab", "Take the marked completion"),
)


def show_shortcuts(actions: Actions, parent: QWidget) -> None:
    """List every key."""
    rows = [
        (", ".join(key.toString() for key in action.shortcuts()), action.statusTip())
        for action in actions.by_name.values()
        if action.shortcuts()
    ]
    dialog = QDialog(parent)
    dialog.setObjectName("shortcuts")
    dialog.setWindowTitle("Shortcuts")
    grid = QGridLayout()
    grid.setHorizontalSpacing(3 * GAP)
    for line, (keys, hint) in enumerate([*rows, *_IN_PLACE]):
        key = QLabel(keys)
        key.setFont(fixed())
        grid.addWidget(key, line, 0)
        grid.addWidget(QLabel(hint), line, 1)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.addLayout(grid)
    layout.addWidget(buttons)
    dialog.exec()
    dialog.deleteLater()


def show_about(parent: QWidget) -> None:
    """Name the versions, ready to be copied into a report."""
    names = ("PySide6_Essentials", "pyqtgraph", "numpy", "pyarrow", "pandas")
    lines = [f"Submission Inspector {__version__}", "", f"Python {platform.python_version()}"]
    lines += [f"{name} {version(name)}" for name in names]
    box = QMessageBox(parent)
    box.setWindowTitle("About")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.setText("\n".join(lines))
    box.exec()
    box.deleteLater()
