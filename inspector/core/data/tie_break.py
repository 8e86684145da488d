"""What metrics ask about ids and labels as text: mostly what decides between predictions of equal confidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Bools, Codes, Floats, Ints


@dataclass(frozen=True, eq=False)
class TieBreak:
    """Ranks that break ties, smaller first, and the labels of the files; functions, because few metrics need them.

    ids, file: return int64 (n,), the rank of each row by its id as text, and by its line in the submission; labels:
    returns float64 (c,), the rank of each of c codes by the label's text; find: returns the code of a label of the
    files, -1 for any other text; known: returns bool (v,), by code, which labels the two files have.
    """

    ids: Callable[[], Ints]
    file: Callable[[], Ints]
    labels: Callable[[Codes], Floats]
    find: Callable[[str], int] = lambda text: -1
    known: Callable[[], Bools] = lambda: np.zeros(0, bool)
