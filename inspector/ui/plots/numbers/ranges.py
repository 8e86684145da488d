"""The number of each row that is shown, and the filters for ranges of it."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Chosen:
    """at: its place among the numbers of a row; name: empty where there is only one, and for all of them together."""

    at: int = 0
    name: str = ""


@dataclass(frozen=True)
class Range:
    """Numbers of a field from `low` on and below `high`, or up to it; infinity for no end."""

    field: str
    low: float
    high: float
    is_closed: bool = False

    @property
    def text(self) -> str:
        """The filter, empty for all numbers."""
        low = [f"{self.field}>={exact(self.low)}"] if math.isfinite(self.low) else []
        high = [f"{self.field}<{'=' * self.is_closed}{exact(self.high)}"] if math.isfinite(self.high) else []
        return " & ".join(low + high)


def exact(value: float) -> str:
    """The shortest text that is read as the same number."""
    return f"{value:.15g}" if float(f"{value:.15g}") == value else repr(value)


def rounded(value: float, span: float) -> float:
    """A number rounded to about a thousandth of a span, so that it is short in a filter."""
    step = 10.0 ** math.floor(math.log10(span / 500))
    return float(f"{round(value / step) * step:.15g}")
