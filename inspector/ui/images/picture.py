"""Pictures from files: decoded no larger than they are shown, kept for a while, and refused in words."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

# Formats that hold pixels and nothing else: a drawing could name other files.
_FORMATS = {b"jpeg", b"jpg", b"png", b"webp", b"gif", b"bmp", b"tiff", b"tif"}
_MOST_MEGABYTES = 256
_KEPT = 64
_STEP = 64


@dataclass(frozen=True, eq=False)
class Picture:
    """An image, or why there is none."""

    image: QImage | None
    fault: str = ""


class PictureCache:
    """The pictures that were asked for last; may be asked from any thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Path, int, int, int], Picture] = OrderedDict()
        self._lock = threading.Lock()
        QImageReader.setAllocationLimit(_MOST_MEGABYTES)

    def __len__(self) -> int:
        return len(self._kept)

    def load(self, path: Path, box: QSize) -> Picture:
        """The picture of a file, to fit into a box of pixels; a changed file is read again."""
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
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return picture


def decode(path: Path, box: QSize) -> Picture:
    """Read a file, upright, scaled down while it is read so that it fits into a box of pixels."""
    reader = QImageReader(str(path))
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    kind, size = bytes(reader.format().data()), reader.size()
    if kind not in _FORMATS:
        return Picture(None, f"{path.name} is no picture that can be shown")
    turned = bool(reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90)
    bounds = box.transposed() if turned else box
    if size.isValid() and (size.width() > bounds.width() or size.height() > bounds.height()):
        if kind not in (b"jpeg", b"jpg") and size.width() * size.height() * 4 > _MOST_MEGABYTES << 20:
            return Picture(None, f"{path.name} is too large: {size.width():,} × {size.height():,} pixels")
        reader.setScaledSize(size.scaled(bounds, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        return Picture(None, f"{path.name} is broken: {reader.errorString()}")
    return Picture(image)


def box_of(size: QSize, ratio: float) -> QSize:
    """The pixels of a place on the screen, rounded up so that a place that grows a little needs no new picture."""

    def up(length: int) -> int:
        return max(_STEP, -(-int(length * ratio) // _STEP) * _STEP)

    return QSize(up(size.width()), up(size.height()))
