"""How close predicted numbers are to true ones, compared with numbers of other rows."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from inspector.core.files.checks.numbers import relation
from inspector.core.files.numbers.evidence import closeness, has_few

DRAW = np.random.default_rng(3)
TRUTH = DRAW.normal(100, 20, 200)


def test_numbers_near_the_true_ones_are_surely_no_chance() -> None:
    found = closeness(TRUTH, TRUTH + DRAW.normal(0, 2, 200))
    assert (found.within, found.sure, found.decimals, found.classes) == (1.0, 1.0, True, False)
    assert found.near > 0.8


def test_numbers_of_other_rows_are_chance() -> None:
    found = closeness(TRUTH, DRAW.permutation(TRUTH))
    assert found.near < 0.2
    assert found.sure < 0.2


def test_the_order_alone_is_sure_where_the_size_is_another() -> None:
    found = closeness(TRUTH, np.log(TRUTH + DRAW.normal(0, 2, 200)))
    assert (found.within, found.sure) == (0.0, 1.0)


def test_wrong_classes_are_not_near_although_most_are_right() -> None:
    classes = DRAW.integers(0, 5000, 200).astype(float)
    guessed = np.where(DRAW.random(200) < 0.6, classes, DRAW.permutation(classes))
    found = closeness(classes, guessed)
    assert found.equal > 0.5
    assert found.sure < 0.2


def test_probabilities_are_of_the_size_of_yes_and_no_however_rare_yes_is() -> None:
    rare = (DRAW.random(200) < 0.03).astype(float)
    assert closeness(rare, DRAW.random(200) * 0.1).within == 1.0
    assert closeness(rare, DRAW.random(200) * 50).within < 0.1


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_rows_are_no_evidence_and_no_error(count: int) -> None:
    values = np.full(count, np.nan) if count == 1 else np.arange(count, dtype=float)
    assert closeness(values, values).sure == 0.0


@given(st.lists(st.integers(0, 4), max_size=400), st.integers(1, 4))
def test_a_few_different_numbers_are_told_from_many(values: list[int], most: int) -> None:
    assert has_few(np.array(values, np.float64), most) == (len({*values}) <= most)


some_numbers = st.lists(
    st.floats(0, 3) | st.just(float("nan")) | st.integers(0, 3).map(float), min_size=20, max_size=60
)


@pytest.mark.slow
@given(some_numbers, some_numbers, st.sampled_from([0.0, 2.0, 4.0]))
def test_numbers_that_overlap_by_a_look_do_so_by_their_ends(one: list[float], other: list[float], off: float) -> None:
    count = min(len(one), len(other))
    truth, predicted = np.array(one[:count]), np.array(other[:count]) + off
    known = np.isfinite(truth) & np.isfinite(predicted)
    if relation._overlap(truth, predicted, known):
        (low, high), (least, most) = (np.quantile(part[known], relation._ENDS) for part in (truth, predicted))
        assert least <= high
        assert low <= most
