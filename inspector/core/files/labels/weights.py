"""The weights of labels: confidences of a column beside them, and the relevance of judged ones."""

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


def split_by_relevance(labels: Ragged) -> tuple[Ragged, Ragged | None]:
    """The relevant labels with their grades, and all judged ones, each label of a row once.

    Above 0, a relevance is a grade; 0 marks a label that was judged and is not relevant, below 0 one that was not
    judged, as in trec_eval. No grades where all are 1; no judged labels where all of them are relevant.
    """
    relevance = labels.weights
    if relevance is None:
        repeats = labels.repeats()
        return labels.keep(~repeats) if repeats.any() else labels, None
    relevant = labels.keep(relevance > 0)
    relevant = relevant.keep(~relevant.repeats())
    if np.all(relevant.weights == 1):
        relevant = Ragged(relevant.offsets, relevant.codes)
    judged = labels.keep(relevance >= 0)
    judged = Ragged(judged.offsets, judged.codes).keep(~judged.repeats())
    return relevant, judged if len(judged.codes) > len(relevant.codes) else None
