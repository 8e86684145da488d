"""The histogram of errors: how far predictions that are numbers are off, and to which side; of several, of each."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.numbers.outcomes import has_numbers
from inspector.core.arrays.types import Ints
from inspector.core.data.order import Filter
from inspector.core.document.change import Change
from inspector.core.evaluation.histogram import MovingBars, is_moved_far
from inspector.core.evaluation.numbers import bar_of_error, error_bars, error_field
from inspector.core.evaluation.summary import Bars
from inspector.core.query import quote
from inspector.ui.plots.histogram import Histogram, Ticks
from inspector.ui.plots.numbers.number_axis import open_ticks
from inspector.ui.plots.numbers.number_panel import NumberPanel
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme


class ErrorHistogram(Histogram):
    """Rows by prediction − truth: too low ones left of 0, too high ones right; of logarithms where the metric is.

    Of several numbers a row, the one that is furthest off, or the one chosen.
    """

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        self._moving: MovingBars | None = None
        self._field = ""
        self._zero = pg.InfiniteLine(0.0)
        super().__init__(signals, theme, "errorHistogram", "error", "error", parent)
        self.setAccessibleName("Errors, prediction minus truth")
        self._zero.setZValue(-1)  # behind the number of a bar beside it
        self.addItem(self._zero, ignoreBounds=True)
        signals.edited.connect(self._follow_edit)
        signals.loaded.connect(self.show_chosen)

    @property
    def axis(self) -> str:
        return f"{self._words} of {name}" if (name := self.chosen_number.name) else self._words

    @property
    def _words(self) -> str:
        return error_field(self._inspection.evaluation).replace("_", " ")

    def show_chosen(self) -> None:
        self._moving = None
        self.forget()
        self.refresh()

    def count(self) -> Bars:
        evaluation = self._inspection.evaluation
        # The selection of a fresh pair may arrive before it is told that there is one.
        if self._moving is None or self._counted is not evaluation.table or self._field != error_field(evaluation):
            name, self._field = self.chosen_number.name, error_field(evaluation)
            field = quote(f"{self._field}.{name}") if name else self._field
            self._moving = MovingBars(error_bars(evaluation, self._place, field))
        return self._moving.bars

    def count_shown(self, bars: Bars, shown: Filter) -> Ints:
        return bars.count(shown.mask) if self._moving is None else self._moving.shown(shown)

    def draw(self) -> None:
        fits = has_numbers(self._inspection.evaluation)
        self._zero.setVisible(fits)
        if not fits:
            self.clear_bars()
            self.show_message("Only numbers have errors; labels are right or wrong")
            return
        self.hide_message()
        self.name_axis(self._words)
        super().draw()

    def ticks(self, bars: Bars) -> Ticks:
        """Return ticks at 0, at both ends, and at round errors between them."""
        return open_ticks(bars, self.fontMetrics(), self.room)

    def colour(self) -> None:
        super().colour()
        self._zero.setPen(self.thick_pen(self._theme.colours.line))

    @property
    def _place(self) -> int | None:
        """The place of the number chosen, None for the one that is furthest off."""
        return self.chosen_number.at if self.chosen_number.name else None

    def _follow_edit(self, change: Change) -> None:
        """Move only the edited rows, unless they are so many that the errors have another range."""
        if self._moving is None:
            return
        if change.rows is None or is_moved_far(self._moving.bars, change.rows):
            self._moving = None
        else:
            bar_of = bar_of_error(self._inspection.evaluation, change.rows, self._moving.bars, self._place)
            self._moving.move(change.rows, bar_of)


class ErrorPanel(NumberPanel):
    """The errors of the number that is furthest off, or of one of them."""

    make = ErrorHistogram
    of_all = "the number furthest off"
