"""Invalid values and lines: non-numeric confidences, endless lines, files that changed."""

from __future__ import annotations

import os
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inspector
from inspector import InputError
from inspector.core.files.formats.csv import lines, reader
from inspector.core.files.io import source

TRUTH = "id,label\na,x\nb,y\nc,z\n"


def problem(inspection: inspector.Inspection, kind: str):
    return next(found for found in inspection.problems if found.kind == kind)


@pytest.mark.parametrize("odd", ["many", "", "0,5", "0x1", "1_0", "nan", "NaN", "--1", "1.2.3"])
def test_a_non_numeric_confidence_is_reported_with_its_line(read, odd: str) -> None:
    found = problem(read(TRUTH, f'id,label,conf\na,x,0.5\nb,y,"{odd}"\nc,z,0.25\n'), "missing-confidences")
    assert (found.count, found.examples, found.line, found.rejects) == (1, ("b",), 3, True)


@pytest.mark.parametrize("odd", ["inf", "-inf", "Infinity", "1e999", "INF"])
def test_an_infinite_confidence_is_reported_with_its_line(read, odd: str) -> None:
    found = problem(read(TRUTH, f"id,label,conf\na,x,0.5\nb,y,0.75\nc,z,{odd}\n"), "infinite-confidences")
    assert (found.count, found.examples, found.line) == (1, ("c",), 4)


def test_a_line_longer_than_a_block_is_rejected(read, monkeypatch) -> None:
    monkeypatch.setattr(reader, "_CACHED", 1 << 11)
    monkeypatch.setattr(reader, "_LONGEST", 1 << 12)
    with pytest.raises(InputError, match=r"longer than|cannot be read") as caught:
        read(TRUTH, "id,label\n\nc,z\na," + "x " * 40_000 + "\nb,y\n")
    assert (caught.value.line, len(str(caught.value)) < 500) == (4, True)


@pytest.mark.parametrize("cell", ["{}", '"{}, z"'])
def test_a_line_longer_than_a_cached_block_is_read(read, monkeypatch, cell: str) -> None:
    monkeypatch.setattr(reader, "_CACHED", 1 << 11)
    ids = [f"row{i}" for i in range(1000)]
    rows = "".join(f"{id_},{cell.format('x ' * 4000) if id_ == 'row700' else 'y'}\n" for id_ in ids)
    table = read("id,label\n" + "".join(f"{id_},x\n" for id_ in ids), "id,label\n" + rows).evaluation.table
    assert table.ids.to_pylist() == ids
    assert sum(map(len, table.prediction(700).labels)) >= 4000


@pytest.mark.slow
def test_a_file_of_one_endless_line_is_rejected_early_and_briefly(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text(TRUTH)
    for name, head in (("one.csv", b"x"), ("two.csv", b"id,label\na,"), ("j.jsonl", b'{"id": "'), ("q.csv", b'id,"')):
        with (tmp_path / name).open("wb") as file:
            file.write(head)
            for _ in range(30):
                file.write(b"x y " * (1 << 18))
        with pytest.raises(InputError) as caught:
            inspector.open_pair(tmp_path / "truth.csv", tmp_path / name)
        assert len(str(caught.value)) < 500, name


def test_a_sparse_file_of_zeros_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text(TRUTH)
    with (tmp_path / "s.csv").open("wb") as file:
        file.truncate(1 << 33)
    with pytest.raises(InputError, match="not a text file"):
        inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv")


def test_a_special_file_is_rejected_without_blocking(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text(TRUTH)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="a pipe or a device"):
        inspector.open_pair(tmp_path / "truth.csv", tmp_path / "pipe")


@pytest.mark.parametrize("bad", ["b,\u00e9t\u00e9,1\n".encode("latin-1"), b"b,\xff\n", b"b,y,\xed\xa0\x80\n"])
def test_invalid_utf8_in_a_ragged_line_is_reported_with_its_line(read, bad: bytes, monkeypatch) -> None:
    for block in (source.BLOCK, 5, 7):
        monkeypatch.setattr(lines, "BLOCK", block)
        with pytest.raises(InputError, match="not in UTF-8") as caught:
            read(TRUTH, "id,label\na,é鯨🐋\n".encode() + bad + b"c,z\n")
        assert caught.value.line == 3


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_bad_byte_in_a_header_behind_comments_is_told_with_its_line(read, mark: bytes) -> None:
    with pytest.raises(InputError, match="not in UTF-8") as caught:
        read(TRUTH, mark + b"# made by a script\n# today\nid,l\xffbel\na,x\n")
    assert (caught.value.line, caught.value.found) == (3, "the byte 0xFF")


@pytest.mark.parametrize("block", [1, 2, 3, 4, 5, 6, 7])
def test_text_in_utf8_is_not_mistaken_wherever_a_block_ends(read, monkeypatch, block: int) -> None:
    monkeypatch.setattr(lines, "BLOCK", max(4, block))
    with pytest.raises(InputError, match="a different number of columns") as caught:
        read(TRUTH, "id,label\na,é鯨🐋é鯨🐋\nb,y,y\nc,z\n")
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("id,label\na,x\nb,y\nc", 4, "ends within its last line"),
        ("id,label\na,x\nb\nc,z\n", 3, "a delimiter for each cell"),
        ("id,label\na,x\nb,y,y", 3, "in double quotes"),
    ],
)
def test_a_line_with_other_columns_says_what_to_do(read, text: str, line: int, hint: str) -> None:
    with pytest.raises(InputError, match="a different number of columns") as caught:
        read(TRUTH, text)
    assert caught.value.line == line
    assert hint in str(caught.value)


def test_text_that_utf8_cannot_encode_is_rejected_from_every_source(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text(TRUTH)
    (tmp_path / "s.jsonl").write_text('{"id": "a", "labels": ["\\ud800"]}\n')
    with pytest.raises(InputError, match="half a character") as caught:
        inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.jsonl")
    assert caught.value.file == tmp_path / "s.jsonl"
    frame = pd.DataFrame({"id": ["a"], "label": ["\ud800"]}, dtype=object)
    with pytest.raises(InputError, match="half a character"):
        inspector.open_pair(tmp_path / "truth.csv", frame)
    odd = pa.array([b"\xff", b"y"], pa.binary()).view(pa.string())
    pq.write_table(pa.table({"id": ["a", "b"], "label": odd}), tmp_path / "s.parquet")
    with pytest.raises(InputError, match="parquet file is damaged"):
        inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.parquet")


def test_a_parquet_column_whose_name_is_no_text_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text(TRUTH)
    pq.write_table(pa.table({"id": ["a", "b"], "labelé": ["x", "y"]}), tmp_path / "good.parquet", store_schema=False)
    damaged = (tmp_path / "good.parquet").read_bytes().replace("labelé".encode(), b"label\xff\xff")
    (tmp_path / "s.parquet").write_bytes(damaged)
    with pytest.raises(InputError, match="parquet file is damaged"):
        inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.parquet")


@pytest.mark.parametrize("name", ["s.csv", "s.csv.gz"])
def test_a_file_that_changed_while_it_was_open_is_saved_as_it_was(tmp_path: Path, name: str) -> None:
    import gzip

    content = b"id,label\na,x\nb,y\nc,z\n"
    (tmp_path / "truth.csv").write_text(TRUTH)
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    inspection = inspector.open_pair(tmp_path / "truth.csv", tmp_path / name, "map@5")
    inspection.edit("a", ["q"])
    with (tmp_path / name).open("r+b") as file:
        file.truncate(12)
    inspection.save(tmp_path / f"out{name}")
    written = (tmp_path / f"out{name}").read_bytes()
    assert (gzip.decompress(written) if name.endswith("gz") else written) == b"id,label\na,q\nb,y\nc,z\n"
    assert inspection.evaluation.labels(0) == ["q"]


def test_numeric_labels_of_every_kind_stay_text(read) -> None:
    odd = ["007", "1e5", "1.0", "0x1F", "1_000", "٣", "１", "1,5", "-0", "+1", "inf", "nan", "None", "true"]
    cells = "".join(f'i{place},"{label}"\n' for place, label in enumerate(odd))
    inspection = read("id,label\n" + cells, "id,label\n" + cells, separator="|")
    assert [inspection.evaluation.labels(row) for row in range(len(odd))] == [[label] for label in odd]
    assert inspection.overall == 1
