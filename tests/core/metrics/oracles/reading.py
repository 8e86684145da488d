"""What a metric reads of a list: labels above the threshold, and equal confidences in some order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from core.metrics.oracles.common import Choices, Row


def read(rows: Sequence[Row], choices: Choices, name: str) -> list[Row]:
    """The rows with only the predictions that the metric of this name reads, in the order in which it reads them."""
    return [_picked(row, indices(row, choices, name)) for row in rows]


def indices(row: Row, choices: Choices, name: str) -> list[int]:
    """The places in the row's list of the predictions that are read, in the order in which they are read."""
    if not row.confidence or name == "gap":
        return list(range(len(row.predicted or [])))
    return _in_order(row, choices.get("ties", "file"), _above(row, choices))


def _picked(row: Row, indices: Sequence[int]) -> Row:
    if row.predicted is None or not row.confidence:
        return row
    labels, sure = [row.predicted[i] for i in indices], [row.confidence[i] for i in indices]
    return replace(row, predicted=labels, confidence=sure)


def _above(row: Row, choices: Choices) -> list[int]:
    least = choices.get("threshold")
    return [i for i, sure in enumerate(row.confidence) if not least or sure >= float(least)]


def _in_order(row: Row, ties: str, indices: Sequence[int]) -> list[int]:
    if ties == "file":
        return list(indices)
    labels, ordered = row.predicted or [], []
    for _, group in groupby(indices, key=lambda i: _tied_with(row, i)):
        tied = list(group)
        if ties == "name-desc":
            tied.sort(key=lambda i: labels[i], reverse=True)
        elif ties == "worst":
            tied.sort(key=lambda i: row.grade(labels[i]) if labels[i] in row.truth else 0)
        else:
            first = {i for i in tied if labels[i] in row.truth and labels[i] not in labels[:i]}
            tied.sort(key=lambda i: -row.grade(labels[i]) if i in first else 0)
        ordered += tied
    return ordered


def _tied_with(row: Row, index: int) -> float | str:
    """What predictions of equal confidence have in common; NaN equals nothing."""
    sure = row.confidence[index]
    return f"only {index}" if math.isnan(sure) else sure
