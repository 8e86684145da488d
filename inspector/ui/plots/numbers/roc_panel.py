"""The panel of the ROC curve."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.ui.plots.numbers.number_panel import NumberPanel
from inspector.ui.plots.numbers.roc_plot import RocPlot
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme


class RocPanel(NumberPanel):
    """The ROC curve of one number."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, RocPlot, parent)
