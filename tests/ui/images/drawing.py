"""Pictures of one colour."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

RED, BLUE = "#ff0000", "#0000ff"


def draw(path: Path, colour: str = RED, size: QSize = QSize(60, 40)) -> Path:  # noqa: B008
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    assert image.save(str(path)), path
    return path
