"""Lists of labels as texts, many at once. Knows neither rows nor files."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import text
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.vocab import Vocab


def list_texts(vocab: Vocab, lists: Ragged, separator: str) -> pa.StringArray:
    """Each list as one text, its labels with a separator between them; a code below 0 is a label without a letter."""
    return joined(vocab.strings(lists.codes), lists.offsets, separator)


def joined(words: pa.StringArray, offsets: Ints, separator: str) -> pa.StringArray:
    """n lists of words, each as one text; offsets: int64 (n + 1,)."""
    bounds = pa.py_buffer(np.ascontiguousarray(offsets, np.int32))
    lists = pa.ListArray.from_arrays(pa.Array.from_buffers(pa.int32(), len(offsets), [None, bounds]), words)
    return pc.binary_join(lists, text(separator))
