"""The menu bar: every action, the recent pairs, the samples, what is shown, and the theme."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu

from inspector.core.samples import SAMPLES
from inspector.ui import actions
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.text import menu
from inspector.ui.theme import Theme


class Menus(QObject):
    """Fills a window's menu bar, and tells what was chosen where that is no plain action."""

    recent_chosen = Signal(RecentPair)
    sample_chosen = Signal(str)

    def __init__(
        self,
        window: QMainWindow,
        known: actions.Actions,
        theme: Theme,
        settings: Settings,
        docks: Sequence[QDockWidget],
    ) -> None:
        super().__init__(window)
        self._window, self._theme, self._settings = window, theme, settings
        menus = {title: window.menuBar().addMenu(f"&{title}") for title in actions.MENUS}
        for title, commands in actions.MENUS.items():
            known.fill(menus[title], commands)
        self._recent = self._menu("Open &recent")
        self._recent.aboutToShow.connect(self._list_recent)
        after_open = menus["File"].actions()[1]
        menus["File"].insertMenu(after_open, self._recent)
        menus["File"].insertMenu(after_open, self._samples())
        menus["File"].insertSeparator(after_open)
        menus["Row"].insertSection(known.by_name[actions.SELECTED[0].name], "Selected rows")
        menus["View"].addSeparator()
        for dock in docks:
            menus["View"].addAction(dock.toggleViewAction())
        menus["View"].addMenu(self._themes())

    def _menu(self, title: str) -> QMenu:
        return QMenu(title, self._window)

    def _samples(self) -> QMenu:
        samples = self._menu("Open sa&mple")
        for sample in SAMPLES.values():
            action = samples.addAction(menu(sample.title))
            action.triggered.connect(lambda _=False, name=sample.name: self.sample_chosen.emit(name))
        return samples

    def _list_recent(self) -> None:
        self._recent.clear()
        for pair in self._settings.recent:
            action = self._recent.addAction(menu(f"{pair.submission.name} against {pair.truth.name} · {pair.metric}"))
            action.triggered.connect(lambda _=False, pair=pair: self.recent_chosen.emit(pair))

    def _themes(self) -> QMenu:
        themes, group = self._menu("&Theme"), QActionGroup(self._window)
        for choice in ("system", "light", "dark"):
            action = themes.addAction(choice.capitalize())
            action.setCheckable(True)
            action.setChecked(choice == self._theme.choice)
            action.triggered.connect(lambda _=False, choice=choice: self._choose_theme(choice))
            group.addAction(action)
        return themes

    def _choose_theme(self, choice: str) -> None:
        self._theme.choose(choice)
        self._settings.theme = choice
