"""The weights of rows, from a column of numbers."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.errors import InputError, shorten
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.numbers.base import NumberMetric


def weights_of(metric: NumberMetric, batch: Batch) -> Floats | None:
    """float64 (n,): the weight of each row, None for all alike. Raises InputError for an unknown or odd column."""
    if not metric.weight or batch.groups is None:
        return None
    groups = batch.groups(metric.weight)
    weights = groups.numbers()
    is_weight = np.isfinite(weights) & (weights >= 0)
    if not is_weight.all():
        found = shorten(groups.name(int(np.argmin(is_weight))))
        raise InputError(f"{found} in the column {shorten(metric.weight)} is no weight", expected="a number from 0 on")
    return weights[groups.of_row]
