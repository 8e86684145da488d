"""The cells of a matrix of truth labels against first predictions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.analysis.confusion import NONE, OTHER, RIGHT, most_confused
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.evaluation.evaluation import Evaluation


@dataclass(frozen=True, eq=False)
class TopCells:
    """One entry for each truth label of a row, and one for a row without truth.

    row, true, first: int64 (e,): the row, the truth label or NONE, and the first prediction: its label, RIGHT where it
    is another truth label of the row, or NONE.
    """

    row: Ints
    true: Ints
    first: Ints

    @classmethod
    def of(cls, evaluation: Evaluation, rows: Ints) -> TopCells:
        """The entries of some rows."""
        batch = evaluation.batch(rows)
        row, true = _with_bare(batch.truth)
        first = batch.predictions.first_codes().astype(np.int64)[row]
        is_hit = (first == true) & (true >= 0)
        has_hit = np.bincount(row[is_hit], minlength=len(rows)) > 0
        return cls(rows[row], true, np.where(has_hit[row] & ~is_hit, RIGHT, first))

    def labels(self, most: int) -> tuple[Ints, Ints]:
        """The labels that occur, int64, and up to `most` of them: the most often confused, then the most frequent."""
        true, first = self.true[self.true >= 0], self.first[self.first >= 0]
        confused = (self.true >= 0) & (self.first >= 0) & (self.true != self.first)
        size = 1 + int(max(true.max(initial=-1), first.max(initial=-1)))
        support = np.bincount(true, minlength=size)
        wrong = np.bincount(self.true[confused], minlength=size) + np.bincount(self.first[confused], minlength=size)
        occurring = np.flatnonzero(support + np.bincount(first, minlength=size))
        return occurring, most_confused(wrong, support, occurring, most)

    def placed(self, chosen: Ints) -> tuple[Ints, Ints, Ints]:
        """The row, the line and the column, int64 each, of what the cells count, when the chosen labels have a line."""
        lines = np.where(np.isin(self.true, chosen) | (self.true < 0), self.true, OTHER)
        unlisted = np.where(self.first == self.true, RIGHT, OTHER)
        columns = np.where(np.isin(self.first, chosen) | (self.first < 0), self.first, unlisted)
        # Several truth labels of a row may share the line OTHER.
        other = np.flatnonzero(lines == OTHER)
        _, first = np.unique((self.row * (columns.max(initial=0) - RIGHT + 1) + columns)[other], return_index=True)
        kept = np.append(np.flatnonzero(lines != OTHER), other[first])
        return self.row[kept], lines[kept], columns[kept]


def _with_bare(truth: Ragged) -> tuple[Ints, Ints]:
    """int64 each: the list and the code of each truth label, and NONE for each list without one."""
    bare = np.flatnonzero(truth.lengths == 0)
    codes = np.append(truth.codes.astype(np.int64), np.full(len(bare), NONE))
    return np.concatenate([truth.owners(), bare]), codes
