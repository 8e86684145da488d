"""The rows shown as a sequence of pictures: which is current, which comes next, and what names its picture."""

from __future__ import annotations

from pathlib import Path

from inspector.core.document.inspection import Inspection
from inspector.ui.widgets.formatting import fixed_decimals


class ShownRows:
    """The rows of the table from top to bottom. pos: a place in it, -1 for a row that the filter hides."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection

    def __len__(self) -> int:
        return len(self._inspection.state.order) if self._inspection.is_open else 0

    def row(self, pos: int) -> int:
        """The row at a place."""
        return self._inspection.state.order.row(pos)

    @property
    def current(self) -> int:
        """The place of the current row."""
        row = self._inspection.current
        return self._inspection.state.order.pos(row) if len(self) and row is not None else -1

    def go_to(self, pos: int) -> None:
        """Make the row at a place the current one, as near as there is one."""
        if len(self):
            self._inspection.go_to(self.row(min(max(pos, 0), len(self) - 1)))

    def step(self, by: int) -> None:
        """Go some rows on; from a row that the filter hides, to the first one."""
        self.go_to(self.current + by if self.current >= 0 else 0)

    @property
    def base(self) -> Path | None:
        """The folder of the pictures."""
        return self._inspection.pictures.base(self._inspection.evaluation)

    def name(self, row: int) -> str:
        """What names the picture of a row."""
        return self._inspection.pictures.name(self._inspection.evaluation, row)

    def id(self, row: int) -> str:
        """The id of a row."""
        return self._inspection.evaluation.table.id(row)

    def score(self, row: int) -> str:
        """The score of a row, as the table shows it."""
        scores = self._inspection.evaluation.scores
        return fixed_decimals(float(scores.row[row]), scores.decimals)
