"""The weights of rows, from a column of numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from inspector.core.arrays.types import Bools, Floats
from inspector.core.data.groups import NoColumnError, RowGroups
from inspector.core.errors import InputError, shorten
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.numbers.base import NumberMetric


def weights_of(metric: NumberMetric, batch: Batch) -> Floats | None:
    """float64 (n,): the weight of each row, None for all alike. Raises InputError for an unknown or odd column."""
    if not metric.weight or batch.groups is None:
        return None
    groups = _column(batch.groups, metric.weight)
    weights = groups.numbers()[groups.of_row]
    is_weight = np.isfinite(weights) & (weights >= 0)
    if not is_weight.all():
        odd = int(groups.of_row[np.argmin(is_weight)])
        what = f"{shorten(groups.name(odd))} in the column {shorten(metric.weight)} is no weight"
        raise InputError(f"{what}; it is that of the row {shorten(groups.row(odd))}", expected="a number from 0 on")
    return weights


def with_weight(
    explained: Explanation, metric: NumberMetric, weights: Floats | None, row: int, scored: Bools
) -> Explanation:
    """The arithmetic of a row with its weight, float64 (n,), None for all alike; scored: bool (n,), before an edit."""
    if weights is None or np.isnan(explained.score):
        return explained
    weight, total = float(weights[row]), float(weights[scored].sum()) + (0.0 if scored[row] else float(weights[row]))
    share = f", {weight / total:.1%} of all rows that are scored" if total else ""
    words = f"The row weighs {weight:.10g} ({metric.weight}){share}."
    return replace(explained, remark=" ".join(filter(None, [explained.remark, words])))


def _column(groups: Callable[[str], RowGroups], name: str) -> RowGroups:
    """A column of the files. Raises InputError for an unknown one."""
    try:
        return groups(name)
    except NoColumnError as error:
        known = " | ".join(map(shorten, error.columns)) or "a truth with a column of weights"
        raise InputError(f"no column {shorten(name)} to weigh rows by", expected=known) from None
