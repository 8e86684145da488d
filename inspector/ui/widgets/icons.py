"""Icons from resources/icons, in the colours of the theme."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap

from inspector import resource
from inspector.ui.widgets.theme import Colours


def icon(name: str, colours: Colours) -> QIcon:
    """The icon of this name; its disabled mode is grey."""
    return QIcon(_SvgEngine(name, colours))


class _SvgEngine(QIconEngine):
    """Renders the SVG on demand, at the requested size: most icons are in menus that are never opened."""

    def __init__(self, name: str, colours: Colours) -> None:
        super().__init__()
        self._name, self._colours = name, colours

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        # Imported late: the first paint of the window does not need QtSvg.
        from PySide6.QtSvg import QSvgRenderer

        colour = self._colours.outline if mode == QIcon.Mode.Disabled else self._colours.muted
        svg = QByteArray(_svg(self._name).replace("currentColor", colour).encode())
        QSvgRenderer(svg).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, pixmap.rect(), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        return _SvgEngine(self._name, self._colours)


@cache
def _svg(name: str) -> str:
    return resource.path(f"icons/{name}.svg").read_text(encoding="utf-8")
