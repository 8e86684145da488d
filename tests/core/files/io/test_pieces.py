"""Text is parsed in pieces of whole lines, from a file that Arrow reads without Python."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import InputError
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.io import source

ROWS = [("a", "x"), ("b", "y z"), ("", "é"), ("ccc", ""), ("d", "w" * 40)]


def columns(path: Path) -> list[list[str]]:
    return [column.to_pylist() for column in read_sheet(path).columns]


@given(piece=st.integers(1, 60), newline=st.sampled_from(["\n", "\r\n", "\r"]), blank=st.booleans(), last=st.booleans())
def test_a_text_is_read_alike_in_pieces_of_every_size(tmp_path_factory, piece, newline, blank, last) -> None:
    path = tmp_path_factory.mktemp("pieces") / "a.csv"
    lines = ["id,label", *(f"{id_},{label}" for id_, label in ROWS)]
    path.write_text((newline * (1 + blank)).join(lines) + newline * last, newline="")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "_PIECE", piece)
        assert columns(path) == [list(column) for column in zip(*ROWS, strict=True)]


@pytest.mark.parametrize("piece", [1, 7, 30])
def test_a_run_is_read_alike_in_pieces(tmp_path: Path, monkeypatch, piece: int) -> None:
    monkeypatch.setattr(source, "_PIECE", piece)
    (tmp_path / "r.txt").write_text("# a comment\nq1 Q0 d1 1 0.9 t\n\nq1 Q0 d2 2 0.8 t\n# more\nq2 Q0 d1 1 0.7 t\n")
    assert columns(tmp_path / "r.txt")[2] == ["d1", "d2", "d1"]


@pytest.mark.parametrize("piece", [1, 12, 1000])
def test_lines_within_quotes_are_never_cut(tmp_path: Path, monkeypatch, piece: int) -> None:
    monkeypatch.setattr(source, "_PIECE", piece)
    (tmp_path / "a.csv").write_text('id,label\na,"x\n1,2\ny"\nb,z\n')
    assert columns(tmp_path / "a.csv") == [["a", "b"], ["x\n1,2\ny", "z"]]


def test_a_wrong_line_is_found_in_the_last_piece(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(source, "_PIECE", 10)
    (tmp_path / "a.csv").write_text("id,label\n" + "a,x\n" * 50 + "b,y,1\n")
    with pytest.raises(InputError) as caught:
        read_sheet(tmp_path / "a.csv")
    assert caught.value.line == 52


def test_arrow_is_given_no_file_of_python(tmp_path: Path, monkeypatch) -> None:
    given = []

    def noting(parse):
        return lambda file, *args, **options: given.append(file) or parse(file, *args, **options)

    monkeypatch.setattr(pyarrow.csv, "read_csv", noting(pyarrow.csv.read_csv))
    monkeypatch.setattr(pq, "ParquetFile", noting(pq.ParquetFile))
    (tmp_path / "a.csv").write_text("id,label\na,x\n")
    (tmp_path / "a.run").write_text("q1 Q0 d1 1 0.9 t\n")
    pq.write_table(pa.table({"id": ["a"], "label": ["x"]}), tmp_path / "a.parquet")
    assert [len(read_sheet(path)) for path in sorted(tmp_path.iterdir())] == [1, 1, 1]
    assert len(given) == 3
    assert not any(isinstance(file, pa.PythonFile) or not isinstance(file, pa.NativeFile) for file in given)


def test_a_file_that_cannot_be_opened_again_is_an_error(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "a.csv").write_text("id,label\na,x\n")
    opened = source.Source.open(tmp_path / "a.csv")
    monkeypatch.setattr(opened, "file", os.open(tmp_path, os.O_RDONLY))
    with pytest.raises(InputError, match="cannot be read"):
        opened.native()
    os.close(opened.file)
