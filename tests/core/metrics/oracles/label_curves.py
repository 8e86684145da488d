"""The oracles of macro AUC and padded cmAP: for each label, every pair of rows, or every row at or above another."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from core.metrics.oracles.common import NAN, Choices, Expected, Row, first_hit, mean

# A row on the list of a label: whether it has the label, and its confidence.
Entry = tuple[bool, float]
# The credit of a confidence among all rows, and by how many rows with the label the credits are divided.
Curve = Callable[[Sequence[Entry], float, Choices], tuple[float, int]]


def confidence(row: Row, label: str) -> float:
    """The highest confidence of the label in the row; -inf if it is not predicted."""
    listed = zip(row.predicted or [], row.confidence, strict=True)
    return max((sure for name, sure in listed if name == label and not math.isnan(sure)), default=-math.inf)


def auc(entries: Sequence[Entry], sure: float, choices: Choices) -> tuple[float, int]:
    """The share of rows without the label below, equal ones half."""
    without = [other for has, other in entries if not has]
    if not without:
        return 0.0, 0
    return sum((other < sure) + (other == sure) / 2 for other in without) / len(without), len(entries) - len(without)


def precision(entries: Sequence[Entry], sure: float, choices: Choices) -> tuple[float, int]:
    """The share of rows with the label among those at least as sure, with the rows of ones."""
    padded = [*entries, *[(True, 1.0)] * int(choices["padding"])]
    at_least = [has for has, other in padded if other >= sure]
    return sum(at_least) / len(at_least) if at_least else 0.0, sum(has for has, _ in padded)


def by_label(curve: Curve, rows: Sequence[Row], choices: Choices) -> Expected:
    """The contribution of each row, and the mean over labels."""
    counted = [row for row in rows if row.predicted is not None or choices["missing"] != "skip"]
    labels = {label for row in counted for label in row.truth}
    if choices.get("labels") == "both":
        labels |= {label for row in rows for label in row.known}
    lists = {label: [(label in row.truth, confidence(row, label)) for row in counted] for label in labels}
    every = {label: curve(entries, 1.0, choices) for label, entries in lists.items()}
    averaged = [label for label in labels if every[label][1] or choices.get("labels")]

    def share(row: Row, label: str) -> tuple[float, float]:
        credit, divisor = curve(lists[label], confidence(row, label), choices)
        return credit / divisor / len(averaged), 1 / divisor / len(averaged)

    def parts(row: Row) -> list[tuple[float, float]]:
        return [share(row, label) for label in row.truth if label in averaged]

    padding = int(choices.get("padding", "0"))
    constant = sum(padding * every[label][0] / max(1, every[label][1]) for label in averaged) / max(1, len(averaged))
    scores = [math.fsum(won for won, _ in parts(row)) if row in counted else NAN for row in rows]
    return Expected(
        scores,
        [first_hit(row.truth, row.predicted or []) for row in rows],
        [math.fsum(most for _, most in parts(row)) for row in rows],
        mean([of_label(curve, lists[label], choices) for label in averaged]),
        constant,
    )


def of_label(curve: Curve, entries: Sequence[Entry], choices: Choices) -> float:
    """The credits of the rows with the label, and of those that are added, over their number."""
    padding = int(choices.get("padding", "0"))
    given = [sure for has, sure in entries if has] + [1.0] * padding
    return math.fsum(curve(entries, sure, choices)[0] for sure in given) / len(given) if given else 0.0


def macro_auc(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """Macro ROC AUC."""
    return by_label(auc, rows, choices)


def padded_cmap(rows: Sequence[Row], k: int | None, choices: Choices) -> Expected:
    """Padded cmAP."""
    return by_label(precision, rows, choices)
