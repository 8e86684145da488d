"""The hit strip: what became of each row's prediction, as a few small cells that are painted for many rows at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints, Ranks
from inspector.core.metrics.hits import Hits

# Of cells that share a place, the highest code is shown.
EMPTY, AXIS, MISSED, MISS = range(4)
# A hit is filled to a part of LEVELS, by its grade: MISS + 1 to MISS + LEVELS.
LEVELS = 8
HIT = MISS + LEVELS
_SIGNS = " ─_·▁▂▃▄▅▆▇✓"
# How many narrow cells there are in the room of a full one: of long lists, and of places among all predictions.
_NARROW, _PLACES = 4, 2

# What the cells of `by_error` and `by_count` are, in words.
BY_ERROR = (
    "How far the prediction is off: to the left too low, to the right too high; "
    "a full side is any error beyond that of 99 rows in 100"
)
BY_COUNT = "A cell for each label: filled if right, outlined if wrong, a low line if missed"

Strips: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True)
class Frame:
    """What the strips of all rows have in common, so that they line up.

    cells: how many cells of full width there is room for, at least 1; longest, most: the largest number of predictions,
    edits included, and of truth labels of a row; best_grade: the highest grade of the truth, 1 without grades; far: the
    error that fills a side.
    """

    cells: int
    longest: int
    most: int
    best_grade: float = 1.0
    far: float = 1.0

    @classmethod
    def of(cls, truth: Ragged, predictions: Sequence[Ragged], cells: int) -> Frame:
        """The frame for all rows of a table; predictions: those of the file, and of edits."""
        return cls(cells, max(lists.longest for lists in predictions), truth.longest, truth.heaviest)

    def by_rank(self, k: int | None, lengths: Ints, hits: Hits, grades: Floats | None = None) -> Strips:
        """A cell for each rank within K, filled where the prediction at that rank hits; uint8 (n, c).

        Neighbours share a cell where there are too many. Ranks that no list has get a cell only if there is room.
        lengths: int64 (n,), the ranks taken; grades: float64 (h,), of the hits.
        """
        ranks = max(1, self.longest) if k is None else min(k, max(self.cells, self.longest))
        c = min(ranks, self.cells * _NARROW)
        taken = -(-np.minimum(lengths, ranks) * c // ranks)
        strips = np.where(np.arange(c) < taken[:, None], MISS, EMPTY).astype(np.uint8)
        share = np.ones(len(hits.row)) if grades is None else grades / self.best_grade
        level = MISS + np.ceil(np.clip(share, 1 / LEVELS, 1) * LEVELS).astype(np.uint8)
        near = hits.rank <= (k or hits.rank)
        at = (np.minimum(hits.rank, ranks) - 1) * c // ranks
        np.maximum.at(strips, (hits.row[near], at[near]), level[near])
        return strips

    def by_count(self, right: Ints, wrong: Ints, missed: Ints) -> Strips:
        """A cell for each label: the right ones, then the wrong ones, then the missed ones; uint8 (n, c).

        Of more labels than cells, the shares are shown.
        """
        c = max(1, min(self.cells, self.longest + self.most))
        ends = np.cumsum([right, wrong, missed], axis=0)
        ends = np.ceil(ends * np.minimum(1.0, c / np.maximum(1, ends[2]))).astype(np.int64)
        kind = (np.arange(c) >= ends[:, :, None]).sum(axis=0)
        strips: Strips = np.array([HIT, MISS, MISSED, EMPTY], np.uint8)[kind]
        return strips

    def by_error(self, errors: Floats) -> Strips:
        """A line from the middle, as long as the error, (n,), to the left below 0; uint8 (n, c). None for NaN."""
        half = self.cells * _PLACES // 2
        length = np.ceil(np.clip(np.nan_to_num(np.abs(errors)) / self.far, 0.0, 1.0) * half)[:, None]
        at, is_low = np.arange(-half, half + 1), (errors < 0)[:, None]
        strips = np.where((at != 0) & (np.abs(at) <= length) & ((at < 0) == is_low), HIT, EMPTY).astype(np.uint8)
        strips[:, half] = MISS
        strips[np.isnan(errors)] = EMPTY
        return strips

    def by_place(self, places: Ranks, right: Bools, last: int) -> Strips:
        """A line from the first to the last place among all predictions with a tick at each row's place; uint8 (n, c).

        places: int32 (n,), from 1; 0 for a row without one, which has no line.
        """
        c = self.cells * _PLACES
        strips = np.full((len(places), c), AXIS, np.uint8)
        strips[places == 0] = EMPTY
        at = np.flatnonzero(places)
        strips[at, (places[at].astype(np.int64) - 1) * c // max(1, last)] = np.where(right[at], HIT, MISS)
        return strips


def strip_text(strip: Strips) -> str:
    """One strip, uint8 (c,), as a text such as `·✓··`."""
    return "".join(_SIGNS[code] for code in strip.tolist()).rstrip()
