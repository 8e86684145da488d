"""Every action of the window: its text, its key, its hint. What it does comes from the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from inspector.ui.text import tip


@dataclass(frozen=True)
class Command:
    """One line of a menu. pair: it needs an open pair."""

    name: str
    text: str
    keys: tuple[str, ...]
    hint: str
    pair: bool = True


FILE = (
    Command("open_files", "&Open…", ("Ctrl+O",), "Choose a truth and a submission", pair=False),
    Command("save_as", "Save submission &as…", ("Ctrl+Shift+S",), "Write the submission with your edits to a file"),
    Command(
        "export_rows", "&Export row scores…", ("Ctrl+Alt+S",), "Write id, score, rank, cost and labels of every row"
    ),
    Command("export_picture", "Export &picture…", ("Ctrl+Shift+E",), "Write a picture of this window"),
    Command("copy_command", "Copy as &terminal command", ("Ctrl+Shift+T",), "The command that prints this score"),
    Command("quit", "&Quit", ("Ctrl+Q",), "Close the window", pair=False),
)
EDIT = (
    Command("undo", "&Undo", ("Ctrl+Z",), "Take the last edit back"),
    Command("redo", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Make the edit again"),
    Command("reset_rows", "Reset selected ro&ws", ("Ctrl+R",), "Put the selected rows back to what the file says"),
    Command("reset_all", "Reset &all rows", ("Ctrl+Shift+R",), "Put every row back to what the file says"),
    Command("copy", "&Copy rows", ("Ctrl+C",), "Copy the selected rows for a spreadsheet"),
    Command("copy_with_headers", "Copy rows with &headers", ("Ctrl+Shift+C",), "The same, with the columns' names"),
    Command("find", "&Find…", ("Ctrl+F",), "Find a text among the rows shown"),
    Command("find_next", "Find &next", ("F3",), "Go to the next row that has the text"),
    Command("find_previous", "Find &previous", ("Shift+F3",), "Go to the row before that has the text"),
    Command("focus_filter", "F&ilter…", ("Ctrl+Shift+F", "/"), "Type which rows to show"),
    Command("filter_selection", "Show &only selected rows", ("Ctrl+Shift+O",), "Filter by the rows that are selected"),
    Command("show_all", "Show &every row", ("Ctrl+Shift+A",), "Drop the filter and show every row"),
)
ROW = (
    Command("edit_row", "&Edit the prediction", ("Ctrl+L",), "Put the cursor into the row's labels"),
    Command("put_truth_first", "Put a &truth label first", ("Ctrl+T",), "Put a label that is right at rank 1"),
    Command("clear_row", "&Clear the prediction", ("Ctrl+Backspace",), "Predict nothing for this row"),
    Command("next_row", "&Next row", ("Ctrl+Down",), "Go one row down, wherever the cursor is"),
    Command("previous_row", "&Previous row", ("Ctrl+Up",), "Go one row up, wherever the cursor is"),
)
VIEW = (
    Command("sort_worst", "&Worst first", ("Ctrl+1",), "Sort by score, lowest on top"),
    Command("sort_best", "&Best first", ("Ctrl+2",), "Sort by score, highest on top"),
    Command("sort_as_read", "As in the &file", ("Ctrl+3",), "The order of the truth file"),
    Command("focus_table", "&Go to the table", ("Ctrl+0",), "Put the cursor into the table"),
    Command(
        "log_scale", "&Logarithmic counts", ("Ctrl+Shift+L",), "Show the bars of both plots on a logarithmic scale"
    ),
)
ANALYSE = (
    Command(
        "ask_which",
        "&Which definition?…",
        ("Ctrl+Shift+D",),
        "Find the definition that gives a score somebody reported",
    ),
    Command(
        "ask_constant", "&Constant prediction…", ("Ctrl+Shift+K",), "What the same labels in every row would score"
    ),
    Command(
        "ask_images", "&Images of the queries…", ("Ctrl+Alt+I",), "Choose the folder with the images of the queries"
    ),
)
HELP = (
    Command("show_shortcuts", "&Shortcuts", ("F1", "?"), "Every key of this window", pair=False),
    Command("show_language", "Filter &language", ("Shift+F1",), "What can be typed into the filter", pair=False),
    Command("show_about", "&About", (), "Versions", pair=False),
)


MENUS = {"File": FILE, "Edit": EDIT, "View": VIEW, "Row": ROW, "Analyse": ANALYSE, "Help": HELP}


class Actions:
    """The actions by name, each with what it does."""

    def __init__(self, window: QWidget, deeds: Mapping[str, Callable[[], object]]) -> None:
        self._window, self._deeds = window, deeds
        self.by_name: dict[str, QAction] = {}
        self.commands = {command.name: command for commands in MENUS.values() for command in commands}

    def fill(self, menu: QMenu, commands: tuple[Command, ...]) -> None:
        """Put commands into a menu, in their order."""
        for command in commands:
            menu.addAction(self._make(command))

    def enable(self, open_pair: bool) -> None:
        """Switch off what needs a pair while none is open."""
        for name, action in self.by_name.items():
            action.setEnabled(open_pair or not self.commands[name].pair)

    def _make(self, command: Command) -> QAction:
        action, deed = QAction(command.text, self._window), self._deeds[command.name]
        action.setObjectName(command.name)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        action.setStatusTip(command.hint)
        action.setToolTip(tip(command.hint))
        # A slot that took an argument would be given whether the action is checked.
        action.triggered.connect(lambda: deed())
        self.by_name[command.name] = action
        return action
