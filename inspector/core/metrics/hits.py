"""Where the truth labels stand in the predictions: what every ranking metric starts from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from inspector.core.arrays import Bools, Floats, Ints
from inspector.core.ragged import Ragged


@dataclass(frozen=True)
class Hits:
    """The places with rel(k) = 1, ordered by row and rank.

    n: the number of rows; row, rank, nth: int64 (h,), with rank from 1 and nth = 1, 2, ... for a row's first, second
    hit; place: int64 (h,), the hit's index among the flat prediction codes.
    """

    n: int
    row: Ints
    rank: Ints
    nth: Ints
    place: Ints

    def within(self, k: int | None) -> Hits:
        """Only the hits at ranks 1..k; all of them when k is None."""
        if k is None:
            return self
        near = self.rank <= k
        return Hits(self.n, self.row[near], self.rank[near], self.nth[near], self.place[near])

    def moved_up(self, predictions: Ragged) -> Hits:
        """The same hits at the ranks they have once every repeated label is dropped from its row."""
        dropped = np.concatenate([[0], np.cumsum(predictions.repeats())])
        before = dropped[self.place] - dropped[predictions.offsets[self.row]]
        return replace(self, rank=self.rank - before)

    def counts(self) -> Ints:
        """int64 (n,): hits of each row."""
        return np.bincount(self.row, minlength=self.n)

    def sums(self, terms: Floats) -> Floats:
        """float64 (n,): the terms of each row's hits, added in the order of their ranks."""
        return np.bincount(self.row, weights=terms, minlength=self.n).astype(np.float64, copy=False)

    def first(self) -> Ints:
        """int64 (n,): the rank of each row's first hit, 0 where there is none."""
        ranks = np.zeros(self.n, np.int64)
        opening = self.nth == 1
        ranks[self.row[opening]] = self.rank[opening]
        return ranks


def find_hits(truth: Ragged, predictions: Ragged) -> Hits:
    """Every first occurrence of a truth label in its row's predictions, n lists each; a code below 0 never hits."""
    place = np.flatnonzero(_members(truth, predictions))
    row = np.searchsorted(predictions.offsets, place, side="right") - 1
    again = Ragged(np.searchsorted(row, np.arange(len(truth) + 1)), predictions.codes[place]).repeats()
    place, row = place[~again], row[~again]
    nth = np.arange(len(row)) - np.searchsorted(row, row) + 1
    return Hits(len(truth), row, place - predictions.offsets[row] + 1, nth, place)


def _members(truth: Ragged, predictions: Ragged) -> Bools:
    """bool (m,): true where a predicted label is one of its row's truth labels."""
    width = 1 + max(int(truth.codes.max(initial=0)), int(predictions.codes.max(initial=0)))
    wanted = np.sort(truth.owners() * width + truth.codes)
    if not len(wanted):
        return np.zeros(len(predictions.codes), bool)
    keys = predictions.owners() * width + predictions.codes
    at = np.searchsorted(wanted, keys).clip(max=len(wanted) - 1)
    found: Bools = (wanted[at] == keys) & (predictions.codes >= 0)
    return found
