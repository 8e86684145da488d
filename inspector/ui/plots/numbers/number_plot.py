"""The base class of the plots of one number of each row: the number chosen, and filters for ranges of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from inspector.core.analysis.numbers.outcomes import is_of_best
from inspector.core.arrays.types import Floats, Ints
from inspector.core.evaluation.numbers import of_number
from inspector.core.query import quote
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.numbers.ranges import Range


class NumberPlot(BrushCanvas):
    """A plot of the truth and the prediction of the number that is `chosen_number`."""

    @abstractmethod
    def count_again(self) -> None:
        """Count everything again."""

    def show_chosen(self) -> None:
        self.count_again()

    def both(self, rows: Ints | None = None) -> tuple[Floats, Floats]:
        """float64 (r,) each: the truth and the prediction of rows, by default of all."""
        return of_number(self._inspection.evaluation, self.chosen_number.at, rows)

    def text_of(self, ranges: Sequence[Range]) -> str:
        """The clause for rows within ranges of both sides."""
        text = " & ".join(filter(None, (replace(one, field=self._field(one.field)).text for one in ranges)))
        truth = self._inspection.evaluation.table.truth
        is_of_some = is_of_best(self._inspection.evaluation) and truth.width != 1
        return f"{text} & truths=1" if text and is_of_some else text  # others did not come true, nor did they not

    def asked(self, ranges: Sequence[Range], add: bool) -> str:
        """The clause for the rows within ranges of both sides; empty, for all, where the filter shows them already.

        add: keep the rows of the earlier clause.
        """
        text, before = self.text_of(ranges), self.clause
        if text == before or not text:
            return ""
        return f"{before} | {text}" if add and before else text

    def ask(self, ranges: Sequence[Range], add: bool) -> None:
        """Request that clause."""
        self.narrow(self.asked(ranges, add))

    def _field(self, side: str) -> str:
        """The field of the number of a side, `true` or `predicted`: of several numbers, or the most probable label."""
        if self._inspection.evaluation.table.kind.names_labels:
            return "confidence"
        return quote(f"{side}.{self.chosen_number.name}") if self.chosen_number.name else side
