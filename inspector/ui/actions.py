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
    Command("paste", "&Paste rows", ("Ctrl+V",), "Paste predictions by id, or for the selected rows in their order"),
)
SELECTED = (
    Command("bulk_put_first", "Put a &label first…", ("Ctrl+B",), "Put the same label at rank 1 of the selected rows"),
    Command("bulk_append", "&Add a label at the end…", (), "Add a label to the selected rows that lack it"),
    Command("bulk_remove", "Re&move a label…", (), "Take a label out of the selected rows"),
    Command("bulk_replace", "&Replace a label…", (), "Exchange a label for another in the selected rows"),
    Command("bulk_truncate", "&Keep only the first labels…", (), "Cut the selected rows off behind a rank"),
    Command("bulk_swap", "&Swap two ranks…", (), "Exchange the labels at two ranks of the selected rows"),
    Command("bulk_truth_first", "Put the tr&uth first…", (), "Put a label that is right first in the selected rows"),
    Command("bulk_unrepeat", "Rem&ove repeats…", (), "Keep each label of the selected rows once, at its best rank"),
    Command("bulk_clear", "Clear the selecte&d rows…", (), "Predict nothing for the selected rows"),
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
        ("Ctrl+Shift+F",),
        "Find the definition that gives a score somebody reported",
    ),
    Command(
        "ask_constant", "&Constant prediction…", ("Ctrl+Shift+K",), "What the same labels in every row would score"
    ),
    Command("show_all", "Show &all rows", ("Ctrl+Shift+A",), "Show every row again"),
)
HELP = (
    Command("show_shortcuts", "&Shortcuts", ("F1", "?"), "Every key of this window", pair=False),
    Command("show_about", "&About", (), "Versions", pair=False),
)


MENUS = {"File": FILE, "Edit": EDIT, "View": VIEW, "Row": (*ROW, *SELECTED), "Analyse": ANALYSE, "Help": HELP}


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
