"""Reads pictures: decoded no larger than displayed, cached, with an error text if unreadable.

The files come from others. Their kind is known by their first bytes before Qt sees them, and Qt never guesses: a
drawing such as SVG can refer to other files, and to itself without an end.
"""

from __future__ import annotations

import os
import stat
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

# The first bytes of each kind, after those that differ from file to file.
_KINDS = (
    ("jpeg", 0, b"\xff\xd8\xff"),
    ("png", 0, b"\x89PNG\r\n\x1a\n"),
    ("webp", 8, b"WEBP"),
    ("gif", 0, b"GIF8"),
    ("bmp", 0, b"BM"),
    ("tiff", 0, b"II*\0"),
    ("tiff", 0, b"MM\0*"),
)
_MOST_MEGABYTES = 256
# A progressive JPEG is decoded whole, with six bytes a pixel, once for each scan; cameras and sites write up to 20.
_MOST_JPEG_PIXELS, _MOST_SCANS, _SCAN = 100_000_000, 200, b"\xff\xda"
# What decoded pictures may take: those that were shown lately, and one at its full size.
_MOST_KEPT_BYTES = 96 << 20
FULL_SIZE = QSize(6_000, 6_000)
_STEP, _LEAST_BYTES = 64, 1_000


@dataclass(frozen=True, eq=False)
class Picture:
    """An image, or an error text if there is none."""

    image: QImage | None
    error: str = ""

    @property
    def bytes(self) -> int:
        """What it takes in memory; a little also without an image."""
        return _LEAST_BYTES + (self.image.sizeInBytes() if self.image is not None else 0)


class PictureCache:
    """A thread-safe cache of the most recently used pictures, as many as fit a number of bytes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Path, int, int, int], Picture] = OrderedDict()
        self._bytes = 0
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
            if key not in self._kept:
                self._bytes += picture.bytes
            self._kept[key] = picture
            while self._bytes > _MOST_KEPT_BYTES:
                self._bytes -= self._kept.popitem(last=False)[1].bytes
        return picture


def decode(path: Path, box: QSize) -> Picture:
    """Read a file, rotated upright and scaled down while reading to fit a box in pixels."""
    try:
        content = _content(path)
    except OSError as error:
        return Picture(None, f"{path.name} cannot be read: {error.strerror or error}")
    kind = next((kind for kind, at, first in _KINDS if content.startswith(first, at)), None)
    if kind is None:
        return Picture(None, f"{path.name} is not a picture in a supported format")
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    reader = QImageReader(buffer, QByteArray(kind.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    if excess := _excess(kind, size, content):
        return Picture(None, f"{path.name} is too large: {excess}")
    is_rotated = bool(reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90)
    bounds = box.transposed() if is_rotated else box
    if size.isValid() and (size.width() > bounds.width() or size.height() > bounds.height()):
        reader.setScaledSize(size.scaled(bounds, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        return Picture(None, f"{path.name} is broken: {reader.errorString()}")
    return Picture(image)


def _content(path: Path) -> bytes:
    """The bytes of a regular file. Raises OSError for others, which might never end, and for one that is too large."""
    # Without waiting: a pipe may have no writer.
    with os.fdopen(
        os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb"
    ) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError("it is no file")
        content = file.read((_MOST_MEGABYTES << 20) + 1)
    if len(content) > _MOST_MEGABYTES << 20:
        raise OSError(f"it has more than {_MOST_MEGABYTES} MB")
    return content


def _excess(kind: str, size: QSize, content: bytes) -> str:
    """What of a picture would need too much memory or time, although its file is small; empty if nothing does."""
    pixels, most = size.width() * size.height(), (_MOST_MEGABYTES << 20) // 4
    if pixels > (_MOST_JPEG_PIXELS if kind == "jpeg" else most):
        return f"{size.width():,} × {size.height():,} pixels"
    scans = content.count(_SCAN) if kind == "jpeg" else 0
    return f"{scans:,} scans" if scans > _MOST_SCANS else ""


def box_of(size: QSize, ratio: float) -> QSize:
    """The size in pixels of a widget, rounded up so that a slightly larger widget needs no new picture."""

    def round_up(length: int) -> int:
        return max(_STEP, -(-int(length * ratio) // _STEP) * _STEP)

    return QSize(round_up(size.width()), round_up(size.height()))
