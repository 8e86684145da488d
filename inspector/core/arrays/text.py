"""Numbers as Python writes them: the shortest text that gives them back. Knows nothing of what they count."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, floats, numbers, texts
from inspector.core.arrays.types import Floats

# So many are written by Python before another thread may run.
_PIECE = 1 << 14


def number_texts(values: Floats) -> pa.StringArray:
    """The `repr` of each number, float64 (c,), as c Arrow strings.

    Arrow finds the same digits, and sets them in the same way but for whole, tiny and large numbers; the different ones
    among those are few, or at least fewer.
    """
    size = np.abs(values)
    alike = (size >= 1e-4) & (size < 1e10) & (values != np.trunc(values))
    written = pc.cast(floats(np.where(alike, values, 0.5)), pa.string())
    if alike.all():
        return written
    others = pa.Array.from_buffers(pa.int64(), int((~alike).sum()), [None, pa.py_buffer(values[~alike])])
    coded = others.dictionary_encode()  # bit by bit: numbers that are none are equal, and -0.0 is not 0.0
    different = numbers(coded.dictionary).view(np.float64)
    pieces = [texts([*map(repr, different[low : low + _PIECE].tolist())]) for low in range(0, len(different), _PIECE)]
    by_python = pa.concat_arrays(pieces).take(coded.indices)
    return pc.replace_with_mask(written, booleans(~alike), by_python)
