"""A cut from below: GAP, coverage and precision when only confidences from a threshold on are kept."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSlider, QVBoxLayout, QWidget

from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.ladder.cuts import LAW, Cuts
from inspector.core.ladder.ladder import ladder_of
from inspector.core.task import Progress, Task
from inspector.ui.ladder.cut_plot import CURVES, CutPlot
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.flow_layout import FlowLayout
from inspector.ui.widgets.formatting import fixed_decimals
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme

# The slider moves in as many steps, so that one of them is seen.
_STEPS, _DIGITS = 500, 12
_STROKES = {"gap": "━", "coverage": "┈", "precision": "╍"}


class CutView(QWidget):
    """The curves, a slider and a line for the threshold, and the three numbers at it. Changes no prediction."""

    failed = Signal(Exception)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._inspection, self._theme = signals.inspection, theme
        self._cuts: Cuts | None = None
        # The least confidence that is kept; None keeps all, also after edits.
        self._least: float | None = None
        self.plot = CutPlot(signals, theme, self)
        self._slider = QSlider(Qt.Orientation.Horizontal, self)
        self._typed = QLineEdit(self)
        self.setFocusProxy(self._slider)
        self._numbers = {name: PlainLabel(self, name=f"cut_{name}", figures=True, selectable=True) for name in CURVES}
        self._kept = PlainLabel(self, name="cutKept", figures=True, selectable=True)
        self._build()
        self.recount = Recount(self, signals, _count, lambda *found: self._fill(found[-1]))
        self.recount.failed.connect(self.failed)
        self._slider.valueChanged.connect(self._slide)
        self._typed.editingFinished.connect(self._type)
        self.plot.cut_asked.connect(self._cut_near)
        signals.loaded.connect(self._keep_all)
        theme.changed.connect(self._colour)
        self._colour()

    def _fill(self, cuts: Cuts | None) -> None:
        self._cuts = cuts
        self._show()

    def _slide(self, step: int) -> None:
        if self._cuts is not None and len(self._cuts):
            self._cut_near(float(self._cuts.kept[0]) * step / _STEPS)

    def _cut_near(self, kept: float) -> None:
        """Cut so that about so many predictions are kept."""
        if self._cuts is not None and len(self._cuts):
            at = self._cuts.nearest(kept)
            self._least = float(self._cuts.confidence[at]) if at else None
            self._show()

    def _type(self) -> None:
        """Cut at a typed confidence; text that is no number brings back the one before."""
        try:
            typed = float(self._typed.text())
        except ValueError:
            typed = float("nan")
        if typed == typed and self._typed.isModified():
            self._least = typed
        self._show()

    def _keep_all(self) -> None:
        self._cuts, self._least = None, None

    def _show(self) -> None:
        cuts = self._cuts
        has_any = cuts is not None and len(cuts) > 0
        for part in (self._slider, self._typed):
            part.setEnabled(has_any)
        if cuts is None or not has_any:
            self.plot.show_cuts(cuts, 0)
            for label in (*self._numbers.values(), self._kept):
                label.setText("")
            return
        at = 0 if self._least is None else cuts.at(self._least)
        self.plot.show_cuts(cuts, at)
        self._move_controls(cuts, at)
        overall = fixed_decimals(float(cuts.gap[0]), 6)
        self._numbers["gap"].setText(f"{_STROKES['gap']} GAP {fixed_decimals(float(cuts.gap[at]), 6)} of {overall}")
        for name in ("coverage", "precision"):
            self._numbers[name].setText(f"{_STROKES[name]} {name} {float(getattr(cuts, name)[at]):.2%}")
        self._kept.setText(f"keeps {int(cuts.kept[at]):,} of {int(cuts.kept[0]):,} predictions")

    def _move_controls(self, cuts: Cuts, at: int) -> None:
        """Let slider and line show the cut, whatever moved it."""
        if not self._slider.isSliderDown():
            with QSignalBlocker(self._slider):
                self._slider.setValue(round(_STEPS * float(cuts.kept[at]) / float(cuts.kept[0])))
        self._typed.setText(f"{float(cuts.confidence[at]):.{_DIGITS}g}" if self._least is None else repr(self._least))

    def _colour(self) -> None:
        for name, (colour, _) in CURVES.items():
            self._numbers[name].setStyleSheet(f"color: {getattr(self._theme.colours, colour)}")

    def _build(self) -> None:
        numbers = QWidget(self)
        line = FlowLayout(numbers)
        line.setSpacing(2 * GAP)
        for label in (*self._numbers.values(), self._kept):
            line.addWidget(label)
        hint = "Right keeps all predictions; to the left, as the line in the plot, the least confident ones are cut"
        named(self._slider, "cutSlider", "Cut from the bottom", hint)
        self._slider.setRange(0, _STEPS)
        self._slider.setValue(_STEPS)
        self._slider.setPageStep(_STEPS // 20)
        named(self._typed, "cutConfidence", "Keep predictions with this confidence or more")
        self._typed.setMaximumWidth(self.fontMetrics().horizontalAdvance("0" * (_DIGITS + 4)))
        words = PlainLabel(self, "keep &confidence ≥")
        words.setBuddy(self._typed)
        below = arrange(QHBoxLayout(), (self._slider, 1), words, self._typed, spacing=GAP)
        law = PlainLabel(self, LAW, name="cutLaw", quiet=True, wraps=True)
        arrange(QVBoxLayout(self), numbers, (self.plot, 1), below, law, margins=(GAP, 0, GAP, 0), spacing=GRID)


def _count(evaluation: Evaluation, among: Bools | None) -> Task[Cuts | None]:
    yield Progress(0.0, "Cutting from the bottom")
    ladder = ladder_of(evaluation)
    return None if ladder is None else Cuts.of(ladder)
