"""Lists of labels as texts, many at once. Knows neither rows nor files."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import text, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Codes, Ints
from inspector.core.data.vocab import Vocab


def list_texts(vocab: Vocab, lists: Ragged, separator: str) -> pa.StringArray:
    """Each list as one text, its labels with a separator between them; a code below 0 is a label without a letter."""
    labels, codes = vocab.array(), lists.codes
    if len(codes) < len(labels):  # of few lists not even every label is looked at
        labels, codes = vocab.strings(codes), np.arange(len(codes), dtype=np.int32)
    return joined(labels, codes, lists.offsets, separator)


def joined(words: pa.StringArray, codes: Codes, offsets: Ints, separator: str) -> pa.StringArray:
    """The words with these numbers, int32 (m,), -1 for an empty one, as n texts; offsets: int64 (n + 1,).

    Every word is held ready twice, with the separator behind it and, for the end of a list, without. Picked one after
    the other they are the text of all lists already; joining list by list would copy every letter once more.
    """
    ends = pa.concat_arrays([words, texts([""])])
    both = pa.concat_arrays([pc.binary_join_element_wise(ends, text(separator), text("")), ends])
    picks = np.where(codes < 0, np.int32(len(words)), codes)
    picks[offsets[1:][offsets[1:] > offsets[:-1]] - 1] += len(ends)
    picked = both.take(pa.Array.from_buffers(pa.int32(), len(picks), [None, pa.py_buffer(picks)]))
    _, places, letters = picked.buffers()
    bounds = np.frombuffer(places, np.int32, len(picked) + 1)[offsets] if len(picks) else offsets * 0
    return pa.Array.from_buffers(pa.string(), len(offsets) - 1, [None, pa.py_buffer(bounds.astype(np.int32)), letters])
