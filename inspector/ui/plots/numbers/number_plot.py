"""The base class of the plots of one number of each row: the number chosen, and filters for ranges of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from inspector.core.arrays.types import Floats, Ints, union
from inspector.core.evaluation.numbers import of_number
from inspector.core.query import Clause
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.numbers.ranges import Chosen, Range


class NumberPlot(BrushCanvas):
    """A plot of the number that is `chosen_number`."""

    chosen_number = Chosen()

    @abstractmethod
    def count_again(self) -> None:
        """Count everything again."""

    def both(self, rows: Ints | None = None) -> tuple[Floats, Floats]:
        """float64 (r,) each: the truth and the prediction of rows, by default of all."""
        return of_number(self._inspection.evaluation, self.chosen_number.at, rows)

    def choose_number(self, chosen: Chosen) -> None:
        """Show another number of the rows."""
        self.chosen_number = chosen
        self.narrow("")
        self.count_again()

    def text_of(self, ranges: Sequence[Range]) -> str:
        """The clause for rows within ranges of both sides."""
        text = " & ".join(filter(None, (one.text for one in ranges)))
        return text if self._has_fields or not text else f"{self.chosen_number.name or 'first label'}: {text}"

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
        text = self.asked(ranges, add)
        if self._has_fields or not text:
            self.narrow(text)
        else:
            sides, name = dict(zip(("true", "predicted"), self.both(), strict=True)), self.objectName()
            rows = np.flatnonzero(np.logical_and.reduce([one.has(sides[one.field]) for one in ranges]))
            clauses = self._inspection.state.clauses if add else ()
            before = next((c.rows for c in clauses if c.source == name and c.rows is not None), rows[:0])
            self.filter_asked.emit(Clause(text, name, rows=union(rows, before)))

    @property
    def _has_fields(self) -> bool:
        """Whether the filter language has fields for what is shown: of the only number of a row."""
        return self._inspection.evaluation.table.kind.names_labels is False and not self.chosen_number.name
