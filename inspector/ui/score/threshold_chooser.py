"""The threshold of a metric of sets: a slider and its number, scored live while the slider is dragged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSlider, QWidget

from inspector.core.data.table import Table
from inspector.core.evaluation.evaluation import Evaluation
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import GAP, GRID

_STEPS = 1000


@dataclass(frozen=True)
class _Range:
    """The thresholds that make a difference: 0 to 1, or the confidences of a file that has others."""

    low: float = 0.0
    high: float = 1.0

    @classmethod
    def of(cls, table: Table) -> _Range:
        weights = table.predictions.weights
        finite = np.empty(0) if weights is None else weights[np.isfinite(weights)]
        if not len(finite) or (finite.min() >= 0 and finite.max() <= 1):
            return cls()
        return cls(float(finite.min()), float(finite.max()))

    def value(self, step: int) -> float:
        """The threshold at a step of the slider."""
        return float(f"{self.low + (self.high - self.low) * step / _STEPS:.4g}")

    def step(self, value: float) -> int:
        """The step of the slider nearest to a threshold."""
        return round(_STEPS * (value - self.low) / (self.high - self.low)) if self.high > self.low else 0


class ThresholdChooser(QWidget):
    """Emits `asked` with a threshold; the next one only once that is scored, so that a drag shows scores on its way."""

    asked = Signal(float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.applies = False
        self._range, self._table = _Range(), Table.empty()
        self._wanted: float | None = None
        self._is_scoring = False
        self._slider, self._number = self._make_slider(), self._make_number()
        arrange(QHBoxLayout(self), self._slider, self._number, spacing=GAP)

    def show_threshold(self, evaluation: Evaluation) -> None:
        """Show the threshold of the metric; if another was chosen meanwhile, ask for it."""
        metric, table = evaluation.metric, evaluation.table
        self.applies = "threshold" in metric.parameters() and table.predictions.weights is not None
        if table is not self._table:
            self._table, self._range, self._wanted = table, _Range.of(table), None
        self._is_scoring = False
        value = getattr(metric, "threshold", None)
        if self._wanted is not None and self._wanted != value and self.applies:
            self._is_scoring = True
            # Only when the queue is done with the change that is reported here.
            QTimer.singleShot(0, self, self._ask_for_wanted)
            return
        self._wanted = None
        self._show(self._range.low if value is None else value)
        said = f" Assumed: {evaluation.assumption}." if evaluation.assumption else ""
        self.setToolTip(tip(f"Labels of at least this confidence count as predicted.{said}"))

    def show_slider(self, shown: bool) -> None:
        """Show the slider beside the number, or the number alone."""
        self._slider.setVisible(shown)

    def _show(self, value: float) -> None:
        for widget in (self._slider, self._number):
            widget.blockSignals(True)
        self._number.setRange(min(value, self._range.low), max(value, self._range.high))
        self._number.setValue(value)
        if not self._slider.isSliderDown():
            self._slider.setValue(self._range.step(value))
        for widget in (self._slider, self._number):
            widget.blockSignals(False)

    def _choose(self, value: float) -> None:
        self._wanted = value
        self._show(value)
        if not self._is_scoring:
            self._ask(value)

    def _ask(self, value: float) -> None:
        self._is_scoring = True
        self.asked.emit(value)

    def _ask_for_wanted(self) -> None:
        """Ask for the threshold that was chosen last, at the end of a drag even if an earlier one was refused."""
        if self._wanted is not None:
            self._ask(self._wanted)

    def _make_slider(self) -> QSlider:
        slider = named(QSlider(Qt.Orientation.Horizontal, self), "thresholdSlider", "Threshold of the confidence")
        slider.setRange(0, _STEPS)
        slider.setPageStep(_STEPS // 20)
        slider.setFixedWidth(self.fontMetrics().averageCharWidth() * 16)
        slider.valueChanged.connect(lambda step: self._choose(self._range.value(step)))
        slider.sliderReleased.connect(self._ask_for_wanted)
        return slider

    def _make_number(self) -> QDoubleSpinBox:
        number = QDoubleSpinBox(self)
        number.setDecimals(3)
        number.setSingleStep(0.01)
        number.setPrefix("≥ ")
        named(number, "thresholdChooser", "Threshold of the confidence, as a number")
        number.setKeyboardTracking(False)
        number.lineEdit().setAcceptDrops(False)
        number.lineEdit().setTextMargins(GRID, 0, 0, 0)  # the style sheet leaves no padding to a spin box
        number.valueChanged.connect(lambda value: self._choose(round(value, 3)))
        return number
