"""Oracles of the metrics that compare sets of labels: F-beta in its three averages, Jaccard and exact match."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from core.metrics.oracles.common import NAN, Choices, Expected, Oracle, Row, first_hit, mean


def counts(row: Row) -> tuple[int, int, int]:
    """tp, fp, fn: labels that are right, wrong and missed, each counted once."""
    truth, predicted = set(row.truth), set(row.labels)
    return len(truth & predicted), len(predicted - truth), len(truth - predicted)


def f_beta(tp: int, fp: int, fn: int, beta: float) -> float:
    """F from precision and recall by the textbook formula, with beta squared."""
    precision = tp / (tp + fp) if tp + fp else 0.0
    recall = tp / (tp + fn) if tp + fn else 0.0
    if not precision and not recall:
        return 0.0
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def jaccard(tp: int, fp: int, fn: int) -> float:
    """The size of the intersection over that of the union."""
    return tp / (tp + fp + fn) if tp + fp + fn else 0.0


def accuracy(tp: int, fp: int, fn: int) -> float:
    """1 when the sets are equal; the choice `both_empty` decides for two empty sets."""
    return float(tp > 0 and not fp and not fn)


def by_rows(score: Callable[[int, int, int], float], rows: Sequence[Row], choices: Choices) -> Expected:
    """Row scores and their mean."""
    scores, blank = [], {"zero": 0.0, "one": 1.0, "skip": NAN}[choices["both_empty"]]
    for row in rows:
        nothing = not row.truth and not row.labels and row.predicted is not None
        if row.predicted is None and choices["missing"] == "skip":
            scores.append(NAN)
        elif nothing:
            scores.append(blank)
        else:
            scores.append(score(*counts(row)))
    # Nothing can be predicted for a row without truth that the submission lacks.
    ceilings = [1.0 if row.truth else 0.0 if row.predicted is None else blank for row in rows]
    return Expected(scores, [first_hit(row.truth, row.labels) for row in rows], ceilings, mean(scores))


def label_counts(rows: Sequence[Row]) -> dict[str, tuple[int, int, int]]:
    """tp, fp, fn of each label that occurs in truth or prediction."""
    labels = {label for row in rows for label in (*row.truth, *row.labels)}
    return {
        label: (
            sum(label in row.truth and label in row.labels for row in rows),
            sum(label not in row.truth and label in row.labels for row in rows),
            sum(label in row.truth and label not in row.labels for row in rows),
        )
        for label in labels
    }


def f_of(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """F-beta; the overall is the mean of the rows, one F of all counts, or the mean over labels."""
    beta = float(choices["beta"])
    plain = by_rows(lambda *three: f_beta(*three, beta), rows, choices)
    counted = [row for row, score in zip(rows, plain.rows, strict=True) if not math.isnan(score)]
    overall = plain.overall
    if choices["average"] == "micro":
        pooled = tuple(map(sum, zip(*map(counts, counted), strict=True))) if counted else (0, 0, 0)
        overall = f_beta(*pooled, beta) if any(pooled) else NAN
    if choices["average"] == "macro":
        asked = asked_labels(counted, choices)
        overall = mean([f_beta(*three, beta) for label, three in label_counts(counted).items() if label in asked])
    return Expected(plain.rows, plain.first_hits, plain.ceilings, overall)


def asked_labels(rows: Sequence[Row], choices: Choices) -> set[str]:
    """The labels that a macro average is taken over."""
    asked = {label for row in rows for label in row.truth}
    return asked if choices["labels"] == "truth" else asked | {label for row in rows for label in row.labels}


SETS: Mapping[str, Oracle] = {
    "f": f_of,
    "jaccard": lambda rows, k, choices: by_rows(jaccard, rows, choices),
    "accuracy": lambda rows, k, choices: by_rows(accuracy, rows, choices),
}
