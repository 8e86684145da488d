"""How far submissions agree: which rows share the first label, and how many of them hit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.core.arrays.types import Bools, Codes, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation


def first_labels(submissions: Sequence[Evaluation]) -> Codes:
    """int32 (s, n): the first label of each row in each submission, -1 for none; in the order of confidence."""
    return np.stack([_first(one) for one in submissions])


def _first(evaluation: Evaluation) -> Codes:
    lists = evaluation.predictions(evaluation.all_rows)
    return lists.by_weight().first_codes()[0]


def pairwise_agreement(first: Codes) -> Floats:
    """float64 (s, s): the share of rows in which two submissions have the same first label, of the rows that both fill.

    Submissions that agree much add little to each other: their votes are hardly more than one. NaN without such rows.
    """
    filled = first >= 0
    both = (filled.astype(np.float64)) @ filled.T.astype(np.float64)
    same = np.array([[((a == b) & (a >= 0)).sum() for b in first] for a in first], np.float64)
    with np.errstate(invalid="ignore"):
        shares: Floats = same / both
    return shares


def hit_counts(submissions: Sequence[Evaluation]) -> Ints:
    """int64 (n,): how many submissions have a hit in each row, within the cut-off of the metric."""
    counts: Ints = np.sum([_hits(one) for one in submissions], axis=0, dtype=np.int64)
    return counts


def _hits(evaluation: Evaluation) -> Bools:
    first, k = evaluation.scores.first_hit, evaluation.metric.k
    hits: Bools = (first > 0) & (True if k is None else first <= k)
    return hits
