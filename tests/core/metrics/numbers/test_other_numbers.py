"""The overall with the numbers of another file in groups of rows, where other rows are scored then."""

from __future__ import annotations

import numpy as np
import pytest
from core.metrics.numbers.number_pairs import NUMBER_FAMILIES, Pair, close, matrix, number_pairs, of_family, values
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.metrics import parse
from inspector.core.metrics.numbers.median import MedianScores
from inspector.core.metrics.numbers.scores import NumberScores

NAN = float("nan")
BY_SUMS = [name for name in NUMBER_FAMILIES if name not in ("rocauc", "qwk", "medae")]


def is_told(pair: Pair, other: Pair, text: str, of_row: np.ndarray, groups: int) -> bool:
    """Whether each group gets the overall of a file that has the other numbers in its rows."""
    metric, rows = parse(text), np.arange(len(of_row))
    now, then = pair.scores(metric), other.scores(metric)
    assert isinstance(now, NumberScores)
    found = now.overalls_with(then, rows, of_row, groups)
    mixed = [pair.edited(rows[of_row == at], other.predicted[of_row == at]) for at in range(groups)]
    wanted = [each.scores(metric).overall for each in mixed]
    # An infinite loss can only be added, and of a huge one that is taken away a rounding is left.
    digits = 1e-12 * len(of_row) * abs(now.overall)
    return all(
        close(one, right, 1e-7) or abs(one - right) < digits or (np.isnan(one) and np.isinf(now.overall))
        for one, right in zip(found.tolist(), wanted, strict=True)
    )


@pytest.mark.slow
@pytest.mark.parametrize("family", BY_SUMS)
@given(st.data())
@settings(max_examples=40)
def test_groups_with_other_numbers_are_as_such_files_scored_anew(family: str, data) -> None:
    pair, metric = data.draw(number_pairs(family)), data.draw(st.sampled_from(of_family(NUMBER_FAMILIES[family])))
    n, c = pair.truth.shape
    other = pair.edited(np.arange(n), data.draw(matrix([*values(family)[1], NAN, NAN], n, c)))
    groups = data.draw(st.integers(1, 3))
    of_row = np.array(data.draw(st.lists(st.integers(0, groups - 1), min_size=n, max_size=n)))
    assert is_told(pair, other, str(metric), of_row, groups)


@pytest.mark.parametrize("metric", ["r2", "r2(columns=together, weight=w)", "rmse(weight=w)", "mae"])
def test_many_groups_far_from_0_are_told_when_rows_join_and_leave(metric: str) -> None:
    rng, n = np.random.default_rng(5), 300
    truth = rng.normal(1e6, 3.0, (n, 2))
    now, then = (truth + rng.normal(0, 1, (n, 2)) for _ in range(2))
    now[rng.random((n, 2)) < 0.3], then[rng.random((n, 2)) < 0.3] = NAN, NAN
    pair = Pair(truth, now, rng.random(n))
    assert is_told(pair, Pair(truth, then, pair.weights), metric, np.arange(n) % 100, 100)


@pytest.mark.parametrize("metric", ["r2", "rmse", "mae(weight=w)"])
def test_a_group_without_which_no_row_or_one_is_scored(metric: str) -> None:
    truth, now = np.array([[1e6], [1e6 + 3], [1e6 + 5]]), np.array([[1e6 + 1], [1e6 + 2], [1e6 + 5]])
    pair, other = (Pair(truth, numbers, np.array([0.1, 0.2, 0.7])) for numbers in (now, np.full((3, 1), NAN)))
    assert is_told(pair, other, metric, np.zeros(3, int), 1)
    assert is_told(pair, other, metric, np.array([0, 0, 1]), 2)


def test_a_median_tells_nothing_of_groups() -> None:
    scores = Pair(np.ones((3, 1)), np.zeros((3, 1)), np.ones(3)).scores(parse("medae"))
    assert isinstance(scores, MedianScores)
    assert np.isnan(scores.overalls_with(scores, np.arange(3), np.zeros(3, int), 1)).all()


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_left_where_all_rows_are_perfect(seed: int) -> None:
    draw = np.random.default_rng(seed)
    truth = draw.normal(50, 9, (5_000, 2))
    scores = Pair(truth, truth + draw.normal(0, 3, truth.shape), np.ones(len(truth))).scores(parse("rmse"))
    rows = draw.permutation(len(truth))
    assert scores.overalls_if_perfect(rows, np.zeros(len(rows), np.int64), 1).tolist() == [0.0]
