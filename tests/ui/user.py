"""A hand and an eye at the window: keys and clicks go in by the door a user's go in by, and texts come out as shown."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QLabel, QLineEdit, QMenu, QTableView, QWidget

from inspector.ui.widgets.visibility import is_visible
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
    """The part of the window with an object name."""
    part = window.findChild(kind, name)
    assert part is not None, f"there is no {kind.__name__} named {name}"
    return part


def text(window: QWidget, name: str) -> str:
    """What a label says."""
    return find(window, QLabel, name).text()


def press(window: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Bare) -> None:
    """Press a key: the window system's event, which finds the shortcut, the popup or the widget with the cursor."""
    handle = window.window().windowHandle()
    QTest.keyClick(handle, key, modifiers)
    _let_go(window, modifiers)


def write(window: QWidget, words: str) -> None:
    """Type a text where the cursor is."""
    handle = window.window().windowHandle()
    for sign in words:
        # Qt ends the process over a sign for which it knows no key.
        if sign.isascii() and sign.isprintable():
            QTest.keyClick(handle, ord(sign))
        else:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QCoreApplication.sendEvent(handle, QKeyEvent(kind, 0, Bare, sign))


def overwrite(edit: QLineEdit, words: str) -> None:
    """Put the cursor into a line and type over what it holds."""
    edit.setFocus()
    edit.selectAll()
    press(edit, Key.Key_Delete)
    write(edit, words)


def action(window: MainWindow, name: str) -> QAction:
    """The action of the menus with a name."""
    found = window.findChild(QAction, name)
    assert found is not None, f"there is no action named {name}"
    return found


def section(view: QTableView, title: str) -> int:
    """The column with a title."""
    titles = [view.model().headerData(place, Qt.Orientation.Horizontal) for place in range(view.model().columnCount())]
    return titles.index(title)


def shown(view: QTableView, title: str, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[object]:
    """A column from top to bottom."""
    model, column = view.model(), section(view, title)
    return [model.index(pos, column).data(role) for pos in range(model.rowCount())]


def click_header(view: QTableView, title: str, modifiers: Qt.KeyboardModifier = Bare) -> None:
    """Click the title of a column."""
    header = view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(section(view, title)) + 20, header.height() // 2)
    QTest.mouseClick(header.viewport(), Left, modifiers, place)
    _let_go(view, modifiers)


def click_row(view: QTableView, pos: int, title: str, modifiers: Qt.KeyboardModifier = Bare) -> None:
    """Click a cell."""
    index = view.model().index(pos, section(view, title))
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Left, modifiers, view.visualRect(index).center())
    _let_go(view, modifiers)


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
    """Every entry of every menu, the menus inside menus included."""

    def inside(menu: QMenu) -> list[QAction]:
        menu.aboutToShow.emit()
        found = []
        for entry in menu.actions():
            found += inside(entry.menu()) if entry.menu() else [] if entry.isSeparator() else [entry]
        return found

    return [entry for top in window.menuBar().actions() for entry in inside(top.menu())]


def bring(part: Part, dock: QDockWidget) -> Part:
    """Bring a dock in front of those that share its place, until its part has been painted there."""
    dock.raise_()
    while not is_visible(part):
        QCoreApplication.processEvents()
    part.repaint()
    return part


def _let_go(window: QWidget, modifiers: Qt.KeyboardModifier) -> None:
    """Qt goes on believing in a modifier until it has seen its key released."""
    if modifiers:
        QTest.keyRelease(window.window().windowHandle(), Key.Key_Control, Bare)
