"""Random lists of several submissions for the same rows."""

from __future__ import annotations

from hypothesis import strategies as st

import inspector
from inspector.core.arrays.ragged import Ragged
from inspector.core.evaluation.evaluation import Evaluation

LABELS = ["a", "b", "c"]
IDS = [f"q{number}" for number in range(8)]
TRUTH = {id_: {LABELS[i % 3]: 1} for i, id_ in enumerate(IDS)}
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


def opened(runs: list[dict]) -> list[Evaluation]:
    """Runs, by id and label with a confidence, as submissions of TRUTH."""
    inspection = inspector.open_pair(TRUTH, runs[0], "map@2")
    for run in runs[1:]:
        inspection.add(run)
    return [one.evaluation for one in inspection.submissions]
