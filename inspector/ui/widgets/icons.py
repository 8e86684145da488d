"""The icon set: line drawings of resources/icons, in the ink of the theme. Knows not what they mean."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap

from inspector import resource
from inspector.ui.widgets.theme import Colours


def icon(name: str, colours: Colours) -> QIcon:
    """The drawing of this name, grey where it is disabled."""
    return QIcon(_Drawing(name, colours))


class _Drawing(QIconEngine):
    """Draws at the size that is asked for, and only when it is: most icons stand in menus that nobody opens."""

    def __init__(self, name: str, colours: Colours) -> None:
        super().__init__()
        self._name, self._colours = name, colours

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        # A library of its own, which the first paint of the window can do without.
        from PySide6.QtSvg import QSvgRenderer

        ink = self._colours.faint if mode == QIcon.Mode.Disabled else self._colours.muted
        drawing = QByteArray(_drawing(self._name).replace("currentColor", ink).encode())
        QSvgRenderer(drawing).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, pixmap.rect(), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        return _Drawing(self._name, self._colours)


@cache
def _drawing(name: str) -> str:
    return resource.path(f"icons/{name}.svg").read_text(encoding="utf-8")
