"""The best score from re-ordering a row's list, by trying every order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from core.metrics.oracles.common import Choices, Oracle, Row


def best_reordered(oracle: Oracle, rows: Sequence[Row], number: int, k: int | None, choices: Choices) -> float:
    """The best score of one row over all orders of its labels; confidences keep their positions."""
    row = rows[number]
    orders = {tuple(order) for order in permutations(row.predicted or [])}

    def score(order: Sequence[str] | None) -> float:
        changed = [*rows[:number], replace(row, predicted=order), *rows[number + 1 :]]
        return oracle(changed, k, choices).rows[number]

    return score(None) if row.predicted is None else max(map(score, orders))
