"""What rows lose of the overall, as a value: how much for the order of their labels, and how much for their choice."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.arrays.types import Floats


@dataclass(frozen=True, eq=False)
class Losses:
    """Points of the overall that rows are short of their best, float64 (r,); NaN for a row left out.

    ordering could be won by re-ordering a row's own list, candidates only by other labels.
    """

    ordering: Floats
    candidates: Floats

    @property
    def cost(self) -> Floats:
        """Both together."""
        return self.ordering + self.candidates
