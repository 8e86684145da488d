"""What rows lose of the overall: how much by the order of their labels, how much by their choice of labels."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.arrays.types import Floats


@dataclass(frozen=True, eq=False)
class Losses:
    """Points of the overall between each row and its best, float64 (r,); NaN for rows left out.

    ordering: recoverable by reordering the row's own labels; candidates: only by other labels.
    """

    ordering: Floats
    candidates: Floats

    @property
    def cost(self) -> Floats:
        """The sum of both losses."""
        return self.ordering + self.candidates
