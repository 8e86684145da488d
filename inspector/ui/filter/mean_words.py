"""What is said of the scores of some rows, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.widgets.formatting import fixed_decimals

if TYPE_CHECKING:  # the status bar is there before numpy is needed
    from inspector.core.arrays.types import Ints
    from inspector.core.evaluation.evaluation import Evaluation

# Of so many rows the metric is counted within a frame.
_MOST = 20_000


def mean_words(evaluation: Evaluation, rows: Ints, mean: float, places: int) -> str:
    """`mean 0.8000`, or `RMSE 0.8000` and `AUC 0.8000` of these rows where the overall is no mean."""
    from inspector.core.evaluation.alone import alone

    name, value = alone(evaluation, rows, mean, most=_MOST)
    return f"{name} {fixed_decimals(value, places)}"
