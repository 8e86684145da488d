"""The cells of truth and predictions as text, and what they sort by, for each kind of predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

import numpy as np
import pyarrow as pa

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.text import plain_texts
from inspector.core.arrays.types import Codes, Floats, Ints
from inspector.core.data.kind import LABELS, NUMBERS, Kind
from inspector.core.data.list_text import joined, list_texts
from inspector.core.data.vocab import Vocab


class Firsts(Protocol):
    """What sorting needs of n lists."""

    def first_codes(self) -> tuple[Codes, Ints]:
        """The first code of each list, int32 (n,), -1 for an empty list; and the lengths, int64 (n,)."""

    def first_weights(self) -> Floats:
        """float64 (n,): the first weight of each list, NaN for an empty list."""


class Cells(Protocol):
    """How a kind of predictions is written and sorted."""

    @property
    def tips(self) -> Mapping[str, str]:
        """What the columns of truth and predictions hold, by their names."""

    def texts(self, vocab: Vocab, lists: Ragged, separator: str) -> pa.StringArray:
        """Each of n lists as one text, Arrow strings (n,)."""

    def keys(self, vocab: Vocab, lists: Firsts) -> Sequence[Any]:
        """Arrays (n,) to sort n lists by, the most important first."""


class _LabelCells:
    """Labels, joined; sorted by the first as text, then by their number."""

    tips: ClassVar[Mapping[str, str]] = {
        "truth": "The labels that are right; sorts by the first, then by their number",
        "predictions": "The predicted labels, best rank first; sorts by the first, then by their number. A dotted line "
        "below a label says that the baseline does not have it",
    }

    def texts(self, vocab: Vocab, lists: Ragged, separator: str) -> pa.StringArray:
        return list_texts(vocab, lists, separator)

    def keys(self, vocab: Vocab, lists: Firsts) -> Sequence[Any]:
        first, lengths = lists.first_codes()
        return [np.append(vocab.ranks(), np.int32(-1))[first], lengths]


class _NumberCells:
    """Numbers, joined; sorted by the first."""

    tips: ClassVar[Mapping[str, str]] = {
        "truth": "The true number, or numbers; sorts by the first",
        "predictions": "The predicted number, or numbers; sorts by the first",
    }

    def texts(self, vocab: Vocab, lists: Ragged, separator: str) -> pa.StringArray:
        weights = np.full(len(lists.codes), np.nan) if lists.weights is None else lists.weights
        return joined(plain_texts(weights), lists.offsets, separator)

    def keys(self, vocab: Vocab, lists: Firsts) -> Sequence[Any]:
        return [lists.first_weights()]


CELLS: Mapping[Kind, Cells] = {LABELS: _LabelCells(), NUMBERS: _NumberCells()}
