"""The oracle of F-max: every threshold with the labels of every row at it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.metrics.oracles.common import NAN, Choices, Expected, Row, first_hit

THRESHOLDS = [number / 100 for number in range(1, 101)]


def at(row: Row, threshold: float) -> set[str]:
    """The labels of a row with at least this confidence."""
    listed = zip(row.predicted or [], row.confidence, strict=True)
    return {label for label, confidence in listed if label and confidence >= threshold}


def f_of_row(row: Row, threshold: float) -> float:
    """F1 of the row at a threshold."""
    predicted, truth = at(row, threshold), set(row.truth)
    return 2 * len(predicted & truth) / (len(predicted) + len(truth)) if predicted or truth else 0.0


def f_of_all(rows: Sequence[Row], threshold: float) -> float:
    """F of the mean precision of the rows that predict anything and the mean recall of all rows."""
    sets = [(at(row, threshold), set(row.truth)) for row in rows]
    precisions = [len(predicted & truth) / len(predicted) for predicted, truth in sets if predicted]
    recalls = [len(predicted & truth) / len(truth) if truth else 0.0 for predicted, truth in sets]
    pr = math.fsum(precisions) / len(precisions) if precisions else 0.0
    rc = math.fsum(recalls) / len(recalls)
    return 2 * pr * rc / (pr + rc) if pr + rc else 0.0


def f_max(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """Row scores at the best threshold of each row, and the overall at that of all."""

    def left_out(row: Row) -> bool:
        empty = not row.truth and choices["empty"] == "skip"
        return empty or (row.predicted is None and choices["missing"] == "skip")

    counted = [row for row in rows if not left_out(row)]
    return Expected(
        [NAN if left_out(row) else max(f_of_row(row, threshold) for threshold in THRESHOLDS) for row in rows],
        [first_hit(row.truth, row.predicted or []) for row in rows],
        [1.0 if row.truth else NAN if choices["empty"] == "skip" else 0.0 for row in rows],
        max(f_of_all(counted, threshold) for threshold in THRESHOLDS) if counted else NAN,
    )
