"""Cells of numbers: their decimal point, what they mean, and what is wrong with those that hold none."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from inspector.core.files.formats.columnar import Frame
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.numbers.cells import are_numbers, column_numbers, decimal_of, meant_numbers, what_is_wrong


def column(*cells: str) -> pa.ChunkedArray:
    return pa.chunked_array([pa.array(cells, pa.string())])


@pytest.mark.parametrize(
    ("cells", "decimal"),
    [
        (["1,5", "2,75", "3"], ","),
        (["0,125", "0,250"], ","),
        (["1e-3", "2.5"], "."),
        (["1,234", "12,345"], "."),
        (["1,234.5", "2,000.25"], "."),
        (["", "nan"], "."),
    ],
)
def test_a_comma_is_a_decimal_point_where_no_thousands_can_end(cells: list[str], decimal: str) -> None:
    assert decimal_of(column(*cells)) == decimal


def test_numbers_with_decimal_commas_are_read_and_points_are_none() -> None:
    values = column_numbers(column("1,5", " -2,5e1 ", "3", "1.5"), ",")
    assert values[:3].tolist() == [1.5, -25.0, 3.0]
    assert np.isnan(values[3])


def test_what_cells_mean_is_known_with_signs_between_thousands() -> None:
    assert meant_numbers(column("1,234", "12,345,678", "9")).tolist() == [1234.0, 12345678.0, 9.0]
    assert meant_numbers(column("1,234.5", "7.25")).tolist() == [1234.5, 7.25]


@pytest.mark.parametrize(
    ("cells", "are"),
    [
        (["1", "2.5", "text"], True),
        (["1,234", "2,345"], True),
        (["", "", "3"], True),
        (["nan", " NaN ", "NAN", "3"], True),
        (["nan", "3", "x"], False),
        (["nan", "nan"], False),
        (["None", "None", "3"], False),
        (["a", "b", "1"], False),
        (["007", "012"], False),
        (["1 2", "3 4"], False),
        (["", ""], False),
    ],
)
def test_a_column_of_numbers_has_them_in_most_of_its_filled_cells(cells: list[str], are: bool) -> None:
    assert are_numbers(Sheet(("y",), (column(*cells),), Frame()), 0) is are


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        ("", "missing"),
        (" NaN ", "missing"),
        ("null", "missing"),
        ("-inf", "infinite"),
        ("1e999", "infinite"),
        ("1,700.5", "grouped"),
        ("12\u202f345", "grouped"),
        ("high", "text"),
        ("1,5", "text"),
    ],
)
def test_what_is_wrong_with_a_cell_is_told(cell: str, what: str) -> None:
    assert what_is_wrong(cell) == what
