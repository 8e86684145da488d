"""The labels of each row with the confidence that counts."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.errors import InputError
from inspector.core.metrics.batch import Batch


def confident(batch: Batch) -> Ragged:
    """n lists: each predicted label once, at its highest confidence; without blanks and confidences that are NaN.

    The order of the labels is not defined.
    """
    lists, weights = batch.predictions, batch.predictions.weights
    if weights is None:  # lists without any label
        return Ragged(lists.offsets, lists.codes, np.zeros(len(lists.codes)))
    lists = lists.keep((lists.codes != BLANK) & ~np.isnan(weights))
    if not lists.repeats().any():
        return lists
    lists = lists.by_weight()
    return lists.keep(~lists.repeats())


def require_confidences(name: str, batch: Batch) -> None:
    """Raise InputError unless the predictions have confidences; name: of the metric."""
    if batch.predictions.weights is None:
        raise InputError(
            f"{name} needs a confidence for every prediction",
            found="labels without confidences",
            expected='cells like "8815 0.637822", or a confidence column',
            hint="Choose another metric, or check how the submission was read",
        )
