"""The rows whose lists hold certain labels: a label is looked at once, in the vocabulary, then codes are looked up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa

from inspector.core.arrays import arrow
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, Ints
from inspector.core.data.vocab import Vocab

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

# For each of some codes, whether it is one of the labels that are asked for.
LabelTest: TypeAlias = Callable[[Codes], Bools]
Column = TypeVar("Column", Bools, Ints)


def exactly(vocab: Vocab, text: str) -> LabelTest:
    """The label with this very text."""
    code = vocab.find(text)
    return (lambda codes: codes == code) if code >= 0 else (lambda codes: np.zeros(len(codes), bool))


def matching(vocab: Vocab, test: Callable[[pa.StringArray], pa.BooleanArray]) -> LabelTest:
    """The labels whose text passes a test."""

    @cache
    def flags() -> Bools:
        # The last place is for codes below 0, which stand for no label.
        return np.append(arrow.flags(test(vocab.array())), False)

    return lambda codes: flags()[codes]


def rows_with(lists: Ragged, flags: Bools) -> Bools:
    """bool (n,): true for the lists with any code where flags, bool (m,), is true."""
    mask = np.zeros(len(lists), bool)
    filled = np.flatnonzero(lists.lengths)
    if len(filled):
        mask[filled] = np.logical_or.reduceat(flags, lists.offsets[filled])
    return mask


def label_counts(lists: Ragged) -> Ints:
    """int64 (n,): how many labels each list has; a confidence without a label is none."""
    blank = np.flatnonzero(lists.codes < 0) if lists.weights is not None else np.empty(0, np.int64)
    rows = lists.list_of(blank)
    counts: Ints = lists.lengths - np.bincount(rows, minlength=len(lists))
    return counts


def predicted(evaluation: Evaluation, column: Callable[[Ragged], Column]) -> Column:
    """A column (n,) of the predictions: worked out for the table's lists, then again for those that are edited."""
    # The edits are taken before anything looks into the vocabulary, so that it knows all of their labels.
    overlay = evaluation.overlay
    values = column(evaluation.table.predictions)
    if len(overlay):
        values[overlay.rows] = column(overlay.predictions)
    return values
