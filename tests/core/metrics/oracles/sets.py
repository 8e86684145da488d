"""Oracles of the metrics that compare sets of labels: F-beta and Jaccard in all their averages, and exact match."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.metrics.oracles.averages import Measure, added, by_label, counts
from core.metrics.oracles.common import NAN, Choices, Expected, Oracle, Row, first_hit, mean, moved_up


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


def cut(row: Row, k: int | None) -> Row:
    """The row with the first K distinct labels of its list."""
    return row if row.predicted is None else replace(row, predicted=moved_up(row.labels)[:k])


def by_rows(score: Measure, rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """Row scores and their mean."""
    scores, blank = [], {"zero": 0.0, "one": 1.0, "skip": NAN}[choices["both_empty"]]
    for row in rows:
        nothing = not row.truth and not row.labels and row.predicted is not None
        if row.predicted is None and choices["missing"] == "skip":
            scores.append(NAN)
        elif nothing:
            scores.append(blank)
        else:
            scores.append(score(*counts(cut(row, k))))
    best = [score(*counts(cut(replace(row, predicted=row.truth), k))) for row in rows]
    # Nothing can be predicted for a row without truth that the submission lacks.
    ceilings = [
        most if row.truth else 0.0 if row.predicted is None else blank for row, most in zip(rows, best, strict=True)
    ]
    return Expected(scores, [first_hit(row.truth, row.labels) for row in rows], ceilings, mean(scores))


def averaged(measure: Measure, rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """The measure by rows, of all counts, by label or of one label."""
    plain, near = by_rows(measure, rows, k, choices), [cut(row, k) for row in rows]
    if choices["average"] == "micro":
        pooled = added([counts(row) for row, score in zip(near, plain.rows, strict=True) if not math.isnan(score)])
        plain = replace(plain, overall=measure(*pooled) if any(pooled) else NAN)
    return by_label(plain, near, measure, choices)


def f_of(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """F-beta."""
    return averaged(lambda *three: f_beta(*three, float(choices["beta"])), rows, k, choices)


SETS: Mapping[str, Oracle] = {
    "f": f_of,
    "jaccard": lambda rows, k, choices: averaged(jaccard, rows, k, choices),
    "accuracy": lambda rows, k, choices: by_rows(accuracy, rows, k, choices),
}
