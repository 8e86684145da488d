"""The histogram of the differences of row scores to the baseline."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from inspector.core.arrays.types import Ints
from inspector.core.comparison.differences import SIDE, are_open, bar_of_difference, difference_bars, side_edges
from inspector.core.data.order import Filter
from inspector.core.document.change import Change
from inspector.core.evaluation.histogram import MovingBars
from inspector.core.evaluation.summary import Bars
from inspector.ui.plots.differences.compared import NOTHING, is_compared, said
from inspector.ui.plots.histogram import Histogram, Ticks
from inspector.ui.plots.numbers.number_axis import number_text
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme


class DeltaHistogram(Histogram):
    """Rows by difference: worse ones left, better ones right, those with the same score in a bar between them."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._moving: MovingBars | None = None
        self._ends = np.zeros(SIDE + 1)
        super().__init__(signals, theme, "deltaHistogram", "Δ", "", parent)
        self.setAccessibleName("Differences to the baseline")
        # Most rows often have the same score, and would make all other bars too low to see.
        self.set_log(True)
        signals.edited.connect(self._follow_edit)
        for signal in (signals.loaded, signals.metric_changed, signals.answered, signals.baseline_changed):
            signal.connect(self._count_again)
        signals.submissions_changed.connect(self.draw)  # the baseline may have another name

    def count(self) -> Bars:
        # The selection of a fresh pair may arrive first, while the bars are still those of the pair before.
        if self._moving is None or self._counted is not self._inspection.evaluation.table:
            self._ends = side_edges(self._inspection.evaluation)
            self._moving = MovingBars(difference_bars(self._inspection.evaluation))
        return self._moving.bars

    def count_shown(self, bars: Bars, shown: Filter) -> Ints:
        return bars.count(shown.mask) if self._moving is None else self._moving.shown(shown)

    def draw(self) -> None:
        if not is_compared(self._inspection.evaluation):
            self.clear_bars()
            self.show_message(NOTHING)
            return
        self.hide_message()
        super().draw()

    @property
    def title(self) -> str:
        return " · ".join(filter(None, [f"Δ to {said(self._inspection.evaluation)}", super().title]))

    def ticks(self, bars: Bars) -> Ticks:
        """Return ticks at no difference, at the ends, and half way where there is room."""
        ends = [number_text(float(f"{end:.3g}")) for end in self._ends.tolist()]
        last = SIDE - are_open(self._inspection.evaluation)  # what an open bar holds has no end
        below, above = ("≤", "≥") if last < SIDE else ("", "")
        low, high = [(float(SIDE - last), f"{below}−{ends[last]}")], [(float(SIDE + 1 + last), f"{above}{ends[last]}")]
        if self.room > self.fontMetrics().horizontalAdvance("−0.5") * SIDE:
            half = SIDE // 2
            low.append((float(SIDE - half), f"−{ends[half]}"))
            high.insert(0, (float(SIDE + 1 + half), ends[half]))
        return [*low, (SIDE + 0.5, "0"), *high]

    def _follow_edit(self, change: Change) -> None:
        """Move only the edited rows where no others got other scores."""
        evaluation = self._inspection.evaluation
        if self._moving is None or change.rows is None or not evaluation.scores.separable:
            self._moving = None
        else:
            self._moving.move(change.rows, bar_of_difference(evaluation, change.rows, self._ends))

    def _count_again(self) -> None:
        self._moving = None
        self.forget()
        self.refresh()
