"""Small operations on arrays, compared with those of numpy that take longer or import more."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import distinct, middle, union, unique

numbers = st.lists(st.floats() | st.sampled_from([0.0, -0.0, 1.0, 5e-324, 1.7e308, -1.7e308]), min_size=1)


@given(numbers)
def test_the_middle_is_the_median(values):
    with np.errstate(all="ignore"):
        wanted = np.median(values)
        if np.isinf(wanted) and np.isfinite(values).all():  # the sum of the two in the middle is beyond all floats
            wanted = 2 * np.median(np.divide(values, 2))
        assert np.array_equal(middle(np.array(values)), wanted, equal_nan=True)


@given(numbers)
def test_the_ends_of_weights_tell_whether_all_are_finite_numbers(values):
    lists = Ragged(np.array([0, len(values)]), np.zeros(len(values), np.int32), np.array(values))
    assert np.isfinite([lists.lightest, lists.heaviest]).all() == np.isfinite(values).all()
    assert (lists.lightest >= 0) == all(value >= 0 for value in values)


@given(numbers)
def test_distinct_numbers_are_those_of_a_set(values):
    known = [value for value in values if value == value]
    assert distinct(np.sort(np.array(known, float))).tolist() == sorted({*known})


@given(st.lists(st.integers(-3, 9)), st.lists(st.integers(-3, 9)))
def test_unique_numbers_and_unions_are_those_of_sets(left, right):
    assert unique(np.array(left, np.int64)).tolist() == sorted({*left})
    assert union(np.array(left, np.int64), np.array(right, np.int64)).tolist() == sorted({*left, *right})
