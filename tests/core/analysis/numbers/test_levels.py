"""Counts of few whole numbers, compared with scikit-learn."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import confusion_matrix

from inspector.core.analysis.numbers.levels import MOST, level_counts, levels


@given(st.lists(st.tuples(st.integers(-3, 4), st.integers(-3, 4)), min_size=1))
def test_counts_are_those_of_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    truth, predicted = np.array([*pairs, (0, 0), (1, 1)], np.float64).T
    found = levels(truth, predicted)
    assert found is not None
    assert found.tolist() == sorted({*truth.tolist(), *predicted.tolist()})
    wanted = confusion_matrix(truth, predicted, labels=found)
    assert level_counts(truth, predicted, found).tolist() == wanted.tolist()


def test_rows_with_nan_do_not_count() -> None:
    truth, predicted = np.array([1.0, np.nan, 2.0]), np.array([1.0, 2.0, np.nan])
    assert levels(truth, predicted).tolist() == [1, 2]
    assert level_counts(truth, predicted, np.array([1, 2])).tolist() == [[1, 0], [0, 0]]


@pytest.mark.parametrize("predicted", [[0.5], [1e300], [np.inf], [0.0, 5000.0], [*map(float, range(MOST + 1))]])
def test_other_numbers_are_no_levels(predicted: list[float]) -> None:
    assert levels(np.array([1.0, 2.0]), np.array(predicted)) is None
