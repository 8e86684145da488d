"""Transitions computed as tasks equal direct changes, and are committed only to the state they started from."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from core.strategies import Lists, open_lists, pairs
from hypothesis import given

import inspector
from inspector.core.data.order import SortKey
from inspector.core.document.transition import reset_edit
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.task import drain

PAIR = Lists([["a"], ["b"], ["c"]], [["c", "a"], ["b"], ["a", "c"]])
METRICS = ["map@5", "f1", "f1(average=micro)", "recall@2"]
BULK_EDITS = [
    BulkEdit("truth_first"),
    BulkEdit("clear"),
    BulkEdit("put_first", "c"),
    BulkEdit("truncate", rank=1),
    BulkEdit("remove", "a"),
]


def plan_of(bulk_edit: BulkEdit):
    return lambda evaluation: bulk.edit(evaluation, evaluation.all_rows, bulk_edit)


def seen(inspection: inspector.Inspection) -> tuple:
    evaluation = inspection.evaluation
    lists = [evaluation.labels(row) for row in range(len(evaluation.table))]
    bars = (
        evaluation.histograms.scores().counts.tolist(),
        evaluation.histograms.first_hits(evaluation.metric.k).counts.tolist(),
    )
    losses = evaluation.total_losses()
    return (
        repr(inspection.overall),
        evaluation.scores.row.tobytes(),
        evaluation.scores.first_hit.tolist(),
        lists,
        evaluation.overlay.rows.tolist(),
        bars,
        (repr(losses.ordering), repr(losses.candidates)),
        inspection.undo_name,
        inspection.redo_name,
    )


@pytest.mark.slow
@given(pairs(), st.sampled_from(METRICS), st.lists(st.sampled_from(BULK_EDITS), min_size=1, max_size=3))
def test_edits_undo_and_redo_as_tasks_equal_the_direct_ones(pair, metric, bulk_edits) -> None:
    here, beside = open_lists(pair, metric), open_lists(pair, metric)
    for bulk_edit in bulk_edits:
        before = seen(beside)
        here.apply(plan_of(bulk_edit)(here.evaluation))
        transition = drain(beside.edit_task(plan_of(bulk_edit)))
        assert seen(beside) == before
        assert beside.commit(transition)
        assert seen(beside) == seen(here)
    for direction, at_once in (("undo", here.undo), ("redo", here.redo), ("undo", here.undo)):
        at_once()
        task = beside.step_task(direction)
        assert (task is None) == (beside.next_step(direction) is None)
        if task is not None:
            assert beside.commit(drain(task))
        assert seen(beside) == seen(here)


@pytest.mark.slow
@given(pairs(), st.sampled_from(BULK_EDITS))
def test_a_reset_as_a_task_leaves_nothing_edited(pair, bulk_edit) -> None:
    inspection = open_lists(pair, "map@5")
    fresh = seen(inspection)[:-2]
    inspection.apply(plan_of(bulk_edit)(inspection.evaluation))
    assert inspection.commit(drain(inspection.edit_task(reset_edit)))
    assert seen(inspection)[:-2] == fresh


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda inspection: inspection.edit(PAIR.ids[0], ["b"]),
        lambda inspection: inspection.sort(SortKey("id", descending=True)),
        lambda inspection: inspection.narrow("score<1"),
        lambda inspection: inspection.set_metric("map@1"),
        lambda inspection: inspection.load(open_lists(PAIR, "map@5").state),
    ],
    ids=["an edit", "a sort", "a filter", "a metric", "another pair"],
)
@pytest.mark.parametrize("what", ["an edit", "an undo", "a sort"])
def test_a_transition_from_an_outdated_state_is_not_committed(what: str, meanwhile) -> None:
    inspection = open_lists(PAIR, "map@5")
    inspection.edit(PAIR.ids[1], ["c"])
    task = {
        "an edit": inspection.edit_task(plan_of(BulkEdit("clear"))),
        "an undo": inspection.step_task("undo"),
        "a sort": inspection.sort_task([SortKey("score")]),
    }[what]
    transition = drain(task)
    meanwhile(inspection)
    before, generation = seen(inspection), inspection.generation
    assert not inspection.commit(transition)
    assert (seen(inspection), inspection.generation) == (before, generation)


def test_an_edit_that_changes_nothing_is_neither_recorded_nor_announced() -> None:
    inspection = open_lists(PAIR, "map@5")
    assert inspection.commit(drain(inspection.edit_task(plan_of(BulkEdit("remove", "zzz")))))
    assert (inspection.undo_name, inspection.generation) == (None, 0)


def test_a_sort_as_a_task_equals_the_direct_one_and_is_no_undo_step() -> None:
    here, beside = open_lists(PAIR, "map@5"), open_lists(PAIR, "map@5")
    keys = [SortKey("id", descending=True)]
    here.sort(*keys)
    assert beside.commit(drain(beside.sort_task(keys)))
    assert np.array_equal(beside.state.order.rows, here.state.order.rows)
    assert (beside.state.keys, beside.undo_name) == (here.state.keys, None)


def test_a_save_holds_what_was_edited_when_it_began(tmp_path) -> None:
    inspection = open_lists(PAIR, "map@5", tmp_path)
    inspection.edit(PAIR.ids[0], ["b"])
    task = inspection.save_task(tmp_path / "saved.csv")
    inspection.edit(PAIR.ids[1], ["c"])
    inspection.note_saved(drain(task))
    assert not inspection.is_saved
    inspection.undo()
    assert inspection.is_saved
    again = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "saved.csv", "map@5", separator=" ", id_column="id")
    assert [again.evaluation.labels(row) for row in range(3)] == [["b"], ["b"], ["a", "c"]]


@pytest.mark.parametrize("name", ["submission.csv", "other.csv", "other.csv.gz"])
def test_a_cancelled_save_leaves_only_the_old_file(tmp_path, name: str) -> None:
    inspection = open_lists(PAIR, "map@5", tmp_path)
    inspection.edit(PAIR.ids[0], ["b"])
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    task = inspection.save_task(tmp_path / name, overwrite=True)
    doing = [next(task).message, next(task).message]
    assert doing == [f"Preparing {name}", f"Writing {name}"]
    task.close()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files
    assert not inspection.is_saved
