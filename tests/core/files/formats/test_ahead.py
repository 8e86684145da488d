"""Files are read in threads: both at once, each once, and no further than they are needed."""

from __future__ import annotations

from pathlib import Path
from threading import Barrier, Event

import pytest

from inspector.core.arrays.cancel import Cancelled, cancel_check, cancel_scope
from inspector.core.errors import InputError
from inspector.core.files.formats import ahead
from inspector.core.files.formats.ahead import read_ahead, sheet_of
from inspector.core.files.formats.detect import read_sheet


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "truth.csv", tmp_path / "submission.csv"]
    for path in paths:
        path.write_text(f"id,label\na,{path.stem}\n", encoding="utf-8")
    return paths


def test_both_files_are_read_at_once(files, monkeypatch):
    both = Barrier(2, timeout=30)

    def read(path: Path):
        both.wait()  # which no thread passes alone
        return read_sheet(path)

    monkeypatch.setattr(ahead, "read_sheet", read)
    with read_ahead(*files) as read_files:
        labels = [sheet_of(file).columns[1].to_pylist() for file in read_files]
    assert labels == [["truth"], ["submission"]]


def test_one_file_named_twice_is_read_once(files, monkeypatch):
    monkeypatch.chdir(files[0].parent)
    with read_ahead(str(files[0]), files[0].name) as (truth, submission):
        assert truth is submission
        assert len(sheet_of(truth)) == 1


def test_other_data_stay_as_they_are(files):
    data = {"a": {"x": 1}}
    sheet = read_sheet(files[0])
    with read_ahead(data, sheet) as given, read_ahead(*given) as again:
        assert again == (data, sheet)
    with read_ahead(files[0], None) as given, read_ahead(*given) as again:
        assert again == given


def test_an_error_is_raised_where_the_file_is_asked_for(files):
    files[1].write_text("", encoding="utf-8")
    with read_ahead(*files) as (truth, submission):
        assert len(sheet_of(truth)) == 1
        with pytest.raises(InputError, match="the file is empty"):
            sheet_of(submission)


def test_what_is_not_needed_is_read_no_further(files, monkeypatch):
    started, ended = Event(), Event()

    def endless(path: Path):
        check = cancel_check()
        started.set()
        try:
            while True:
                check()
        finally:
            ended.set()

    monkeypatch.setattr(ahead, "read_sheet", endless)
    with pytest.raises(InputError, match="other"), read_ahead(files[0], None):
        assert started.wait(30)
        raise InputError("something other")
    assert ended.is_set()


def test_waiting_for_a_file_can_be_cancelled(files, monkeypatch):
    is_wanted = Event()
    is_wanted.set()

    def endless(path: Path):
        check = cancel_check()
        is_wanted.clear()
        while True:
            check()

    monkeypatch.setattr(ahead, "read_sheet", endless)
    with cancel_scope(is_wanted.is_set), pytest.raises(Cancelled), read_ahead(files[0], None) as (truth, _):
        sheet_of(truth)
