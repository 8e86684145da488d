"""The histogram of how far predictions that are numbers are off."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import errors
from inspector.core.evaluation.open_bars import error_distribution
from inspector.core.evaluation.summary import Bars, bar_of_score


def error_bars(evaluation: Evaluation) -> Bars:
    """Count rows by the error of their number that is furthest off; a row without one is not counted."""
    return error_distribution(errors(evaluation, evaluation.all_rows))


def bar_of_error(evaluation: Evaluation, rows: Ints, bars: Bars) -> NDArray[np.int16]:
    """int16 (r,): the bar of each of some rows as they are now, -1 for none."""
    return bar_of_score(errors(evaluation, rows), bars.edges, bars.is_open)
