"""The question before what was typed in a dialog is given up."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog

from inspector.ui.widgets.input.question import Button, ask


def may_discard(dialog: QDialog, unkept: str) -> bool:
    """Whether the user gives up what a dialog holds; unkept: a sentence on what that is."""
    return ask(dialog, dialog.windowTitle(), unkept) == Button.Discard
