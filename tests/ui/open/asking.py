"""A user in the open dialog: what is entered and chosen in it, and what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLineEdit, QListWidget, QTableWidget, QWidget
from ui.user import find, text

from inspector.ui.open.open_dialog import OpenDialog


class Asking:
    """Runs steps in each open dialog instead of its event loop, each after the preview is up to date."""

    def __init__(self, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.qtbot = qtbot
        self.steps: list = []
        monkeypatch.setattr(OpenDialog, "exec", lambda dialog: self.run(dialog))

    def run(self, dialog: OpenDialog) -> QDialog.DialogCode:
        dialog.show()
        for step in self.steps:
            self.settle(dialog)
            step(dialog)
        self.settle(dialog)
        dialog.hide()
        return QDialog.DialogCode.Accepted if opens(dialog) else QDialog.DialogCode.Rejected

    def settle(self, dialog: OpenDialog) -> None:
        """Wait until the preview is up to date."""
        timers = dialog.findChildren(QTimer)
        self.qtbot.waitUntil(lambda: not any(map(QTimer.isActive, timers)) and "…" not in match(dialog))


def match(dialog: QWidget) -> str:
    return text(dialog, "idMatch")


def opens(dialog: QWidget) -> bool:
    return find(dialog, QDialogButtonBox, "").button(QDialogButtonBox.StandardButton.Open).isEnabled()


def fill(truth: Path | str, submission: Path | str):
    def step(dialog: OpenDialog) -> None:
        find(dialog, QLineEdit, "truthPath").setText(str(truth))
        find(dialog, QLineEdit, "submissionPath").setText(str(submission))

    return step


def choose(name: str, data: str):
    def step(dialog: OpenDialog) -> None:
        box = find(dialog, QComboBox, name)
        box.setCurrentIndex(box.findData(data))
        box.activated.emit(box.currentIndex())

    return step


def tick(name: str):
    def step(dialog: OpenDialog) -> None:
        fixes = find(dialog, QListWidget, "fixList")
        items = [fixes.item(line) for line in range(fixes.count())]
        item = next(item for item in items if item.data(Qt.ItemDataRole.UserRole) == name)
        item.setCheckState(Qt.CheckState.Checked)

    return step


def rows(dialog: QWidget, side: str) -> list[tuple[str, str]]:
    table = find(dialog, QTableWidget, f"{side}Rows")
    return [(table.item(line, 0).text(), table.item(line, 1).text()) for line in range(table.rowCount())]
