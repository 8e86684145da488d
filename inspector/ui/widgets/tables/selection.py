"""Selected positions as spans: a million selected rows must not be visited one by one."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QItemSelection

from inspector.core.arrays.types import Ints


def spans(selection: QItemSelection) -> list[tuple[int, int]]:
    """The first and last pos of each run of selected rows, ascending; adjacent runs are joined."""
    joined: list[tuple[int, int]] = []
    ranges = map(selection.at, range(selection.size()))
    for first, last in sorted((span.top(), span.bottom()) for span in ranges):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def rows_at(runs: list[tuple[int, int]], shown: Ints) -> Ints:
    """The rows of these runs of positions, int64; shown: int64 (shown,), the row at each pos, not copied if all."""
    if runs == [(0, len(shown) - 1)]:
        return shown
    pieces = [shown[first : last + 1] for first, last in runs]
    return np.concatenate(pieces) if pieces else np.empty(0, np.int64)
