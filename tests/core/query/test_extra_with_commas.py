"""Extra columns of files with decimal commas: their cells are numbers in filters, slices and weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.analysis.slices.grouping import groupings
from inspector.core.arrays.arrow import texts
from inspector.core.arrays.cell_numbers import cell_numbers
from inspector.core.query import QueryError, parse

ROWS = 200
SIZES = np.arange(ROWS) / 2


def with_commas(number: float) -> str:
    return str(number).replace(".", ",")


def numbers(size=with_commas, *, in_truth: bool = True) -> tuple[str, str]:
    """A truth and a submission of numbers, one of which has columns `size` and `w`."""
    cells = [f";{size(value)};{size(1.5 if at % 2 else 2)}" for at, value in enumerate(SIZES)]
    head, none = ";size;w", [""] * ROWS
    files = []
    for offset, has in ((0.5, in_truth), (0.75, not in_truth)):
        lines = [f"r{at};{with_commas(at % 7 + offset)}{cell}" for at, cell in enumerate(cells if has else none)]
        files.append("\n".join([f"id;y{head if has else ''}", *lines]) + "\n")
    return files[0], files[1]


def count(pair: Inspection, text: str) -> int:
    return int(parse(text).mask(pair.evaluation).sum())


def groups(pair: Inspection, name: str) -> list[str]:
    (grouping,) = (one for one in groupings(pair.evaluation) if one.title == name)
    found = grouping.split(pair.evaluation)
    return found.names.take(np.unique(found.of_row)).to_pylist()


@pytest.mark.parametrize("in_truth", [True, False])
def test_cells_with_a_comma_are_numbers(read, in_truth: bool) -> None:
    pair = read(*numbers(in_truth=in_truth), "mae")
    assert (count(pair, "size>50"), count(pair, "size=0.5"), count(pair, "size:0,5")) == (99, 1, 1)
    assert len(groups(pair, "size")) == 10
    assert groups(pair, "size")[:2] == ["0 to 9", "9.5 to 19"]
    pair.set_metric("mae(weight=w)")
    assert pair.overall == 0.25


def test_a_file_of_both_has_one_decimal_sign(tmp_path: Path) -> None:
    lines = [f"r{at};{at % 7};{with_commas(at % 7 + 0.5)};{with_commas(size)}" for at, size in enumerate(SIZES)]
    (tmp_path / "both.csv").write_text("\n".join(["id;truth;predicted;size", *lines]) + "\n")
    columns = {"truth_column": "truth", "submission_column": "predicted"}
    pair = inspector.open_pair(tmp_path / "both.csv", None, "mae", **columns)
    assert count(pair, "size>50") == 99


def test_a_column_of_the_other_file_keeps_its_points(read) -> None:
    truth, submission = numbers()
    pair = read(truth.replace(";", "\t").replace(",", "."), submission, "mae")
    assert pair.evaluation.pair.submission.layout.decimal == ","
    assert count(pair, "size>50") == 99
    pair = read(truth.replace(";", "\t").replace(",", "."), submission.replace(",", "."), "mae")
    assert (count(pair, "size>50"), len(groups(pair, "size"))) == (99, 10)


def test_a_column_of_a_file_with_points_is_never_read_by_comma(read) -> None:
    truth = "id\ty\tsize\n" + "".join(f"r{at}\t{at % 7}.5\t{with_commas(size)}\n" for at, size in enumerate(SIZES))
    submission = "id\ty\n" + "".join(f"r{at}\t{at % 7}.25\n" for at in range(ROWS))
    pair = read(truth, submission, "mae")
    with pytest.raises(QueryError, match="size holds text"):
        count(pair, 'size>50 & size:"0,5"')
    with pytest.raises(InputError, match="'0,0' in the column 'size' is no weight"):
        pair.set_metric("mae(weight=size)")


@pytest.mark.parametrize("cell", ["1_0", "x", "-1", "inf", "nan", "1.234,5"])
def test_what_is_no_number_is_no_weight(read, cell: str) -> None:
    truth, submission = numbers()
    pair = read(truth.replace(";0,0;2\n", f";0,0;{cell}\n"), submission, "mae")
    with pytest.raises(InputError, match=f"'{cell}' in the column 'w' is no weight; it is that of the row 'r0'"):
        pair.set_metric("mae(weight=w)")


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["1,5", "2", " 3,25 ", "-,5e1"], [1.5, 2, 3.25, -5]),
        (["1,5", "1.234", "1.234,5", ""], [1.5, np.nan, np.nan, np.nan]),
        (["1.5", "52.131", "a, b"], [1.5, 52.131, np.nan]),
    ],
)
def test_a_point_is_no_decimal_sign_beside_decimal_commas(cells, found) -> None:
    np.testing.assert_array_equal(cell_numbers(texts(cells), ","), found)
