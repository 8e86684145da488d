"""The cells of truth and predictions as text, and what they sort by, for each kind of predictions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text import plain_texts
from inspector.core.data.kind import LABELS, NUMBERS, Kind
from inspector.core.data.list_text import joined, list_texts
from inspector.core.data.vocab import Vocab


@dataclass(frozen=True)
class Cells:
    """How a kind of predictions is written and sorted.

    tips: what the columns of truth and predictions hold, by their names; texts(vocab, lists, separator): each of n
    lists as one text, Arrow strings (n,); keys(vocab): functions of n lists to arrays (n,) to sort these by, the most
    important first.
    """

    tips: Mapping[str, str]
    texts: Callable[[Vocab, Ragged, str], pa.StringArray]
    keys: Callable[[Vocab], Sequence[Callable[[Ragged], Any]]]


def _label_keys(vocab: Vocab) -> Sequence[Callable[[Ragged], Any]]:
    """By the first label as text, then by their number."""
    return (
        lambda lists: np.append(vocab.ranks(), np.int32(-1))[lists.first_codes()],
        lambda lists: lists.lengths.copy(),
    )


def _number_texts(vocab: Vocab, lists: Ragged, separator: str) -> pa.StringArray:
    """Numbers, joined."""
    weights = np.full(len(lists.codes), np.nan) if lists.weights is None else lists.weights
    return joined(plain_texts(weights), lists.offsets, separator)


_OF_LABELS = {
    "truth": "The labels that are right; sorts by the first, then by their number",
    "predictions": "The predicted labels, best rank first; sorts by the first, then by their number. A dotted line "
    "below a label says that the baseline does not have it",
}
_OF_NUMBERS = {
    "truth": "The true number; of several, sorts by the first",
    "predictions": "The predicted number; of several, the name of one sorts by it, and more are seen where the column "
    "is wider",
}
CELLS: Mapping[Kind, Cells] = {
    LABELS: Cells(_OF_LABELS, list_texts, _label_keys),
    NUMBERS: Cells(_OF_NUMBERS, _number_texts, lambda vocab: (Ragged.first_weights,)),
}
