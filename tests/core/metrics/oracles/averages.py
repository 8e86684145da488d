"""The oracle of averages over labels: counts of each label in dictionaries, and the measure of one label alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.metrics.oracles.common import NAN, Choices, Expected, Row, mean

# The measure of tp, fp and fn.
Measure = Callable[[int, int, int], float]
Counts = tuple[int, int, int]


def counts(row: Row) -> Counts:
    """tp, fp, fn: labels that are right, wrong and missed, each counted once."""
    truth, predicted = set(row.truth), set(row.labels)
    return len(truth & predicted), len(predicted - truth), len(truth - predicted)


def label_counts(rows: Sequence[Row]) -> dict[str, Counts]:
    """tp, fp, fn of each label that occurs in truth or prediction."""
    every = {label for row in rows for label in (*row.truth, *row.labels)}
    return {label: added([counts(only(row, label)) for row in rows]) for label in every}


def only(row: Row, label: str) -> Row:
    """The row with nothing but the label, where it has or predicts it."""
    predicted = None if row.predicted is None else [label] * (label in row.labels)
    return replace(row, truth=[label] * (label in row.truth), predicted=predicted)


def added(parts: Sequence[Counts]) -> Counts:
    """The sums of tp, fp and fn."""
    tp, fp, fn = (sum(part[place] for part in parts) for place in range(3))
    return tp, fp, fn


def by_label(plain: Expected, near: Sequence[Row], measure: Measure, choices: Choices) -> Expected:
    """The same rows under the averages macro and weighted, or of one label. near: the rows with what counts of each."""
    counted = [row for row, score in zip(near, plain.rows, strict=True) if not math.isnan(score)]
    if choices["label"]:
        return alone(plain, near, measure, choices["label"])
    found = label_counts(counted)
    asked = {label for row in counted for label in row.truth}
    if choices["average"] == "weighted":
        total = sum(found[label][0] + found[label][2] for label in asked)
        weighted = [(found[label][0] + found[label][2]) * measure(*found[label]) for label in asked]
        return replace(plain, overall=math.fsum(weighted) / total if total else NAN)
    if choices["average"] == "macro":
        labels = asked if choices["labels"] == "truth" else found
        return replace(plain, overall=mean([measure(*found[label]) for label in labels]))
    return plain


def alone(plain: Expected, near: Sequence[Row], measure: Measure, label: str) -> Expected:
    """Only one label counts, in the rows that have or predict it."""
    scores = []
    for row, score in zip(near, plain.rows, strict=True):
        concerned = label in row.truth or label in row.labels
        scores.append(NAN if math.isnan(score) or not concerned else measure(*counts(only(row, label))))
    total = added([counts(only(row, label)) for row, score in zip(near, scores, strict=True) if not math.isnan(score)])
    return Expected(
        scores,
        plain.first_hits,
        [float(label in row.truth) for row in near],
        measure(*total) if any(total) else NAN,
    )


def precision_of(tp: int, fp: int, fn: int) -> float:
    """The share of predictions that are right."""
    return tp / (tp + fp) if tp + fp else 0.0


def recall_of(tp: int, fp: int, fn: int) -> float:
    """The share of the truth that is predicted."""
    return tp / (tp + fn) if tp + fn else 0.0


MEASURES: Mapping[str, Measure] = {"precision": precision_of, "recall": recall_of}
