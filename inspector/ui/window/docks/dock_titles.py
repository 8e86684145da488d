"""Dock titles: a tabbed dock shows its name on the tab only, and the tab's menu floats or closes it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QTabBar, QWidget

from inspector.ui.widgets.building.build import add_tick, named
from inspector.ui.widgets.debounce import Debounce


class DockTitles(QObject):
    """Hides the titles of tabbed docks, and shows them again for docks that stand alone or float."""

    def __init__(self, window: QMainWindow, docks: Iterable[QDockWidget], sharing: Iterable[QDockWidget]) -> None:
        super().__init__(window)
        self._window, self._docks = window, tuple(docks)
        # Docks move and show in groups: one update after the last of them is enough.
        self._later = Debounce(0, self, self.settle)
        for dock in self._docks:
            for signal in (dock.visibilityChanged, dock.topLevelChanged, dock.dockLocationChanged):
                signal.connect(self._later.start)
        for dock in sharing:
            # Set before they are shown: hiding a title later lays out the whole window again.
            _strip(dock, True)

    def settle(self) -> None:
        """Update the title of every visible dock, and the tabs that Qt made for them."""
        for dock in self._docks:
            bare = dock.titleBarWidget() is not None
            beside = () if dock.isFloating() else self._window.tabifiedDockWidgets(dock)
            is_named_by_tab = any(not other.isHidden() for other in beside)
            if not dock.isHidden() and bare != is_named_by_tab:
                _strip(dock, not bare)
        for tabs in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if tabs.contextMenuPolicy() != Qt.ContextMenuPolicy.CustomContextMenu:
                tabs.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
                tabs.setAccessibleName("Panels that share a place")
                tabs.setElideMode(Qt.TextElideMode.ElideNone)  # they scroll: nobody can read `M…`
                tabs.setToolTip("Double click or drag a tab to float its panel; its menu closes it")
                tabs.customContextMenuRequested.connect(lambda at, tabs=tabs: self._open_menu(tabs, at))
                tabs.tabBarDoubleClicked.connect(lambda place, tabs=tabs: self._float(tabs, place))

    def fill_float(self, menu: QMenu) -> None:
        """Add an entry for every dock that floats it or docks it again; it is disabled while that cannot be shown."""
        for dock in self._docks:
            turn = add_tick(menu, f"Float {dock.windowTitle()}", False, lambda floats, dock=dock: _float(dock, floats))
            dock.topLevelChanged.connect(turn.setChecked)
            dock.toggleViewAction().enabledChanged.connect(turn.setEnabled)

    def _dock(self, tabs: QTabBar, place: int) -> QDockWidget | None:
        return next((dock for dock in self._docks if dock.windowTitle() == tabs.tabText(place)), None)

    def _float(self, tabs: QTabBar, place: int) -> None:
        if (dock := self._dock(tabs, place)) is not None:
            _float(dock, True)

    def _open_menu(self, tabs: QTabBar, at: QPoint) -> None:
        if (dock := self._dock(tabs, tabs.tabAt(at))) is None:
            return
        menu = named(QMenu(tabs), "tabMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(f"Float {dock.windowTitle()}", lambda: _float(dock, True))
        menu.addAction(f"Close {dock.windowTitle()}", dock.close)
        menu.popup(tabs.mapToGlobal(at))


def _float(dock: QDockWidget, floats: bool) -> None:
    """Float a dock where it is, or dock it again; behind a tab it is outside of the window, and would float there."""
    dock.show()
    dock.raise_()
    dock.setFloating(floats)
    dock.raise_()


def _strip(dock: QDockWidget, bare: bool) -> None:
    """Replace the dock's title bar by an empty widget, or restore it."""
    before = dock.titleBarWidget()
    dock.setTitleBarWidget(QWidget(dock) if bare else None)  # type: ignore[arg-type]  # the stub forgets that None may be
    if before is not None:
        before.deleteLater()
