"""Looking for pictures in a folder, as tasks that can be dropped between two files. Knows no widget and no pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize

from inspector.core.rows.media import find
from inspector.core.task import Progress, Task
from inspector.ui.images.picture import Picture, PictureCache

_EXAMPLES = 3


@dataclass(frozen=True)
class Sought:
    """A label with the rows that are examples of it: their ids and what their pictures are called."""

    title: str
    rows: tuple[tuple[str, str], ...]


def found_picture(cache: PictureCache, base: Path | None, name: str, box: QSize) -> Task[Picture | None]:
    """The picture that a row names, below the folder; None where there is none."""
    yield Progress(0.0, "Looking for the picture")
    path = find(base, name) if base is not None else None
    return cache.load(path, box) if path is not None else None


def found_examples(
    cache: PictureCache, base: Path | None, sought: Sequence[Sought], box: QSize
) -> Task[list[tuple[str, list[tuple[str, Picture]]]]]:
    """For each label its title and a few pictures with the ids of their rows; one without a picture is left out."""
    found = []
    for one in sought:
        pictures: list[tuple[str, Picture]] = []
        for id_, name in one.rows:
            yield Progress(0.0, "Looking for examples")
            path = find(base, name) if base is not None else None
            picture = cache.load(path, box) if path is not None else None
            if picture is not None and picture.image is not None and len(pictures) < _EXAMPLES:
                pictures.append((id_, picture))
            if len(pictures) == _EXAMPLES:
                break
        if pictures:
            found.append((one.title, pictures))
    return found
