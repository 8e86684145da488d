"""Notes on the rows of a pair: in the filter, the columns, the export, and through every change of the pair."""

from __future__ import annotations

from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from core.notes.test_notes import HOSTILE
from core.notes.test_notes import tags as any_tags
from core.notes.test_notes import texts as any_texts
from hypothesis import given

import inspector
from inspector import InputError, Inspection
from inspector.core.data.order import SortKey
from inspector.core.document.change import ChangeKind
from inspector.core.document.load import open_task
from inspector.core.files.io.target import Target
from inspector.core.files.pair import read_pair
from inspector.core.query import QueryError, parse, quote
from inspector.core.query.candidates import field_names, values
from inspector.core.query.cell import conditions
from inspector.core.rows.columns import columns_of
from inspector.core.rows.export import export_task
from inspector.core.task import drain

IDS = ["r1", "r2", "r3", "r4"]
TRUTH = pd.DataFrame({"id": IDS, "label": ["a", "b", "a b", ""]})


@pytest.fixture
def pair() -> Inspection:
    pair = inspector.open_pair(TRUTH, TRUTH.assign(label="a b"), "map@5")
    pair.note("r1", "The truth looks wrong")
    pair.note("r3", "two\nlines")
    pair.tag(["r1", "r2"], ["hard"])
    pair.tag(["r2"], ["blurry", "<b>"])
    return pair


def found(pair: Inspection, expression: str) -> list[str]:
    return [pair.evaluation.table.id(row) for row in np.flatnonzero(parse(expression).mask(pair.evaluation)).tolist()]


@pytest.mark.parametrize(
    ("expression", "ids"),
    [
        ("noted", ["r1", "r3"]),
        ("tagged", ["r1", "r2"]),
        ("!noted !tagged", ["r4"]),
        ("note:truth", ["r1"]),
        ("note:/^two.lines$/", []),
        ("note:/(?s)^two.lines$/", ["r3"]),
        ("note!=truth", ["r2", "r3", "r4"]),
        ("tag:hard", ["r1", "r2"]),
        ("tag:har", []),
        ("tag:HARD", []),
        ("tag:/^h/", ["r1", "r2"]),
        ('tag:"<b>"', ["r2"]),
        ("tags:blurry", ["r2"]),
        ("tag!=hard", ["r3", "r4"]),
        ("noted & tag:hard", ["r1"]),
        ('"noted"', []),
    ],
)
def test_rows_are_found_by_their_notes(pair: Inspection, expression: str, ids: list[str]) -> None:
    assert found(pair, expression) == ids


def test_notes_are_not_compared_by_size(pair: Inspection) -> None:
    with pytest.raises(QueryError, match="note holds text"):
        found(pair, "note<3")


@pytest.mark.slow
@given(st.lists(st.tuples(any_texts, any_tags), min_size=4, max_size=4), any_texts, any_tags)
def test_any_note_and_tag_is_found_by_its_own_text(given_rows: list, text: str, some: set[str]) -> None:
    pair = inspector.open_pair(TRUTH, TRUTH, "map@5")
    for id_, (note, tags) in zip(IDS, given_rows, strict=True):
        pair.note(id_, note)
        pair.tag([id_], tags)
    for tag in some:
        assert found(pair, f"tag:{quote(tag)}") == [
            id_ for id_, row in zip(IDS, given_rows, strict=True) if tag in row[1]
        ]
    for id_, (note, tags) in zip(IDS, given_rows, strict=True):
        row = pair.evaluation.table.row_of(id_)
        offered = [*conditions(pair.evaluation, "note", row), *conditions(pair.evaluation, "tags", row)]
        assert len(offered) == (0 < len(note) <= 200) + len(tags)
        assert all(id_ in found(pair, expression) for expression in offered)


def test_the_columns_appear_with_the_first_entry_and_go_with_the_last(pair: Inspection) -> None:
    def names() -> set[str]:
        return {column.name for column in columns_of(pair.evaluation)} & {"note", "tags"}

    assert names() == {"note", "tags"}
    pair.note("r1", "")
    pair.note("r3", "")
    assert names() == {"tags"}
    pair.tag(IDS, (), ["hard", "blurry", "<b>"])
    assert names() == set()


def test_rows_sort_by_notes_and_tags(pair: Inspection) -> None:
    pair.sort(SortKey("note"))
    assert [pair.evaluation.table.id(row) for row in pair.state.order.rows.tolist()] == ["r2", "r4", "r1", "r3"]
    pair.sort(SortKey("tags", descending=True))
    assert [pair.evaluation.table.id(row) for row in pair.state.order.rows.tolist()] == ["r1", "r2", "r3", "r4"]


def test_the_export_has_notes_and_tags(pair: Inspection, tmp_path: Path) -> None:
    for id_, text in zip(IDS, HOSTILE[1:], strict=False):
        pair.note(id_, text)
    target = tmp_path / "rows.csv"
    drain(export_task(pair.evaluation, pair.evaluation.all_rows, Target(path=target, inputs={})))
    read = pd.read_csv(target, keep_default_na=False, lineterminator="\n")
    assert read["note"].tolist() == HOSTILE[1:5]
    assert read["tags"].tolist() == ["hard", "<b> blurry hard", "", ""]
    assert pair.rows()["tags"].tolist() == read["tags"].tolist()


def test_a_column_of_the_files_with_the_same_name_stays(tmp_path: Path) -> None:
    truth = TRUTH.assign(note=["p", "q", "r", "s"])
    pair = inspector.open_pair(truth, TRUTH, "map@5")
    pair.note("r1", "mine")
    frame = pair.rows()
    assert frame["note"].tolist() == ["mine", "", "", ""]
    assert [*frame.iloc[:, -1]] == ["p", "q", "r", "s"]
    assert found(pair, '"extra:note":q') == ["r2"]


def test_a_note_is_one_change_and_no_edit(pair: Inspection) -> None:
    changes = []
    pair.subscribe(lambda change: changes.append(change.kind))
    pair.note("r4", "x")
    pair.note("r4", "x")
    pair.tag(["r4"], ["hard"])
    pair.tag(["r4"], ["hard"], ["easy"])
    assert changes == [ChangeKind.NOTES, ChangeKind.NOTES]
    assert pair.is_saved
    assert pair.undo_name is None


def test_unknown_ids_and_bad_tags_are_refused_and_change_nothing(pair: Inspection) -> None:
    before = pair.notes
    for refused in (lambda: pair.note("r9", "x"), lambda: pair.tag(["r1", "r9"], ["x"])):
        with pytest.raises(KeyError, match="r9"):
            refused()
    with pytest.raises(InputError):
        pair.tag(["r1"], ["two words"])
    assert pair.notes is before


def test_a_filter_by_tags_is_computed_again_after_a_tag(pair: Inspection) -> None:
    pair.narrow("tag:hard")
    pair.tag(["r4"], ["hard"])
    assert len(pair.state.order) == 2
    pair.narrow("id:/r/")
    assert len(pair.state.order) == 3


def test_notes_stay_through_edits_undo_metrics_and_a_reload(pair: Inspection, tmp_path: Path) -> None:
    before = pair.notes
    pair.edit("r2", ["b"])
    pair.undo()
    pair.set_metric("f1")
    pair.filter_by(())
    assert pair.notes is before
    fresh = drain(open_task(read_pair(TRUTH.iloc[:3], TRUTH.iloc[:3]), "map@5"))
    pair.commit(drain(pair.rebase_task(fresh)))
    assert len(pair.evaluation.table) == 3
    assert pair.notes == before


def test_notes_on_rows_that_a_reload_took_away_are_no_rows(pair: Inspection) -> None:
    pair.tag(["r4"], ["hard"])
    fresh = drain(open_task(read_pair(TRUTH.iloc[:3], TRUTH.iloc[:3]), "map@5"))
    pair.commit(drain(pair.rebase_task(fresh)))
    assert found(pair, "tag:hard") == ["r1", "r2"]
    pair.sort(SortKey("tags"))
    assert pair.notes["r4"].tags == ("hard",)


def test_notes_written_before_and_after_a_repair_stay_when_it_is_undone(read) -> None:
    pair = read("id,label\na.jpg,x\nb.jpg,y\n", "id,label\na.jpg,x\nb,y\n")
    pair.note("a.jpg", "before")
    fix = next(problem.fix for problem in pair.problems if problem.fix)
    assert pair.commit(drain(pair.repair_task(drain(pair.repair_preview_task(fix)))))
    assert pair.notes.texts == {"a.jpg": "before"}
    pair.note("b.jpg", "after")
    pair.undo()
    assert pair.notes.texts == {"a.jpg": "before", "b.jpg": "after"}


def test_a_change_computed_before_a_note_is_refused(pair: Inspection) -> None:
    late = drain(pair.metric_task(pair.metric.replace(k=1)))
    pair.note("r4", "x")
    assert not pair.commit(late)
    assert pair.notes["r4"].text == "x"


def test_notes_are_kept_for_another_submission_against_the_same_truth(pair: Inspection, tmp_path: Path) -> None:
    path = pair.keep_notes(tmp_path)
    other = inspector.open_pair(TRUTH, TRUTH, "recall@1")
    assert len(other.notes) == 0
    assert other.keep_notes(tmp_path) == path
    assert other.notes == pair.notes
    corrected = inspector.open_pair(TRUTH.assign(label=["a", "b", "a", ""]), TRUTH, "map@5")
    assert corrected.keep_notes(tmp_path) == path
    assert corrected.notes == pair.notes
    elsewhere = inspector.open_pair(TRUTH.iloc[:3], TRUTH.iloc[:3], "map@5")
    elsewhere.keep_notes(tmp_path)
    assert len(elsewhere.notes) == 0


def test_a_damaged_file_is_an_error_that_loses_nothing(pair: Inspection, tmp_path: Path) -> None:
    path = pair.keep_notes(tmp_path)
    path.write_text("{")
    with pytest.raises(InputError, match="the file is damaged"):
        pair.keep_notes(tmp_path)
    assert pair.keep_notes(tmp_path) == path
    assert len(pair.notes) == 3


def test_neither_the_submission_nor_the_truth_gets_a_note(tmp_path: Path) -> None:
    for name in ("truth.csv", "submission.csv"):
        TRUTH.to_csv(tmp_path / name, index=False)
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@5")
    pair.note("r1", "mine")
    pair.tag(IDS, ["hard"])
    pair.save(tmp_path / "saved.csv")
    for name in ("truth.csv", "submission.csv", "saved.csv"):
        assert (tmp_path / name).read_text() == TRUTH.to_csv(index=False)


def test_tags_in_use_are_offered_in_the_filter() -> None:
    frame = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"]})
    inspection = inspector.open_pair(frame, frame, "map@5")
    inspection.tag(["a"], add=["hard", "Halo", "seen"])
    assert values(inspection.evaluation, "tag", "ha") == ["Halo", "hard"]
    assert {"tag", "note"} <= {*field_names(inspection.evaluation)}


def test_one_id_and_one_tag_may_be_named_without_a_list() -> None:
    frame = pd.DataFrame({"id": ["ab", "a", "b"], "label": ["x", "y", "z"]})
    inspection = inspector.open_pair(frame, frame, "map@5")
    inspection.tag("ab", "hard")
    assert [inspection.notes[id_].tags for id_ in ("ab", "a", "b")] == [("hard",), (), ()]
    inspection.tag(["ab"], remove="hard")
    assert inspection.notes["ab"].tags == ()
