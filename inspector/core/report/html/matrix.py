"""Matrices of counts as SVG, coloured by the style sheet of the page."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element

from inspector.core.report.blocks import Matrix
from inspector.core.report.html.elements import LETTER, element, text

_CELL, _MARGIN = 42.0, 92.0
_SHADES = 8
# Names that are wider than a column are turned by so many degrees.
_TURN = 40.0
_GAP = 4.0


def matrix_picture(matrix: Matrix) -> Element:
    """The counts as cells, darker with more rows on a logarithmic scale."""
    size = len(matrix.names)
    highest = max(max(line) for line in matrix.counts)
    cells = [
        part
        for line, counts in enumerate(matrix.counts)
        for column, count in enumerate(counts)
        if count
        for part in _cell(matrix, line, column, count, highest)
    ]
    side = _MARGIN + size * _CELL
    turned = max(map(len, matrix.names)) * LETTER > _CELL - _GAP
    # Turned names reach beyond the last column.
    width = max(560, side + turned * max(map(len, matrix.names)) * LETTER * math.cos(math.radians(_TURN)))
    names = [
        part
        for at, name in enumerate(matrix.names)
        for part in (
            text(name, _MARGIN - 6, _MARGIN + (at + 0.5) * _CELL + 4, "end"),
            _turned(name, at) if turned else text(name, _MARGIN + (at + 0.5) * _CELL, _MARGIN - 6),
        )
    ]
    titles = [
        text(f"→ {matrix.column_title}", _MARGIN, 14, "start", "axis-title"),
        text(f"↓ {matrix.line_title}", _MARGIN, 34, "start", "axis-title"),
    ]
    label = f"{matrix.line_title}, against {matrix.column_title}"
    return element(
        "svg",
        *titles,
        *names,
        *cells,
        viewBox=f"0 0 {width:g} {side + 4:g}",
        class_="matrix",
        style=f"max-width: {width:g}px",
        role="img",
        aria_label=label,
    )


def _turned(name: str, column: int) -> Element:
    """A name that is wider than its column, slanted so that it touches no other."""
    x, y = _MARGIN + (column + 0.5) * _CELL, _MARGIN - 6
    made = text(name, x, y, "start")
    made.set("transform", f"rotate({-_TURN:g} {x:g} {y:g})")
    return made


def _cell(matrix: Matrix, line: int, column: int, count: int, highest: int) -> list[Element]:
    shade = 1 + int((_SHADES - 1) * math.log1p(count) / math.log1p(highest))
    kind = "same" if line == column else "better" if matrix.is_ordered and column < line else "worse"
    x, y = _MARGIN + column * _CELL, _MARGIN + line * _CELL
    tip = f"{matrix.names[line]} → {matrix.names[column]}: {count:,}"
    box = element("rect", element("title", tip), class_=f"{kind} s{shade}", x=x, y=y, width=_CELL - 1, height=_CELL - 1)
    shown = f"{count:,}" if count < 10_000 else f"{count / 1000:,.0f}k"
    return [box, text(shown, x + _CELL / 2, y + _CELL / 2 + 4, kind=f"count s{shade}")]
