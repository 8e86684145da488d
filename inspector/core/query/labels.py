"""Finds rows by label: tests each label once in the vocabulary, then looks up codes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pyarrow as pa

from inspector.core.arrays import arrow
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, Ints
from inspector.core.data.edits import Column
from inspector.core.data.vocab import Vocab

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

# For each code, whether it is one of the requested labels.
LabelTest: TypeAlias = Callable[[Codes], Bools]


def exactly(vocab: Vocab, text: str) -> LabelTest:
    """Match the label with exactly this text."""
    code = vocab.find(text)
    return (lambda codes: codes == code) if code >= 0 else (lambda codes: np.zeros(len(codes), bool))


def matching(vocab: Vocab, test: Callable[[pa.StringArray], pa.BooleanArray]) -> LabelTest:
    """Match the labels whose text passes a test."""

    @cache
    def flags() -> Bools:
        # The last entry is for code -1, no label.
        return np.append(arrow.flags(test(vocab.array())), False)

    return lambda codes: flags()[codes]


def rows_with(lists: Ragged, flags: Bools) -> Bools:
    """bool (n,): the lists with any code where flags, bool (m,), is true."""
    mask = np.zeros(len(lists), bool)
    filled = np.flatnonzero(lists.lengths)
    if len(filled):
        mask[filled] = np.logical_or.reduceat(flags, lists.offsets[filled])
    return mask


def label_counts(lists: Ragged) -> Ints:
    """int64 (n,): the number of labels of each list; blank labels do not count."""
    blank = np.flatnonzero(lists.codes < 0) if lists.weights is not None else np.empty(0, np.int64)
    rows = lists.list_of(blank)
    counts: Ints = lists.lengths - np.bincount(rows, minlength=len(lists))
    return counts


def predicted(evaluation: Evaluation, column: Callable[[Ragged], Column]) -> Column:
    """A column (n,) of the current predictions, as `Overlay.column` has it."""
    # The overlay is read before the vocabulary, so that this has all labels of the edits.
    return evaluation.overlay.column(evaluation.table, column)
