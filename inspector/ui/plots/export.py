"""Writes a plot as SVG, or its numbers as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

from inspector.core.arrays.types import Ints
from inspector.core.evaluation.summary import Bars


def draw_svg(path: Path, plot: QGraphicsView) -> None:
    """Write a plot as SVG. Raises OSError if that fails."""
    drawing = QSvgGenerator()
    drawing.setFileName(str(path))
    drawing.setSize(plot.size())
    drawing.setViewBox(plot.rect())
    painter = QPainter()
    if not painter.begin(drawing):
        raise OSError(f"the drawing cannot be written to {path}")
    plot.render(painter)
    painter.end()


def write_rows(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows as CSV, with a header."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def write_counts(path: Path, axis: str, bars: Bars, shown: Ints | None) -> None:
    """Write the bars as CSV: name, rows and, unless `shown` is None, the rows shown; int64 (bars,)."""
    header = f'"{axis}",rows' + (",shown" if shown is not None else "")
    lines = [f'"{name}",{count}' for name, count in zip(bars.names, bars.counts.tolist(), strict=True)]
    if shown is not None:
        lines = [f"{line},{count}" for line, count in zip(lines, shown.tolist(), strict=True)]
    path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
