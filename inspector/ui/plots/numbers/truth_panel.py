"""The panel of truth against prediction."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.ui.plots.numbers.number_panel import NumberPanel
from inspector.ui.plots.numbers.truth_plot import TruthPlot
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme


class TruthPanel(NumberPanel):
    """Truth against prediction of one number."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, TruthPlot, parent)
