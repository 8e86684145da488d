"""Reads pictures: decoded no larger than displayed, cached, with an error text if unreadable."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

# Raster formats only: a vector drawing could refer to other files.
_FORMATS = {b"jpeg", b"jpg", b"png", b"webp", b"gif", b"bmp", b"tiff", b"tif"}
_MOST_MEGABYTES = 256
_MOST_KEPT = 64
_STEP = 64


@dataclass(frozen=True, eq=False)
class Picture:
    """An image, or an error text if there is none."""

    image: QImage | None
    error: str = ""


class PictureCache:
    """A thread-safe cache of the most recently used pictures."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Path, int, int, int], Picture] = OrderedDict()
        self._lock = threading.Lock()
        QImageReader.setAllocationLimit(_MOST_MEGABYTES)

    def __len__(self) -> int:
        return len(self._kept)

    def load(self, path: Path, box: QSize) -> Picture:
        """Return the picture of a file, scaled to fit a box in pixels; a changed file is read again."""
        try:
            key = (path, path.stat().st_mtime_ns, box.width(), box.height())
        except OSError as error:
            return Picture(None, f"{path.name} cannot be read: {error.strerror}")
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        picture = decode(path, box)
        with self._lock:
            self._kept[key] = picture
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return picture


def decode(path: Path, box: QSize) -> Picture:
    """Read a file, rotated upright and scaled down while reading to fit a box in pixels."""
    reader = QImageReader(str(path))
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    kind, size = bytes(reader.format().data()), reader.size()
    if kind not in _FORMATS:
        return Picture(None, f"{path.name} is not a picture in a supported format")
    is_rotated = bool(reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90)
    bounds = box.transposed() if is_rotated else box
    if size.isValid() and (size.width() > bounds.width() or size.height() > bounds.height()):
        if kind not in (b"jpeg", b"jpg") and size.width() * size.height() * 4 > _MOST_MEGABYTES << 20:
            return Picture(None, f"{path.name} is too large: {size.width():,} × {size.height():,} pixels")
        reader.setScaledSize(size.scaled(bounds, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        return Picture(None, f"{path.name} is broken: {reader.errorString()}")
    return Picture(image)


def box_of(size: QSize, ratio: float) -> QSize:
    """The size in pixels of a widget, rounded up so that a slightly larger widget needs no new picture."""

    def round_up(length: int) -> int:
        return max(_STEP, -(-int(length * ratio) // _STEP) * _STEP)

    return QSize(round_up(size.width()), round_up(size.height()))
