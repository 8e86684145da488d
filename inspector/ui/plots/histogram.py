"""A histogram in a dock: bars, a mark for the current row, a log switch, and ways to take it along."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QToolTip, QWidget

from inspector.core.summary import Bars
from inspector.ui.bridge import Bridge
from inspector.ui.plots.axes import CountAxis, height
from inspector.ui.plots.canvas import Canvas
from inspector.ui.text import tip
from inspector.ui.theme import GAP, GRID, Theme

_SMALLEST_MARK = 0.025


Ticks: TypeAlias = list[tuple[float, str]]


class Histogram(Canvas):
    """Shows Bars. A subclass says where they come from, which one holds the current row, and how they are named."""

    failed = Signal(Exception)

    def __init__(self, bridge: Bridge, theme: Theme, name: str, axis: str, parent: QWidget | None = None) -> None:
        self._counts = CountAxis()
        super().__init__(bridge, theme, name, axis, self._counts, parent)
        self._axis_name = axis
        self._bars: Bars | None = None
        self._current: int | None = None
        self._ticks: Ticks = []
        self._item = pg.BarGraphItem(x=[0], height=[0], width=1)
        self._mark = pg.BarGraphItem(x=[0], height=[0], width=1)
        self.addItem(self._item)
        self.addItem(self._mark)
        self.scene().sigMouseMoved.connect(self._hover)
        self.colour()

    def show_bars(self, bars: Bars, current: int | None, ticks: Ticks) -> None:
        """Draw these bars; current: the bar that the current row is in, or None; ticks: marks of the bottom axis."""
        self._bars, self._current, self._ticks = bars, current, ticks
        self._draw()

    @property
    def is_log(self) -> bool:
        """Whether heights are logarithms."""
        return self._counts.log

    def set_log(self, log: bool) -> None:
        """Heights as counts, or as their logarithms."""
        self._counts.log = log
        self._draw()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        log = menu.addAction("Logarithmic counts")
        log.setCheckable(True)
        log.setChecked(self._counts.log)
        log.toggled.connect(self.set_log)
        menu.addSeparator()
        menu.addAction("Copy picture", self.copy)
        menu.addAction("Save as…", self.save)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def export(self, path: Path) -> None:
        """Write the plot: .svg and .csv as such, anything else as a picture. Raises OSError when that fails."""
        if path.suffix == ".csv" and self._bars is not None:
            lines = [
                f'"{name}",{count}' for name, count in zip(self._bars.names, self._bars.counts.tolist(), strict=True)
            ]
            path.write_text("\n".join([f'"{self._axis_name}",rows', *lines]) + "\n", encoding="utf-8")
        elif path.suffix == ".svg":
            drawing = QSvgGenerator()
            drawing.setFileName(str(path))
            drawing.setSize(self.size())
            drawing.setViewBox(self.rect())
            painter = QPainter()
            if not painter.begin(drawing):
                raise OSError(f"the drawing cannot be written to {path}")
            self.render(painter)
            painter.end()
        elif not self.grab().save(str(path)):
            raise OSError(f"the picture cannot be written to {path}")

    def copy(self) -> None:
        """Put a picture of the plot on the clipboard."""
        QGuiApplication.clipboard().setPixmap(self.grab())

    def save(self) -> None:
        """Ask for a name, and write the plot there as a picture, a drawing or a table of counts."""
        name, _ = QFileDialog.getSaveFileName(
            self, "Save the plot", "", "Picture (*.png);;Drawing (*.svg);;Counts (*.csv)"
        )
        if name:
            try:
                self.export(Path(name))
            except OSError as error:
                self.failed.emit(error)

    def colour(self) -> None:
        super().colour()
        self._item.setOpts(brush=self._theme.colours.bar, pen=pg.mkPen(self._theme.colours.base))
        self._mark.setOpts(brush=self._theme.colours.now, pen=None)
        self._draw()

    def _draw(self) -> None:
        if self._bars is None:
            return
        edges = self._bars.edges
        heights = [height(count, self._counts.log) for count in self._bars.counts.tolist()]
        middle, width = (edges[:-1] + edges[1:]) / 2, np.diff(edges) * 0.9
        self._item.setOpts(x=middle, height=heights, width=width)
        at = slice(0, 0) if self._current is None else slice(self._current, self._current + 1)
        # However few rows the marked bar has, it has to be seen.
        least = _SMALLEST_MARK * max(heights, default=0.0)
        self._mark.setOpts(x=middle[at], height=[max(least, value) for value in heights[at]], width=width[at])
        self.setRange(xRange=(edges[0], edges[-1]), yRange=(0, max(heights) * 1.08 or 1.0), padding=0)
        self.getAxis("bottom").setTicks([self._ticks])
        # The axis is as wide as its longest number; left to itself it would find out one paint too late.
        longest = self.fontMetrics().horizontalAdvance(f"{int(self._bars.counts.max(initial=0)):,}")
        self._counts.setWidth(longest + GRID + GAP)
        self.setAccessibleDescription(
            "; ".join(
                f"{name}: {count:,}" for name, count in zip(self._bars.names, self._bars.counts.tolist(), strict=True)
            )
        )

    def _hover(self, place: QPointF) -> None:
        if self._bars is None or not self.plotItem.getViewBox().sceneBoundingRect().contains(place):
            QToolTip.hideText()
            return
        at = self.plotItem.getViewBox().mapSceneToView(place).x()
        bar = int(np.searchsorted(self._bars.edges, at, side="right")) - 1
        if 0 <= bar < len(self._bars.counts):
            count, total = int(self._bars.counts[bar]), max(1, int(self._bars.counts.sum()))
            text = f"{self._bars.names[bar]}: {count:,} rows ({count / total:.1%})"
            QToolTip.showText(self.mapToGlobal(self.mapFromScene(place)), tip(text), self)

    def sizeHint(self) -> object:
        return self.minimumSize() * 2

    def keyPressEvent(self, event: object) -> None:
        """The keys belong to the window, not to pyqtgraph's scene."""
        event.ignore()  # type: ignore[attr-defined]

    def mouseDoubleClickEvent(self, event: object) -> None:
        """Nothing to zoom back from."""
