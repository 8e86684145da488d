"""The manual: its tasks in a list that can be searched, and the one that is read."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from inspector import manual
from inspector.manual import Task
from inspector.ui.manual.page_view import PageView
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.theme import GAP

_SIZE = QSize(1000, 700)


class ManualWindow(Dialog):
    """Stays beside the main window, so that a reader can follow the steps. page: what is read."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "manual", "Manual")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._search = self._make_search()
        self._list = named(QListWidget(self), "manualTasks", "Tasks of the manual")
        self._list.setWordWrap(True)
        self.page = PageView(self)
        for task in manual.tasks():
            item = QListWidgetItem(task.title, self._list)
            item.setData(Qt.ItemDataRole.UserRole, task)
        self._list.currentItemChanged.connect(self._show)
        self.page.linked.connect(self.go_to)
        self._lay_out()
        self._list.setCurrentRow(0)
        self.resize(_SIZE.boundedTo(self.screen().availableSize()))

    def go_to(self, name: str) -> None:
        """Show the task of this name."""
        for item in self._items():
            if item.data(Qt.ItemDataRole.UserRole).name == name:
                self._list.setCurrentItem(item)

    def _items(self) -> list[QListWidgetItem]:
        return [self._list.item(row) for row in range(self._list.count())]

    def _make_search(self) -> QLineEdit:
        search = named(QLineEdit(self), "manualSearch", "Search the manual")
        search.setPlaceholderText("Search")
        search.setClearButtonEnabled(True)
        search.textChanged.connect(self._find)
        return search

    def _lay_out(self) -> None:
        side = QWidget(self)
        arrange(QVBoxLayout(side), self._search, self._list)
        both = QSplitter(self)
        both.addWidget(side)
        both.addWidget(self.page)
        both.setStretchFactor(1, 1)
        both.setSizes([_SIZE.width() // 4, _SIZE.width() * 3 // 4])
        arrange(QVBoxLayout(self), both, margins=(GAP, GAP, GAP, GAP))

    def _find(self, typed: str) -> None:
        """List the tasks that hold a text, and show the first of them at its first place."""
        for item in self._items():
            item.setHidden(not item.data(Qt.ItemDataRole.UserRole).holds(typed))
        found = [item for item in self._items() if not item.isHidden()]
        current = self._list.currentItem()
        if found and (current is None or current.isHidden()):
            self._list.setCurrentItem(found[0])
        elif current is not None:
            self._show(current)

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            task: Task = item.data(Qt.ItemDataRole.UserRole)
            self.page.show_task(task, self._search.text().strip())
