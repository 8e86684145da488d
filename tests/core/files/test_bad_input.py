"""Unusable input: one clear error with file and line, no traceback, and nothing half loaded."""

from __future__ import annotations

import os
from pathlib import Path

import pandas as pd
import pytest

import inspector
from inspector import InputError

GOOD = "id,label\na,x\nb,y\nc,x\n"


@pytest.fixture
def refused(tmp_path: Path):
    """Open a truth and a submission; returns the expected error."""

    def open_texts(submission, truth=GOOD, metric="map@5", **options) -> InputError:
        for name, text in (("truth.csv", truth), ("submission.csv", submission)):
            (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(InputError) as caught:
            inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric, **options)
        return caught.value

    return open_texts


@pytest.mark.parametrize(
    ("submission", "line", "says"),
    [
        ("", None, "empty"),
        ("\n\n", 1, "header"),
        ("id,label\n", 1, "no rows"),
        ("id,label", 1, "no rows"),
        ("label\nx\n", 1, "only one column"),
        ("id,label\na,x\nb,y,1\nc,z\n", 3, "columns"),
        ("id,label\n\na,x\n\nb\nc,z\n", 5, "columns"),
        ("id,label\nab,x\na\nc,z\n", 3, "columns"),
        ("id,label\nab,x\ni\nc,z\n", 3, "columns"),
        ("id,label\na,x\nb,y,1\nc,z,1\n", 3, "2 lines"),
        ('id,label,n\n"a\n",x,1\nb\n', 4, "columns"),
        ('id,label\na,"x\nb,y\nc,z\n', 2, "quote"),
        ('id,label\na,x\nb,y\nc,"z\n', 4, "quote"),
        ('id,label\na,"x"\nb,"y\nc,z\n', 3, "quote"),
        ('id,"label\na,x\n', 1, "quote"),
        (b"id,label\na,x\n\nb,\0y\n", 4, "not a text file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 3, "not a text file"),
        (b"PK\x03\x04\x14\0\0\0\x08\0", None, "zip file is damaged"),
        ("id,label\na,x\nb,été\n".encode("latin-1"), 3, "UTF-8"),
        ("id,étiquette\na,x\n".encode("latin-1"), 1, "UTF-8"),
        (GOOD.encode("utf-16"), None, "UTF-16"),
        ("id,label\na,x\n\nb,y\na,z\n", 5, "more than one row"),
        ('id,label,n\na,x,"\n"\nb,y,\nb,z,\nb,z,\n', 5, "more than one row"),
        ("id,label\r\na,x\rb,y\nc,z\n", 2, "line end"),
        ("id,label\ra,x\r\nb,y\nc,z\n", 1, "line end"),
    ],
)
def test_an_unreadable_submission_is_rejected_with_file_and_line(refused, submission, line, says) -> None:
    error = refused(submission)
    assert Path(error.file).name == "submission.csv"
    assert (error.line, says in str(error)) == (line, True), str(error)
    assert str(error).startswith(f"{error.file}" + (f", line {line}: " if line else ": "))
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("truth", "line", "says"),
    [("", None, "empty"), ("id,label\na,x\na,y\n", 3, "more than one row"), ("id,label\na\n", 2, "columns")],
)
def test_an_unreadable_truth_is_rejected_with_file_and_line(refused, truth, line, says) -> None:
    error = refused(GOOD, truth)
    assert Path(error.file).name == "truth.csv"
    assert (error.line, says in str(error)) == (line, True), str(error)


def test_many_ragged_lines_make_one_error_that_names_the_first(refused) -> None:
    error = refused("id,label\na,x\n" + "b\n" * 500)
    assert (error.line, "columns" in str(error)) == (3, True)


def test_a_list_that_does_not_end_is_an_error_with_its_line(refused) -> None:
    error = refused("id,label\na,\"['x', 'it\\'s']\"\nb,\"['y', 'z\"\"]\"\nc,['x']\n")
    assert (Path(error.file).name, error.line, error.expected) == ("submission.csv", 3, "like ['a', 'b']")


@pytest.mark.parametrize(
    ("line", "says"),
    [(b"q2 Q0 d\xff 2 0.5 tag", "UTF-8"), (b"q2 Q0 d 2 0.5 " + b"x" * 10_000_000, "longer than 4 MiB")],
)
def test_a_broken_line_of_a_run_is_reported_with_its_number(refused, line: bytes, says: str) -> None:
    rows = b"".join(b"q1 Q0 d%d 1 0.5 tag\n# a comment\n" % number for number in range(30))
    error = refused(rows + b"\n" + line + b"\n")
    assert (error.line, says in error.what) == (62, True)


def test_a_file_without_lines_is_reported_without_a_line(refused, tmp_path: Path) -> None:
    frame = pd.DataFrame({"id": ["a"], **{f"c{number}": ["x"] for number in range(30)}})
    frame.to_parquet(tmp_path / "s.parquet")
    with pytest.raises(InputError, match="there is no column 'nope'") as caught:
        inspector.open_pair(tmp_path / "s.parquet", tmp_path / "s.parquet", truth_column="nope")
    assert caught.value.line is None
    assert caught.value.expected.endswith("'c18' and 11 more")


def test_files_without_a_common_id_are_rejected_with_ids_of_both(refused) -> None:
    # Both predict the same label everywhere, which must not be taken for a common id.
    error = refused("id,label\n1.jpg,x\n2.jpg,x\n", "id,label\n1,x\n2,x\n")
    assert "no id of the truth is in the submission" in str(error)
    assert error.found == "2 ids like '1.jpg'"
    assert error.expected.startswith("2 ids like '1', as in ")


def test_a_message_is_one_line_whatever_columns_and_files_are_called(refused, tmp_path: Path) -> None:
    odd = refused(GOOD, truth='"i\nd","la\u2028bel"\na,x\na,y\nb,z\n')
    assert "more than one row" in str(odd)
    assert len(str(odd).splitlines()) == 1
    with pytest.raises(InputError) as caught:
        inspector.open_pair(tmp_path / "no\nfile.csv", tmp_path / "submission.csv")
    assert len(str(caught.value).splitlines()) == 1


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text(GOOD)
    for missing in (tmp_path / "no.csv", tmp_path / "nowhere" / "no.csv", tmp_path):
        with pytest.raises(InputError) as caught:
            inspector.open_pair(tmp_path / "truth.csv", missing)
        assert caught.value.file == missing


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not hold root back")
def test_a_file_without_read_permission_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "secret.csv"
    path.write_text(GOOD)
    path.chmod(0)
    with pytest.raises(InputError, match="not permitted"):
        inspector.open_pair(path, path)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"id_column": "nope"}, "nope"),
        ({"truth_column": "nope"}, "nope"),
        ({"submission_column": "nope"}, "nope"),
    ],
)
def test_an_unknown_column_is_rejected_with_the_known_ones(refused, options, says) -> None:
    error = refused(GOOD, **options)
    assert says in str(error)
    assert "'id', 'label'" in error.expected


@pytest.mark.parametrize(
    ("metric", "says"),
    [
        ("map@0", "cut at 0"),
        ("map@-3", "cut at -3"),
        ("map@99999999999999999999999", "cut at"),
        ("map@3000000000", "cut at"),
        ("map@" + "9" * 5000, "cut at '99"),
        ("map@-" + "9" * 5000, "cut at '-99"),
        ("mpa@5", "Did you mean map?"),
        ("map(divisor=x)@5", "min-m-k"),
        ("map(divisor)@5", "divisor"),
        ("map(division=m)@5", "Did you mean divisor?"),
        ("map@five", "name(choice=value"),
        ("map(divisor=m@5", "not a metric"),
        ("", "not a metric"),
    ],
)
def test_an_unknown_metric_is_rejected_with_the_known_ones(refused, metric: str, says: str) -> None:
    error = str(refused(GOOD, metric=metric))
    assert says in error
    assert len(error) < 300


@pytest.mark.parametrize(
    "frame",
    [pd.DataFrame({"id": ["a"]}), pd.DataFrame({"id": [], "label": []}), 7, None, [1, 2]],
    ids=["one column", "no rows", "a number", "None", "a list"],
)
def test_a_file_that_is_no_table_is_rejected(frame: object) -> None:
    with pytest.raises(InputError):
        inspector.open_pair(frame, pd.DataFrame({"id": ["a"], "label": ["x"]}))


def test_labels_that_contain_every_separator_cannot_be_joined() -> None:
    frame = pd.DataFrame({"id": ["a"], "label": [[", ;|\tx"]]})
    with pytest.raises(InputError, match="every separator"):
        inspector.open_pair(frame, frame)


@pytest.mark.parametrize("label", ["", "x y", "x\ny", "x\ry", "x\0y", "\ud800"])
def test_a_label_that_would_not_survive_saving_is_rejected(label: str) -> None:
    frame = pd.DataFrame({"id": ["a"], "label": ["x"]})
    inspection = inspector.open_pair(frame, frame, "map@5")
    with pytest.raises(InputError):
        inspection.edit("a", ["good", label])
    assert (inspection.generation, inspection.evaluation.labels(0), inspection.undo_name) == (0, ["x"], None)


def test_an_unknown_id_is_a_key_error_that_names_it() -> None:
    frame = pd.DataFrame({"id": ["a"], "label": ["x"]})
    inspection = inspector.open_pair(frame, frame, "map@5")
    for ask in (lambda: inspection.edit("zz", ["x"]), lambda: inspection.explain("zz")):
        with pytest.raises(KeyError, match="zz"):
            ask()


def test_before_a_pair_is_open_there_is_no_state() -> None:
    with pytest.raises(RuntimeError, match="no pair is open"):
        _ = inspector.Inspection().overall
