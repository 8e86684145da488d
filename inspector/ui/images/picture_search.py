"""Tasks that search a folder for pictures; they can be cancelled between two files."""

from __future__ import annotations

import time
from collections.abc import Sequence
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
    path = find(base, name) if base is not None else None
    return cache.load(path, box) if path is not None else None


def find_full(base: Path | None, name: str) -> Task[Picture | None]:
    """Return the picture of a name at its full size, as far as that is bounded; it is not kept in a cache."""
    yield Progress(0.0, "Reading the picture")
    path = find(base, name) if base is not None else None
    return decode(path, FULL_SIZE) if path is not None else None


def find_thumbnails(
    cache: PictureCache, base: Path | None, names: Sequence[tuple[int, str]], box: QSize
) -> Task[dict[int, Picture | None]]:
    """Return the pictures of rows, each given with the name of its picture, for a fraction of a second's work."""
    found: dict[int, Picture | None] = {}
    end = time.monotonic() + _PATIENCE
    for row, name in names:
        yield Progress(0.0, "Searching for the pictures")
        path = find(base, name) if base is not None else None
        found[row] = cache.load(path, box) if path is not None else None
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
            path = find(base, name) if base is not None else None
            picture = cache.load(path, box) if path is not None else None
            if picture is not None and picture.image is not None and len(pictures) < _EXAMPLES:
                pictures.append((id_, picture))
            if len(pictures) == _EXAMPLES:
                break
        if pictures:
            found.append((request.title, pictures))
    return found
