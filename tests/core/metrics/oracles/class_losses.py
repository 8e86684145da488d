"""Oracles of the losses of class probabilities, label by label."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from core.metrics.oracles.common import NAN, Choices, Expected, Row, first_hit, mean

LEAST = {"eps": 2.0**-52, "1e-15": 1e-15, "none": 0.0}
Loss = Callable[[list[tuple[str, float]], Sequence[str], Choices], float]


def shares(row: Row, choices: Choices) -> list[tuple[str, float]]:
    """Each listed label with its probability."""
    sure = [0.0 if math.isnan(one) else max(one, 0.0) for one in row.confidence]
    if choices["sums"] == "scale":
        sure = [min(one, 1e100) for one in sure]
        sure = [one / (math.fsum(sure) or 1.0) for one in sure]
    return list(zip(row.predicted or [], [min(one, 1.0) for one in sure], strict=True))


def log_loss(listed: list[tuple[str, float]], truth: Sequence[str], choices: Choices) -> float:
    """The mean of -log of the probabilities of the true labels."""
    least, lost = LEAST[choices["clip"]], []
    for label in truth:
        best = max((share for other, share in listed if other == label), default=0.0)
        best = min(max(best, least), 1 - least)
        lost.append(-math.log(best) if best else math.inf)
    return math.fsum(lost) / len(truth)


def brier(listed: list[tuple[str, float]], truth: Sequence[str], choices: Choices) -> float:
    """The sum of the squared errors of all labels; of a true label one listing, the most likely one, is right."""
    total = math.fsum(share**2 for _, share in listed)
    for label in truth:
        best = max((share for other, share in listed if other == label), default=0.0)
        total += (1 - best) ** 2 - best**2
    return total / len(truth)


def class_loss(loss: Loss) -> Callable[[Sequence[Row], int | None, Choices], Expected]:
    """Row scores and their mean; rows without truth are left out."""

    def expected(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
        def scored(row: Row, listed: list[tuple[str, float]]) -> float:
            absent = row.predicted is None and choices["missing"] == "skip"
            return NAN if absent or not row.truth else loss(listed, row.truth, choices)

        scores = [scored(row, shares(row, choices)) for row in rows]
        share = {len(row.truth): 1.0 / (len(row.truth) or 1) for row in rows}
        best = [1.0 if choices["sums"] == "as-they-are" else share[len(row.truth)] for row in rows]
        ceilings = [scored(row, [(label, p) for label in row.truth]) for row, p in zip(rows, best, strict=True)]
        hits = [first_hit(row.truth, row.predicted or []) for row in rows]
        return Expected(scores, hits, ceilings, mean(scores))

    return expected


CLASS_LOSSES = {"mlogloss": class_loss(log_loss), "mbrier": class_loss(brier)}
