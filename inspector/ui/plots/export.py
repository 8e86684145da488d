"""A plot as a picture, as SVG, or its numbers as CSV, in a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QRect
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from inspector.core.arrays.types import Ints
from inspector.core.document.inspection import Inspection
from inspector.core.evaluation.summary import Bars
from inspector.core.files.io.target import Inputs, Target
from inspector.core.files.io.write import write
from inspector.core.task import drain
from inspector.ui.widgets.input.new_file import ask_new_file
from inspector.ui.widgets.picture_file import picture_bytes


def svg(rect: QRect, draw: Callable[[QPainter], object]) -> bytes:
    """What `draw` paints within a rectangle, as SVG."""
    content = QByteArray()
    buffer = QBuffer(content)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setSize(rect.size())
    drawing.setViewBox(rect)
    painter = QPainter(drawing)
    draw(painter)
    painter.end()
    return bytes(content.data())


@dataclass(frozen=True)
class Exported:
    """A plot in each form in which it can be written: as a picture, as a drawing, and its figures as CSV."""

    picture: Callable[[], QPixmap]
    drawing: Callable[[], bytes]
    figures: Callable[[], bytes]

    def write(self, path: Path, inputs: Inputs) -> None:
        """Write .svg, .csv or, for other suffixes, a picture. Raises InputError if that fails, or for an input."""
        target = Target(path=path, inputs=inputs, overwrite=True)
        match path.suffix:
            case ".csv":
                content = self.figures()
            case ".svg":
                content = self.drawing()
            case _:
                content = picture_bytes(self.picture(), path)
        drain(write(target, [content]))

    def save(self, inspection: Inspection, parent: QWidget) -> None:
        """Ask for a path, and write there. Raises InputError."""
        kinds = "Picture (*.png);;Drawing (*.svg);;Figures (*.csv)"
        path = ask_new_file(parent, "Save the plot", "", kinds, inspection.replaces)
        if path is not None:
            self.write(path, inspection.inputs)


def rows_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Rows as CSV, with a header."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue().encode()


def counts_csv(axis: str, bars: Bars, shown: Ints | None) -> bytes:
    """The bars as CSV: name, rows and, unless `shown` is None, the rows shown; int64 (bars,)."""
    columns = [bars.names, bars.counts.tolist(), *([] if shown is None else [shown.tolist()])]
    return rows_csv((axis, "rows", "shown")[: len(columns)], zip(*columns, strict=True))
