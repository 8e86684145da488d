"""Columns of rows of numbers."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.data.order import SortKey
from inspector.core.rows.columns import columns_of
from inspector.core.rows.copying import copy_task
from inspector.core.rows.export import rows_table, write_csv
from inspector.core.task import drain

TRUTH = "id,price,zone\na,10,north\nb,20,south\nc,-5,north\nd,,south\n"
SUBMISSION = "id,price\na,13\nb,4.25\nc,-5\nd,1\n"


@pytest.fixture
def opened(read) -> inspector.Inspection:
    return read(TRUTH, SUBMISSION, "mae", shape="numbers", truth_column="price")


@pytest.fixture
def several(read) -> inspector.Inspection:
    return read("id,x,two y\na,1,5\nb,2,6\n", "id,x,two y\na,1,9\nb,0,6\n", "rmse", shape="numbers")


def test_there_is_an_error_and_nothing_about_labels(opened) -> None:
    names = {column.name for column in columns_of(opened.evaluation)}
    assert "error" in names and "extra:zone" in names
    assert not names & {"first_hit_rank", "wrong_order", "missing_labels", "place"}
    assert "error" not in {column.name for column in columns_of(_of_labels().evaluation)}


def test_rows_are_numbers(opened) -> None:
    frame = opened.rows().set_index("id")
    assert [str(frame[name].dtype) for name in ("truth", "predictions", "error")] == ["float64"] * 3
    np.testing.assert_array_equal(frame["error"], [3, -15.75, 0, np.nan])
    np.testing.assert_array_equal(frame["truth"], [10, 20, -5, np.nan])


def test_each_of_several_numbers_has_a_column(several) -> None:
    frame = several.rows()
    assert [name for name in frame if ":" in name] == ["truth:x", "truth:two y", "predictions:x", "predictions:two y"]
    assert frame["predictions:two y"].tolist() == [9, 6] and frame["error"].tolist() == [4, -2]


def test_the_number_furthest_off_has_its_name(opened, several) -> None:
    assert several.rows()["furthest"].tolist() == ["two y", "x"]
    several.sort(SortKey("furthest"))
    assert several.state.order.rows.tolist() == [0, 1]
    several.edit("a", ["x", "two y"], [-9, 5])
    several.edit("b", [])
    assert several.rows()["furthest"].tolist() == ["x", ""]
    assert "furthest" not in opened.rows()


def test_rows_are_written_at_full_precision(opened) -> None:
    opened.edit("a", ["price"], [0.1 + 0.2])
    file = io.BytesIO()
    write_csv(rows_table(opened.evaluation, opened.evaluation.all_rows), file)
    read = pd.read_csv(io.BytesIO(file.getvalue()))
    assert read["predictions"][0] == 0.1 + 0.2 and read["delta"][0] == opened.rows()["delta"][0]


@pytest.mark.parametrize(("key", "ids"), [("error", "bcad"), ("-truth", "bacd"), ("predictions", "cdba")])
def test_numbers_sort_as_numbers_and_none_sorts_last(opened, key, ids) -> None:
    opened.sort(SortKey.parse(key))
    assert "".join(opened.evaluation.table.id(row) for row in opened.state.order.rows) == ids


def test_one_of_several_numbers_sorts(several) -> None:
    several.sort(SortKey("predictions:x"))
    assert several.state.order.rows.tolist() == [1, 0]
    with pytest.raises(inspector.InputError, match="truth:x, truth:two y"):
        several.sort(SortKey("truth:z"))


@pytest.mark.parametrize("name", ["first_hit_rank", "wrong_order", "missing_labels"])
def test_a_column_of_labels_says_what_it_is_about(opened, name) -> None:
    with pytest.raises(inspector.InputError, match="about labels; these files hold numbers"):
        opened.sort(SortKey(name))


def test_a_column_of_numbers_says_what_it_is_about() -> None:
    with pytest.raises(inspector.InputError, match="about numbers; these files hold labels"):
        _of_labels().sort(SortKey("error"))


def test_copied_numbers_are_those_of_the_table_in_one_cell(several) -> None:
    copied = drain(copy_task(several.evaluation, several.evaluation.all_rows, True)).text.decode().split("\n")
    cells = dict(zip(copied[0].split("\t"), copied[1].split("\t"), strict=True))
    assert (cells["truth"], cells["predictions"]) == ("1 5", "1 9")


def _of_labels() -> inspector.Inspection:
    return inspector.open_pair({"a": ["x"]}, {"a": ["x", "y"]}, "map@2")
