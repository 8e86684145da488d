"""What a test draws from where an overall is no mean of row scores: counts, places or scores. A metric says which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from inspector.core.arrays.types import Bools, Floats, Ints, Ranks


@dataclass(frozen=True, eq=False)
class RowSums:
    """The overall is computed from sums over rows.

    counts: int64 (k, n), what each row adds; overall: from sums, int64 (k, b), to float64 (b,).
    """

    counts: Ints
    overall: Callable[[Ints], Floats]


@dataclass(frozen=True, eq=False)
class LabelSums:
    """The overall is computed from counts of each label.

    row, kind, label: int64 (m,), of each thing counted; kinds: how many there are; overall: from int64 (kinds, c), how
    often each kind of each label is counted.
    """

    row: Ints
    kind: Ints
    label: Ints
    kinds: int
    overall: Callable[[Ints], float]


@dataclass(frozen=True, eq=False)
class ListedRows:
    """The overall is the sum of the precisions at the hits of one list of all rows, divided by M.

    row, hit: int32 and bool (p,), of each prediction, the most confident first; truths: int64 (n,), what each row adds
    to M.
    """

    row: Ranks
    hit: Bools
    truths: Ints


@dataclass(frozen=True, eq=False)
class RowScores:
    """The overall is computed from row scores in another way than by their mean.

    overall: from the places of rows, int64, which may repeat, to the overall of these rows; without: float64 (n,), the
    overall of all rows but one, for each, None where that does not tell how uncertain it is.
    """

    overall: Callable[[Ints], float]
    without: Callable[[], Floats] | None = None


@dataclass(frozen=True, eq=False)
class RowLosses:
    """The overall is computed from sums of what rows lose.

    losses: float64 (c, n), of each component, finite; overall: from sums, (c, b), to float64 (b,).
    """

    losses: Floats
    overall: Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class PairedScores(RowScores):
    """The difference of two such overalls is drawn as well, the same rows on both sides.

    is_ordered: whether the overalls of any rows are ordered as the means of their row scores are, so that swapping the
    sides of rows tells of both alike; summed: where they are not, what rows add to the sums, None where no sums tell.
    """

    is_ordered: bool = False
    summed: RowLosses | None = None


Evidence: TypeAlias = RowSums | LabelSums | ListedRows | RowScores
