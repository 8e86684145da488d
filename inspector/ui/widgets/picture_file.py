"""Pictures as bytes of a file, so that the core writes them like every other file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QPixmap

from inspector.core.errors import InputError


def picture_bytes(picture: QPixmap, path: Path) -> bytes:
    """A picture in the format of a path's ending. Raises InputError for an ending that no format has."""
    content = QByteArray()
    buffer = QBuffer(content)
    kind = path.suffix.removeprefix(".")
    if not kind or not picture.save(buffer, kind):
        raise InputError("the picture cannot be written", path, expected="a name that ends in .png or .jpg")
    return bytes(content.data())
