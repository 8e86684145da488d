"""Journals are read as far as possible: torn, foreign or hostile ones never raise."""

from __future__ import annotations

import json
import os
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from core.recovery.test_journal import crash, folder, found_edits, journal_of, open_pair, restored, write  # noqa: F401
from hypothesis import given

import inspector
from inspector.core.arrays.arrow import texts
from inspector.core.document.change import Change
from inspector.core.edits import replay
from inspector.core.recovery import unsaved
from inspector.core.recovery.unsaved import UnsavedEdits


@pytest.fixture
def torn(tmp_path: Path, folder: Path) -> Path:  # noqa: F811
    """The journal of three edits, after a crash."""
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    for row, words in enumerate((["b"], ["é", "a"], [])):
        inspection.edit(inspection.evaluation.table.id(row), words)
    write(kept, inspection, [0, 1, 2])
    crash(kept)
    return kept.path


def with_lines(path: Path, *lines: bytes) -> UnsavedEdits | None:
    """The head and first row of the journal, followed by the given lines only."""
    path.write_bytes(b"".join([*path.read_bytes().splitlines(keepends=True)[:2], *lines]))
    left = found_edits(path.parent)
    return left[0] if left else None


def test_a_torn_file_gives_back_every_whole_line(torn) -> None:
    whole = torn.read_bytes()
    lines = whole.splitlines()
    for end in range(len(whole) + 1):
        torn.write_bytes(whole[:end])
        done = sum(len(b"\n".join(lines[:count])) <= end for count in range(1, len(lines) + 1)) - 1
        left = found_edits(torn.parent)
        assert [len(item.edits) for item in left] == [done] * (done > 0), end
        # Without an edit the journal is removed; other files are left alone.
        assert torn.exists() == (done != 0)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"\0" * 1000 + b"\n",
        b"\xff\xfe\xfd\n",
        b"null\n",
        b"12\n",
        b'"ab"\n',
        b"[]\n",
        b"[1,2]\n",
        b'["07"]\n',
        b'["07","b"]\n',
        b'["07",{}]\n',
        b'["07",[1]]\n',
        b'["07",[[]]]\n',
        b'["07",["b"],[1],2]\n',
        b'["07",["b"],[1,2]]\n',
        b'["07",["b"],["x"]]\n',
        b'["07",["b"],3]\n',
        b'["07",["b"],[[]]]\n',
        b'["07",["\\ud800"]]\n',
        b'["\\ud800",["b"]]\n',
        b'["\\ud800",null]\n',
        b'[null,["b"]]\n',
        b"[" * 100_000 + b"\n",
        b'{"a":' * 100_000 + b"\n",
        b'{"format": "another"}\n',
        b'{"format": "submission-inspector edits", "version": 2}\n',
        b"9" * 10_000 + b"\n",
        b'["07",["b"],[' + b"9" * 10_000 + b"]]x\n",
    ],
    ids=lambda line: repr(line[:30]),
)
def test_an_invalid_line_is_skipped_and_its_neighbours_count(torn, line) -> None:
    left = with_lines(torn, line, b'["7",["c"]]\n')
    assert left is not None
    assert [(id_, left.edits.prediction(number).labels) for number, id_ in enumerate(left.edits.ids.to_pylist())] == [
        ("07", ("b",)),
        ("7", ("c",)),
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"version": None},
        {"format": []},
        {"truth": None},
        {"truth": {}},
        {"truth": {"path": "relative", "size": "1", "modified": "1"}},
        {"truth": {"path": "/a\0b", "size": "1", "modified": "1"}},
        {"truth": {"path": "/\ud800", "size": "1", "modified": "1"}},
        {"truth": {"path": ["/"], "size": "1", "modified": "1"}},
        {"truth": {"path": "/a", "size": "9" * 5000, "modified": "1"}},
        {"submission": {"path": "/a", "size": "x", "modified": "1"}},
        {"opened": 3},
        {"metric": None},
        {"metric": 5},
    ],
    ids=str,
)
def test_a_head_of_another_kind_is_not_offered_and_its_file_is_left_alone(torn, change) -> None:
    head, *lines = torn.read_bytes().splitlines(keepends=True)
    torn.write_bytes(json.dumps({**json.loads(head), **change}).encode() + b"\n" + b"".join(lines))
    assert found_edits(torn.parent) == []
    assert torn.exists()


def test_an_unknown_metric_is_ignored(torn) -> None:
    torn.write_bytes(torn.read_bytes().replace(b'"metric": "map@3"', b'"metric": "rm -rf"'))
    assert found_edits(torn.parent)[0].metric == ""


@given(st.binary(max_size=200), st.integers(0, 400))
def test_random_bytes_never_raise(tmp_path_factory, junk, at) -> None:
    home = tmp_path_factory.mktemp("junk")
    path = home / "0.jsonl"
    places = {name: {"path": "/none", "size": "1", "modified": "1"} for name in ("truth", "submission")}
    head = {"format": "submission-inspector edits", "version": 1, **places, "opened": "/none", "metric": "map@3"}
    text = json.dumps(head).encode() + b'\n["07",["b"]]\n["7",["a"]]\n'
    path.write_bytes(text[:at] + junk + text[at:])
    assert len(found_edits(home)) <= 1
    path.unlink(missing_ok=True)
    home.rmdir()


def test_a_line_longer_than_any_row_is_passed_over(torn, monkeypatch) -> None:
    monkeypatch.setattr(unsaved, "_MAX_LINE", 1000)
    left = with_lines(torn, b'["07",["' + b"x" * 2500 + b'"]]\n', b'["7",["c"]]\n')
    assert left is not None
    assert left.edits.ids.to_pylist() == ["07", "7"]
    assert [left.edits.prediction(number).labels for number in range(2)] == [("b",), ("c",)]


def test_no_more_is_read_than_anybody_would_wait_for(torn, monkeypatch) -> None:
    monkeypatch.setattr(replay, "_MAX_ROWS", 2)
    assert found_edits(torn.parent)[0].edits.ids.to_pylist() == ["07", "7"]
    monkeypatch.setattr(unsaved, "_MAX_BYTES", torn.stat().st_size - 20)
    torn.write_bytes(torn.read_bytes() + b'["07",["late"]]\n')
    assert "late" not in found_edits(torn.parent)[0].edits.labels


def test_only_regular_files_are_opened(tmp_path, torn) -> None:
    edits = torn.parent
    os.mkfifo(edits / "0.jsonl")
    (edits / "1.jsonl").mkdir()
    (edits / "2.jsonl").symlink_to("/dev/zero")
    (edits / "3.jsonl").symlink_to("nowhere")
    (edits / "other.txt").write_bytes(torn.read_bytes())
    (edits / "4.jsonl").symlink_to(edits / "other.txt")
    assert [left.path for left in found_edits(edits)] == [torn]
    assert found_edits(tmp_path / "none") == []


def test_the_newest_comes_first_and_a_discarded_one_never_returns(torn) -> None:
    older = torn.with_name("older.jsonl")
    older.write_bytes(torn.read_bytes())
    os.utime(older, (1, 1))
    first, second = found_edits(torn.parent)
    assert (first.path, second.path) == (torn, older)
    first.discard()
    first.discard()
    assert [left.path for left in found_edits(torn.parent)] == [older]
    assert (first.exists, second.exists) == (False, True)


def test_restoring_is_one_step_that_can_be_undone(tmp_path, torn) -> None:
    again = open_pair(tmp_path)
    again.edit("07", ["c"])
    again.reset()
    assert restored(again, found_edits(torn.parent)[0]) == (0, 0)
    assert again.undo_name == "recovered 3 edits"
    assert [again.evaluation.labels(row) for row in range(3)] == [["b"], ["é", "a"], []]
    changes: list[Change] = []
    again.subscribe(changes.append)
    again.undo()
    assert changes[-1].rows.tolist() == [0, 1, 2]
    assert again.undo_name == "reset 07"


def test_restoring_leaves_rows_that_are_edited_already(tmp_path, torn) -> None:
    again = open_pair(tmp_path)
    again.edit("07", ["c"])
    assert restored(again, found_edits(torn.parent)[0]) == (0, 0)
    assert again.undo_name == "recovered 2 edits"
    assert [again.evaluation.labels(row) for row in range(3)] == [["c"], ["é", "a"], []]


def test_rows_that_are_gone_and_labels_that_cannot_be_held_are_counted(tmp_path, torn) -> None:
    left = with_lines(
        torn,
        b'["gone",["a"]]\n',
        b'["gone as well",["two words"]]\n',
        b'["7",["a","two words"]]\n',
        b'["[1]",["a",""]]\n',
        b'["null",["a"],[0.5]]\n',
    )
    again = open_pair(tmp_path)
    assert left is not None
    assert restored(again, left) == (2, 3)
    assert again.undo_name == "recovered 1 edit"
    assert again.evaluation.overlay.rows.tolist() == [0]
    assert again.evaluation.table.vocab.find("two words") < 0


def test_confidences_are_not_left_out(tmp_path, torn) -> None:
    left = with_lines(torn, b'["7",["b"],[0.5]]\n', b'["[1]",[],[]]\n')
    again = open_pair(tmp_path, has_confidences=True)
    assert left is not None
    assert restored(again, left) == (0, 1)
    assert again.evaluation.prediction(1).confidence == (0.5,)
    assert again.evaluation.prediction(3).labels == ()


def test_labels_new_to_the_pair_get_their_own_codes(tmp_path, torn) -> None:
    again = open_pair(tmp_path)
    size = len(again.evaluation.table.vocab)
    left = with_lines(torn, b'["[1]",["newer"]]\n', b'["7",["new","a","newer"]]\n')
    assert left is not None
    restored(again, left)
    assert len(again.evaluation.table.vocab) == size + 2
    codes = again.evaluation.table.vocab.add_all(texts(["newer", "new", "newest", "a"])).tolist()
    assert codes == [
        size,
        size + 1,
        size + 2,
        0,
    ]
    assert np.array_equal(again.evaluation.codes(3), [size])
    changes: list[Change] = []
    again.subscribe(changes.append)
    again.undo()
    assert changes[-1].rows.tolist() == [0, 1, 3]


def test_unsaved_edits_record_how_their_files_were_read(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na.jpg,x\nb.jpg,y\n")
    (tmp_path / "s.csv").write_text("id,label,other\na,x,q\nb,z,q\n")
    options = {"submission_column": "label", "fixes": ("ids-extension",)}
    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@5", **options)
    journal = journal_of(inspection, tmp_path / "edits")
    inspection.edit("b.jpg", ["y"])
    write(journal, inspection, [1])
    crash(journal)
    (left,) = found_edits(tmp_path / "edits")
    again = inspector.open_pair(left.truth.path, left.submission.path, left.metric, **left.options.as_dict)
    assert (left.options.as_dict, again.overall) == (options, 0.5)
