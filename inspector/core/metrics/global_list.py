"""All predictions of all rows in one list by confidence: built once by sorting, then kept sorted under edits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias, TypeVar

import numpy as np

from inspector.core.arrays.types import Bools, Codes, Floats, Ints, Ranks
from inspector.core.metrics.batch import Batch

Part = TypeVar("Part", Floats, Ranks, Bools)
LabelPlace: TypeAlias = Callable[[Codes], Floats]


@dataclass(eq=False)
class GlobalList:
    """The listed predictions, best confidence first.

    key: float64 (p,), the confidence with its sign turned, ascending; row: int32 (p,); hit: bool (p,), the first place
    at which a truth label of the row stands; copies: int32 (p,), how many equally sure places follow it for that label.
    """

    key: Floats
    row: Ranks
    hit: Bools
    copies: Ranks

    @classmethod
    def of(cls, batch: Batch, listed: Bools, row_place: Ints, label_place: LabelPlace | None) -> GlobalList:
        """Sort the flat predictions where `listed`, bool (m,), is true.

        Equal confidences go by row_place (n,) of their rows, then by label_place(codes) of their codes, or as the
        row lists them where that is None.
        """
        predictions = batch.predictions
        at = np.flatnonzero(listed)
        row, code = predictions.owners()[at], predictions.codes[at]
        key = -(predictions.weights if predictions.weights is not None else np.zeros(len(listed)))[at]
        # A stable sort by confidence keeps what a cheaper sort of whole numbers has put in order before.
        order = np.argsort(row_place[row], kind="stable")
        if label_place is not None and predictions.lengths.max(initial=0) > 1:
            order = np.lexsort((label_place(code), row_place[row]))
        order = order[np.argsort(key[order], kind="stable")]
        key, rows = key[order], row[order].astype(np.int32)
        return cls(key, rows, *_credit(batch.member[at][order], rows, code[order], key))

    def __len__(self) -> int:
        return len(self.key)

    def exchange(self, row: int, piece: GlobalList, row_place: Ints) -> GlobalList:
        """The list with one row's predictions replaced by those of `piece`, a list of that row alone."""
        kept = np.flatnonzero(self.row == row)
        key, rows = _without(self.key, kept), _without(self.row, kept)
        places = [_place(key, rows, float(own), row, row_place) for own in piece.key]
        return GlobalList(
            _with(key, places, piece.key),
            _with(rows, places, np.full(len(piece), row, np.int32)),
            _with(_without(self.hit, kept), places, piece.hit),
            _with(_without(self.copies, kept), places, piece.copies),
        )

    def exchange_many(self, rows: Ints, piece: GlobalList, row_place: Ints) -> GlobalList:
        """The same for several rows at once; `piece` numbers them by their places in `rows`."""
        kept = ~np.isin(self.row, rows)
        key = np.concatenate([self.key[kept], piece.key])
        row = np.concatenate([self.row[kept], rows[piece.row].astype(np.int32)])
        hit = np.concatenate([self.hit[kept], piece.hit])
        copies = np.concatenate([self.copies[kept], piece.copies])
        # Stable: what one row says with equal confidences stands in order in either part.
        order = np.lexsort((row_place[row], key))
        return GlobalList(key[order], row[order], hit[order], copies[order])

    def contributions(self, n: int) -> Floats:
        """float64 (n,): the sum of P(i) over the hits of each row, added from the best rank down."""
        at = np.flatnonzero(self.hit)
        precision = np.arange(1, len(at) + 1) / (at + 1)
        return np.bincount(self.row[at], weights=precision, minlength=n).astype(np.float64, copy=False)

    def first_places(self, n: int) -> Ranks:
        """int32 (n,): the best place, from 1, that each row has on the list; 0 for a row without one."""
        places = np.zeros(n, np.int32)
        # Written from the end of the list, so that what stays is each row's first place.
        places[self.row[::-1]] = np.arange(len(self), 0, -1)
        return places

    def extremes(self) -> tuple[float, float] | None:
        """The lowest and the highest sum of P(i) over the hits, whatever the order of equal confidences; or None."""
        if len(self) < 2:
            return None
        opens = np.concatenate([[True], self.key[1:] != self.key[:-1]])
        starts = np.flatnonzero(opens)
        if len(starts) == len(self):
            return None
        group = np.cumsum(opens) - 1
        sizes = np.diff(np.append(starts, len(self)))
        at = np.flatnonzero(self.hit)
        own = group[at]
        hits = np.bincount(own, minlength=len(starts))
        before = np.cumsum(hits) - hits
        nth = np.arange(1, len(at) + 1) - before[own]
        found = before[own] + nth
        # At its worst a label stands behind all that is equally sure, but not behind its own copies: what has the
        # most copies comes first, so that they push the others back.
        copies = self.copies[at][np.lexsort((-self.copies[at], own))]
        pushed = np.cumsum(copies) - copies
        misses = sizes - hits - np.bincount(own, weights=self.copies[at], minlength=len(starts)).astype(np.int64)
        opening = np.searchsorted(own, own)
        worst = found / (starts[own] + misses[own] + nth + pushed - pushed[opening])
        best = found / (starts[own] + nth)
        return float(worst.sum()), float(best.sum())


def _credit(member: Bools, row: Ranks, code: Codes, key: Floats) -> tuple[Bools, Ranks]:
    """Which places earn credit, bool (p,), and how many equally sure copies each of them has, int32 (p,)."""
    hit, copies = np.zeros(len(member), bool), np.zeros(len(member), np.int32)
    at = np.flatnonzero(member)
    pairs = row[at].astype(np.int64) * (int(code.max(initial=0)) + 1) + code[at]
    _, first, which = np.unique(pairs, return_index=True, return_inverse=True)
    hit[at[first]] = True
    alike = ~hit[at] & (key[at] == key[at[first]][which])
    copies[at[first]] = np.bincount(which[alike], minlength=len(first))
    return hit, copies


def _place(key: Floats, rows: Ranks, own: float, row: int, row_place: Ints) -> int:
    """Where in the list a prediction of a row with this key belongs."""
    low, high = np.searchsorted(key, own, "left"), np.searchsorted(key, own, "right")
    return int(low + np.searchsorted(row_place[rows[low:high]], row_place[row], "right"))


def _without(part: Part, gone: Ints) -> Part:
    """The array without the entries at a few places; pieces are moved as wholes, which a mask would not do."""
    bounds = [-1, *gone.tolist(), len(part)]
    return np.concatenate([part[low + 1 : high] for low, high in pairwise(bounds)])


def _with(part: Part, places: list[int], new: Part) -> Part:
    """The array with new entries before a few ascending places."""
    bounds, pieces = [0, *places, len(part)], []
    for i in range(len(places) + 1):
        pieces += [part[bounds[i] : bounds[i + 1]], new[i : i + 1]]
    return np.concatenate(pieces)
