"""Docks whose panels are made when they are first seen: most lie behind tabs, and few of them are looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from inspector.ui.widgets.tables.table_actions import TableActions

Panel = TypeVar("Panel", bound=QWidget)


class LateDock(QDockWidget):
    """Makes its panel when it comes to the front, or when it is asked for.

    make: what makes the panel, called once; made: the panel, as soon as it is in the dock.
    """

    made = Signal(QWidget)

    def __init__(self, name: str, title: str, make: Callable[[], QWidget], window: QMainWindow) -> None:
        super().__init__(title, window)
        self.setObjectName(name)
        self._make = make
        # One that floats outside of every screen is not visible to Qt, but can be brought back.
        for signal in (self.visibilityChanged, self.topLevelChanged):
            signal.connect(self._follow)

    @property
    def panel(self) -> QWidget:
        """The panel, which is made now if it is not there yet."""
        if not self.is_made:
            panel = self._make()
            self.setWidget(panel)
            self.made.emit(panel)
        return self.widget()

    @property
    def is_made(self) -> bool:
        """Whether the panel is there."""
        return self.widget() is not None

    def _follow(self, is_seen: bool) -> None:
        if is_seen:
            _ = self.panel


class LateDocks:
    """Docks by object name."""

    def __init__(self) -> None:
        self.by_name: dict[str, LateDock] = {}

    def panel(self, name: str, kind: type[Panel]) -> Panel:
        """The panel of a dock, which is made if it is not there yet."""
        panel = self.by_name[name].panel
        assert isinstance(panel, kind)  # noqa: S101
        return panel

    @property
    def made(self) -> list[QWidget]:
        """The panels that there are."""
        return [dock.panel for dock in self.by_name.values() if dock.is_made]

    def listen(self, **slots: Callable[..., object]) -> None:
        """Connect each signal of this name, such as `filter_asked`, of all panels and tables, now or once made."""

        def connect(panel: QWidget) -> None:
            for part in (panel, *panel.findChildren(TableActions)):
                for name, slot in slots.items():
                    if hasattr(part, name):
                        getattr(part, name).connect(slot)

        for dock in self.by_name.values():
            dock.made.connect(connect)
            if dock.is_made:
                connect(dock.panel)
