"""The arithmetic of one row as a value that a window, a terminal or a test can print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Verdict = Literal["hit", "miss", "no credit", "beyond K", "missed"]


class Step(NamedTuple):
    """One label of the arithmetic.

    place counts from 1 down the list as written, 0 for a truth label that is not predicted; code is the label's, label
    its text where that is known; verdict is what became of it: `missed` is a truth label that is not predicted, `no
    credit` a repeat; hit: the label is in the truth; rel is rel(k) of the formula; rank is the place in the order that
    the metric counts (of the row, or of all rows for GAP), 0 for none; precision is P at that rank, NaN where there is
    none; term is what it adds; strange: the label was only typed, neither file has it.
    """

    place: int
    code: int
    verdict: Verdict
    hit: bool
    rel: int
    rank: int
    precision: float
    term: float
    label: str = ""
    strange: bool = False

    @property
    def repeat(self) -> bool:
        """Whether the label stood at an earlier place."""
        return self.verdict == "no credit"

    @property
    def beyond(self) -> bool:
        """Whether the label lies behind the cut-off."""
        return self.verdict == "beyond K"


@dataclass(frozen=True)
class Explanation:
    """How a row got its score: the steps, their sum, the divisor and why it is what it is.

    score equals `total / divisor` to the last digit, or is 0 when the divisor is 0, or NaN when the row is left out
    of the overall; `remark` says so in words.
    """

    steps: tuple[Step, ...]
    total: float
    divisor: float
    divisor_rule: str
    score: float
    remark: str = ""
