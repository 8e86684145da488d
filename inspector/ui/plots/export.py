"""A plot as SVG, or its numbers as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

from inspector.core.arrays.types import Ints
from inspector.core.evaluation.summary import Bars


def svg(plot: QGraphicsView) -> bytes:
    """A plot as SVG."""
    content = QByteArray()
    buffer = QBuffer(content)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setSize(plot.size())
    drawing.setViewBox(plot.rect())
    painter = QPainter(drawing)
    plot.render(painter)
    painter.end()
    return bytes(content.data())


def rows_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Rows as CSV, with a header."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue().encode()


def counts_csv(axis: str, bars: Bars, shown: Ints | None) -> bytes:
    """The bars as CSV: name, rows and, unless `shown` is None, the rows shown; int64 (bars,)."""
    columns = [bars.names, bars.counts.tolist(), *([] if shown is None else [shown.tolist()])]
    return rows_csv((axis, "rows", "shown")[: len(columns)], zip(*columns, strict=True))
