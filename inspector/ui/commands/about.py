"""The dialogs of the Help menu: shortcuts and versions."""

from __future__ import annotations

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from inspector.ui import log_file
from inspector.ui.commands.actions import Actions
from inspector.ui.commands.command import all_commands
from inspector.ui.commands.shortcuts import Line, ShortcutSheet
from inspector.ui.widgets.formatting import plain
from inspector.version import versions

_IN_PLACE = (
    Line("In the table", "Enter, F2", "Edit", "Edit the prediction of the current row"),
    Line("In the table", "Click, Ctrl+Click", "Sort", "On a column's title: sort by it, or by it as well"),
    Line("While typing", "Enter / Esc", "Keep or drop", "Keep or drop what is typed"),
    Line("While typing", "Tab", "Complete", "Take the marked completion"),
    Line("In the row panel", "Alt+Up, Alt+Down", "Move a label", "Move the label one rank"),
    Line("In the row panel", "Enter, F2", "Edit a label", "Type over the label"),
    Line("In the row panel", "Delete", "Remove labels", "Remove the selected labels"),
    Line("In Submissions", "Enter", "Open", "Open the submission of the line"),
    Line("In Submissions", "Space", "Compare with", "Compare the open submission with the one of the line"),
    Line("In Submissions", "F2", "Rename", "Give the submission another name"),
    Line("In Submissions", "Delete", "Remove", "Take the submission out of the list"),
    Line("On stage", "Space", "Reveal, then go on", "Show the score of the step, then the next step"),
)


def lines(actions: Actions) -> list[Line]:
    """Every shortcut, first those of the menus."""
    found = [
        Line(title, ", ".join(key.toString() for key in action.shortcuts()), plain(command.text), command.hint)
        for title, entries in actions.entries.items()
        for command in all_commands(entries)
        if (action := actions.by_name[command.name]).shortcuts()
    ]
    return [*found, *_IN_PLACE]


def show_shortcuts(actions: Actions, parent: QWidget) -> None:
    """Show the shortcut sheet."""
    sheet = ShortcutSheet(lines(actions), parent)
    sheet.exec()
    sheet.deleteLater()


def about_text() -> str:
    """The versions that an error report should name, one per line, and where the log is."""
    return "\n".join([*versions(), f"Qt {qVersion()} ({QGuiApplication.platformName()})", f"Log: {log_file.path()}"])


def show_about(parent: QWidget) -> None:
    """Show the versions, with a button that copies them."""
    box = QMessageBox(parent)
    box.setWindowTitle("About")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    box.setText(about_text())
    copy = box.addButton("Copy", QMessageBox.ButtonRole.ActionRole)
    box.addButton(QMessageBox.StandardButton.Close)
    box.exec()
    if box.clickedButton() is copy:
        QGuiApplication.clipboard().setText(about_text())
    box.deleteLater()
