"""The question before what was typed in a dialog is given up."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QMessageBox


def may_discard(dialog: QDialog, unkept: str) -> bool:
    """Whether the user gives up what a dialog holds; unkept: a sentence on what that is."""
    buttons = QMessageBox.StandardButton
    question = QMessageBox(dialog)
    question.setIcon(QMessageBox.Icon.Warning)
    question.setWindowTitle(dialog.windowTitle())
    question.setText(unkept)
    question.setStandardButtons(buttons.Discard | buttons.Cancel)
    question.setDefaultButton(buttons.Cancel)
    answer = question.exec()
    question.deleteLater()
    return answer == buttons.Discard
