"""The cells of a matrix of sets: right labels on the diagonal, missed truth labels against wrong predicted ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.analysis.confusion import NONE, OTHER, RIGHT, counted, most_confused
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, Ints, ranges
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics.hits import missed_labels, wrong_labels


@dataclass(frozen=True, eq=False)
class SetCells:
    """What the metric counts in each row, in no order.

    row: int64 (n,), the rows of the lists; right, missed, wrong: n lists of labels each; bare: bool (n,), the rows with
    neither truth nor prediction.
    """

    row: Ints
    right: Ragged
    missed: Ragged
    wrong: Ragged
    bare: Bools

    @classmethod
    def of(cls, evaluation: Evaluation, rows: Ints) -> SetCells:
        """The cells of some rows."""
        batch = counted(evaluation.metric, evaluation.batch(rows))
        is_hit = np.zeros(len(batch.predictions.codes), bool)
        is_hit[batch.hits.index] = True
        return cls(
            rows,
            batch.predictions.keep(is_hit),
            missed_labels(batch.truth, batch.hits),
            wrong_labels(batch.truth, batch.predictions),
            (batch.sizes == 0) & (batch.distinct == 0),
        )

    def labels(self, most: int) -> tuple[Ints, Ints]:
        """The labels that occur, int64, and up to `most` of them: the most often confused, then the most frequent."""
        sides = self.right, self.missed, self.wrong
        size = 1 + max(int(side.codes.max(initial=-1)) for side in sides)
        right, missed, wrong = (np.bincount(side.codes, minlength=size) for side in sides)
        confused = _partners(self.missed, self.wrong, size) + _partners(self.wrong, self.missed, size)
        occurring = np.flatnonzero(right + missed + wrong)
        return occurring, most_confused(confused, right + missed, occurring, most)

    def placed(self, chosen: Ints) -> tuple[Ints, Ints, Ints]:
        """The row, the line and the column, int64 each, of what the cells count, when the chosen labels have a line."""
        right, missed, wrong = (_among(side, chosen) for side in (self.right, self.missed, self.wrong))
        missed, wrong = (
            _filled(side, (side.lengths == 0) & ((other.lengths > 0) | self.bare))
            for side, other in ((missed, wrong), (wrong, missed))
        )
        at = missed.owners()
        lengths = wrong.lengths[at]
        lines = np.append(np.repeat(missed.codes, lengths), right.codes).astype(np.int64)
        paired = wrong.codes[ranges(wrong.offsets[at], lengths)]
        columns = np.append(paired, np.where(right.codes == OTHER, RIGHT, right.codes)).astype(np.int64)
        return self.row[np.append(np.repeat(at, lengths), right.owners())], lines, columns


def _partners(side: Ragged, other: Ragged, size: int) -> Ints:
    """int64 (size,): how many labels of the other side stand beside each label, over all rows."""
    return np.bincount(side.codes, other.lengths[side.owners()], size).astype(np.int64)


def _among(lists: Ragged, chosen: Ints) -> Ragged:
    """The lists with OTHER once for all labels that are not chosen."""
    codes: Codes = np.where(np.isin(lists.codes, chosen), lists.codes, np.int32(OTHER))
    placed = Ragged(lists.offsets, codes)
    return placed.keep(~placed.repeats())


def _filled(lists: Ragged, empty: Bools) -> Ragged:
    """The lists with NONE in those that are empty as said, bool (n,)."""
    rows = np.flatnonzero(empty)
    return lists.replace(rows, Ragged(np.arange(len(rows) + 1), np.full(len(rows), NONE, np.int32)))
