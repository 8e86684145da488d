"""Texts with many columns are split line by line, with the same result as those with few."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import InputError
from inspector.core.files.formats.csv import reader
from inspector.core.files.formats.csv.lines import split_lines
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.io import source

cells = st.text("ab1. é'", max_size=4)


def split(*_: object) -> None:
    raise AssertionError("the lines are parsed")


@given(
    rows=st.lists(st.lists(cells, min_size=4, max_size=4), min_size=1, max_size=6),
    delimiter=st.sampled_from([",", "\t", ";"]),
    newline=st.sampled_from(["\n", "\r\n", "\r"]),
    blank=st.booleans(),
    piece=st.integers(1, 100),
)
def test_lines_are_split_as_they_are_parsed(tmp_path_factory, rows, delimiter, newline, blank, piece) -> None:
    path = tmp_path_factory.mktemp("columns") / "a.csv"
    lines = [delimiter.join(row) for row in (["id", "x", "y", "z"], *rows)]
    path.write_text((newline * (1 + blank)).join(lines), newline="")
    parsed = [column.to_pylist() for column in read_sheet(path).columns]
    assert parsed == [list(column) for column in zip(*rows, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "_MANY", 3)
        patch.setattr(source, "_PIECE", piece)
        patch.setattr(reader, "_parsed", split)
        assert [column.to_pylist() for column in read_sheet(path).columns] == parsed


@pytest.mark.parametrize("content", ["id,x,y\na,1,2\nb,1\n", "id,x,y\na,1,2\nb,1,2,3\n", "id,x,y\na,1,2\nb,\xff,2\n"])
def test_a_wrong_line_among_many_columns_is_the_same_error(tmp_path: Path, monkeypatch, content: str) -> None:
    (tmp_path / "a.csv").write_bytes(content.encode("latin-1"))
    errors = []
    for many in (1000, 2):
        monkeypatch.setattr(reader, "_MANY", many)
        with pytest.raises(InputError) as caught:
            read_sheet(tmp_path / "a.csv")
        errors.append(str(caught.value))
    assert errors[0] == errors[1]
    assert "line 3" in errors[0]


def test_a_text_with_quotes_is_always_parsed(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(reader, "_MANY", 2)
    (tmp_path / "a.csv").write_text('id,x,y\na,"1,5",2\n')
    assert [column.to_pylist() for column in read_sheet(tmp_path / "a.csv").columns] == [["a"], ["1,5"], ["2"]]


def test_two_thousand_columns_are_split(tmp_path: Path, monkeypatch) -> None:
    names, row = [f"c{i}" for i in range(2000)], [str(i) for i in range(2000)]
    (tmp_path / "a.csv").write_text(f"{','.join(names)}\n{','.join(row)}\n")
    monkeypatch.setattr(reader, "_parsed", split)
    assert [column.to_pylist() for column in read_sheet(tmp_path / "a.csv").columns] == [[cell] for cell in row]
    opened = source.Source.open(tmp_path / "a.csv")
    assert split_lines(opened, 1999, ",", 1) is None
