"""Cache of the cell texts, computed in blocks of neighbouring rows."""

from __future__ import annotations

import math

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.order import Order
from inspector.core.document.inspection import Inspection
from inspector.core.edits.prediction_edit import written_whole
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import truth_text
from inspector.core.metrics.strip import strip_text
from inspector.core.rows.column import Column
from inspector.ui.widgets.formatting import change_of_edit, fixed_decimals, in_column, one_line, signed

NO_RANK = "none"
# Smaller probabilities would be shown as 0.
_TINY = 0.0005
# Columns in points of the overall.
_SHARES = ("cost", "influence", "ladder_cost", "inversion_gain", "wrong_order", "missing_labels")
_BLOCK = 32
_MAX_BLOCKS = 512


class CellTextCache:
    """Cell texts by pos and column. Computing a block of rows is faster than computing its cells one by one."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._texts: dict[tuple[str, int], list[str]] = {}
        self._few = range(0)

    def text(self, column: Column, order: Order, pos: int) -> str:
        """The text of the cell at a pos of an order."""
        block, offset = divmod(pos, _BLOCK)
        if (column.name, block) not in self._texts:
            if pos in self._few:
                return cell_texts(self._inspection.evaluation, column, order.rows[pos : pos + 1])[0]
            if len(self._texts) >= _MAX_BLOCKS:
                self.clear()
            rows = order.rows[block * _BLOCK : (block + 1) * _BLOCK]
            self._texts[column.name, block] = cell_texts(self._inspection.evaluation, column, rows)
        return self._texts[column.name, block][offset]

    def clear(self, few: range = range(0)) -> None:
        """Clear the cache, after a change of scores, predictions or order; few: pos that are painted without others."""
        self._texts.clear()
        self._few = few


def cell_texts(evaluation: Evaluation, column: Column, rows: Ints) -> list[str]:
    """The cell texts of a column for some rows."""
    if column.name == "predictions":
        return [evaluation.pair.submission.grammar.write(evaluation.prediction(row)) for row in rows.tolist()]
    if column.name == "truth":
        return [truth_text(evaluation, row) for row in rows.tolist()]
    if column.strip:
        return [strip_text(strip) for strip in column.values(evaluation, rows)]
    values = column.values(evaluation, rows).tolist()
    if column.text:
        return [str(value) if column.name != "note" else one_line(value) for value in values]
    return [_number_text(evaluation, column, value, row) for value, row in zip(values, rows.tolist(), strict=True)]


def typed_text(evaluation: Evaluation, column: Column, row: int) -> str:
    """The text of a cell as an editor holds it: a prediction with all that can be typed of it."""
    if column.name == "predictions":
        return written_whole(evaluation, row, evaluation.prediction(row))
    return cell_texts(evaluation, column, np.array([row]))[0]


def _number_text(evaluation: Evaluation, column: Column, value: float, row: int) -> str:
    if column.rank:
        return (f"{value:,}" if column.placed else str(value)) if value else NO_RANK
    if column.name == "delta" and not _is_waiting(evaluation, column, row):
        decimals = evaluation.scores.decimals
        return change_of_edit(value, decimals) if evaluation.is_edited(row) else signed(value, decimals)
    if column.name == "p_true":
        return "" if math.isnan(value) else f"{value:.4f}" if value >= _TINY else f"{value:.2g}"
    if column.name in _SHARES:
        return fixed_decimals(value, evaluation.scores.fine_decimals)
    if _is_waiting(evaluation, column, row):
        return "…"
    decimals = evaluation.scores.decimals
    if column.name == "error":
        return in_column(value, evaluation.table.far_off, decimals)
    if column.name in ("score", "baseline_score"):
        return in_column(value, evaluation.scores.top, decimals)
    return fixed_decimals(value, decimals)


def _is_waiting(evaluation: Evaluation, column: Column, row: int) -> bool:
    """Whether a score comes later, from a host's metric."""
    if column.name == "delta" and evaluation.baseline.is_file and not evaluation.is_edited(row):
        return False
    sides = {"score": evaluation.scores, "delta": evaluation.scores, "baseline_score": evaluation.compared}
    further = evaluation.further.by_metric.get(column.name.removeprefix("metric:"))
    scores = sides.get(column.name, further)
    return scores is not None and scores.unknown is not None and bool(scores.unknown[row])
