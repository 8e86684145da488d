"""Actions of a user in tests of the window: key presses and clicks as window system events, and visible texts."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMenu,
    QTableView,
    QWidget,
)

from inspector.ui.widgets.visibility import is_visible
from inspector.ui.window.docks.late_dock import LateDock
from inspector.ui.window.main_window import MainWindow

Key, Modifier, Left = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton
Control, Shift, Alt, Bare = (
    Modifier.ControlModifier,
    Modifier.ShiftModifier,
    Modifier.AltModifier,
    Modifier.NoModifier,
)
Part = TypeVar("Part", bound=QWidget)


def find(window: QWidget, kind: type[Part], name: str) -> Part:
    """The widget with an object name; its panel is made if nobody has looked at it yet."""
    part = window.findChild(kind, name)
    if part is None and isinstance(window, MainWindow):
        part = _find_late(window, kind, name)
    assert part is not None, f"there is no {kind.__name__} named {name}"
    return part


_dock_of: dict[str, str] = {}


def _find_late(window: MainWindow, kind: type[Part], name: str) -> Part | None:
    """The widget in a panel that is made now: first the one that held it in a window of an earlier test."""
    docks = [dock for dock in window.findChildren(LateDock) if not dock.is_made]
    for dock in sorted(docks, key=lambda dock: dock.objectName() != _dock_of.get(name)):
        _ = dock.panel
        if part := window.findChild(kind, name):
            _dock_of[name] = dock.objectName()
            return part
    return None


def make_panels(window: MainWindow) -> list[QWidget]:
    """All panels of a window, those included that nobody has looked at yet."""
    return [dock.panel for dock in window.findChildren(LateDock)]


def text(window: QWidget, name: str) -> str:
    """The text of a label."""
    return find(window, QLabel, name).text()


def press(window: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Bare) -> None:
    """Press a key as a window system event, which reaches shortcuts, popups and the focused widget."""
    handle = window.window().windowHandle()
    QTest.keyClick(handle, key, modifiers)
    _release(window, modifiers)


def write(window: QWidget, words: str) -> None:
    """Type a text at the cursor."""
    handle = window.window().windowHandle()
    for char in words:
        # QTest aborts the process for a character without a key.
        if char.isascii() and char.isprintable():
            QTest.keyClick(handle, ord(char))
        else:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QCoreApplication.sendEvent(handle, QKeyEvent(kind, 0, Bare, char))


def overwrite(edit: QLineEdit, words: str) -> None:
    """Focus a line edit and replace its text by typing."""
    edit.setFocus()
    edit.selectAll()
    press(edit, Key.Key_Delete)
    write(edit, words)


def action(window: MainWindow, name: str) -> QAction:
    """The menu action with a name."""
    found = window.findChild(QAction, name)
    assert found is not None, f"there is no action named {name}"
    return found


def section(view: QTableView, title: str) -> int:
    """The column with a title."""
    titles = [
        view.model().headerData(column, Qt.Orientation.Horizontal) for column in range(view.model().columnCount())
    ]
    return titles.index(title)


def shown(view: QTableView, title: str, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[object]:
    """The shown values of a column from top to bottom."""
    model, column = view.model(), section(view, title)
    return [model.index(pos, column).data(role) for pos in range(model.rowCount())]


def click_header(view: QTableView, title: str, modifiers: Qt.KeyboardModifier = Bare) -> None:
    """Click the title of a column."""
    header = view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(section(view, title)) + 20, header.height() // 2)
    QTest.mouseClick(header.viewport(), Left, modifiers, place)
    _release(view, modifiers)


def click_row(view: QTableView, pos: int, title: str, modifiers: Qt.KeyboardModifier = Bare) -> None:
    """Click a cell."""
    index = view.model().index(pos, section(view, title))
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Left, modifiers, view.visualRect(index).center())
    _release(view, modifiers)


def go_to(window: QWidget, id_: str) -> QTableView:
    """Make the row with an id the current one, and return the table."""
    table = find(window, QTableView, "rowTable")
    pos = shown(table, "id").index(id_)
    table.selectionModel().setCurrentIndex(
        table.model().index(pos, 0),
        QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows,
    )
    return table


def menu_actions(window: MainWindow) -> list[QAction]:
    """Every entry of every menu, submenus included."""

    def inside(menu: QMenu) -> list[QAction]:
        menu.aboutToShow.emit()
        found = []
        for entry in menu.actions():
            found += inside(entry.menu()) if entry.menu() else [] if entry.isSeparator() else [entry]
        return found

    return [entry for top in window.menuBar().actions() for entry in inside(top.menu())]


def bring(part: Part, dock: QDockWidget) -> Part:
    """Raise a tabbed dock, and wait until its widget is visible and painted."""
    dock.raise_()
    deadline = QDeadlineTimer(5000)
    while not is_visible(part):
        assert not deadline.hasExpired(), f"{dock.objectName()} does not come to the front"
        QCoreApplication.processEvents()
    part.repaint()
    return part


def popup() -> QAbstractItemView | None:
    """The list of suggestions, None while it is closed."""
    shown = QApplication.activePopupWidget()
    return shown if isinstance(shown, QAbstractItemView) else None


def offered() -> list[str]:
    """The suggestions, best first."""
    view = popup()
    return [] if view is None else [view.model().index(line, 0).data() for line in range(view.model().rowCount())]


def _release(window: QWidget, modifiers: Qt.KeyboardModifier) -> None:
    """Release a modifier, which Qt otherwise assumes to be still pressed."""
    if modifiers:
        QTest.keyRelease(window.window().windowHandle(), Key.Key_Control, Bare)
