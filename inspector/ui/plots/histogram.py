"""A histogram in a dock: bars, a mark for the current row, a log switch, and ways to take it along."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QToolTip, QWidget

from inspector.core.summary import Bars
from inspector.ui.plots.axes import CountAxis, height
from inspector.ui.text import tip
from inspector.ui.theme import GAP, GRID, Theme

_SMALLEST_MARK = 0.025


class Histogram(pg.PlotWidget):
    """Shows Bars. A subclass says where the bars come from and which of them holds the current row."""

    failed = Signal(Exception)

    def __init__(self, theme: Theme, name: str, axis: str, parent: QWidget | None = None) -> None:
        self._counts = CountAxis()
        super().__init__(parent, axisItems={"left": self._counts})
        self.setObjectName(name)
        self._theme = theme
        self._axis_name = axis
        self._bars: Bars | None = None
        self._current: int | None = None
        self._item = pg.BarGraphItem(x=[0], height=[0], width=1)
        self._mark = pg.BarGraphItem(x=[0], height=[0], width=1)
        self.addItem(self._item)
        self.addItem(self._mark)
        self._quiet()
        theme.changed.connect(self._colour)
        self.scene().sigMouseMoved.connect(self._hover)
        self._colour()

    def show_bars(self, bars: Bars, current: int | None) -> None:
        """Draw these bars; `current` is the bar that the current row is in, or None."""
        self._bars, self._current = bars, current
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
        menu.addAction("Copy picture", lambda: QGuiApplication.clipboard().setPixmap(self.grab()))
        menu.addAction("Save as…", self._save)
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

    def _save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, "Save the plot", "", "Picture (*.png);;Drawing (*.svg);;Counts (*.csv)"
        )
        if name:
            try:
                self.export(Path(name))
            except OSError as error:
                self.failed.emit(error)

    def _quiet(self) -> None:
        """No panning, no zooming, no menu of the library's: bars keep their place."""
        self.setMenuEnabled(False)
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setFrameShape(self.Shape.NoFrame)
        self.setMinimumSize(160, 52)
        self.plotItem.getViewBox().setDefaultPadding(0.0)
        self.plotItem.setContentsMargins(GAP, GAP, 2 * GAP, 0)
        bottom = self.getAxis("bottom")
        bottom.setLabel(self._axis_name)
        bottom.enableAutoSIPrefix(False)
        for axis in (bottom, self._counts):
            axis.setStyle(tickLength=GRID, hideOverlappingLabels=False)

    def _colour(self) -> None:
        colours = self._theme.colours
        self.setBackground(colours.base)
        for side in ("bottom", "left"):
            axis = self.getAxis(side)
            axis.setPen(pg.mkPen(colours.line))
            axis.setTextPen(pg.mkPen(colours.muted))
            axis.setTickFont(self.font())
        self.getAxis("bottom").label.setDefaultTextColor(QColor(colours.muted))
        self._item.setOpts(brush=colours.bar, pen=pg.mkPen(colours.base))
        self._mark.setOpts(brush=colours.now, pen=None)

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
        self.getAxis("bottom").setTicks([self.ticks(self._bars)])
        # The axis is as wide as its longest number; left to itself it would find out one paint too late.
        longest = self.fontMetrics().horizontalAdvance(f"{int(self._bars.counts.max(initial=0)):,}")
        self._counts.setWidth(longest + GRID + GAP)
        self.setAccessibleDescription(
            "; ".join(
                f"{name}: {count:,}" for name, count in zip(self._bars.names, self._bars.counts.tolist(), strict=True)
            )
        )

    def ticks(self, bars: Bars) -> list[tuple[float, str]]:
        """Where the bottom axis has a mark, and what it says."""
        raise NotImplementedError

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

    def wheelEvent(self, event: object) -> None:
        """Scrolling over a plot scrolls nothing."""
        event.ignore()  # type: ignore[attr-defined]
