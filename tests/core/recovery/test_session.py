"""What was open beside unsaved edits: written into their journals, and read from untrusted ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.core.files.options import Options
from inspector.core.recovery.journal import Journal
from inspector.core.recovery.session import Listed, Session
from inspector.core.recovery.unsaved import UnsavedEdits, find_unsaved
from inspector.core.task import drain

OTHER = Session(
    (Listed("b", Path("/b.csv"), Options(shape="list")), Listed("made", None, Options())), "made", "b", True
)


def left(folder: Path, journal: Journal) -> UnsavedEdits:
    journal.close()
    return drain(find_unsaved(folder))[0]


@pytest.fixture
def pair(tmp_path: Path) -> inspector.Inspection:
    (tmp_path / "t.csv").write_text("id,label\na,1\nb,2\nc,3\n")
    (tmp_path / "s.csv").write_text("id,label\na,1 2\nb,3 2\nc,2 3\n")
    return inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv")


def test_the_session_of_a_document_is_read_as_it_was_written(pair, tmp_path) -> None:
    now = Session.now(pair)
    assert (now.opened, now.baseline, now.is_guess, now.listed[0].path) == ("s", "file", True, tmp_path / "s.csv")
    assert Session.of(now.as_dict) == now
    assert Session.of(OTHER.as_dict) == OTHER


def test_the_last_session_of_a_journal_counts(pair, tmp_path) -> None:
    pair.edit("a", ["2"])
    journal, now = Journal.of(tmp_path / "edits", pair.evaluation), pair.evaluation
    for session in (Session.now(pair), OTHER):
        drain(journal.write(now.overlay, "map@5", now.all_rows, session=session))
    found = left(tmp_path / "edits", journal)
    assert (found.session, found.edits.ids.to_pylist()) == (OTHER, ["a"])


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        {},
        {"listed": [["a"]], "open": "", "baseline": ""},
        {"listed": [["a", "relative.csv", {}]], "open": "", "baseline": ""},
        {"listed": [["a", "/nul\0", {}]], "open": "", "baseline": ""},
        {"listed": [["a", "/lone\udcff\ud800", {}]], "open": "", "baseline": ""},
        {"listed": [["a", 3, {}]], "open": "", "baseline": ""},
        {"listed": [["a", "/a", 3]], "open": "", "baseline": ""},
        {"listed": 3, "open": "", "baseline": ""},
    ],
)
def test_what_is_no_session_is_none(content: Any) -> None:
    assert Session.of(content) is None


def test_texts_that_had_no_place_stay_in_the_journal(pair, tmp_path) -> None:
    pair.edit("a", ["2"])
    journal, now = Journal.of(tmp_path / "edits", pair.evaluation), pair.evaluation
    drain(journal.write(now.overlay, "map@5", now.all_rows, "", {"b": "x", "c": "y"}))
    found = left(tmp_path / "edits", journal)
    found.discard(typed=["c"])
    again = drain(find_unsaved(tmp_path / "edits"))[0]
    assert (len(again.edits), again.typed) == (0, {"c": "y"})
    again.discard(but=["a"])
    assert drain(find_unsaved(tmp_path / "edits")) == []
