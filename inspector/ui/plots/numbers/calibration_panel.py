"""The panel of reliability of probabilities."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.ui.plots.numbers.calibration_plot import CalibrationPlot
from inspector.ui.plots.numbers.number_panel import NumberPanel
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme


class CalibrationPanel(NumberPanel):
    """The reliability of probabilities of one number."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, CalibrationPlot, parent)
