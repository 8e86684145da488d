"""GAP, coverage and precision over the number of kept predictions; a click or a drag moves the cut."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.ladder.cuts import Cuts
from inspector.ui.plots.axes import CountAxis, ShareAxis
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.export import rows_csv
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme

_MOST, _TOP = 1_000, 1.02
# The curves: their colours, and pens that tell them apart without colours.
CURVES = {
    "gap": ("now", Qt.PenStyle.SolidLine),
    "coverage": ("muted", Qt.PenStyle.DotLine),
    "precision": ("hit", Qt.PenStyle.DashLine),
}


class CutPlot(BrushCanvas):
    """cut_asked: about how many predictions to keep."""

    cut_asked = Signal(float)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._cuts: Cuts | None = None
        self._at = 0
        super().__init__(signals, theme, "cutPlot", "kept", (ShareAxis("left"), CountAxis("bottom")), parent)
        self.setAccessibleName("GAP, coverage and precision over the kept predictions")
        self.setAccessibleDescription("Nothing is counted yet")
        self._curves = {name: self.plot([], []) for name in CURVES}
        self._line = pg.InfiniteLine(0.0)
        self.addItem(self._line, ignoreBounds=True)
        self.colour()

    def show_cuts(self, cuts: Cuts | None, at: int) -> None:
        """Show curves, and the cut at an entry of them."""
        self._cuts, self._at = cuts, at
        self.refresh()

    def draw(self) -> None:
        """Draw the three curves and the cut."""
        cuts = self._cuts
        has_any = cuts is not None and len(cuts) > 0
        self._line.setVisible(has_any)
        if cuts is None or not has_any:
            for curve in self._curves.values():
                curve.setData([], [])
            self.show_message("" if cuts is None else "There is no prediction with a confidence")
            return
        self.show_message("")
        some = cuts.sampled(_MOST)
        for name, curve in self._curves.items():
            curve.setData(cuts.kept[some].astype(np.float64), getattr(cuts, name)[some])
        self._line.setValue(float(cuts.kept[self._at]))
        self.setAccessibleDescription(f"{int(cuts.kept[self._at]):,} of {int(cuts.kept[0]):,} predictions are kept")
        self.setRange(xRange=(0, int(cuts.kept[0])), yRange=(0, _TOP), padding=0)

    def colour(self) -> None:
        super().colour()
        self._reserve(self.fontMetrics().horizontalAdvance("0.8"))
        for name, (colour, style) in CURVES.items():
            self._curves[name].setPen(self.thick_pen(getattr(self._theme.colours, colour), style))
        self._line.setPen(pg.mkPen(self._theme.colours.text, width=1))
        self.refresh()

    def brush(self, low: float, high: float, add: bool) -> None:
        """Cut where a drag ended on the right."""
        self.cut_asked.emit(high)

    def click(self, x: float, y: float, add: bool) -> None:
        """Cut at a place."""
        self.cut_asked.emit(x)

    def figures(self) -> bytes:
        cuts, head = self._cuts, ("kept", "confidence", *CURVES)
        if cuts is None:
            return rows_csv(head, ())
        some = cuts.sampled(_MOST)
        return rows_csv(head, zip(*(getattr(cuts, name)[some].tolist() for name in head), strict=True))
