"""Shades from a background to a colour, each with a text colour that can be read on it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from PySide6.QtGui import QColor

from inspector.ui.widgets.theme.colours import Colours

# Contrast of text, WCAG 2.2 level AA.
READABLE = 4.5
# The part of the colour in the lightest shade; steps in between that are tried.
_LEAST, _TRIED = 0.22, 64


class Shade(NamedTuple):
    """A colour of a cell, and that of the text on it."""

    fill: QColor
    text: QColor


def luminance(colour: QColor) -> float:
    """Relative luminance of sRGB, WCAG 2.2."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    """The contrast of two colours, WCAG 2.2, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@cache
def shades(colours: Colours, name: str) -> tuple[Shade, ...]:
    """Shades from faint to full of one of the colours, over `base`; those on which no text can be read are left out."""
    base, full = QColor(colours.base), QColor(getattr(colours, name))
    found = []
    for step in range(_TRIED):
        fill = _mixed(base, full, _LEAST + (1 - _LEAST) * step / (_TRIED - 1))
        text = max((QColor(colours.text), base), key=lambda ink, fill=fill: contrast(ink, fill))  # type: ignore[misc]
        if contrast(text, fill) >= READABLE:
            found.append(Shade(fill, text))
    return tuple(found)


def _mixed(base: QColor, full: QColor, part: float) -> QColor:
    sides = zip((base.red(), base.green(), base.blue()), (full.red(), full.green(), full.blue()), strict=True)
    return QColor(*(round(low + (high - low) * part) for low, high in sides))
