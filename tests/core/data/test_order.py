"""Sorting, compared with Python's: stable and NaN last in both directions, most important key first."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import inspector
from inspector import InputError
from inspector.core.data.order import Order, SortKey, sort

values = st.one_of(st.sampled_from([0.0, 0.5, 1.0, -1.0]), st.just(float("nan")), st.floats(-2, 2))


def by_python(n: int, columns: list[tuple[list[float], bool]]) -> list[int]:
    """Sort by the least important key first; Python's sort is stable, also in reverse, and NaN is separated."""
    rows = list(range(n))
    for column, descending in reversed(columns):
        numbers = [row for row in rows if column[row] == column[row]]
        rows = sorted(numbers, key=column.__getitem__, reverse=descending) + [r for r in rows if r not in numbers]
    return rows


@given(st.data(), st.integers(0, 9), st.integers(0, 3))
def test_sorting_by_several_keys_is_what_python_does(data, n: int, how_many: int) -> None:
    columns = [(data.draw(st.lists(values, min_size=n, max_size=n)), data.draw(st.booleans())) for _ in range(how_many)]
    order = sort(n, [(np.array(column), descending) for column, descending in columns])
    assert order.rows.tolist() == by_python(n, columns)


# Neighbours among floats, which differ in their last bits alone.
near = st.builds(
    lambda number, steps: number + steps * np.spacing(number), st.sampled_from([1.0, -1.0, 0.5]), st.integers(0, 9)
)
extreme = st.sampled_from([0.0, -0.0, 5e-324, -5e-324, float("inf"), float("-inf"), float("nan"), 1e308, -1e308])


@given(st.lists(near | extreme, max_size=40), st.booleans())
def test_numbers_that_hardly_differ_are_sorted_rightly(column: list[float], descending: bool) -> None:
    order = sort(len(column), [(np.array(column), descending)])
    assert order.rows.tolist() == by_python(len(column), [(column, descending)])


@given(st.lists(st.integers(-2, 2), max_size=9), st.booleans())
def test_whole_numbers_sort_like_any_others(column: list[int], descending: bool) -> None:
    order = sort(len(column), [(np.array(column, np.int32), descending)])
    assert order.rows.tolist() == by_python(len(column), [(column, descending)])


@given(st.permutations(range(9)), st.booleans())
def test_numbers_that_are_all_different_sort_too(column: list[int], descending: bool) -> None:
    order = sort(len(column), [(np.array(column, np.int32) - 4, descending)])
    assert order.rows.tolist() == by_python(len(column), [(column, descending)])


wide = st.one_of(
    st.integers(-3, 3), st.sampled_from([255, 256, 65_536, 70_000, 2**24, 2**31 - 1, -(2**31), 2**40, -(2**62), 2**62])
)


@given(st.lists(st.tuples(wide, wide), max_size=9), st.booleans(), st.booleans())
def test_whole_numbers_in_a_wide_range_and_several_keys(rows, first: bool, second: bool) -> None:
    columns = [([row[0] for row in rows], first), ([row[1] for row in rows], second)]
    order = sort(len(rows), [(np.array(column, np.int64), falls) for column, falls in columns])
    assert order.rows.tolist() == by_python(len(rows), columns)


ends = st.sampled_from([2**31 - 1, -(2**31), 0, 1])


@given(st.lists(st.tuples(ends, st.integers(0, 1)), max_size=9), st.booleans(), st.booleans())
def test_short_whole_numbers_from_end_to_end_and_a_second_key(rows, first: bool, second: bool) -> None:
    columns = [([row[0] for row in rows], first), ([row[1] for row in rows], second)]
    order = sort(len(rows), [(np.array(column, np.int32), falls) for column, falls in columns])
    assert order.rows.tolist() == by_python(len(rows), columns)


@pytest.mark.parametrize("far", [1 << bits for bits in (8, 16, 24, 32)])
@pytest.mark.parametrize("descending", [True, False])
def test_whole_numbers_at_the_limit_of_the_radix_sort(far: int, descending: bool) -> None:
    for highest in (far - 1, far):
        column = [highest, 0, highest, 1, 0]
        order = sort(len(column), [(np.array(column, np.int64), descending)])
        assert order.rows.tolist() == by_python(len(column), [(column, descending)])


@given(st.permutations(range(7)))
def test_row_and_pos_are_each_others_inverse(rows: list[int]) -> None:
    order = Order(np.array(rows), 7)
    assert [order.row(pos) for pos in range(7)] == rows
    assert [order.pos(row) for row in rows] == list(range(7))


def test_a_row_that_is_not_shown_has_no_pos() -> None:
    order = Order(np.array([4, 2]), 5)
    assert [order.pos(row) for row in range(5)] == [-1, -1, 1, -1, 0]
    assert len(order) == 2


def test_rows_keep_the_file_order_until_they_are_sorted() -> None:
    assert Order.as_read(3).rows.tolist() == [0, 1, 2]


@given(st.from_regex(r"[a-z_:]+", fullmatch=True), st.booleans())
def test_the_text_form_of_a_sort_key_gives_the_key_back(column: str, descending: bool) -> None:
    key = SortKey(column, descending)
    assert SortKey.parse(str(key)) == key


def opened(extra: list[str]) -> inspector.Inspection:
    """A truth with an extra column, and row scores 1, 0, 1, 0, ..."""
    ids = [f"{row:03d}" for row in range(len(extra))]
    truth = pd.DataFrame({"id": ids, "label": ["x"] * len(ids), "species": extra})
    submission = pd.DataFrame({"id": ids, "label": ["x" if row % 2 == 0 else "y" for row in range(len(ids))]})
    return inspector.open_pair(truth, submission, "map@5")


extras = st.lists(st.sampled_from(["", "ant", "bee", "été", "10", "9"]), min_size=1, max_size=8)


@pytest.mark.slow
@given(extras, st.booleans())
def test_equal_texts_of_an_extra_column_keep_their_order_both_ways(extra, descending: bool) -> None:
    inspection = opened(extra)
    inspection.sort(SortKey("extra:species", descending))
    assert inspection.state.order.rows.tolist() == by_python(len(extra), [(extra, descending)])


@pytest.mark.slow
@given(extras, st.booleans(), st.booleans())
def test_a_second_key_decides_among_equal_texts(extra, first: bool, second: bool) -> None:
    inspection = opened(extra)
    inspection.sort(SortKey("extra:species", first), SortKey("score", second))
    scores = [float(row % 2 == 0) for row in range(len(extra))]
    assert inspection.state.order.rows.tolist() == by_python(len(extra), [(extra, first), (scores, second)])


@pytest.mark.parametrize("name", ["nonsense", "extra:nonsense"])
def test_an_unknown_column_is_rejected_by_name_and_the_order_stays(name: str) -> None:
    inspection = opened(["ant", "bee"])
    before, generation = inspection.state.order.rows.tolist(), inspection.generation
    with pytest.raises(InputError, match="nonsense"):
        inspection.sort(SortKey(name))
    assert inspection.state.order.rows.tolist() == before
    assert inspection.generation == generation


def test_at_first_the_worst_rows_are_on_top_and_edits_do_not_move_them() -> None:
    inspection = opened(["", "", "", ""])
    assert inspection.state.order.rows.tolist() == [1, 3, 0, 2]
    inspection.edit("001", ["x"])
    assert inspection.state.order.rows.tolist() == [1, 3, 0, 2]


def test_a_filter_keeps_the_order_of_the_rows() -> None:
    inspection = opened(["", "", "", ""])
    inspection.edit("001", ["x"])
    inspection.narrow("!id:002")
    assert inspection.state.order.rows.tolist() == [1, 3, 0]
    inspection.sort(*inspection.state.keys)
    assert inspection.state.order.rows.tolist() == [3, 0, 1]
    inspection.filter_by([])
    assert inspection.state.order.rows.tolist() == [3, 0, 1, 2]
