"""What an average over labels gains when one row at a time has other predictions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.hits import Hits

# What a label's tp, fp and fn change by, int64 (3, 1).
_FOUND = np.array([[1], [0], [-1]])
WRONG = np.array([[0], [1], [0]])


@dataclass(frozen=True, eq=False)
class LabelChanges:
    """What other predictions change, int64 each: row * width + code of labels that are then hits and no hits any more,
    wrong and not wrong any more; n: the number of rows.
    """

    found: Ints
    lost: Ints
    added: Ints
    gone: Ints
    width: int
    n: int

    @classmethod
    def of(cls, now: Batch, then: Batch) -> LabelChanges:
        """Compare two predictions for the same rows."""
        width = 1 + max(int(part.codes.max(initial=-1)) for part in (now.truth, now.predictions, then.predictions))
        (hits, wrong), (new_hits, new_wrong) = _outcomes(now, width), _outcomes(then, width)
        parts = _beyond(new_hits, hits), _beyond(hits, new_hits), _beyond(new_wrong, wrong), _beyond(wrong, new_wrong)
        return cls(*parts, width, len(now))

    def gains(self, gain: Callable[[Ints], Floats]) -> Floats:
        """float64 (n,): the gain of each row; gain(change) is that of each label by a change of its tp, fp and fn.

        A label of a row changes the counts of that label only, so the gains of its labels add up.
        """
        changes = (_FOUND, self.found), (-_FOUND, self.lost), (WRONG, self.added), (-WRONG, self.gone)
        gains: Floats = np.sum([self._sums(gain(change), keys) for change, keys in changes], axis=0)
        return gains

    def predicted(self, labels: Bools) -> Ints:
        """int64 (n,): how many of some labels, bool (c,), which are wrong, each row predicts anew."""
        return self._count(labels, self.added)

    def dropped(self, labels: Bools) -> Ints:
        """int64 (n,): how many of some labels, bool (c,), which are wrong, each row no longer predicts."""
        return self._count(labels, self.gone)

    def _count(self, labels: Bools, keys: Ints) -> Ints:
        return np.bincount((keys // self.width)[labels[keys % self.width]], minlength=self.n)

    def _sums(self, gains: Floats, keys: Ints) -> Floats:
        return np.bincount(keys // self.width, gains[keys % self.width], self.n).astype(np.float64, copy=False)


def nth_hits(lists: Ragged, hits: Hits) -> Ints:
    """int64 (m,): 1, 2, ... for each code of the lists that is the first, second, ... hit of its row, else more."""
    width = 1 + max(int(lists.codes.max(initial=-1)), int(hits.code.max(initial=-1)))
    keys, found = lists.owners() * width + lists.codes, hits.row * width + hits.code
    nth = np.full(len(keys), len(found) + 1)
    _, at, which = np.intersect1d(keys, found, assume_unique=True, return_indices=True)
    nth[at] = hits.nth[which]
    return nth


def _outcomes(batch: Batch, width: int) -> tuple[Ints, Ints]:
    """The hits and the wrong labels of all rows, each label once: int64 (h,), (w,): row * width + code."""
    lists, wrong = batch.predictions, ~batch.uncounted & ~batch.credited
    return batch.hits.row * width + batch.hits.code, (lists.owners() * width + lists.codes)[wrong]


def _beyond(some: Ints, others: Ints) -> Ints:
    return some[~np.isin(some, others)]
