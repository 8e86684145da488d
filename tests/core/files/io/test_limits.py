"""Limits on what a file may hold: one error, which names the environment variable that opens the file."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inspector import InputError
from inspector.core.arrays.cancel import Cancelled, cancel_scope
from inspector.core.files.formats import parquet
from inspector.core.files.formats.csv.records import Records
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.io import compression, limits, source
from inspector.core.files.io.limits import CELLS, Limit


def text(folder: Path, content: str, name: str = "s.csv") -> Path:
    (folder / name).write_text(content)
    return folder / name


def columnar(folder: Path, **columns: object) -> Path:
    pq.write_table(pa.table(columns), folder / "s.parquet")
    return folder / "s.parquet"


CASES = [
    ("INSPECTOR_MAX_CELLS", 40, lambda folder: text(folder, "id,label\n" + "a,x\n" * 20)),
    ("INSPECTOR_MAX_CELLS", 40, lambda folder: text(folder, 'id,label\n"a",x\n' + "a,x\n" * 19)),
    ("INSPECTOR_MAX_CELLS", 80, lambda folder: text(folder, "q 0 d 1\n" * 20)),
    ("INSPECTOR_MAX_CELLS", 40, lambda folder: columnar(folder, id=["a"] * 20, label=["x"] * 20)),
    ("INSPECTOR_MAX_CELLS", 50, lambda folder: columnar(folder, id=["a"] * 10, label=[["x"] * 4] * 10)),
    ("INSPECTOR_MAX_COLUMNS", 5, lambda folder: text(folder, "id,a,b,c,d\n1,2,3,4,5\n")),
    ("INSPECTOR_MAX_COLUMNS", 3, lambda folder: columnar(folder, id=["a"], b=["x"], c=["y"])),
]


@pytest.mark.parametrize(("variable", "amount", "write"), CASES)
def test_a_file_that_holds_too_much_names_the_variable_that_allows_it(
    tmp_path: Path, monkeypatch, variable: str, amount: int, write
) -> None:
    path = write(tmp_path)
    monkeypatch.setenv(variable, str(amount - 1))
    with pytest.raises(InputError, match="the file holds too many") as caught:
        read_sheet(path)
    assert (caught.value.file, variable in caught.value.hint) == (path, True)
    assert caught.value.expected.startswith(f"at most {amount - 1}")
    monkeypatch.setenv(variable, str(amount + 2))  # a text with quotes counts the line of its header too
    assert len(read_sheet(path))


def test_cells_are_counted_piece_by_piece(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(source, "_PIECE", 100)
    monkeypatch.setenv("INSPECTOR_MAX_CELLS", "100")
    with pytest.raises(InputError) as caught:
        read_sheet(text(tmp_path, "id,label\n" + "a,x\n" * 10_000))
    assert int(caught.value.found.split()[0]) < 200


def test_texts_that_are_stored_once_count_for_each_row(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(parquet, "_SMALL_BATCH", 10)
    monkeypatch.setenv("INSPECTOR_MAX_BYTES", "100000")
    coded = pa.DictionaryArray.from_arrays(pa.array([0] * 5000, pa.int32()), pa.array(["x" * 1000]))
    for stores_schema in (True, False):
        pq.write_table(pa.table({"id": coded, "label": coded}), tmp_path / "s.parquet", store_schema=stores_schema)
        with pytest.raises(InputError, match="too many bytes once unpacked") as caught:
            read_sheet(tmp_path / "s.parquet")
        assert int(caught.value.found.split()[0].replace(",", "")) < (11_000_000 if stores_schema else 150_000)


def test_a_larger_file_may_hold_more(monkeypatch) -> None:
    monkeypatch.delenv("INSPECTOR_MAX_CELLS", raising=False)
    assert (CELLS.of(10), CELLS.of(10**9)) == (25_000_000, 10**9)
    limit = Limit("INSPECTOR_MAX_CELLS", "cells", 5)
    assert limit.of(10**9) == 5
    limit.check(5, 0, Path("s.csv"))
    with pytest.raises(InputError):
        limit.check(6, 0, Path("s.csv"))


@pytest.mark.parametrize("value", ["many", "-1", "1e9", "²", "9" * 5000])
def test_a_variable_that_is_no_number_is_an_error(monkeypatch, value: str) -> None:
    monkeypatch.setenv("INSPECTOR_MAX_CELLS", value)
    with pytest.raises(InputError, match="INSPECTOR_MAX_CELLS is no limit"):
        CELLS.of(10)


def test_the_variables_have_names_of_one_kind() -> None:
    known = [limit for limit in vars(limits).values() if isinstance(limit, Limit)]
    assert {limit.variable for limit in known} == {f"INSPECTOR_MAX_{kind}" for kind in ("BYTES", "CELLS", "COLUMNS")}


@pytest.mark.parametrize("line", [",\n", "\n", "\r\n"])
def test_finding_the_header_keeps_neither_short_nor_blank_lines(tmp_path: Path, line: str) -> None:
    path = tmp_path / "s.csv"
    path.write_text("id,label\n" + line * 500_000, newline="")
    assert len(Records.scan(source.Source.open(path), ",", 2)) < 100_000


def test_unpacking_can_be_cancelled(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(compression, "_STEP", 1000)
    (tmp_path / "s.csv.gz").write_bytes(gzip.compress(b"id,label\n" + b"a,x\n" * 10_000))
    asked = [0]

    def is_wanted() -> bool:
        asked[0] += 1
        return asked[0] < 3

    with cancel_scope(is_wanted), pytest.raises(Cancelled):
        source.Source.open(tmp_path / "s.csv.gz")
    assert asked[0] == 3


def test_too_little_memory_is_an_error(run, tmp_path: Path, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise pa.ArrowMemoryError("malloc of size 8 failed")

    path = columnar(tmp_path, id=["a"], label=["x"])
    monkeypatch.setattr(pq, "ParquetFile", full)
    status, out, err = run("score", path, path)
    assert (status, out, err) == (2, "", f"Error: {path}: there is not enough memory to read the file.\n")
