"""Numbers as text: the shortest that parses back to the same number."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, floats, numbers, texts
from inspector.core.arrays.types import Floats

# Numbers that Python formats in one go, before another thread may run.
_PIECE = 1 << 14


def number_texts(values: Floats) -> pa.StringArray:
    """The `repr` of each number, float64 (c,), as c Arrow strings.

    Arrow writes the same text except for whole, tiny and large numbers. Python writes those, each distinct one once.
    """
    magnitude = np.abs(values)
    same_format = (magnitude >= 1e-4) & (magnitude < 1e10) & (values != np.trunc(values))
    by_arrow = pc.cast(floats(np.where(same_format, values, 0.5)), pa.string())
    if same_format.all():
        return by_arrow
    rest = pa.Array.from_buffers(pa.int64(), int((~same_format).sum()), [None, pa.py_buffer(values[~same_format])])
    coded = rest.dictionary_encode()  # compares bits: NaN equals NaN, and -0.0 differs from 0.0
    distinct = numbers(coded.dictionary).view(np.float64)
    pieces = [texts([*map(repr, distinct[low : low + _PIECE].tolist())]) for low in range(0, len(distinct), _PIECE)]
    by_python = pa.concat_arrays(pieces).take(coded.indices)
    return pc.replace_with_mask(by_arrow, booleans(~same_format), by_python)


def plain_texts(values: Floats) -> pa.StringArray:
    """Numbers as c Arrow strings: the shortest that parse back to them, whole ones without `.0`."""
    return pc.replace_substring_regex(number_texts(values), r"\.0$", "")
