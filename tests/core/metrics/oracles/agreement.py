"""Oracles of the agreement of classes: Matthews correlation as R_K by its matrices, and the mean of the recalls."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from core.metrics.oracles.common import NAN, Choices, Expected, Row, first_hit, mean

Pairs = list[tuple[str, str]]
# The class of rows without a label, which no truth has; and the one that a truth without a label has.
NOTHING, NO = "\0", "\1"


def correlation(pairs: Pairs, choices: Choices) -> float:
    """cov(X, Y) / sqrt(cov(X, X) cov(Y, Y)) of the matrices with a line for each row and a column for each class."""
    classes = sorted({label for pair in pairs for label in pair})
    true, given = ([[float(pair[side] == label) for label in classes] for pair in pairs] for side in (0, 1))
    spread = covariance(true, true) * covariance(given, given)
    return covariance(true, given) / math.sqrt(spread) if spread > 1e-12 else 0.0


def covariance(one: list[list[float]], other: list[list[float]]) -> float:
    """The sum over columns of their covariances, times the number of rows."""
    columns = zip(zip(*one, strict=True), zip(*other, strict=True), strict=True)
    return math.fsum(
        (x - mean(left)) * (y - mean(right)) for left, right in columns for x, y in zip(left, right, strict=True)
    )


def balanced(pairs: Pairs, choices: Choices) -> float:
    """The mean of the shares of right rows of each true class, with chance taken off where it is adjusted."""
    classes = {true for true, _ in pairs}
    found = mean([mean([float(given == true) for true, given in pairs if true == one]) for one in classes])
    if choices["adjusted"] == "no":
        return found
    chance = 1 / len(classes)
    return (found - chance) / (1 - chance) if len(classes) > 1 else NAN


def agreement(overall: Callable[[Pairs, Choices], float]) -> Callable[[Sequence[Row], int | None, Choices], Expected]:
    """Right and wrong first labels, and an overall of the pairs of classes."""

    def expected(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
        pairs: Pairs = []
        scores = []
        for row in rows:
            is_class = choices["empty"] == "own-class"
            if not (row.truth or is_class) or (row.predicted is None and choices["missing"] == "skip"):
                scores.append(NAN)
                continue
            none = NO if is_class and row.predicted is not None else NOTHING
            true, first = (row.truth or [NO])[0], (row.predicted or [""])[0] or none
            pairs.append((true, first))
            scores.append(float(true == first))
        hits = [first_hit(row.truth, row.predicted or []) for row in rows]
        of_none = [NAN if choices["empty"] == "skip" else float(row.predicted is not None) for row in rows]
        ceilings = [1.0 if row.truth else none for row, none in zip(rows, of_none, strict=True)]
        return Expected(scores, hits, ceilings, overall(pairs, choices) if pairs else NAN)

    return expected


AGREEMENT = {"mcc": agreement(correlation), "balancedaccuracy": agreement(balanced)}
