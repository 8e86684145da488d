"""What was refused or given up while changes were made, told once they are all made."""

from __future__ import annotations

from PySide6.QtCore import SignalInstance

from inspector.core.errors import InputError


class Unreported:
    """Collects errors and words, and tells them together: a single error by `failed`, all else by `given_up`."""

    def __init__(self, failed: SignalInstance, given_up: SignalInstance) -> None:
        self._failed, self._given_up = failed, given_up
        self._found: list[InputError | str] = []

    def add(self, what: InputError | str) -> None:
        """Add something to be told."""
        self._found.append(what)

    def tell(self) -> None:
        """Tell all that was added since, each thing once."""
        found, self._found = [*{str(each): each for each in self._found}.values()], []
        if len(found) == 1 and isinstance(found[0], InputError):
            self._failed.emit(found[0])
        elif found:
            self._given_up.emit(" ".join(map(str, found)))
