"""GAP by rows with truth or by truth labels, at most 1 under any choice, against the evaluations of two contests."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from core.metrics.metric_strategies import metrics
from core.strategies import Lists, open_lists, weighted_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector
from inspector.core.arrays.ragged import Ragged
from inspector.core.metrics import Metric, guess

# Three labels in two rows, all of them predicted, and most sure of the right ones.
PERFECT = Lists([["a", "b"], ["c"]], [["a", "b"], ["c"]], [[0.9, 0.8], [0.7]])


@pytest.mark.parametrize("text", ["gap(divisor=labels)", "gap(divisor=labels)@2", "gap@1"])
def test_a_perfect_file_with_several_labels_a_row_scores_one(text: str) -> None:
    assert open_lists(PERFECT, text).overall == 1


def test_a_row_is_right_once_where_rows_are_counted() -> None:
    # b of the first row takes rank 2 and earns nothing, so that c is right at rank 3.
    assert open_lists(PERFECT, "gap").overall == pytest.approx((1 + 2 / 3) / 2, abs=1e-15)
    assert [step.verdict for step in open_lists(PERFECT, "gap").explain("01").steps] == ["hit", "no credit"]


@pytest.mark.slow
@given(weighted_pairs(), metrics("gap"))
@settings(max_examples=60)
def test_gap_is_never_above_one(lists: Lists, metric: Metric) -> None:
    overall = open_lists(lists, metric).overall
    assert math.isnan(overall) or 0 <= overall <= 1 + 1e-12


def test_a_worked_gap_of_rows_and_of_labels() -> None:
    # By confidence: a right (row 0), x wrong (row 1), b right (row 0), c right (row 1).
    lists = Lists([["a", "b"], ["c"]], [["a", "b"], ["x", "c"]], [[0.9, 0.5], [0.8, 0.4]])
    # Row 0 is right once, by a; b takes rank 3, so that c is the second hit at rank 4.
    assert open_lists(lists, "gap").overall == pytest.approx((1 + 2 / 4) / 2, abs=1e-15)
    assert open_lists(lists, "gap(divisor=labels)").overall == pytest.approx((1 + 2 / 3 + 3 / 4) / 3, abs=1e-15)
    # With a prediction a row, c is off the list and still a label that could have been found.
    assert open_lists(lists, "gap(divisor=labels)@1").overall == pytest.approx(1 / 3, abs=1e-15)


def landmark_gap(truths: list[list[str]], predicted: list[tuple[str, float] | None]) -> float:
    """The evaluation of Google Landmark Recognition: a prediction an image, right if it is any of its landmarks."""
    given = [(-pair[1], row, pair[0]) for row, pair in enumerate(predicted) if pair]
    right, total = 0, 0.0
    for rank, (_, row, label) in enumerate(sorted(given), start=1):
        right += label in truths[row]
        total += right / rank if label in truths[row] else 0
    return total / sum(map(bool, truths))


@pytest.mark.slow
@given(st.integers(1, 12), st.integers(0, 2**32 - 1))
@settings(max_examples=40)
def test_a_prediction_a_row_is_scored_as_by_the_landmark_contest(rows: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truths = [[label for label in "abcd" if rng.random() < 0.4] for _ in range(rows)]
    truths[0] = ["a", "b"]
    predicted = [None if rng.random() < 0.2 else (str(rng.choice([*"abcd"])), rng.random()) for _ in range(rows)]
    ids = [f"{row:02}" for row in range(rows)]
    truth = pd.DataFrame({"id": ids, "landmarks": list(map(" ".join, truths))})
    cells = ["" if pair is None else f"{pair[0]} {pair[1]!r}" for pair in predicted]
    given_ = pd.DataFrame({"id": ids, "landmarks": cells})
    options = {"id_column": "id", "truth_column": "landmarks", "separator": " "}
    if any(predicted):
        overall = inspector.open_pair(truth, given_, "gap", **options).overall
        assert overall == pytest.approx(landmark_gap(truths, predicted), abs=1e-12)


def youtube_gap(actual: np.ndarray, probabilities: np.ndarray, top: int) -> float:
    """The evaluation of YouTube-8M: the top labels of each video in one list; M is every positive of the truth."""
    pairs = []
    for video, row in enumerate(probabilities):
        pairs += [(row[label], actual[video, label]) for label in np.argsort(-row)[:top]]
    pairs.sort(key=lambda pair: -pair[0])
    right = np.cumsum([hit for _, hit in pairs])
    return sum(right[i] / (i + 1) for i, (_, hit) in enumerate(pairs) if hit) / actual.sum()


@given(st.integers(1, 6), st.integers(1, 5), st.integers(0, 2**32 - 1))
@settings(max_examples=40)
def test_gap_at_k_by_labels_is_that_of_youtube(videos: int, top: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    actual = (rng.random((videos, 6)) < 0.5).astype(int)
    actual[0, 0] = 1
    probabilities = rng.permutation(videos * 6).reshape(videos, 6) / (videos * 6 + 1) + 0.001
    truths = [[f"l{label}" for label in np.flatnonzero(row)] for row in actual]
    predicted = [[f"l{label}" for label in np.argsort(-row)] for row in probabilities]
    lists = Lists(truths, predicted, [sorted(map(float, row), reverse=True) for row in probabilities])
    overall = open_lists(lists, f"gap(divisor=labels)@{top}").overall
    assert overall == pytest.approx(youtube_gap(actual, probabilities, top), abs=1e-12)


def test_the_guess_divides_by_labels_only_where_a_row_can_be_right_twice() -> None:
    def weighted(lists: Ragged) -> Ragged:
        return Ragged(lists.offsets, lists.codes, np.ones(len(lists.codes)))

    one, several = Ragged.of([[1]] * 4), Ragged.of([[1, 2], [1], [2], [3]])
    assert str(guess(one, weighted(several))) == "gap"
    assert str(guess(several, weighted(several))) == "gap(divisor=labels)"
    assert str(guess(several, weighted(one))) == "gap"  # Google Landmark Recognition
