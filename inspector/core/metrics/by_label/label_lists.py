"""All rows in one list for each label, by descending confidence: sorted once, then kept sorted under edits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints, Ranks, ranges
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.hits import find_hits

Keys = NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class Standing:
    """Where some predictions of labels stand on the lists of their labels, int64 (p,).

    confidence: float64 (p,); upto, above: the rows with at least this confidence, and with more; hits_upto, hits_above:
    those of them that have the label; hits, rows: how many have it, and how many there are. Rows that do not predict a
    label share its last place.
    """

    confidence: Floats

    upto: Ints
    above: Ints
    hits_upto: Ints
    hits_above: Ints
    hits: Ints
    rows: int


@dataclass(frozen=True, eq=False)
class LabelLists:
    """The lists of all labels.

    listed: complex128 (p,), ascending, one for each prediction; row: int32 (p,), the row of each; pairs: complex128
    (t,), one for each truth label of each row, in the order of `truth`; counted: bool (n,), the rows on the lists;
    known: bool (v,), by code, which labels the files have.

    The real part of a key is the code of the label, the imaginary part the negated confidence, inf where a truth label
    is not predicted: numpy orders complex numbers by the real part first.
    """

    truth: Ragged
    listed: Keys
    row: Ranks
    pairs: Keys
    counted: Bools
    known: Bools

    @classmethod
    def of(cls, batch: Batch, counted: Bools) -> LabelLists:
        """Sort the predictions of a batch."""
        known = np.zeros(0, bool) if batch.ties is None else batch.ties.known()
        return cls(batch.truth, *_sorted(batch, counted), counted, known)

    def exchange(self, rows: Ints, batch: Batch, counted: Bools) -> LabelLists:
        """The lists with other predictions for some rows; counted: bool (len(rows),), which of them are listed."""
        listed, row, pairs = _sorted(batch, counted)
        kept = self.row != rows[0] if len(rows) == 1 else ~np.isin(self.row, rows)
        before = self.listed[kept]
        at = np.searchsorted(before, listed)
        is_counted, all_pairs = self.counted.copy(), self.pairs.copy()
        is_counted[rows] = counted
        all_pairs[ranges(self.truth.offsets[rows], self.truth.lengths[rows])] = pairs
        return replace(
            self,
            listed=np.insert(before, at, listed),
            row=np.insert(self.row[kept], at, rows[row]),
            pairs=all_pairs,
            counted=is_counted,
        )

    @cached_property
    def on_list(self) -> Bools:
        """bool (t,): which truth labels are of a row on the lists."""
        return self.counted[self.truth.owners()]

    @cached_property
    def support(self) -> Ints:
        """int64 (c,): how many rows have each label in their truth; c is beyond every code."""
        size = max(len(self.known), 1 + int(max(self.truth.codes.max(initial=-1), self.listed.real.max(initial=-1))))
        return np.bincount(self.truth.codes[self.on_list], minlength=size)

    def standing(self, keys: Keys, moved_up: Bools | None = None) -> Standing:
        """Where keys of labels stand. moved_up: bool (p,), for which of them the row itself is further down."""
        codes, own = keys.real.astype(np.int64), 0 if moved_up is None else moved_up.astype(np.int64)
        support, order = self.support, np.argsort(keys)
        rows, at_all = int(self.counted.sum()), np.isposinf(keys.imag)
        hit_keys = np.sort(self.pairs[self.on_list])
        upto, above = _places(self.listed, codes, keys, order)
        hits_upto, hits_above = _places(hit_keys, codes, keys, order)
        return Standing(
            -keys.imag,
            np.where(at_all, rows, upto + own),
            above,
            np.where(at_all, support[codes], hits_upto + own),
            hits_above,
            support[codes],
            rows,
        )


def key_of(codes: NDArray[np.integer], confidences: Floats) -> Keys:
    """complex128 (p,): the keys of labels with these confidences; -inf for labels that are not predicted."""
    keys = np.empty(len(codes), np.complex128)
    keys.real, keys.imag = codes, -confidences
    return keys


def _sorted(batch: Batch, counted: Bools) -> tuple[Keys, Ranks, Keys]:
    """The keys of the predictions, ascending, with their rows; and the keys of all truth labels, in their order."""
    lists = batch.confident.keep(counted[batch.confident.owners()])
    assert lists.weights is not None  # noqa: S101  # of `Batch.confident`
    hits = find_hits(batch.truth, lists)
    confidences = np.full(len(batch.truth.codes), -np.inf)
    if len(hits.row):
        confidences[hits.indices_in(batch.truth)] = lists.weights[hits.index]
    keys = key_of(lists.codes, lists.weights)
    order = np.argsort(keys, kind="stable")
    return keys[order], lists.owners()[order].astype(np.int32), key_of(batch.truth.codes, confidences)


def _places(listed: Keys, codes: Ints, keys: Keys, order: Ints) -> tuple[Ints, Ints]:
    """How many of the sorted keys of its label are up to each key, with and without those equal to it.

    order: of the keys, in which they are found in a tenth of the time.
    """
    each = np.arange(1 + codes.max(initial=0))
    starts = np.searchsorted(listed, key_of(each, np.full(len(each), np.inf)))[codes]
    upto, above = np.empty_like(starts), np.empty_like(starts)
    upto[order] = np.searchsorted(listed, keys[order], side="right")
    above[order] = np.searchsorted(listed, keys[order])
    return upto - starts, above - starts
