"""What an average over labels gains when one row at a time has other predictions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics.batch import Batch

# What a label's tp, fp and fn change by, int64 (3, 1).
_FOUND = np.array([[1], [0], [-1]])
_WRONG = np.array([[0], [1], [0]])


def gains_by_label(now: Batch, then: Batch, gain: Callable[[Ints], Floats]) -> Floats:
    """float64 (n,): the gain of each row; gain(change) is that of each label by a change of its tp, fp and fn.

    A label of a row changes the counts of that label only, so the gains of its labels add up.
    """
    width = 1 + max(int(part.codes.max(initial=-1)) for part in (now.truth, now.predictions, then.predictions))
    (hits, wrong), (new_hits, new_wrong) = _outcomes(now, width), _outcomes(then, width)
    gains = np.zeros(len(now))
    for change, came in ((_FOUND, _beyond(new_hits, hits)), (-_FOUND, _beyond(hits, new_hits))):
        gains += _sums(gain(change), came, width, len(now))
    for change, came in ((_WRONG, _beyond(new_wrong, wrong)), (-_WRONG, _beyond(wrong, new_wrong))):
        gains += _sums(gain(change), came, width, len(now))
    return gains


def _outcomes(batch: Batch, width: int) -> tuple[Ints, Ints]:
    """The hits and the wrong labels of all rows, each label once: int64 (h,), (w,): row * width + code."""
    lists = batch.predictions
    wrong = ~batch.uncounted
    wrong[batch.hits.index] = False
    return batch.hits.row * width + batch.hits.code, (lists.owners() * width + lists.codes)[wrong]


def _beyond(some: Ints, others: Ints) -> Ints:
    return some[~np.isin(some, others)]


def _sums(gains: Floats, keys: Ints, width: int, n: int) -> Floats:
    return np.bincount(keys // width, gains[keys % width], n).astype(np.float64, copy=False)
