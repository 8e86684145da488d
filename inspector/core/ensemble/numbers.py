"""Blends of numbers: their mean, with a weight for each submission."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats
from inspector.core.data.numbers import values_of


def mean_numbers(submissions: Sequence[Ragged], shares: Floats) -> Ragged:
    """The weighted mean of each number of n rows, from the submissions that have it; no list where none has the row.

    shares: float64 (s,), the weight of each submission.
    """
    width = max(1, *(one.longest for one in submissions))
    values = np.stack([values_of(one, width) for one in submissions])
    weights = np.where(np.isnan(values), 0.0, shares[:, None, None])
    total = weights.sum(axis=0)
    sums = (weights * np.nan_to_num(values)).sum(axis=0)
    means = np.divide(sums, total, out=np.full(sums.shape, np.nan), where=total > 0)
    held = np.any([one.lengths > 0 for one in submissions], axis=0)
    return Ragged(
        offsets_of(held * width), np.tile(_codes(submissions), int(held.sum())), _rounded(means[held].ravel())
    )


def _codes(submissions: Sequence[Ragged]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The codes of the numbers of a row, which are the same in all."""
    for one in submissions:
        filled = np.flatnonzero(one.lengths)
        if len(filled):
            return one[int(filled[0])]
    return np.empty(0, np.int32)


def _rounded(values: Floats) -> Floats:
    """Without the last bits of a sum, which would make long texts."""
    return np.array([float(f"{value:.15g}") for value in values.tolist()])
