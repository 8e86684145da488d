"""The oracle of label ranking average precision, label by label."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.metrics.oracles.common import NAN, Choices, Expected, Row, first_hit, mean


def keys_of(row: Row, choices: Choices) -> list[tuple[str, float]]:
    """Each listed label with its key, lower is better."""
    numbers = list(range(len(row.predicted or [])))
    if choices["ranks"] == "confidence" and len(row.confidence):
        numbers = [-value for value in row.confidence]
    listed = zip(row.predicted or [], numbers, strict=True)
    return [(label, number) for label, number in listed if label and not math.isnan(number)]


def score(row: Row, choices: Choices) -> float:
    """The mean over the truth labels of (truth labels as good or better) / (labels as good or better)."""
    keys = keys_of(row, choices)
    best = {label: min(number for other, number in keys if other == label) for label, _ in keys}
    missed = [label for label in row.truth if label not in best]
    total = 0.0
    for label in row.truth:
        if label in best:
            place = sum(number <= best[label] for _, number in keys)
            total += sum(best.get(other, math.inf) <= best[label] for other in set(row.truth) & set(best)) / place
        elif choices["unlisted"] == "last":
            total += len(row.truth) / max(len(row.known), len(keys) + len(missed))
    return total / len(row.truth)


def label_ranking(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """Row scores and their mean."""
    without = {"one": 1.0, "zero": 0.0, "skip": NAN}[choices["empty"]]
    scores = []
    for row in rows:
        if row.predicted is None:
            scores.append(NAN if choices["missing"] == "skip" else 0.0 if row.truth else without)
        else:
            scores.append(score(row, choices) if row.truth else without)
    ceilings = [1.0 if row.truth else without for row in rows]
    return Expected(scores, [first_hit(row.truth, row.predicted or []) for row in rows], ceilings, mean(scores))
