"""The overall of a part of the rows, for many parts: by sums where they tell it, by one walk, or by scoring again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.evidence import LabelSums, ListedRows, RowSums
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.statistics.gap import Listing

# So many splits take a second or a few, by how the overall of a part is found.
SUMMED, WALKED, SCORED = 2_000, 1_000, 200
# Of few rows, more parts are scored again: of 200, a margin is known by a tenth only.
_SCORED_ROWS = 8_000_000


@dataclass(frozen=True, eq=False)
class Parts:
    """The overalls of parts of a submission.

    overalls: float64 (b,), NaN for none, from int64 (b, u), how often each unit is in each part; splits: how many can
    be afforded.
    """

    overalls: Callable[[Ints], Floats]
    splits: int


def parts_of(evaluation: Evaluation, rows: Ints, of_unit: Ints) -> Parts:
    """The parts of some rows, int64 (n,), none of them left out; of_unit: int64 (n,), the unit of each from 0."""
    if evaluation.scores.is_mean:
        scores = evaluation.scores.row[rows]
        return _summed(np.array([scores, np.ones(len(rows))]), of_unit, _mean)
    evidence = evaluation.scores.evidence(rows, partial(evaluation.batch, rows))
    if isinstance(evidence, RowSums):
        return _summed(evidence.counts, of_unit, partial(_pooled, evidence))
    if isinstance(evidence, ListedRows):
        return _one_by_one(partial(_walked, Listing(evidence.row, evidence.hit), evidence.truths), of_unit, WALKED)
    if isinstance(evidence, LabelSums):
        return _one_by_one(_label_sums(evidence), of_unit, WALKED)
    splits = min(SUMMED, max(SCORED, _SCORED_ROWS // max(1, len(rows))))
    return _one_by_one(partial(_scored, evaluation, rows), of_unit, splits)


def _summed(values: Floats | Ints, of_unit: Ints, overall: Callable[[Floats], Floats]) -> Parts:
    """values: (k, n), what each row adds; overall: from sums, float64 (k, b), to float64 (b,)."""
    sums = np.array([np.bincount(of_unit, weights=line) for line in values], np.float64)
    # Without BLAS, whose threads wait for each other on a busy machine, and whose last bits depend on their number.
    return Parts(lambda times: overall(np.einsum("bu,ku->kb", times, sums)), SUMMED)


def _one_by_one(overall: Callable[[Ints], float], of_unit: Ints, splits: int) -> Parts:
    """overall: of the rows, each so many times, int64 (n,)."""
    return Parts(lambda times: np.array([overall(part[of_unit]) for part in times]), splits)


def _mean(sums: Floats) -> Floats:
    total, count = sums
    means: Floats = np.divide(total, count, out=np.full(len(total), np.nan), where=count > 0)
    return means


def _pooled(evidence: RowSums, sums: Floats) -> Floats:
    """Nothing counted is no overall."""
    whole = np.rint(sums).astype(np.int64)
    return np.where(whole.any(axis=0), evidence.overall(whole), np.nan)


def _walked(listing: Listing, truths: Ints, times: Ints) -> float:
    m = int(times @ truths)
    return listing.total(times.astype(np.int32)) / m if m else float("nan")


def _label_sums(evidence: LabelSums) -> Callable[[Ints], float]:
    width = 1 + int(evidence.label.max(initial=-1))
    key, size = evidence.kind * width + evidence.label, evidence.kinds * width

    def overall(times: Ints) -> float:
        sums = np.bincount(key, weights=times[evidence.row], minlength=size)
        return evidence.overall(sums.astype(np.int64).reshape(evidence.kinds, width))

    return overall


def _scored(evaluation: Evaluation, rows: Ints, times: Ints) -> float:
    part = np.repeat(rows, times)
    return evaluation.scores.part(part, partial(evaluation.batch, part))
