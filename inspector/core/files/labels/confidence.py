"""Confidences from a column of their own, put beside the labels that they belong to."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from inspector.core.arrays.offsets import indices_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import repeat_chunked
from inspector.core.files.labels.cell import Grammar, split
from inspector.core.files.schema.contents import to_numbers


def with_confidences(labels: Ragged, cells: pa.Array, grammar: Grammar) -> Ragged:
    """The lists with a confidence from `cells` (n,) for each label; NaN where there are too few, none where too many.

    A confidence in a row without a label becomes the confidence of the code BLANK, which no label has.
    """
    offsets, words = split(cells, grammar.separator)
    numbers, counts, own = to_numbers(words), np.diff(offsets), labels.lengths
    values = np.full(len(labels.codes), np.nan)
    place = indices_of(own)
    given = place < repeat_chunked(counts, own)
    values[given] = numbers[(repeat_chunked(offsets[:-1], own) + place)[given]]
    blank = np.flatnonzero((own == 0) & (counts > 0))
    first = Ragged(np.arange(len(blank) + 1), np.full(len(blank), BLANK, np.int32), numbers[offsets[blank]])
    return Ragged(labels.offsets, labels.codes, values).replace(blank, first)
