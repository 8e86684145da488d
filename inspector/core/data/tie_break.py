"""What decides between predictions of equal confidence. Knows places, not scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.core.arrays.types import Codes, Floats, Ints


@dataclass(frozen=True, eq=False)
class TieBreak:
    """Places that break a tie, the smaller first; asked only when a metric needs them.

    ids, file: give int64 (n,), the place of each row of the table by its id as text, and in the submission; labels:
    gives float64 (c,), the place of each of c codes by the label's text.
    """

    ids: Callable[[], Ints]
    file: Callable[[], Ints]
    labels: Callable[[Codes], Floats]
