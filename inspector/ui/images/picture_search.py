"""Tasks that search a folder for pictures; they can be cancelled between two files."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize

from inspector.core.rows.media import find
from inspector.core.task import Progress, Task
from inspector.ui.images.picture import FULL_SIZE, Picture, PictureCache, decode

_EXAMPLES = 3
# Seconds until those thumbnails that are there are shown, while others are read.
_PATIENCE = 0.1


@dataclass(frozen=True)
class ExampleRequest:
    """A title, and example rows as (id, picture name) pairs."""

    title: str
    rows: tuple[tuple[str, str], ...]


def find_picture(cache: PictureCache, base: Path | None, name: str, box: QSize) -> Task[Picture | None]:
    """Return the picture of a name below the folder `base`, None if there is none."""
    yield Progress(0.0, "Searching for the picture")
    return _read(base, name, lambda path: cache.load(path, box))


def find_full(base: Path | None, name: str) -> Task[Picture | None]:
    """Return the picture of a name at its full size, as far as that is bounded; it is not kept in a cache."""
    yield Progress(0.0, "Reading the picture")
    return _read(base, name, lambda path: decode(path, FULL_SIZE))


def find_thumbnails(
    cache: PictureCache, base: Path | None, names: Sequence[tuple[int, str]], box: QSize
) -> Task[dict[int, Picture | None]]:
    """Return the pictures of rows, each given with the name of its picture, for a fraction of a second's work."""
    found: dict[int, Picture | None] = {}
    end = time.monotonic() + _PATIENCE
    for row, name in names:
        yield Progress(0.0, "Searching for the pictures")
        found[row] = _read(base, name, lambda path: cache.load(path, box))
        if time.monotonic() > end:
            break
    return found


def find_examples(
    cache: PictureCache, base: Path | None, requests: Sequence[ExampleRequest], box: QSize
) -> Task[list[tuple[str, list[tuple[str, Picture]]]]]:
    """Return a title and (row id, picture) pairs per label; labels without a picture are left out."""
    found = []
    for request in requests:
        pictures: list[tuple[str, Picture]] = []
        for id_, name in request.rows:
            yield Progress(0.0, "Searching for examples")
            picture = _read(base, name, lambda path: cache.load(path, box))
            if picture is not None and picture.image is not None and len(pictures) < _EXAMPLES:
                pictures.append((id_, picture))
            if len(pictures) == _EXAMPLES:
                break
        if pictures:
            found.append((request.title, pictures))
    return found


def _read(base: Path | None, name: str, read: Callable[[Path], Picture]) -> Picture | None:
    """Read the picture of a name below a folder, None if there is none."""
    path = find(base, name) if base is not None else None
    return read(path) if path is not None else None
