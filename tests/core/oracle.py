"""What every metric must give, in slow plain Python over lists of strings.

Written from the formulas alone: no array library, and nothing of the product is imported.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Labels = Sequence[str]
NAN = float("nan")


@dataclass(frozen=True)
class Expected:
    """The score of each row (NaN: left out), its first-hit rank (0: none), its best possible score, and the overall."""

    rows: list[float]
    first_hits: list[int]
    ceilings: list[float]
    overall: float


def rel(truth: Labels, predicted: Labels) -> list[int]:
    """rel(k) = 1 if p(k) is a truth label and did not stand at an earlier rank."""
    return [int(label in truth and label not in predicted[:place]) for place, label in enumerate(predicted)]


def precision(hits: Sequence[int], k: int) -> float:
    """P(k): the hits among the first k, divided by k."""
    return sum(hits[:k]) / k


def moved_up(predicted: Labels) -> list[str]:
    """The list without the second and later copies of a label."""
    return [label for place, label in enumerate(predicted) if label not in predicted[:place]]


def divisor(rule: str, m: int, n: int, k: int | None, hits: int) -> float:
    """D, for each rule that has been called AP@K somewhere; without a K the list is as long as it is."""
    return {
        "min-m-k": m if k is None else min(m, k),
        "m": m,
        "min-n-k": n if k is None else min(n, k),
        "k": n if k is None else k,
        "hits": hits,
        "1": 1,
    }[rule]


def average_precision(truth: Labels, predicted: Labels, k: int | None, rule: str) -> float:
    """AP@K = (1/D) * sum over k <= min(n, K) of P(k) rel(k); 0 where there is nothing to divide by."""
    hits = rel(truth, predicted)
    reach = len(predicted) if k is None else min(len(predicted), k)
    total = sum(precision(hits, place) * hits[place - 1] for place in range(1, reach + 1))
    by = divisor(rule, len(set(truth)), len(predicted), k, sum(hits[:reach]))
    return total / by if truth and by else 0.0


def first_hit(truth: Labels, predicted: Labels) -> int:
    """The smallest k with rel(k) = 1, wherever the metric is cut; 0 when there is none."""
    hits = rel(truth, predicted)
    return hits.index(1) + 1 if 1 in hits else 0


def mean(scores: Sequence[float]) -> float:
    """The mean over the rows that are not left out; NaN when there is none."""
    counted = [score for score in scores if not math.isnan(score)]
    return math.fsum(counted) / len(counted) if counted else NAN


def mean_average_precision(
    truths: Sequence[Labels],
    predictions: Sequence[Labels | None],
    k: int | None,
    choices: Mapping[str, str],
) -> Expected:
    """MAP@K; a prediction of None is a row that the submission does not have."""
    rows, first_hits, ceilings = [], [], []
    for truth, given in zip(truths, predictions, strict=True):
        predicted = list(given or [])
        if choices["repeats"] == "move-up":
            predicted = moved_up(predicted)
        left_out = (not truth and choices["empty"] == "skip") or (given is None and choices["missing"] == "skip")
        rows.append(NAN if left_out else average_precision(truth, predicted, k, choices["divisor"]))
        first_hits.append(first_hit(truth, predicted))
        ceilings.append(average_precision(truth, moved_up(truth), k, choices["divisor"]))
    return Expected(rows, first_hits, ceilings, mean(rows))


Oracle = Callable[[Sequence[Labels], Sequence[Labels | None], int | None, Mapping[str, str]], Expected]

# One entry a family, by the name in its text form; a family without one fails the laws.
ORACLES: Mapping[str, Oracle] = {"map": mean_average_precision}


def agree(left: float, right: float, within: float = 1e-12) -> bool:
    """Whether two scores are the same number, NaN being the same as NaN."""
    return (math.isnan(left) and math.isnan(right)) or abs(left - right) <= within
