"""Random lists of several submissions for the same rows."""

from __future__ import annotations

from hypothesis import strategies as st

from inspector.core.arrays.ragged import Ragged

ROWS = 4
labels = st.integers(-1, 5)
one = st.lists(st.lists(labels, max_size=5), min_size=ROWS, max_size=ROWS)
several = st.lists(one, min_size=1, max_size=4)


def ragged(lists: list[list[int]]) -> Ragged:
    return Ragged.of(lists)


def distinct(row: list[int]) -> list[int]:
    """The labels of a row once each, without blanks."""
    return [code for code in dict.fromkeys(row) if code >= 0]


def fused(lists: list[list[str]], weights: tuple[float, ...]) -> list[str]:
    """The labels of one row by weighted reciprocal rank fusion, as long as the longest list."""
    score: dict[str, float] = {}
    for labels, weight in zip(lists, weights, strict=True):
        for rank, label in enumerate(filter(None, labels), 1):
            score[label] = score.get(label, 0.0) + weight / (60 + rank)
    best = sorted(score, key=lambda label: -score[label])
    return best[: max(map(len, lists))]
