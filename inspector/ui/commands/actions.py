"""Commands as Qt actions, and the menus that hold them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.data.kind import LABELS, Kind
from inspector.ui.commands.command import Command, Entry, Menus, Submenu, all_commands
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.icons import icon
from inspector.ui.widgets.theme import Colours


class Actions:
    """The actions and the submenus by name. run: is called with the command of a triggered action."""

    def __init__(self, window: QWidget, menus: Menus[Any], run: Callable[[Command[Any]], object]) -> None:
        self._window, self._run = window, run
        self.entries = menus
        self.by_name: dict[str, QAction] = {}
        self.submenus: dict[str, QMenu] = {}
        self.commands = {command.name: command for entries in menus.values() for command in all_commands(entries)}
        self._icons: list[tuple[QAction, str]] = []
        self._colours: Colours | None = None
        self._kind: Kind | None = None

    def fill(self, menu: QMenu, entries: tuple[Entry[Any], ...]) -> None:
        """Add entries to a menu."""
        for entry in entries:
            if isinstance(entry, Command):
                menu.addAction(self._make(entry))
            elif isinstance(entry, Submenu):
                self.submenus[entry.name] = inner = QMenu(entry.title, self._window)
                self.fill(inner, entry.entries)
                self._icons.append((menu.addMenu(inner), entry.icon))
            else:
                menu.addSeparator()

    def colour(self, colours: Colours) -> None:
        """Draw every icon in the text colour of a theme."""
        if colours is not self._colours:
            self._colours = colours
            for action, name in self._icons:
                action.setIcon(icon(name, colours))

    def enable(self, open_pair: bool, kind: Kind | None = None) -> None:
        """Disable what needs an open pair while none is open; kind: that of its predictions, which hides all others."""
        self._kind = kind
        for name, action in self.by_name.items():
            command = self.commands[name]
            self._name(action, command, kind)
            self._set_keys(action, command)
            action.setVisible(not self._is_of_others(command))
            action.setEnabled((open_pair or not command.needs_pair) and not self._is_of_others(command))

    def _set_keys(self, action: QAction, command: Command[Any]) -> None:
        """Give an action its keys, unless it is about other predictions, where the same keys may do something else."""
        keys = () if self._is_of_others(command) else command.keys
        action.setShortcuts([QKeySequence(key) for key in keys])

    @staticmethod
    def _name(action: QAction, command: Command[Any], kind: Kind | None) -> None:
        """Give an action the words that it has for a kind of predictions."""
        if command.named:
            words = {of: (text, hint) for of, text, hint in command.named}
            text, hint = words.get(kind, (command.text, command.hint)) if kind else (command.text, command.hint)
            action.setText(text)
            action.setStatusTip(hint)
            action.setToolTip(tip(hint))

    def _is_of_others(self, command: Command[Any]) -> bool:
        """Whether a command is about another kind of predictions; without a pair those of labels are listed."""
        listed = self._kind or LABELS
        return command.kind is not None and command.kind is not listed

    def why_not(self, action: QAction) -> str:
        """Why an action is disabled; empty when it is enabled."""
        if action.isEnabled():
            return ""
        command = self.commands.get(action.objectName())
        if command is None:
            return Command.why
        if command.kind is not None and self._is_of_others(command):
            return f"Only for predictions that are {command.kind.words}"
        return command.why if self.by_name["save_as"].isEnabled() else "Open a pair first"

    def _make(self, command: Command[Any]) -> QAction:
        action = QAction(command.text, self._window)
        action.setObjectName(command.name)
        self._set_keys(action, command)
        action.setStatusTip(command.hint)
        action.setToolTip(tip(command.hint))
        # A slot with a parameter would receive `checked`.
        action.triggered.connect(lambda: self._run(command))
        self.by_name[command.name] = action
        self._icons.append((action, command.icon))
        return action
