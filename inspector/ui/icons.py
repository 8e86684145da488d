"""The icon set: line drawings of resources/icons, in the ink of the theme. Knows not what they mean."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from inspector import resource
from inspector.ui.theme import Colours

_SIZES = (16, 20, 24, 32, 48, 64)


def icon(name: str, colours: Colours) -> QIcon:
    """The drawing of this name, grey where it is disabled. Raises FileNotFoundError for a name without a drawing."""
    made = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, colours.muted), (QIcon.Mode.Disabled, colours.faint)):
        renderer = QSvgRenderer(QByteArray(_drawing(name).replace("currentColor", ink).encode()))
        for size in _SIZES:
            made.addPixmap(_drawn(renderer, size), mode)
    return made


def _drawn(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


@cache
def _drawing(name: str) -> str:
    return resource.path(f"icons/{name}.svg").read_text(encoding="utf-8")
