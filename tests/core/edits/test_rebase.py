"""A reload rebases the edits on the new files, by id and text, as the steps that they were, all or none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inspector
from inspector import Inspection
from inspector.core.document.change import ChangeKind
from inspector.core.edits.replay import Recovered
from inspector.core.errors import InputError
from inspector.core.query import Clause
from inspector.core.task import drain

TRUTH = "id,label\na,x\nb,y\nc,z\n"


def write(folder: Path, truth: str, submission: str) -> tuple[Path, Path]:
    files = folder / "truth.csv", folder / "submission.csv"
    for file, text in zip(files, (truth, submission), strict=True):
        # Replace the file, as most programs save.
        new = file.with_suffix(".new")
        new.write_text(text)
        new.replace(file)
    return files


def open_pair(folder: Path, truth: str, submission: str) -> Inspection:
    return inspector.open_pair(*write(folder, truth, submission), "map@2")


def reload(pair: Inspection, after: Inspection) -> Recovered:
    """Reload the files and rebase the edits; returns the outcome."""
    transition = drain(pair.rebase_task(after.state))
    assert pair.commit(transition)
    return transition.rebased


def test_edits_are_found_again_by_id_and_text(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q\nb,q\nc,q\n")
    pair.edit("a", ["x", "never-seen"])
    pair.edit("c", ["z"])
    pair.go_to(1)
    told = []
    pair.subscribe(lambda change: told.append(change.kind))
    after = open_pair(tmp_path, "id,label\nnew,n\nc,z\nb,y\na,x\n", "id,label\nc,r s\nb,s\na,s\nnew,n\n")
    rebased = reload(pair, after)
    assert [pair.evaluation.labels(row) for row in range(4)] == [["n"], ["z"], ["s"], ["x", "never-seen"]]
    assert (rebased.unknown_ids, len(rebased.edit.rows), pair.undo_name) == ([], 2, "edit c")
    assert pair.evaluation.table.id(pair.current) == "b"
    assert told.count(ChangeKind.LOAD) == 1
    assert not pair.is_saved
    fresh = open_pair(tmp_path, "id,label\nnew,n\nc,z\nb,y\na,x\n", "id,label\nc,z\nb,s\na,x never-seen\nnew,n\n")
    assert pair.overall == fresh.overall
    pair.undo()
    assert [pair.evaluation.labels(row) for row in (1, 3)] == [["r", "s"], ["x", "never-seen"]]
    pair.undo()
    assert pair.overall == after.overall == pair.evaluation.base.overall


def test_the_filter_stays_but_for_rows_that_were_chosen(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q\nb,q\nc,q\n")
    pair.filter_by([Clause("score=0"), Clause("2 rows", rows=np.array([0, 1]))])
    reload(pair, open_pair(tmp_path, TRUTH, "id,label\na,x\nb,q\nc,q\n"))
    assert [clause.text for clause in pair.state.clauses] == ["score=0"]
    assert pair.evaluation.table.row_of("a") not in pair.state.order.rows


def test_a_saved_edit_that_was_undone_stays_undone(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q\nb,q\nc,q\n")
    pair.edit("b", ["y"])
    pair.edit("a", ["x"])
    pair.save(tmp_path / "saved.csv")
    pair.undo()
    rebased = reload(pair, inspector.open_pair(tmp_path / "truth.csv", tmp_path / "saved.csv", "map@2"))
    assert [pair.evaluation.labels(row) for row in range(3)] == [["q"], ["y"], ["q"]]
    assert (len(rebased.edit.rows), pair.is_saved, len(rebased.conflicts)) == (1, False, 0)


def test_a_saved_edit_that_another_program_takes_out_is_an_edit_again(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q\nb,q\nc,q\n")
    pair.edit("a", ["x"])
    pair.save(tmp_path / "saved.csv")
    pair.edit("b", ["r"])
    (tmp_path / "saved.csv").write_text("id,label\na,q\nb,s\nc,q\n")
    rebased = reload(pair, inspector.open_pair(tmp_path / "truth.csv", tmp_path / "saved.csv", "map@2"))
    assert [pair.evaluation.labels(row) for row in range(3)] == [["x"], ["r"], ["q"]]
    assert [pair.evaluation.table.id(int(row)) for row in rebased.conflicts] == ["b"]
    assert not pair.open_submission.is_saved
    for wanted in (["s"], ["q"]):
        pair.undo()
        assert pair.evaluation.labels(1) == ["s"]
        assert pair.evaluation.labels(0) == (["x"] if wanted == ["s"] else ["q"])


def test_a_saved_edit_that_the_file_still_has_is_none(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q\nb,q\nc,q\n")
    pair.edit("a", ["x"])
    pair.save(tmp_path / "saved.csv")
    (tmp_path / "saved.csv").write_text("id,label\na,x\nb,s\nc,q\n")
    reload(pair, inspector.open_pair(tmp_path / "truth.csv", tmp_path / "saved.csv", "map@2"))
    assert [pair.evaluation.labels(row) for row in range(3)] == [["x"], ["s"], ["q"]]
    assert (pair.undo_name, len(pair.evaluation.overlay)) == (None, 0)


def test_a_row_that_is_gone_is_named(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q\nb,q\nc,q\n")
    pair.edit("a", ["x"])
    pair.edit("b", ["y"])
    rebased = reload(pair, open_pair(tmp_path, "id,label\nb,y\nc,z\n", "id,label\nb,q\nc,q\n"))
    assert (rebased.unknown_ids, rebased.edit.rows.tolist()) == (["a"], [0])
    assert pair.evaluation.labels(0) == ["y"]


def test_an_edit_that_the_new_file_already_has_is_dropped(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q\nb,q\nc,q\n")
    pair.edit("a", ["x"])
    reload(pair, open_pair(tmp_path, TRUTH, "id,label\na,x\nb,q\nc,q\n"))
    assert (pair.is_saved, pair.undo_name, len(pair.evaluation.overlay)) == (True, None, 0)


@pytest.mark.parametrize(
    "submission",
    ["id,label\na,q 0.5\nb,q 0.5\nc,q 0.5\n", 'id,label\na,"q,r"\nb,"q,r"\nc,"q,r"\n'],
)
def test_a_reload_that_cannot_hold_the_edits_changes_nothing(tmp_path: Path, submission: str) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q;x\nb,q;y\nc,q;z\n")
    pair.edit("a", ["x,1", "x 2"])
    before, evaluation, overall = pair.generation, pair.evaluation, pair.overall
    files = write(tmp_path, TRUTH, submission)
    after = inspector.open_pair(*files, "map@2")
    with pytest.raises(InputError, match=r"submission\.csv: the edits cannot be carried over"):
        reload(pair, after)
    assert (pair.generation, pair.evaluation, pair.overall, pair.evaluation.labels(0)) == (
        before,
        evaluation,
        overall,
        ["x,1", "x 2"],
    )


labels = st.lists(st.sampled_from("pqrxyz"), max_size=3, unique=True)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from("abc"), labels), st.permutations("abcd"))
def test_what_was_edited_reads_the_same_in_any_order_of_rows(
    tmp_path_factory: pytest.TempPathFactory, edits: dict[str, list[str]], order: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("carry")
    pair = open_pair(folder, TRUTH, "id,label\na,q\nb,q\nc,q r\n")
    for id_, given_labels in edits.items():
        pair.edit(id_, given_labels)
    wanted = {id_: pair.evaluation.labels(row) for row, id_ in enumerate("abc") if pair.evaluation.is_edited(row)}
    truth = "id,label\n" + "".join(f"{id_},{id_}\n" for id_ in order)
    rebased = reload(pair, open_pair(folder, truth, "id,label\n" + "".join(f"{id_},k\n" for id_ in order)))
    assert rebased.edit.rows.tolist() == sorted(set(rebased.edit.rows.tolist()))
    now = {id_: pair.evaluation.labels(row) for row, id_ in enumerate(order)}
    assert now == {id_: wanted.get(id_, ["k"]) for id_ in order}
