"""The picture of a cloud: the more rows in a cell, the darker; those that the filter hides in grey behind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from inspector.core.arrays.types import Floats, Ints
from inspector.ui.widgets.theme import Colours

# What even a single row has of the full colour; the rest grows with the logarithm of the number of rows.
_LEAST = 0.45
# From this level on, the colour of the bars turns into that of the text.
_FULL, _DEEP = 0.6, 0.55


def shades(every: Ints, shown: Ints, colours: Colours) -> NDArray[np.uint8]:
    """uint8 (side, side, 4): red, green, blue and opacity of cells with so many rows, int64 (side, side) each."""
    picture = np.zeros((*every.shape, 4))
    base, line, outline, bar, text = (
        _rgb(name) for name in (colours.base, colours.line, colours.outline, colours.bar, colours.text)
    )
    most = int(every.max(initial=0))
    hidden, front = (every > 0) & (shown == 0), shown > 0
    picture[hidden, :3] = _mixed(line, outline, _levels(every[hidden], most) * _DEEP)
    levels = _levels(shown[front], most)
    filled = _mixed(base, bar, np.minimum(1.0, _LEAST + (1 - _LEAST) * levels / _FULL))
    deep = np.clip((levels - _FULL) / (1 - _FULL), 0.0, 1.0) * _DEEP
    picture[front, :3] = filled + (text - filled) * deep[:, None]
    picture[hidden | front, 3] = 255
    return np.rint(picture).astype(np.uint8)


def _rgb(name: str) -> Floats:
    colour = QColor(name)
    return np.array([colour.red(), colour.green(), colour.blue()], np.float64)


def _levels(counts: Ints, most: int) -> Floats:
    levels: Floats = np.log1p(counts) / np.log1p(max(1, most))
    return levels


def _mixed(one: Floats, other: Floats, parts: Floats) -> Floats:
    return one + (other - one) * parts[:, None]
