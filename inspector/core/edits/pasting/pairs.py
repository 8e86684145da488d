"""Labels with their numbers beside them, where the file has cells of their own for the numbers: `cat:0.9 dog:0.1`.

So the line of a row shows them, and so they are typed and pasted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, integers, texts
from inspector.core.arrays.types import Floats, Ints
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.labels.cell import BESIDE, to_number
from inspector.core.files.schema.contents import NUMBER

# Of a row with more odd words the first ones tell enough.
_MOST_NAMED = 3


@dataclass(frozen=True, eq=False)
class Pairs:
    """n lists of labels with their numbers. offsets: int64 (n + 1,); labels: Arrow strings (m,); numbers: float64."""

    offsets: Ints
    labels: pa.StringArray
    numbers: Floats


def pairs_of(evaluation: Evaluation, cells: pa.StringArray, where: Callable[[int], str] = lambda _: "") -> Pairs | None:
    """The labels and numbers in typed or pasted cells; None where the words are labels, or hold no known ones.

    where: what an error says of the cell at a place. Raises InputError for a word without a number, and for one without
    a label where each has a column.
    """
    grammar = evaluation.pair.submission.grammar
    has_own_cells = evaluation.table.kind.names_labels and evaluation.table.predictions.weights is not None
    if not has_own_cells or grammar.sign is not None:
        return None
    words = grammar.split(cells)[1]
    offsets, labels, numbers = replace(grammar, sign=BESIDE).split(cells)
    if numbers is None:
        return None
    pairs = Pairs(offsets, labels, numbers)
    if evaluation.pair.has_class_columns:
        return _pairs_of_columns(evaluation, words, pairs, where)
    return pairs if _are_pairs(evaluation, words, pairs) else None


def _pairs_of_columns(
    evaluation: Evaluation, words: pa.StringArray, pairs: Pairs, where: Callable[[int], str]
) -> Pairs | None:
    """The pairs of words, where each label has a column; None where no word is a pair."""
    reading = evaluation.pair.submission
    columns = reading.layout.names_of(reading.sheet)
    is_known, is_label = (flags(pc.is_in(of, value_set=texts(columns))) for of in (pairs.labels, words))
    is_number = np.isfinite(pairs.numbers)
    has_sign = flags(pc.match_substring(words, BESIDE))
    if not (has_sign & ~is_label & (is_known | is_number)).any():
        return None
    if len(odd := np.flatnonzero(~is_known | ~is_number)):
        at = int(np.searchsorted(pairs.offsets, odd[0], side="right")) - 1
        cell = words.slice(pairs.offsets[at], pairs.offsets[at + 1] - pairs.offsets[at]).to_pylist()
        what = "; ".join([*filter(None, (_wrong(word, columns) for word in cell))][:_MOST_NAMED])
        raise InputError(what, found=where(at), expected=f"labels with their numbers, such as {columns[0]}{BESIDE}0.9")
    return pairs


def _wrong(word: str, columns: Sequence[str]) -> str:
    """What is wrong with a word, in words; empty for a label of a column with a number."""
    label, sign, value = word.rpartition(BESIDE)
    is_number = bool(re.match(NUMBER, value.strip())) and math.isfinite(float(value))
    if word in columns or (label in columns and not value.strip()):
        return f"{shorten(word.removesuffix(BESIDE))} has no number"
    if label not in columns:
        return f"the file has no column for the label {shorten(label if sign and is_number else word)}"
    return "" if is_number else f"{shorten(value)} is no number for {shorten(label)}"


def _are_pairs(evaluation: Evaluation, words: pa.StringArray, pairs: Pairs) -> bool:
    """Whether all words have the sign behind a known label, and none of them is a label as it stands.

    Raises InputError for one without a number.
    """
    if not len(words) or not flags(pc.match_substring(words, BESIDE)).all():
        return False
    find = evaluation.table.vocab.find
    if any(find(label) < 0 for label in pairs.labels.unique().to_pylist()):
        return False
    if any(find(word) >= 0 for word in words.unique().to_pylist()):
        return False
    for word in words.take(integers(np.flatnonzero(np.isnan(pairs.numbers)))).to_pylist():
        to_number(word.rpartition(BESIDE)[2])
    return True
