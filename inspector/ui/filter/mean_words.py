"""What is said of the scores of some rows: their mean, or the overall that it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.widgets.formatting import fixed_decimals

if TYPE_CHECKING:  # the status bar is there before numpy is needed
    from inspector.core.metrics.scores import Scores


def mean_words(scores: Scores, mean: float, places: int) -> str:
    """`mean 0.8000`; the overall of these rows where it is the root of the mean, and else what the mean is of."""
    if not scores.is_mean and scores.of_mean is not None:
        return f"overall {fixed_decimals(scores.of_mean(mean), places)}"
    return f"{'mean' if scores.is_mean else 'mean of rows'} {fixed_decimals(mean, places)}"
