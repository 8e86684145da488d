"""What is said of the scores of some rows: their mean, or the metric of these rows, which it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.widgets.formatting import fixed_decimals

if TYPE_CHECKING:  # the status bar is there before numpy is needed
    from inspector.core.metrics.scores import Scores


def mean_words(scores: Scores, mean: float, places: int) -> str:
    """`mean 0.8000`, or `RMSE 0.8000` where that is the root of the mean."""
    value = mean if scores.of_mean is None else scores.of_mean(mean)
    return f"{scores.mean_name} {fixed_decimals(value, places)}"
