"""Lists of labels joined into texts, many at once."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import text
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.vocab import Vocab


def list_texts(vocab: Vocab, lists: Ragged, separator: str) -> pa.StringArray:
    """Each list as one text, its labels joined by a separator; a code below 0 is an empty label."""
    return joined(vocab.strings(lists.codes), lists.offsets, separator)


def joined(words: pa.StringArray, offsets: Ints, separator: str) -> pa.StringArray:
    """Join n lists of words into n texts; offsets: int64 (n + 1,)."""
    bounds = pa.py_buffer(np.ascontiguousarray(offsets, np.int32))
    lists = pa.ListArray.from_arrays(pa.Array.from_buffers(pa.int32(), len(offsets), [None, bounds]), words)
    return pc.binary_join(lists, text(separator))
