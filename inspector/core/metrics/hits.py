"""Finds truth labels in predictions, wrong predictions, and how often truth labels occur."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from inspector.core.arrays.blocks import PaddedBlock
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import Ragged, repeated
from inspector.core.arrays.types import Bools, Codes, Floats, Ints, cumulative_count


@dataclass(frozen=True)
class Hits:
    """The predictions with rel(k) = 1, ordered by row and rank.

    n: the number of rows; row, rank, nth: int64 (h,), with rank from 1 and nth = 1, 2, ... for a row's first, second
    hit; index: int64 (h,), into the flat prediction codes; code: int32 (h,).
    """

    n: int
    row: Ints
    rank: Ints
    nth: Ints
    index: Ints
    code: Codes

    def within(self, k: int | None) -> Hits:
        """Only the hits at ranks 1..k; all of them when k is None."""
        if k is None:
            return self
        near = self.rank <= k
        return Hits(self.n, self.row[near], self.rank[near], self.nth[near], self.index[near], self.code[near])

    def moved_up(self, predictions: Ragged) -> Hits:
        """The same hits, with their ranks after dropping repeated labels."""
        dropped = cumulative_count(predictions.repeats())
        before = dropped[self.index] - dropped[predictions.offsets[self.row]]
        return replace(self, rank=self.rank - before)

    def in_front(self, grades: Floats | None) -> Hits:
        """The same hits moved to ranks 1, 2, ... of their rows, best of grades, float64 (h,), first."""
        if grades is None:
            return replace(self, rank=self.nth)
        order = np.lexsort((-grades, self.row))
        return replace(self, rank=self.nth, index=self.index[order], code=self.code[order])

    def indices_in(self, truth: Ragged) -> Ints:
        """int64 (h,): the index of each hit's label among the flat truth codes."""
        if truth.width == 1:
            return self.row
        width = 1 + int(truth.codes.max(initial=0))
        keys = truth.owners() * width + truth.codes
        order = np.argsort(keys, kind="stable")
        return order[np.searchsorted(keys[order], self.row * width + self.code)]

    def counts(self) -> Ints:
        """int64 (n,): the number of hits of each row."""
        return np.bincount(self.row, minlength=self.n)

    def sums(self, terms: Floats) -> Floats:
        """float64 (n,): the sum of the terms of each row's hits, added in rank order."""
        return np.bincount(self.row, weights=terms, minlength=self.n).astype(np.float64, copy=False)

    def first(self) -> Ints:
        """int64 (n,): the rank of each row's first hit, 0 for none."""
        if len(self.row) == self.n and _ascend(self.row):  # a hit in each row
            return self.rank
        ranks = np.zeros(self.n, np.int64)
        opening = self.nth == 1
        ranks[self.row[opening]] = self.rank[opening]
        return ranks


def find_hits(truth: Ragged, predictions: Ragged) -> Hits:
    """The first occurrence of each truth label in its row's predictions, n lists each; codes below 0 never hit."""
    index = np.flatnonzero(members(truth, predictions))
    row, code = predictions.list_of(index), predictions.codes[index]
    if not _ascend(row):
        again = Ragged(_offsets(row, len(truth)), code).repeats()
        row, index, code = (row[~again], index[~again], code[~again]) if again.any() else (row, index, code)
    return _numbered(len(truth), row, index, code, predictions.offsets)


def perfect_hits(truth: Ragged) -> Hits:
    """The hits of a prediction equal to the truth."""
    return _numbered(len(truth), truth.owners(), np.arange(len(truth.codes)), truth.codes, truth.offsets)


def members(truth: Ragged, predictions: Ragged) -> Bools:
    """bool (m,): true for each predicted label that is one of its row's truth labels, repeats included."""
    return predictions.in_blocks(lambda block: _block_members(truth, block))


def wrong_top(truth: Ragged, predictions: Ragged) -> Ragged:
    """n lists: the label at rank 1 where it is wrong; blank labels do not count."""
    first = predictions.first_codes()
    top = Ragged(np.arange(len(first) + 1), first)
    return top.keep(~members(truth, top) & (first >= 0))


def wrong_before(truth: Ragged, predictions: Ragged) -> Ragged:
    """n lists: the distinct wrong labels before the first hit; all labels where there is no hit."""
    lists = predictions.keep(predictions.in_blocks(lambda block: _block_wrong_before(truth, block)))
    return Ragged(lists.offsets, lists.codes)


def wrong_labels(truth: Ragged, predictions: Ragged) -> Ragged:
    """n lists: the distinct wrong labels, wherever they stand."""
    is_wrong = predictions.in_blocks(lambda block: ~(_block_members(truth, block) | repeated(block.codes)))
    lists = predictions.keep(is_wrong & (predictions.codes >= 0))
    return Ragged(lists.offsets, lists.codes)


def missed_labels(truth: Ragged, hits: Hits) -> Ragged:
    """n lists: the truth labels that are no hits."""
    missed = np.ones(len(truth.codes), bool)
    missed[hits.indices_in(truth)] = False
    lists = truth.keep(missed)
    return Ragged(lists.offsets, lists.codes)


def rarest_support(truth: Ragged) -> Ints:
    """int64 (n,): the number of rows with the rarest truth label of each row; 0 for no label."""
    counts = np.bincount(truth.codes, minlength=1)
    rarest = np.zeros(len(truth), np.int64)
    filled = truth.lengths > 0
    if filled.any():
        rarest[filled] = np.minimum.reduceat(counts[truth.codes], truth.offsets[:-1][filled])
    return rarest


def _numbered(n: int, row: Ints, index: Ints, code: Codes, offsets: Ints) -> Hits:
    nth = np.ones(len(row), np.int64) if _ascend(row) else np.arange(len(row)) - _offsets(row, n)[row] + 1
    rank = offsets[row]
    np.subtract(index, rank, out=rank)
    rank += 1
    return Hits(n, row, rank, nth, index, code)


def _ascend(row: Ints) -> bool:
    """Whether no row has a second hit, as where each has one label: then there is nothing to count."""
    return bool((row[1:] > row[:-1]).all())


def _offsets(row: Ints, n: int) -> Ints:
    """int64 (n + 1,): where each row's hits begin among hits in row order."""
    return offsets_of(np.bincount(row, minlength=n))


def _block_members(truth: Ragged, block: PaddedBlock) -> Bools:
    """`members` of a block, bool, of its shape.

    Rows are sorted by descending number of truth labels, so that those with a j-th label come first.
    """
    sizes = truth.lengths[block.first : block.last]
    if truth.width == 1:
        is_it: Bools = block.codes == truth.codes[block.first : block.last, None]
        return is_it
    order = np.argsort(-sizes, kind="stable")
    codes, starts = block.codes[order], truth.offsets[block.first : block.last][order]
    found = np.zeros(codes.shape, bool)
    for j in range(int(sizes.max(initial=0))):
        count = int((sizes > j).sum())
        label = truth.codes[starts[:count] + j]
        found[:count] |= codes[:count] == label[:, None]
    unordered = np.empty_like(found)
    unordered[order] = found
    return unordered


def _block_wrong_before(truth: Ragged, block: PaddedBlock) -> Bools:
    """bool, of the block's shape: true for first occurrences of labels before the first hit."""
    hit_so_far = _block_members(truth, block)
    np.logical_or.accumulate(hit_so_far, axis=1, out=hit_so_far)
    return ~(hit_so_far | repeated(block.codes)) & (block.codes >= 0)
