"""The median absolute error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints, beyond_floats
from inspector.core.data.evidence import Evidence, PairedScores
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import Parameter
from inspector.core.metrics.numbers.base import mean_of_columns
from inspector.core.metrics.numbers.errors import MeanAbsoluteError
from inspector.core.metrics.numbers.scores import NumberScores
from inspector.core.metrics.scores import ScorePreview


class MedianAbsoluteError(MeanAbsoluteError):
    """medae: the median of |p − y|; of several numbers a row, the mean of the columns' medians. Source: scikit-learn.

    Of an even number of rows, the mean of the two in the middle.
    """

    name: ClassVar[str] = "medae"
    title: ClassVar[str] = "MedAE"
    formula: ClassVar[str] = "median of |p − y|"
    source: ClassVar[str] = "scikit-learn: sklearn.metrics.median_absolute_error"

    @classmethod
    @cache
    def parameters(cls) -> Mapping[str, Parameter]:
        """No weights of rows."""
        return MappingProxyType({})

    @property
    def is_mean(self) -> bool:
        """Never: a median."""
        return False

    def about(self, pool: Ints | None) -> str:
        """That it is a median."""
        return "The overall is the median of the rows, not their mean."


class MedianScores(NumberScores):
    """Row scores whose overall is the median of each component; it is computed anew after every edit."""

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with other numbers for one row; changes nothing."""
        return ScorePreview(float(self.metric.score(after)[0]), self.preview_rows(np.array([row]), before, after))

    @beyond_floats
    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """float64 (r,): what the overall wins if the error of one row were 0; only rows above the median win."""
        now, then = zip(*(_medians_without(column, column[rows]) for column in self._losses), strict=True)
        gains = mean_of_columns(np.array(now)) - mean_of_columns(np.array(then))
        return np.where(np.isnan(self.row[rows]), np.nan, gains)

    def overalls_if_perfect(self, rows: Ints, of_row: Ints, groups: int) -> Floats:
        """Not known: no sums make a median."""
        return np.full(groups, np.nan)

    def overalls_if_right(self, rows: Bools) -> Floats | None:
        """Not known either."""
        return None

    def overalls_with(self, others: NumberScores, rows: Ints, of_row: Ints, groups: int) -> Floats:
        """Not known either."""
        return np.full(groups, np.nan)

    def evidence(self, rows: Ints, batch: Callable[[], Batch]) -> Evidence | None:
        """The errors of `rows`, whose mean says nothing of their median."""
        return PairedScores(lambda drawn: self._overall_of(self._losses, rows[drawn]))

    def _combined(self, sums: Floats) -> float:
        return self._overall_of(self._losses, slice(None))

    def _overall_of(self, losses: Floats, at: Ints | slice) -> float:
        medians = [_middle(column[~np.isnan(column)]) for column in losses[:, at]]
        return float(mean_of_columns(np.array(medians)[:, None])[0])


def _middle(values: Floats) -> float:
    """The median, NaN of none."""
    if not len(values):
        return float("nan")
    low, high = (len(values) - 1) // 2, len(values) // 2
    parted = np.partition(values, (low, high))
    return float(parted[low] / 2 + parted[high] / 2)  # their sum may be beyond all floats


def _medians_without(column: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """float64 (r,) each: the median of a column, and its median if one of these of its errors were 0."""
    known = column[~np.isnan(column)]
    now = np.full(len(errors), _middle(known))
    if not len(known):
        return now, now
    low, high = (len(known) - 1) // 2, len(known) // 2
    near = np.partition(known, [max(0, at - 1) for at in (low, high)] + [low, high])

    def moved(at: int) -> Floats:
        """What is at a place once an error above it has become 0."""
        return np.where(errors >= near[at], near[at - 1] if at else 0.0, near[at])

    # Of equal errors at the place itself, moving one to the front leaves the next one or the same value there.
    then = moved(low) / 2 + moved(high) / 2
    return now, np.where(np.isnan(errors), now, then)
