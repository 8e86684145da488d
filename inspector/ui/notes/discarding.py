"""The question before what was typed in a dialog is given up."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from inspector.ui.widgets.input.question import Button, ask


def ask_before_leaving(dialog: QDialog, unkept: str, keep: str = "&Keep") -> None:
    """Accept or reject a dialog, or stay in it, as the user says; unkept: a sentence on what would be given up."""
    buttons = Button.Save | Button.Discard | Button.Cancel
    answer = ask(dialog, dialog.windowTitle(), unkept, buttons=buttons, default=Button.Save, label=(Button.Save, keep))
    if not isValid(dialog):  # the pair that it was about was closed meanwhile
        return
    if answer == Button.Save:
        dialog.accept()
    elif answer == Button.Discard:
        dialog.done(QDialog.DialogCode.Rejected)
