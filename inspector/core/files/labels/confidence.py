"""Combine labels with confidences from a separate column."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inspector.core.arrays.offsets import indices_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import repeat_chunked
from inspector.core.files.labels.cell import Grammar, split
from inspector.core.files.schema.contents import to_numbers


def with_confidences(labels: Ragged, cells: pa.Array, grammar: Grammar) -> Ragged:
    """The lists with the confidences in `cells` (n,); missing ones are NaN, surplus ones are dropped.

    A confidence in a row without labels is stored with the code BLANK.
    """
    offsets, words = split(cells, grammar.separator)
    numbers, counts, lengths = to_numbers(words), np.diff(offsets), labels.lengths
    values = np.full(len(labels.codes), np.nan)
    index = indices_of(lengths)
    given = index < repeat_chunked(counts, lengths)
    values[given] = numbers[(repeat_chunked(offsets[:-1], lengths) + index)[given]]
    blank = np.flatnonzero((lengths == 0) & (counts > 0))
    first = Ragged(np.arange(len(blank) + 1), np.full(len(blank), BLANK, np.int32), numbers[offsets[blank]])
    return Ragged(labels.offsets, labels.codes, values).replace(blank, first)
