"""What rows could win of a GAP, each alone: by the order of their labels, and by the best labels."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from inspector.core.arrays.types import Floats, Ints, cumulative_count, distinct, ranges
from inspector.core.metrics.global_list import GlobalList

# How many running sums are kept, each as long as the list has hits: enough for lists of five labels.
_KEPT = 6


class GapGains:
    """Gains of single rows on a list of all predictions, as sums of P(i); divided by M, points of the overall.

    An edit of a row also moves the hits of other rows: where it adds a to the hits found so far and b to the rank, a
    hit at rank i gains (found + a) / (i + b) - P(i) = (a - b P(i)) / (i + b). Between two predictions of the row a and
    b are constant, so two running sums over the list for each b give the gain of all hits between them.
    """

    def __init__(self, ranked: GlobalList, row_place: Ints) -> None:
        self._list, self._row_place = ranked, row_place
        self._kept: dict[int, tuple[Floats, Floats]] = {}

    def by_order(self, rows: Ints, best: GlobalList) -> Floats:
        """float64 (r,): the gain of each row in its best order; best: the list of these rows alone, so ordered."""
        number, at = self._entries(rows)
        hit, better = self._list.hit[at], best.hit[np.argsort(best.row, kind="stable")]
        step = better.astype(np.int64) - hit
        found = _within(number, step)
        others = self._others(number, at, at + 1, found, np.zeros_like(found))
        before = self._found[at] + 1
        own = np.where(better, (before + found - step) / (at + 1), 0.0) - np.where(hit, before / (at + 1), 0.0)
        return np.bincount(number, others + own, len(rows)).astype(np.float64, copy=False)

    def by_labels(self, rows: Ints, sizes: Ints) -> Floats:
        """float64 (r,): the gain of each row if it listed only its truth, as confident as can be.

        sizes: int64 (r,), its number of truth labels.
        """
        number, at = self._entries(rows)
        hit, top = self._list.hit[at], self._top_places(rows)
        every = np.arange(len(rows))
        # The truth labels arrive at the top, and each prediction of the row leaves its place.
        events, start, end = (np.concatenate(parts) for parts in ((every, number), (top, at), (top, at + 1)))
        # By row, then by place; what arrives at a place stands before what is there. One key sorts faster than three.
        order = np.argsort((events * (len(self._list) + 1) + start) * 2 + (end - start), kind="stable")
        events, start, end = events[order], start[order], end[order]
        found = _within(events, np.concatenate([sizes, -hit.astype(np.int64)])[order])
        rank = _within(events, np.concatenate([sizes, np.full(len(at), -1)])[order])
        others = np.bincount(events, self._others(events, start, end, found, rank), len(rows))
        owner, nth = np.repeat(every, sizes), ranges(np.ones_like(sizes), sizes)
        new = np.bincount(owner, (self._found[top][owner] + nth) / (top[owner] + nth), len(rows))
        old = np.bincount(number[hit], (self._found[at[hit]] + 1) / (at[hit] + 1), len(rows))
        return others + (new - old)

    @cached_property
    def _found(self) -> Ints:
        """int64 (p + 1,): the number of hits before each place."""
        return cumulative_count(self._list.hit)

    def _entries(self, rows: Ints) -> tuple[Ints, Ints]:
        """The predictions of rows in the order of rows, then of the list: index of the row, and place from 0."""
        number_of = np.full(len(self._row_place), -1)
        number_of[rows] = np.arange(len(rows))
        number = number_of[self._list.row]
        at = np.flatnonzero(number >= 0)
        at = at[np.argsort(number[at], kind="stable")]
        return number[at], at

    def _top_places(self, rows: Ints) -> Ints:
        """int64 (r,): the place of the most confident prediction of each row, behind others of infinite confidence."""
        infinite = int(np.searchsorted(self._list.key, -np.inf, side="right"))
        return np.searchsorted(self._row_place[self._list.row[:infinite]], self._row_place[rows])

    def _others(self, number: Ints, start: Ints, end: Ints, found: Ints, rank: Ints) -> Floats:
        """float64 (e,): what the hits of other rows gain between the end of each event and the row's next event.

        number: ascending, the row of each event; start, end: its places; found, rank: int64 (e,), what the events of
        the row have added there to the hits found so far and to the rank.
        """
        behind = np.full(len(number), len(self._list))
        behind[:-1] = np.where(number[1:] == number[:-1], start[1:], behind[:-1])
        first, last, gains = self._found[end], self._found[behind], np.zeros(len(number))
        order = np.argsort(rank, kind="stable")
        order = order[(first < last)[order] & ((found != 0) | (rank != 0))[order]]
        for shift in distinct(rank[order]).tolist():
            at = order[slice(*np.searchsorted(rank[order], [shift, shift + 1]))]
            share, weighted = self._sums(shift)
            low, high = first[at], last[at]
            gains[at] = found[at] * (share[high] - share[low]) - shift * (weighted[high] - weighted[low])
        return gains

    def _sums(self, shift: int) -> tuple[Floats, Floats]:
        """float64 (h + 1,): the running sums of 1 / (i + shift), and of P(i) / (i + shift), over the hits.

        They are kept for the shifts of the last calls.
        """
        if shift not in self._kept:
            if len(self._kept) == _KEPT:
                del self._kept[next(iter(self._kept))]
            rank = np.flatnonzero(self._list.hit) + 1
            # A hit above the row's own predictions does not move up, so no sum that is asked for has a rank below 1.
            share = 1.0 / np.maximum(rank + shift, 1)
            precision = np.arange(1, len(rank) + 1) / rank
            self._kept[shift] = np.append(0.0, np.cumsum(share)), np.append(0.0, np.cumsum(precision * share))
        return self._kept[shift]


def _within(number: Ints, steps: Ints) -> Ints:
    """The running sums of the steps of each row, int64 (e,); number: ascending, the row of each step."""
    total = np.cumsum(steps)
    return total - (total - steps)[np.searchsorted(number, number)]
