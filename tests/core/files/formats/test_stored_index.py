"""The index of DataFrames and parquet files: where it holds ids it is a column, and where it counts rows it is none."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import inspector
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.formats.patch import Patch, Texts

CELLS = {"store": [7, 9, 8, 6], "sales": [1.5, 2.5, 4.0, 8.0]}
NAMED = pd.DataFrame(CELLS, index=pd.RangeIndex(3, 7, name="id"))
PLAIN = pd.DataFrame(CELLS)


def test_a_named_index_of_consecutive_numbers_is_a_column(tmp_path: Path) -> None:
    NAMED.to_parquet(tmp_path / "named.parquet")
    for origin in (NAMED, tmp_path / "named.parquet"):
        sheet = read_sheet(origin)
        assert sheet.names == ("id", "store", "sales")
        assert sheet.columns[0].to_pylist() == ["3", "4", "5", "6"]


def test_an_index_that_counts_rows_is_no_column(tmp_path: Path) -> None:
    PLAIN.to_parquet(tmp_path / "plain.parquet")
    for origin in (PLAIN, tmp_path / "plain.parquet"):
        assert read_sheet(origin).names == ("store", "sales")


def test_rows_that_were_chosen_keep_their_numbers_as_ids() -> None:
    truth, other = PLAIN.iloc[[0, 2, 3]], PLAIN.iloc[[3, 0, 2]]
    assert read_sheet(other).columns[0].to_pylist() == ["3", "0", "2"]
    assert inspector.open_pair(truth, other, "rmse").overall == 0.0
    mixed = PLAIN.assign(row_id=[5, 6, 7, 8]).iloc[[2, 0, 1]]
    assert read_sheet(mixed).names == ("store", "sales", "row_id")


def test_a_stored_index_stays_where_a_file_is_written(tmp_path: Path) -> None:
    NAMED.to_parquet(tmp_path / "named.parquet")
    sheet = read_sheet(tmp_path / "named.parquet")
    (tmp_path / "new.parquet").write_bytes(b"".join(sheet.syntax.write(sheet, Patch({2: Texts.of({0: "3.5"})}))))
    again = pd.read_parquet(tmp_path / "new.parquet")
    assert again["id"].tolist() == [3, 4, 5, 6]
    assert again["sales"].tolist() == pytest.approx([3.5, 2.5, 4.0, 8.0])
