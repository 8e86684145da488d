"""What the terminal prints of predictions that are numbers."""

from __future__ import annotations

import math

import numpy as np

from inspector.core.analysis.numbers.error_figures import error_figures
from inspector.core.analysis.numbers.targets import targets
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import has_targets, numbers
from inspector.core.figures import figure, signed
from inspector.core.metrics import Explanation
from inspector.core.task import drain
from inspector.terminal.output import aligned, jsonable

# Numbers of a row with a line each.
_MOST = 6


def error_lines(evaluation: Evaluation) -> list[tuple[str, str]]:
    """How far predictions are off: on average, and furthest; of several numbers a row, of each, and its own score."""
    found = error_figures(evaluation)
    several = len(found) > 1
    lines = _target_lines(evaluation) if several else []
    for one in found[:_MOST]:
        name = f"{one.name}: " if several else ""
        lines += [("error", name + one.bias), ("furthest", name + one.furthest(evaluation))]
    return lines + ([("", f"and {len(found) - _MOST:,} more numbers a row")] if len(found) > _MOST else [])


def _target_lines(evaluation: Evaluation) -> list[tuple[str, str]]:
    """`RMSE of grammar 0.6546, syntax 0.4841`, the costliest first; none of a metric that does not tell of one."""
    found = drain(targets(evaluation))
    if np.isnan(found.overall).all():
        return []
    costliest = np.argsort(-np.nan_to_num(found.cost), kind="stable").tolist()
    each = [f"{found.names[at]} {figure(float(found.overall[at]))}" for at in costliest[:_MOST]]
    more = [f"and {len(found) - _MOST:,} more"] if len(found) > _MOST else []
    return [("targets", f"{evaluation.metric.label} of {', '.join([*each, *more])}")]


def errors_json(evaluation: Evaluation) -> list[dict[str, object]]:
    """The figures of each number of a row, with the ids of the rows that are furthest off; of several, its score."""
    ids = evaluation.table.id
    found = drain(targets(evaluation)) if has_targets(evaluation) else None
    alone = {} if found is None else dict(zip(found.names, found.overall.tolist(), strict=True))
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
            **({"overall": jsonable(alone[one.name])} if alone else {}),
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
