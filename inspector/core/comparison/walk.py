"""Going from one row that differs from the baseline to the next."""

from __future__ import annotations

import numpy as np

from inspector.core.data.order import Order
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import signs

# The next difference is often near.
_BLOCK = 1 << 14


def next_difference(evaluation: Evaluation, order: Order, row: int | None, step: int) -> int | None:
    """The next row in an order, down for a positive step, else up, whose score is not that of the baseline.

    row: where to start, None or one that is not in the order for before the first. None if there is none.
    """
    start = -1 if row is None else order.pos(row)
    ahead = order.rows[start + 1 :] if step > 0 else order.rows[: max(0, start)][::-1]
    for low in range(0, len(ahead), _BLOCK):
        rows = ahead[low : low + _BLOCK]
        different = np.flatnonzero(signs(evaluation, rows))
        if len(different):
            return int(rows[different[0]])
    return None
