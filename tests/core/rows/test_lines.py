"""Lines of panels as tables: their texts stay what they are, numbers keep all digits."""

from __future__ import annotations

import csv
import io

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import inspector
from inspector.core.errors import InputError
from inspector.core.files.io.target import Target
from inspector.core.rows.copying import Copied, copy_lines_task, lines_table
from inspector.core.rows.export import write_task
from inspector.core.task import drain

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)


def copied(table, *, headers: bool) -> Copied:
    return drain(copy_lines_task(table, headers))


@given(cells=st.lists(st.tuples(texts, st.floats(allow_infinity=False), st.integers(-9, 9)), max_size=5))
def test_an_export_reads_back_as_it_was(tmp_path_factory, cells: list[tuple[str, float, int]]) -> None:
    path = tmp_path_factory.mktemp("lines") / "lines.csv"
    names, shares, counts = zip(*cells, strict=True) if cells else ((), (), ())
    table = lines_table(["a,b", "share", "share"], [names, np.array(shares, float), np.array(counts, np.int64)])
    drain(write_task(table, Target(path=path, inputs={})))
    head, *rows = csv.reader(io.StringIO(path.read_bytes().decode(), newline=""))
    assert head == ["a,b", "share", "share (2)"]
    assert [(name, count) for name, _, count in rows] == [(name, str(count)) for name, _, count in cells]
    for (_, said, _), (_, share, _) in zip(rows, cells, strict=True):
        assert (said == "") if np.isnan(share) else (float(said) == share)


@given(cells=st.lists(texts, min_size=1, max_size=5))
def test_every_line_is_copied_as_one_line(cells: list[str]) -> None:
    table = lines_table(["what", "n"], [cells, np.arange(len(cells)) / 3])
    said = copied(table, headers=False).text.decode()
    assert said.endswith("\n")
    lines = said.removesuffix("\n").split("\n")
    assert [line.split("\t") for line in lines] == [
        [cell.replace("\t", " ").replace("\n", " ").replace("\r", " "), str(i / 3)] for i, cell in enumerate(cells)
    ]


def test_a_copy_has_titles_if_asked_and_warns_of_formulas() -> None:
    table = lines_table(["label", "rows"], [["=cmd()", "b"], np.array([1, 2])])
    assert bytes(copied(table, headers=True).text) == b"label\trows\n=cmd()\t1\nb\t2\n"
    assert "1 cell begins with =" in copied(table, headers=True).remark


def test_an_export_never_replaces_an_open_file(tmp_path) -> None:
    for name in ("truth.csv", "submission.csv"):
        (tmp_path / name).write_text("id,label\nr1,a\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@1")
    (tmp_path / "link.csv").symlink_to(tmp_path / "truth.csv")
    for name in ("truth.csv", "submission.csv", "link.csv"):
        with pytest.raises(InputError, match="never overwritten"):
            target = Target(path=tmp_path / name, inputs=pair.inputs, overwrite=True)
            drain(write_task(lines_table(["label"], [["b"]]), target))
        assert (tmp_path / name).read_text() == "id,label\nr1,a\n"


@pytest.mark.parametrize(("name", "warns"), [("o.csv", True), ("o", True), ("o.txt", True), ("o.PARQUET", False)])
def test_formulas_are_warned_of_where_a_spreadsheet_reads_the_file(tmp_path, name: str, *, warns: bool) -> None:
    said = drain(write_task(lines_table(["label"], [["=cmd()"]]), Target(path=tmp_path / name, inputs={})))
    assert (said != "") is warns
    assert ((tmp_path / name).read_bytes()[:4] == b"PAR1") is not warns


@pytest.mark.parametrize("name", ["o.xlsx", "o.json", "o.tsv", "o.csv.gz"])
def test_a_table_is_not_written_under_the_name_of_another_format(tmp_path, name: str) -> None:
    with pytest.raises(InputError, match=r"a table is not written as '\.\w+'. Expected: a name that ends in .csv or"):
        drain(write_task(lines_table(["label"], [["b"]]), Target(path=tmp_path / name, inputs={})))
    assert not (tmp_path / name).exists()
