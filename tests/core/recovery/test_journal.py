"""A journal holds the differences from the files at any moment, and restores them after a crash."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from core.strategies import NAN, any_label, confidences, labels
from hypothesis import given, settings

import inspector
from inspector import InputError, Inspection
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.core.document.submission import Submission, submission_of
from inspector.core.edits.replay import recover
from inspector.core.ensemble.generated import generated_pair
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.recovery import journal
from inspector.core.recovery.journal import Journal
from inspector.core.recovery.kept_sheet import read_sheet
from inspector.core.recovery.unsaved import UnsavedEdits, find_unsaved
from inspector.core.task import drain

ROWS = 6


def open_pair(folder: Path, has_confidences: bool = False) -> Inspection:
    """Six rows to edit, of which the submission lacks the last, and others, so that the file keeps its shape.

    Ids look like numbers and like JSON.
    """
    ids = ["07", "7", '"a\\', "[1]", "é\t", "null", *(f"other{number}" for number in range(24))]
    cell = "a 0.5 b 0.25" if has_confidences else "a b"
    for name, text, rows in (("truth.csv", "a b", ids), ("submission.csv", cell, [*ids[:5], *ids[6:]])):
        lines = "".join('"' + id_.replace('"', '""') + f'",{text}\n' for id_ in rows)
        (folder / name).write_text(f"id,label\n{lines}")
    told = {"id_column": "id", "truth_column": "label", "submission_column": "label", "shape": "list", "separator": " "}
    metric = "gap" if has_confidences else "map@3"
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", metric, **told)


def journal_of(inspection: Inspection, folder: Path, saved_to: Path | None = None) -> Journal:
    made = Journal.of(folder, inspection.evaluation, saved_to)
    assert made is not None
    return made


def write(kept: Journal, inspection: Inspection, rows: list[int]) -> None:
    drain(kept.write(inspection.evaluation.overlay, str(inspection.metric), np.array(rows, np.int64)))


def crash(kept: Journal) -> None:
    """Simulate a crash: the files remain without a lock."""
    kept.close()


def found_edits(folder: Path) -> list[UnsavedEdits]:
    return drain(find_unsaved(folder))


def restored(inspection: Inspection, unsaved: UnsavedEdits) -> tuple[int, int]:
    recovered = recover(inspection.evaluation, unsaved.edits)
    inspection.apply(recovered.edit)
    return recovered.unknown, recovered.refused


def contents(inspection: Inspection) -> list[tuple]:
    """The list of every row as text, so that NaN equals NaN."""
    evaluation = inspection.evaluation
    return [
        (p.labels, p.confidence and tuple(map(repr, p.confidence))) for p in map(evaluation.prediction, range(ROWS))
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "edits"


@st.composite
def gestures(draw: st.DrawFn, has_confidences: bool):
    """Operations of a user: edits of some rows at once, undo, redo, reset of a row, and saves."""
    kind = draw(st.sampled_from(["edit", "edit", "edit", "undo", "redo", "reset", "write", "save"]))
    if kind != "edit":
        return kind, draw(st.integers(0, ROWS - 1)), None
    rows = draw(st.lists(st.integers(0, ROWS - 1), min_size=1, max_size=3, unique=True))
    any_text = st.text(st.characters(exclude_characters=" \n\r\0", exclude_categories=["Cs"]), min_size=1, max_size=3)
    lists = [draw(st.lists(st.one_of(labels, any_label, any_text), max_size=4)) for _ in rows]
    weights = [[draw(confidences) for _ in words] for words in lists] if has_confidences else None
    return kind, sorted(rows), (lists, weights)


def do(inspection: Inspection, gesture: tuple, folder: Path) -> list[int]:
    """Apply an operation; returns the rows that a notice would name."""
    seen: list[int] = []
    leave = inspection.subscribe(lambda change: seen.extend(() if change.rows is None else change.rows.tolist()))
    kind, rows, given_lists = gesture
    if kind == "edit":
        lists, weights = given_lists
        codes = Ragged.of([[inspection.evaluation.table.vocab.add(label) for label in words] for words in lists])
        flat = None if weights is None else np.array([value for row in weights for value in row], np.float64)
        inspection.apply(Edit(np.array(rows), Ragged(codes.offsets, codes.codes, flat), "edit"))
    elif kind == "reset":
        inspection.reset([rows])
    elif kind == "save":
        inspection.save(folder / "saved.csv", overwrite=True)
    elif kind in ("undo", "redo"):
        getattr(inspection, kind)()
    leave()
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("has_confidences", [False, True], ids=["labels", "confidences"])
@settings(max_examples=60)
@given(data=st.data())
def test_after_a_crash_the_edits_are_those_of_the_last_write(has_confidences: bool, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        inspection, edits = open_pair(home, has_confidences), home / "edits"
        kept, pending, base = journal_of(inspection, edits), [], home / "submission.csv"
        for gesture in data.draw(st.lists(gestures(has_confidences), max_size=12)):
            pending += do(inspection, gesture, home)
            if gesture[0] == "save":
                kept.drop()
                kept, pending, base = journal_of(inspection, edits, home / "saved.csv"), [], home / "saved.csv"
            if gesture[0] == "write":
                write(kept, inspection, sorted(set(pending)))
                pending = []
        write(kept, inspection, sorted(set(pending)))
        crash(kept)
        again = inspector.open_pair(home / "truth.csv", base, inspection.metric)
        left = found_edits(edits)
        assert len(left) <= 1
        if contents(again) != contents(inspection):
            assert left[0].applies_to(home / "truth.csv", base)
            assert left[0].is_relevant_to(home / "truth.csv", home / "submission.csv")
            assert restored(again, left[0]) == (0, 0)
            assert contents(again) == contents(inspection)
            again.undo()
            assert not len(again.evaluation.overlay)
        else:
            assert left == []
            assert list(edits.glob("*")) == []


def test_a_journal_records_how_to_open_the_pair_again(tmp_path, folder) -> None:
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    inspection.edit("7", ["b"])
    write(kept, inspection, [1])
    inspection.set_metric("hit@2")
    write(kept, inspection, [])
    crash(kept)
    (left,) = found_edits(folder)
    assert (left.truth.path, left.submission.path) == (tmp_path / "truth.csv", tmp_path / "submission.csv")
    assert (left.metric, left.edits.ids.to_pylist(), left.changes) == (str(inspection.metric), ["7"], ("", ""))
    assert left.edits.prediction(0).labels == ("b",)
    assert left.path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["truth.csv", "submission.csv"])
def test_unsaved_edits_tell_which_file_changed_or_is_gone(tmp_path, folder, name) -> None:
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    inspection.edit("7", ["b"])
    write(kept, inspection, [1])
    crash(kept)
    at, path = ["truth.csv", "submission.csv"].index(name), tmp_path / name
    os.utime(path, ns=(0, 0))
    assert found_edits(folder)[0].changes[at] == "may have changed since"
    with path.open("a") as file:
        file.write("new,a\n")
    assert found_edits(folder)[0].changes[at] == "has changed since"
    path.unlink()
    assert found_edits(folder)[0].changes[at] == "is gone"
    assert found_edits(folder)[0].changes[1 - at] == ""


def test_edits_that_are_all_undone_leave_no_file(tmp_path, folder) -> None:
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    for _ in range(2):
        inspection.edit("7", ["b"])
        write(kept, inspection, [1])
        assert len(list(folder.iterdir())) == 1
        inspection.undo()
        write(kept, inspection, [1])
        assert list(folder.iterdir()) == []


def test_a_dataframe_has_no_journal(folder) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"id": ["1", "2"], "label": ["a", "b"]})
    assert Journal.of(folder, inspector.open_pair(frame, frame, "map@3").evaluation) is None


def test_a_journal_in_use_is_locked_and_two_on_a_pair_are_separate(tmp_path, folder) -> None:
    both = [open_pair(tmp_path), open_pair(tmp_path)]
    journals = [journal_of(inspection, folder) for inspection in both]
    for inspection, kept, label in zip(both, journals, "xy", strict=True):
        inspection.edit("7", [label])
        write(kept, inspection, [1])
    assert found_edits(folder) == []
    crash(journals[0])
    assert [left.edits.prediction(0).labels for left in found_edits(folder)] == [("x",)]
    crash(journals[1])
    assert sorted(left.edits.prediction(0).labels for left in found_edits(folder)) == [("x",), ("y",)]


def test_a_journal_replaced_while_it_is_opened_counts_as_in_use(tmp_path, folder, monkeypatch) -> None:
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    inspection.edit("7", ["b"])
    write(kept, inspection, [1])

    opened_before = os.open

    def opened_too_early(path: Path, how: int, *mode: int) -> int:
        file = opened_before(path, how)
        monkeypatch.undo()
        drain(kept._renew(inspection.evaluation.overlay, kept._head(kept._submission, "map@3", "")))
        return file

    monkeypatch.setattr(os, "open", opened_too_early)
    assert found_edits(folder) == []


def test_a_grown_journal_is_rewritten_and_stays_locked(tmp_path, folder, monkeypatch) -> None:
    monkeypatch.setattr(journal, "_SLACK", 10)
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    sizes = []
    for number in range(100):
        inspection.edit("7", [f"label{number:03}"])
        write(kept, inspection, [1])
        sizes.append(kept.path.read_bytes().count(b"\n"))
    assert max(sizes) == 1 + 4 + 10
    assert found_edits(folder) == []
    crash(kept)
    assert found_edits(folder)[0].edits.labels[-1] == "label099"


def test_a_draft_left_by_a_crash_is_not_offered_and_is_removed_later(tmp_path, folder) -> None:
    folder.mkdir()
    draft = folder / ".0-1-2.jsonl"
    draft.write_bytes(b"{}")
    assert found_edits(folder) == []
    assert draft.exists()
    os.utime(draft, (1, 1))
    assert found_edits(folder) == []
    assert not draft.exists()


def test_a_full_disk_is_reported_and_the_next_write_catches_up(tmp_path, folder, monkeypatch) -> None:
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    inspection.edit("7", ["b"])
    write(kept, inspection, [1])

    def half(file: int, data: bytes) -> None:
        os.write(file, bytes(data)[:5])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(journal, "_put", half)
        for labels_, row in ((["c"], 0), (["d"], 2)):
            inspection.edit(inspection.evaluation.table.id(row), labels_)
            with pytest.raises(InputError, match="unsaved edits cannot be written: No space left on device"):
                write(kept, inspection, [row])
        assert [path.name for path in folder.iterdir()] == [kept.path.name]
    inspection.edit("[1]", ["e"])
    write(kept, inspection, [3])
    crash(kept)
    assert found_edits(folder)[0].edits.ids.to_pylist() == ["07", "7", '"a\\', "[1]"]


def test_an_unwritable_folder_is_reported(tmp_path) -> None:
    (tmp_path / "file").touch()
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, tmp_path / "file" / "edits")
    inspection.edit("7", ["b"])
    with pytest.raises(InputError, match="unsaved edits cannot be written"):
        write(kept, inspection, [1])
    kept.drop()


def test_a_long_write_is_split_and_a_cancelled_one_keeps_the_old_journal(tmp_path, folder, monkeypatch) -> None:
    monkeypatch.setattr(journal, "_SLICE", 2)
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    inspection.edit("7", ["b"])
    write(kept, inspection, [1])
    before = kept.path.read_bytes()
    monkeypatch.setattr(journal, "_SLACK", -100)
    everything = Edit(np.arange(ROWS), Ragged.of([[0]] * ROWS), "all")
    inspection.apply(everything)
    task = kept.write(inspection.evaluation.overlay, "map@3", np.arange(ROWS))
    assert sum(1 for _, _ in zip(task, range(4), strict=False)) == 4
    task.close()
    assert (kept.path.read_bytes(), len(list(folder.iterdir()))) == (before, 1)
    write(kept, inspection, list(range(ROWS)))
    assert len(kept.path.read_bytes().splitlines()) == 1 + ROWS
    assert all(json.loads(line) for line in kept.path.read_bytes().splitlines())


def test_confidences_come_back_to_the_last_bit(tmp_path, folder) -> None:
    inspection = open_pair(tmp_path, has_confidences=True)
    kept = journal_of(inspection, folder)
    values = [0.1, 1 / 3, -0.0, 5e-324, 1.7976931348623157e308, float("inf"), -float("inf"), NAN, 1e16, 123456789.125]
    inspection.edit("7", [f"l{i}" for i in range(len(values))], values)
    write(kept, inspection, [1])
    crash(kept)
    assert list(map(repr, found_edits(folder)[0].edits.prediction(0).confidence)) == list(map(repr, values))


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_a_journal_on_a_full_disk_is_no_crash_and_is_written_later(tmp_path, folder, monkeypatch, at: int) -> None:
    inspection, sizes, put = open_pair(tmp_path), list[int](), os.write
    kept = journal_of(inspection, folder)

    def full(file: int, data: memoryview) -> int:
        sizes.append(len(data))
        if len(sizes) > at + 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return put(file, data if len(sizes) <= at else data[: len(data) // 2])

    monkeypatch.setattr(os, "write", full)
    for row in range(3):
        inspection.edit(inspection.evaluation.table.id(row), ["new"])
        with contextlib.suppress(InputError):
            write(kept, inspection, [row])
        assert found_edits(folder) == []
    monkeypatch.undo()
    assert len(sizes) > at + 1
    write(kept, inspection, [])
    crash(kept)
    (unsaved,) = found_edits(folder)
    assert (len(unsaved.edits), [*folder.iterdir()]) == (3, [unsaved.path])


def test_a_torn_journal_is_removed_with_its_edits(tmp_path, folder, monkeypatch) -> None:
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    inspection.edit("7", ["new"])
    write(kept, inspection, [1])

    def full(file: int, data: memoryview) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(InputError, match="No space left"):
        write(kept, inspection, [1])
    with pytest.raises(InputError, match="No space left"):
        write(kept, inspection, [])
    kept.drop()
    assert [*folder.iterdir()] == []


def test_a_journal_can_keep_the_lines_of_some_ids(tmp_path, folder) -> None:
    inspection = open_pair(tmp_path)
    kept = journal_of(inspection, folder)
    for id_ in ("07", "7", "null"):
        inspection.edit(id_, ["new"])
    write(kept, inspection, [0, 1, 5])
    crash(kept)
    (unsaved,) = found_edits(folder)
    unsaved.discard(but=["7", "unknown"])
    (left,) = found_edits(folder)
    assert (left.edits.ids.to_pylist(), left.truth, left.metric, left.when) == (
        *(["7"], unsaved.truth, unsaved.metric),
        unsaved.when,
    )
    left.discard()
    assert [*folder.iterdir()] == []


def test_a_journal_and_its_folder_are_synced_to_disk(tmp_path, folder, monkeypatch) -> None:
    inspection, synced = open_pair(tmp_path), list[Path]()
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(Path(f"/proc/self/fd/{file}").readlink()))
    kept = journal_of(inspection, folder)
    inspection.edit("7", ["new"])
    write(kept, inspection, [1])
    drain(kept.sync())
    assert synced == [kept.path, folder]
    kept.drop()
    drain(kept.sync())


def generated(inspection: Inspection, name: str = "a, b") -> Submission:
    """A submission that the program made, beside an open one."""
    evaluation = inspection.evaluation
    lists = evaluation.predictions(evaluation.all_rows)
    made = drain(generated_pair(evaluation.pair, lists, 'a blend of "a" & b'))
    return submission_of(name, Evaluation.of(made, evaluation.metric))


def keep(submission: Submission, folder: Path, metric: str = "map@3") -> Journal:
    kept = Journal.of(folder, submission.evaluation)
    overlay = submission.evaluation.overlay
    drain(kept.write(overlay, metric, overlay.rows, submission.name))
    return kept


def test_predictions_without_a_file_are_kept_and_read_again(tmp_path) -> None:
    inspection = open_pair(tmp_path)
    made = generated(inspection)
    assert not made.history.is_saved
    crash(keep(made, tmp_path / "edits"))
    (left,) = drain(find_unsaved(tmp_path / "edits"))
    assert (left.generated, left.name, len(left.edits)) == ("a, b", "a, b", 0)
    sheet, before = read_sheet(left.submission.path), made.evaluation.pair.submission.sheet
    assert (sheet.names, [column.to_pylist() for column in sheet.columns]) == (
        before.names,
        [column.to_pylist() for column in before.columns],
    )
    again = drain(inspection.add_task(sheet, left.generated, left.options))
    rows = inspection.evaluation.all_rows
    assert again.evaluation.predictions(rows).same(made.evaluation.predictions(rows)).all()
    assert not again.history.is_saved
    left.discard()
    assert [*(tmp_path / "edits").iterdir()] == []


def test_a_journal_without_a_file_beside_it_ends_with_what_it_kept(tmp_path) -> None:
    made = generated(open_pair(tmp_path))
    kept = keep(made, tmp_path / "edits")
    assert sorted(path.suffix for path in (tmp_path / "edits").iterdir()) == [".jsonl", ".parquet"]
    assert drain(find_unsaved(tmp_path / "edits")) == []
    kept.drop()
    assert [*(tmp_path / "edits").iterdir()] == []


def test_another_name_of_what_no_file_holds_is_kept_too(tmp_path) -> None:
    made = generated(open_pair(tmp_path))
    kept = keep(made, tmp_path / "edits")
    drain(kept.write(made.evaluation.overlay, "map@3", np.empty(0, np.int64), "another"))
    crash(kept)
    assert [left.name for left in drain(find_unsaved(tmp_path / "edits"))] == ["another"]


@pytest.mark.parametrize("content", [b"", b"PAR1", b'{"names": 3}'])
def test_a_damaged_copy_of_predictions_is_refused_in_words(tmp_path, content: bytes) -> None:
    path = tmp_path / "kept.parquet"
    path.write_bytes(content)
    with pytest.raises(InputError, match="cannot be read again"):
        read_sheet(path)


def test_edits_after_a_blend_is_saved_are_kept_of_its_file(tmp_path) -> None:
    made = generated(open_pair(tmp_path))
    saved = tmp_path / "blend.csv"
    saved.write_text("id,label\n07,a\n")
    kept = Journal.of(tmp_path / "edits", made.evaluation, saved)
    evaluation = made.evaluation.after(Edit(np.array([0]), Ragged.of([[0]]), ""))
    drain(kept.write(evaluation.overlay, "map@3", np.array([0])))
    crash(kept)
    (left,) = drain(find_unsaved(tmp_path / "edits"))
    assert (left.generated, left.submission.path, left.opened) == (None, saved, saved)
