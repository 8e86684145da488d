"""The arithmetic of one row as a value that a window, a terminal or a test can print."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One place of a ranked prediction.

    place counts from 1 down the list as written; code is the label's; hit: the label is in the truth; repeat: it
    already stood at an earlier place; beyond: it lies behind the cut-off, or was dropped as a repeat; rel is rel(k) of
    the formula; precision is P(k), NaN where the place takes no rank; term is what the place adds to the sum:
    P(k) rel(k), or 0 behind the cut-off.
    """

    place: int
    code: int
    hit: bool
    repeat: bool
    beyond: bool
    rel: int
    precision: float
    term: float


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
