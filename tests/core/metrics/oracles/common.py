"""What the oracles share, written from the formulas alone: rows, relevance by rank, the mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Labels = Sequence[str]
Choices = Mapping[str, str]
NAN = float("nan")


@dataclass(frozen=True)
class Row:
    """One row. predicted: None when the submission lacks it; a label "" is a confidence without a label.

    confidence: one for each predicted label; place: where the submission lists the row; grades: of the truth labels;
    known: the labels of both files.
    wrong: the labels that were judged not relevant.
    """

    id: str
    truth: Labels
    predicted: Labels | None
    confidence: Sequence[float] = ()
    position: float = math.inf
    grades: Mapping[str, float] = field(default_factory=dict)
    known: Labels = ()
    wrong: Labels = ()

    @property
    def labels(self) -> list[str]:
        """The predicted labels, without blanks."""
        return [label for label in self.predicted or [] if label]

    def grade(self, label: str) -> float:
        """The grade of a truth label, 1 where there are no grades."""
        return self.grades.get(label, 1.0)


@dataclass(frozen=True)
class Expected:
    """The score of each row (NaN: excluded), its first-hit rank (0: none), its best possible score, and the overall.

    constant: what the overall has beside the scores of the rows, where these are contributions.
    """

    rows: list[float]
    first_hits: list[int]
    ceilings: list[float]
    overall: float
    constant: float = 0.0


Oracle = Callable[[Sequence[Row], int | None, Choices], Expected]


def rel(truth: Labels, predicted: Labels) -> list[int]:
    """rel(k) = 1 if p(k) is a truth label and did not stand at an earlier rank."""
    return [int(label in truth and label not in predicted[:position]) for position, label in enumerate(predicted)]


def moved_up(predicted: Labels) -> list[str]:
    """The list without the second and later copies of a label."""
    return [label for position, label in enumerate(predicted) if label not in predicted[:position]]


def first_hit(truth: Labels, predicted: Labels) -> int:
    """The smallest k with rel(k) = 1, whatever the K of the metric; 0 when there is none."""
    hits = rel(truth, predicted)
    return hits.index(1) + 1 if 1 in hits else 0


def mean(scores: Sequence[float]) -> float:
    """The mean over the rows that are not excluded; NaN when there is none."""
    counted = [score for score in scores if not math.isnan(score)]
    return math.fsum(counted) / len(counted) if counted else NAN


def agree(left: float, right: float, within: float = 1e-12) -> bool:
    """Whether two scores are the same number, with NaN equal to NaN."""
    return (math.isnan(left) and math.isnan(right)) or abs(left - right) <= within
