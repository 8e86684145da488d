"""The weights of rows, from a column of numbers."""

from __future__ import annotations

import math

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
    return np.array([_number(groups.name(group), metric.weight) for group in range(groups.count)])[groups.of_row]


def _number(text: str, column: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise InputError(f"{shorten(text)} in the column {shorten(column)} is no weight", expected="a number from 0 on")
    return number
