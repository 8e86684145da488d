"""What the terminal prints of predictions that are numbers."""

from __future__ import annotations

import math

from inspector.core.analysis.numbers.error_figures import error_figures
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import numbers
from inspector.core.figures import figure, signed
from inspector.core.metrics import Explanation
from inspector.terminal.output import aligned

# Numbers of a row with a line each.
_MOST = 6


def error_lines(evaluation: Evaluation) -> list[tuple[str, str]]:
    """How far predictions are off: on average, and furthest; of several numbers a row, of each."""
    found = error_figures(evaluation)
    several = len(found) > 1
    lines = []
    for one in found[:_MOST]:
        name = f"{one.name}: " if several else ""
        lines += [("error", name + one.bias), ("furthest", name + one.furthest(evaluation))]
    return lines + ([("", f"and {len(found) - _MOST:,} more numbers a row")] if len(found) > _MOST else [])


def errors_json(evaluation: Evaluation) -> list[dict[str, object]]:
    """The figures of each number of a row, with the ids of the rows that are furthest off."""
    ids = evaluation.table.id
    return [
        {
            "name": one.name,
            "rows": one.rows,
            "mean": one.mean,
            "median_absolute": one.median,
            "lowest": one.lowest,
            "lowest_id": ids(one.low_row),
            "highest": one.highest,
            "highest_id": ids(one.high_row),
        }
        for one in error_figures(evaluation)
    ]


def step_lines(evaluation: Evaluation, row: int, explained: Explanation) -> list[str]:
    """A line for each number of a row: what is true, what is predicted, the error, and what it adds."""
    predicted = numbers(evaluation, evaluation.all_rows[row : row + 1])[1][0]
    cells: list[tuple[str, ...]] = [("number", "truth", "prediction", "error", "adds", "")]
    for at, step in enumerate(explained.steps):
        error = float(predicted[at]) - step.truth
        adds = "not counted" if step.verdict == "not counted" else figure(step.term)
        off = "–" if math.isnan(error) else signed(error)
        cells.append((step.label, figure(step.truth), figure(float(predicted[at])), off, adds, step.working))
    return ["", *aligned(cells, left=(0, len(cells[0]) - 1))]
