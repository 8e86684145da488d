"""Labels with their numbers beside them, where the file has cells of their own for the numbers: `cat:0.9 dog:0.1`.

So the line of a row shows them, and so they are typed and pasted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, integers
from inspector.core.arrays.types import Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.labels.cell import to_number

# Between a label and its number, where the file has no sign of its own for both in one cell.
BESIDE = ":"


@dataclass(frozen=True, eq=False)
class Pairs:
    """n lists of labels with their numbers. offsets: int64 (n + 1,); labels: Arrow strings (m,); numbers: float64."""

    offsets: Ints
    labels: pa.StringArray
    numbers: Floats


def pairs_of(evaluation: Evaluation, cells: pa.StringArray) -> Pairs | None:
    """The labels and numbers in typed or pasted cells; None where the words are labels, or hold no known ones.

    Raises InputError for a word without a number.
    """
    grammar = evaluation.pair.submission.grammar
    has_own_cells = evaluation.table.kind.names_labels and evaluation.table.predictions.weights is not None
    if not has_own_cells or grammar.sign is not None:
        return None
    words = grammar.split(cells)[1]
    offsets, labels, numbers = replace(grammar, sign=BESIDE).split(cells)
    if numbers is None or not _are_pairs(evaluation, words, labels):
        return None
    for word in words.take(integers(np.flatnonzero(np.isnan(numbers)))).to_pylist():
        to_number(word.rpartition(BESIDE)[2])
    return Pairs(offsets, labels, numbers)


def _are_pairs(evaluation: Evaluation, words: pa.StringArray, labels: pa.StringArray) -> bool:
    """Whether all words have the sign behind a known label, and none of them is a label as it stands."""
    if not len(words) or not flags(pc.match_substring(words, BESIDE)).all():
        return False
    vocab, reading = evaluation.table.vocab, evaluation.pair.submission
    columns = {*reading.layout.names_of(reading.sheet)} if reading.layout.shape == "wide" else set[str]()
    are_known = all(vocab.find(label) >= 0 or label in columns for label in labels.unique().to_pylist())
    return are_known and not any(vocab.find(word) >= 0 for word in words.unique().to_pylist())
