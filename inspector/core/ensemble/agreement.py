"""How far submissions agree: which rows share the first label."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Codes, Floats
from inspector.core.evaluation.evaluation import Evaluation


def first_labels(submissions: Sequence[Evaluation]) -> Codes:
    """int32 (s, n): the first label of each row in each submission, -1 for none."""
    return np.stack([one.overlay.column(one.table, Ragged.first_codes) for one in submissions])


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
