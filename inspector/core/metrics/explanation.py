"""The arithmetic of one row as a value to display."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

# `wrong` is a miss of a set, which takes something from the score as a missed label does.
Verdict = Literal[
    "hit", "miss", "wrong", "low grade", "unjudged", "no credit", "beyond K", "not counted", "missed", "number"
]


class Step(NamedTuple):
    """One label of the arithmetic.

    position: the place in the row's list, from 1; 0 for a truth label that is not predicted; code, label: the label's
    code, and its text if known; verdict: the outcome, where `missed` is a truth label that is not predicted, `no
    credit` a repeat, `low grade` a truth label of a grade that does not count and `unjudged` a label that the truth
    does not judge; hit: whether the label is a truth label that counts; rel: rel(k) of the formula; rank: the rank that
    the metric counts (in the row, or among all rows for GAP), 0 for none; precision: P at that rank, NaN for none;
    term: what the label adds to the sum; unknown: whether neither file has the label, because the user typed it;
    working: how the term comes about, where it is neither P nor a whole number, such as `3 ÷ log2(4)`; truth: the
    number that is right, where the verdict is `number`, and what is scored is a number by that name; grade: of the
    label in a truth that has grades or names labels that are not relevant, 0 for these, NaN for a label that it does
    not judge; None in any other truth.
    """

    position: int
    code: int
    verdict: Verdict
    hit: bool
    rel: int
    rank: int
    precision: float
    term: float
    label: str = ""
    unknown: bool = False
    working: str = ""
    truth: float = float("nan")
    grade: float | None = None

    @property
    def judgment(self) -> str:
        """What the truth says of the label, where it has grades: `grade 2`, `not judged`; else empty."""
        if self.grade is None or self.unknown or self.verdict == "unjudged":
            return ""
        return "not judged" if math.isnan(self.grade) else f"grade {self.grade:g}"

    def with_judgment(self, outcome: str) -> str:
        """An outcome in words, and what the truth says: `✓ grade 2`, `low grade 1`."""
        return f"{outcome.removesuffix('grade').strip()} {self.judgment}".strip() if self.judgment else outcome

    @property
    def repeat(self) -> bool:
        """Whether the label occurred earlier in the list."""
        return self.verdict == "no credit"

    @property
    def beyond(self) -> bool:
        """Whether the label is beyond the cut-off."""
        return self.verdict in ("beyond K", "not counted")


@dataclass(frozen=True)
class Explanation:
    """How a row got its score: the steps, their sum, and the divisor with its rule, none where nothing is divided.

    score equals `total / divisor` exactly, or 0 when the divisor is 0, or NaN when the row is left out of the overall,
    which `remark` explains. Of a metric that can only be asked, `asked` says what the score is, and there is no sum.
    working: how the sum comes about, where its terms as plain numbers do not tell, such as `−log(0.02)`; has_workings:
    whether the terms of hits have workings under the metric, also where this row has no hit; of_overall: what the
    overall is, where it is no mean of row scores.
    """

    steps: tuple[Step, ...]
    total: float
    divisor: float
    divisor_rule: str
    score: float
    remark: str = ""
    asked: str = ""
    working: str = ""
    has_workings: bool = False
    of_overall: str = ""

    @property
    def rule_makes_0(self) -> bool:
        """Whether the rule makes the score 0, whatever the sum is: the divisor is infinite."""
        return math.isinf(self.divisor)

    @property
    def tells_ranks(self) -> bool:
        """Whether any label has another rank than its position."""
        return any(step.rank not in (0, step.position) for step in self.steps)

    @property
    def tells_precision(self) -> bool:
        """Whether labels have a precision, and it is not part of a working."""
        return not self.has_workings and not (self.steps and all(math.isnan(step.precision) for step in self.steps))
