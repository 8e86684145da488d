"""A question before something is lost: what it is about as plain text, and one of a few buttons as the answer."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget
from shiboken6 import isValid

Button = QMessageBox.StandardButton


def ask(
    parent: QWidget,
    title: str,
    text: str,
    further: str = "",
    *,
    buttons: Button = Button.Discard | Button.Cancel,
    default: Button = Button.Cancel,
    label: tuple[Button, str] | None = None,
) -> Button:
    """The button that the user takes, the default one if the parent goes meanwhile.

    further: in smaller letters; label: the text of a button in place of its own.
    """
    question = QMessageBox(parent)
    question.setTextFormat(Qt.TextFormat.PlainText)
    question.setText(text)
    question.setStandardButtons(buttons)
    question.setIcon(QMessageBox.Icon.Warning)
    question.setWindowTitle(title)
    question.setInformativeText(further)
    question.setDefaultButton(default)
    if label is not None:
        question.button(label[0]).setText(label[1])
    answer = Button(question.exec())
    if not isValid(question):  # the pair that it was about was closed meanwhile, and its dialogs with it
        return default
    question.deleteLater()
    return answer
