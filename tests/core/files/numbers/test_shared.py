"""Where all rows of both files have all numbers, their lists share what is the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector.core.data.numbers import values_of
from inspector.core.data.table import Table

TRUTH = "id,a,b\nx,1.5,2.5\ny,3.5,4.5\nz,5.5,6.5\n"


def read(folder: Path, submission: str) -> Table:
    (folder / "truth.csv").write_text(TRUTH)
    (folder / "submission.csv").write_text(submission)
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", "rmse").evaluation.table


@pytest.mark.parametrize("order", [("x", "y", "z"), ("z", "x", "y")])
def test_offsets_and_labels_take_no_memory_twice(tmp_path: Path, order) -> None:
    rows = {"x": "x,1.25,2.25\n", "y": "y,,3.25\n", "z": "z,4.25,nan\n"}
    table = read(tmp_path, "id,a,b\n" + "".join(map(rows.get, order)))
    assert table.predictions.offsets is table.truth.offsets
    assert table.predictions.codes.tolist() == table.truth.codes.tolist() == [0, 1] * 3
    nan = np.nan
    np.testing.assert_array_equal(values_of(table.predictions), [[1.25, 2.25], [nan, 3.25], [4.25, nan]])


def test_a_missing_row_has_no_numbers(tmp_path: Path) -> None:
    table = read(tmp_path, "id,a,b\nz,4.25,5.25\nx,1.25,2.25\nw,9.25,9.25\n")
    assert table.predictions.offsets.tolist() == [0, 2, 2, 4]
    assert table.predictions.codes.tolist() == [0, 1, 0, 1]
    assert table.truth.offsets.tolist() == [0, 2, 4, 6]


def test_fewer_columns_than_the_truth_has_are_their_own(tmp_path: Path) -> None:
    table = read(tmp_path, "id,a\nz,4.25\nx,1.25\ny,2.25\n")
    assert [len(table.predictions[row]) for row in range(3)] == [1, 1, 1]
    assert table.predictions.codes.tolist() == [0, 0, 0]
