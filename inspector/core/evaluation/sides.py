"""Both sides of a comparison: the baseline as an evaluation of its own, and who scores higher in each row."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints, Ranks
from inspector.core.data.edits import Overlay
from inspector.core.statistics import cells

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation


def baseline_of(evaluation: Evaluation) -> Evaluation:
    """What a submission is compared with: another one, itself, or itself without its edits."""
    return as_loaded(evaluation) if evaluation.baseline.is_file else evaluation.baseline.other or evaluation


def is_compared(evaluation: Evaluation) -> bool:
    """Whether the baseline can differ: it is another submission, or there are edits."""
    return evaluation.baseline.other is not None or (evaluation.baseline.is_file and len(evaluation.overlay) > 0)


def as_loaded(evaluation: Evaluation) -> Evaluation:
    """A submission without its edits; shares the scores of its file."""
    return replace(evaluation, scores=evaluation.base, overlay=Overlay.empty())


def signs(evaluation: Evaluation, rows: Ints | None = None) -> NDArray[np.int8]:
    """int8 (r,): 1 where the open submission scores higher than the baseline, -1 where lower, else 0; rounding aside.

    rows: int64 (r,), None for all.
    """
    opened = evaluation.scores.row if rows is None else evaluation.scores.row[rows]
    return cells.signs(compared_rows(evaluation, rows), opened)


def compared_rows(evaluation: Evaluation, rows: Ints | None = None) -> Floats:
    """float64 (r,): the row scores of the baseline as they compare with those of the open submission.

    rows: int64 (r,), None for all.
    """
    return evaluation.scores.comparable(evaluation.compared, slice(None) if rows is None else rows)


def gains(evaluation: Evaluation, rows: Ints | None = None) -> NDArray[np.int8]:
    """int8 (r,): 1 where the open submission is better, -1 where it is worse, else 0, as the metric's direction says.

    rows: int64 (r,), None for all.
    """
    found = signs(evaluation, rows)
    return -found if evaluation.metric.lower_is_better else found


def known_labels(evaluation: Evaluation, rows: Ints) -> list[frozenset[int] | None]:
    """The codes of the labels that the baseline has in each row; None where it cannot lack any: in the same list."""
    baseline = evaluation.baseline
    lists = baseline.predictions(evaluation, rows)
    same = ~evaluation.overlay.covers(rows) if baseline.is_file else np.full(len(rows), baseline.other is None)
    return [None if own else frozenset(lists[at].tolist()) for at, own in enumerate(same.tolist())]


def agreeing(evaluation: Evaluation) -> Ints:
    """int64 (n,): how many loaded submissions have the first label of the open one, itself included; 0 without one."""
    firsts = [one.overlay.column(one.table, Ragged.first_codes) for one in evaluation.baseline.everyone(evaluation)]
    counts: Ints = np.sum([first == firsts[0] for first in firsts], axis=0, dtype=np.int64)
    return np.where(firsts[0] >= 0, counts, 0)


def hitting(evaluation: Evaluation) -> Ints:
    """int64 (n,): how many loaded submissions have a hit within K, the open one included."""
    k = evaluation.metric.k
    everyone = evaluation.baseline.everyone(evaluation)
    counts: Ints = np.sum([_hits(one.scores.first_hit, k) for one in everyone], axis=0, dtype=np.int64)
    return counts


def _hits(first_hit: Ranks, k: int | None) -> NDArray[np.bool_]:
    return (first_hit > 0) & (first_hit <= (first_hit.max(initial=1) if k is None else k))


def is_absent(evaluation: Evaluation, row: int) -> bool:
    """Whether a submission, as edited, has no such row."""
    return not evaluation.table.submitted_with(np.array([row]), np.array([len(evaluation.codes(row))]))[0]
