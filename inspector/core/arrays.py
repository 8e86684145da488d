"""Names for the array types that the core passes around."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Bools: TypeAlias = NDArray[np.bool_]
Codes: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Ranks: TypeAlias = NDArray[np.int32]


def ranges(starts: Ints, lengths: Ints) -> Ints:
    """The numbers `start, start + 1, ...` of each range, one range after the other; shape (lengths.sum(),)."""
    ends = np.cumsum(lengths)
    return np.arange(int(ends[-1]) if len(ends) else 0, dtype=np.int64) + np.repeat(starts - ends + lengths, lengths)


def distinct(rising: Ints) -> Ints:
    """The numbers of a rising sequence, each once; np.unique would first load all of numpy's masked arrays."""
    return rising[np.diff(rising, prepend=rising[:1] - 1) > 0]
