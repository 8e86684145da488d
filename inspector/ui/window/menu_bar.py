"""The menu bar: all commands, and the submenus that list recent pairs, samples, plots, panels and themes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMainWindow

from inspector.core.samples import SAMPLES
from inspector.ui.commands.actions import Actions
from inspector.ui.settings import RecentPair, Settings, words_apart
from inspector.ui.widgets.building.build import add_tick
from inspector.ui.widgets.formatting import menu
from inspector.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from inspector.ui.score.interval_readout import IntervalReadout
    from inspector.ui.table.row_table import RowTable
    from inspector.ui.window.docks.docks import Docks, Picture


class MenuBar(QObject):
    """Fills the menu bar, and signals the choice of a recent pair or a sample."""

    recent_asked = Signal(RecentPair)
    sample_asked = Signal(str)

    def __init__(self, window: QMainWindow, actions: Actions, theme: Theme, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._theme, self._settings = window, theme, settings
        for title, entries in actions.entries.items():
            actions.fill(window.menuBar().addMenu(f"&{title}"), entries)
        self._inner = actions.submenus
        self._turn_interval = actions.by_name["turn_interval"]
        self._fill_samples()
        self._fill_themes()
        self._inner["recent"].aboutToShow.connect(self._fill_recent)

    def add_parts(self, docks: Docks, table: RowTable, interval: IntervalReadout) -> None:
        """Add the entries for plots, panels, columns and the interval, which exist with the workbench."""
        self._inner["plots"].aboutToShow.connect(lambda: self._fill_plots(docks))
        for dock in docks.by_name.values():
            self._inner["panels"].addAction(turn := dock.toggleViewAction())
            turn.triggered.connect(lambda shown, dock=dock: shown and dock.raise_())
        docks.titles.fill_float(self._inner["panels"].addMenu("&Float"))
        self._inner["columns"].aboutToShow.connect(lambda: table.column_choice.fill(self._inner["columns"]))
        self._inner["interval_groups"].aboutToShow.connect(lambda: interval.fill(self._inner["interval_groups"]))
        self._turn_interval.setCheckable(True)
        self._tick_interval(interval)
        interval.turned.connect(lambda: self._tick_interval(interval))

    def _tick_interval(self, interval: IntervalReadout) -> None:
        self._turn_interval.setChecked(interval.is_on)

    def _add(self, name: str, text: str, run: Callable[[], object], most: int = 60) -> QAction:
        return self._inner[name].addAction(menu(text, most), run)

    def _fill_samples(self) -> None:
        for sample in SAMPLES.values():
            action = self._add("samples", sample.title, partial(self.sample_asked.emit, sample.name))
            action.setStatusTip(f"{sample.story} · demo {sample.name}")
            action.setData(sample.name)

    def _fill_recent(self) -> None:
        self._inner["recent"].clear()
        pairs = self._settings.own
        for pair, words in zip(pairs, words_apart(pairs), strict=True):
            action = self._add("recent", words, partial(self.recent_asked.emit, pair), most=100)
            action.setStatusTip(f"In {pair.submission.parent}")

    def _fill_plots(self, docks: Docks) -> None:
        self._inner["plots"].clear()
        for dock, picture in docks.pictures:
            self._add("plots", f"Plot: {dock.windowTitle()}…", partial(_save, picture))
            self._add("plots", f"Copy plot: {dock.windowTitle()}", partial(_copy, picture))

    def _fill_themes(self) -> None:
        themes, group = self._inner["themes"], QActionGroup(self._window)
        for choice in ("system", "light", "dark"):
            is_on, choose = choice == self._theme.choice, partial(self._choose_theme, choice)
            group.addAction(add_tick(themes, choice.capitalize(), is_on, choose))

    def _choose_theme(self, choice: str) -> None:
        self._theme.choose(choice)
        self._settings.theme = choice


def _save(picture: Callable[[], Picture]) -> None:
    picture().save()


def _copy(picture: Callable[[], Picture]) -> None:
    picture().copy()
