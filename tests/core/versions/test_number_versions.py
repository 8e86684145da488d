"""Versions and recovery of numbers restore every bit."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.recovery.test_journal import crash, found_edits, journal_of, write

import inspector
from inspector import Inspection
from inspector.core.edits.replay import recover
from inspector.core.task import drain
from inspector.core.versions.file import VersionsFile

TRUTH = "id,x,two y\na,1,10\nb,2,20\nc,3,30\n"
SUBMISSION = "id,x,two y\na,1.50,11\nb,2e0,19\nc,3,30\n"


def again(folder: Path) -> Inspection:
    return inspector.open_pair(folder / "truth.csv", folder / "sub.csv", "rmse", shape="numbers")


@pytest.fixture
def opened(tmp_path: Path) -> Inspection:
    (tmp_path / "truth.csv").write_text(TRUTH)
    (tmp_path / "sub.csv").write_text(SUBMISSION)
    return again(tmp_path)


def edit(inspection: Inspection) -> None:
    inspection.edit("a", ["x", "two y"], [0.1 + 0.2, -1e-300])
    inspection.edit("c", ["x", "two y"], [4.0, 31.5])


def numbers(inspection: Inspection) -> list[tuple[float, ...] | None]:
    return [inspection.evaluation.prediction(row).confidence for row in range(3)]


def test_a_version_is_returned_to_and_undone(opened) -> None:
    edit(opened)
    wanted, overall = numbers(opened), opened.overall
    opened.keep("edited")
    opened.reset()
    opened.return_to("edited")
    assert (numbers(opened), opened.overall) == (wanted, overall)
    opened.undo()
    assert numbers(opened)[1:] == [(2.0, 19.0), (3.0, 30.0)]


def test_versions_survive_a_restart(opened, tmp_path) -> None:
    edit(opened)
    opened.keep("edited")

    def merged(inspection: Inspection) -> None:
        file = VersionsFile(tmp_path / "versions", tmp_path / "truth.csv", tmp_path / "sub.csv")
        one = inspection.open_submission
        one.versions = drain(file.merge(inspection.evaluation, one.versions, ()))

    merged(opened)
    fresh = again(tmp_path)
    merged(fresh)
    fresh.return_to("edited")
    assert (numbers(fresh), fresh.overall) == (numbers(opened), opened.overall)


def test_unsaved_edits_survive_a_crash(opened, tmp_path) -> None:
    kept = journal_of(opened, tmp_path / "unsaved")
    edit(opened)
    write(kept, opened, [0, 2])
    crash(kept)
    (left,) = found_edits(tmp_path / "unsaved")
    fresh = again(tmp_path)
    found = recover(fresh.evaluation, left.edits)
    fresh.apply(found.edit)
    assert (found.refused, found.unknown) == (0, 0)
    assert (numbers(fresh), fresh.overall) == (numbers(opened), opened.overall)


def test_recovered_numbers_of_other_columns_are_refused(opened, tmp_path) -> None:
    kept = journal_of(opened, tmp_path / "unsaved")
    edit(opened)
    write(kept, opened, [0, 2])
    crash(kept)
    (left,) = found_edits(tmp_path / "unsaved")
    for name, text in (("truth.csv", TRUTH), ("sub.csv", SUBMISSION)):
        (tmp_path / name).write_text(text.replace("two y", "z"))
    fresh = again(tmp_path)
    assert recover(fresh.evaluation, left.edits).refused_ids == ["a", "c"]


def test_the_saved_file_keeps_the_form_of_other_numbers(opened, tmp_path) -> None:
    opened.edit("c", ["x", "two y"], [4.0, 30.0])
    opened.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text() == SUBMISSION.replace("c,3,30", "c,4,30")
