"""How often the labels of a row occur in the truth."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints


def rarest_support(truth: Ragged) -> Ints:
    """int64 (n,): in how many rows the rarest truth label of each row stands, 0 for a row without one."""
    counts = np.bincount(truth.codes, minlength=1)
    rarest = np.zeros(len(truth), np.int64)
    filled = truth.lengths > 0
    if filled.any():
        rarest[filled] = np.minimum.reduceat(counts[truth.codes], truth.offsets[:-1][filled])
    return rarest
