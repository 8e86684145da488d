"""The bars between menu and table, which the user can neither move nor close."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMainWindow, QSizePolicy, QToolBar, QWidget

from inspector.ui.widgets.building.build import named


def top_bar(name: str, title: str, content: QWidget, window: QMainWindow) -> QToolBar:
    """A bar with one widget, added beside those that there are.

    The contents change with every edit, and the window is not laid out anew each time.
    """
    bar = named(QToolBar(title, window), name)
    bar.setMovable(False)
    bar.toggleViewAction().setEnabled(False)
    bar.addWidget(_LayoutBoundary(content, bar))
    window.addToolBar(bar)
    return bar


class _LayoutBoundary(QWidget):
    """As wide as it can be, and as high as its content. Qt is told of no change but of one of these: of the least width
    and of the height.
    """

    def __init__(self, content: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._content = content
        content.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._told = self._needs

    def sizeHint(self) -> QSize:
        return self._content.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._content.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._content.resize(self.size())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self._needs != self._told:
            self._told = self._needs
            self.updateGeometry()
        return super().event(event)

    @property
    def _needs(self) -> tuple[int, int, int]:
        least = self.minimumSizeHint()
        return least.width(), least.height(), self.sizeHint().height()
