"""Selected places as spans: where a million rows are selected, nobody may ask for them one by one."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QItemSelection

from inspector.core.arrays.types import Ints


def spans(selection: QItemSelection) -> list[tuple[int, int]]:
    """The first and the last pos of each run of selected rows, ascending and apart from each other."""
    joined: list[tuple[int, int]] = []
    found = map(selection.at, range(selection.size()))
    for first, last in sorted((span.top(), span.bottom()) for span in found):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def rows_at(runs: list[tuple[int, int]], shown: Ints) -> Ints:
    """The rows at these runs of places; shown: int64 (shown,), the row at each place, and the answer when it is all."""
    if runs == [(0, len(shown) - 1)]:
        return shown
    pieces = [shown[first : last + 1] for first, last in runs]
    return np.concatenate(pieces) if pieces else np.empty(0, np.int64)
