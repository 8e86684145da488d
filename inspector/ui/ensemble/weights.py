"""The weights of a blend: a line for each submission with its overall, a slider and a number."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QScrollArea, QSlider, QWidget

from inspector.core.evaluation.evaluation import Evaluation
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.formatting import fixed_decimals, one_line
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID

# A slider goes from 0 to _MOST in steps of 1 / _STEPS; the number beside it takes more.
_STEPS, _MOST, _MOST_TYPED = 20, 5, 1_000
_SHOWN = 6


class Weights(QScrollArea):
    """changed: a weight is another one."""

    changed = Signal()

    def __init__(self, submissions: Mapping[str, Evaluation], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("blendWeights")
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget(self)
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(0, 0, GAP, 0)
        self._grid.setHorizontalSpacing(2 * GAP)
        self._grid.setVerticalSpacing(GRID)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(2, 1)
        made = [evaluation.pair.is_generated for evaluation in submissions.values()]
        # A blend is no part of the next one unless the user wants it.
        weights = [0.0 if one and not all(made) else 1.0 for one in made]
        self._numbers = [
            self._add(line, *one, weight)
            for line, (one, weight) in enumerate(zip(submissions.items(), weights, strict=True))
        ]
        self.setWidget(inside)
        height = inside.sizeHint().height() * min(len(submissions), _SHOWN) // max(1, len(submissions))
        self.setMinimumHeight(height + GRID)

    @property
    def values(self) -> tuple[float, ...]:
        """The weight of each submission."""
        return tuple(number.value() for number in self._numbers)

    def take_focus(self) -> None:
        """Put the cursor on the first slider."""
        self.findChildren(QSlider)[0].setFocus()

    def _add(self, line: int, name: str, evaluation: Evaluation, weight: float) -> QDoubleSpinBox:
        shown, slider, number = ElidedLabel(f"blendName{line}", self), self._slider(name), QDoubleSpinBox(self)
        shown.show_text(one_line(name))
        named(number, f"blendWeight{line}", f"Weight of {one_line(name)}, as a number")
        number.setRange(0, _MOST_TYPED)
        number.setSingleStep(1 / _STEPS)
        number.setValue(weight)
        number.lineEdit().setTextMargins(GRID, 0, 0, 0)  # the style sheet leaves no padding to a spin box
        slider.setValue(round(weight * _STEPS))
        slider.valueChanged.connect(lambda step: number.setValue(step / _STEPS))
        number.valueChanged.connect(lambda value: self._follow(slider, value))
        overall = fixed_decimals(evaluation.scores.overall, 6)
        for column, part in enumerate((shown, PlainLabel(self, overall, figures=True), slider, number)):
            self._grid.addWidget(part, line, column)
        return number

    def _follow(self, slider: QSlider, value: float) -> None:
        """Move the slider to a number that was typed; a number beyond its end leaves it there."""
        with QSignalBlocker(slider):
            slider.setValue(round(value * _STEPS))
        self.changed.emit()

    def _slider(self, name: str) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setAccessibleName(f"Weight of {one_line(name)}")
        slider.setRange(0, _MOST * _STEPS)
        slider.setPageStep(_STEPS // 2)
        slider.setMinimumWidth(12 * GAP)
        return slider
