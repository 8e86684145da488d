"""After a reload, undo goes back one edit at a time, to what there was then, on the new files."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.edits.test_rebase import TRUTH, open_pair, reload
from hypothesis import given
from hypothesis import strategies as st

import inspector
from inspector import Inspection
from inspector.core.edits import rebase_steps

IDS = "abc"
labels = st.lists(st.sampled_from("pqr"), max_size=2, unique=True)
steps = st.lists(st.dictionaries(st.sampled_from(IDS), labels, min_size=1), max_size=6)


def current(pair: Inspection) -> dict[str, list[str]]:
    table = pair.evaluation.table
    return {table.id(row): pair.evaluation.labels(row) for row in range(len(table))}


def undone(pair: Inspection) -> list[dict[str, list[str]]]:
    """The predictions now, and after each undo."""
    found = [current(pair)]
    while pair.undo_name is not None:
        pair.undo()
        found.append(current(pair))
    return found


def distinct(states: list[dict[str, list[str]]]) -> list[dict[str, list[str]]]:
    return [state for number, state in enumerate(states) if not number or state != states[number - 1]]


def make(pair: Inspection, edits: list[dict[str, list[str]]]) -> list[dict[str, list[str]]]:
    """Make edits of one or more rows each, one after the other; the predictions after each, the last one first."""
    states = [current(pair)]
    for edit in edits:
        for id_, given_labels in edit.items():
            pair.edit(id_, given_labels)
            states.append(current(pair))
    return states[::-1]


@pytest.mark.slow
@given(steps, steps, st.permutations("abcd"), st.booleans())
def test_each_undo_leads_to_what_was_there_then(
    tmp_path_factory: pytest.TempPathFactory, first, later, order: list[str], saves: bool
) -> None:
    folder = tmp_path_factory.mktemp("steps")
    pair = open_pair(folder, TRUTH, "id,label\na,q\nb,q\nc,q r\n")
    make(pair, first)
    original = {"a": ["q"], "b": ["q"], "c": ["q", "r"]}
    file = current(pair) if saves else original
    if saves:
        pair.save(folder / "saved.csv")
        made = make(pair, later)
    else:
        make(pair, later)
        made = undone(pair)
        while pair.redo_name is not None:
            pair.redo()
    truth = "id,label\n" + "".join(f"{id_},{id_}\n" for id_ in order)
    after = open_pair(folder, truth, "id,label\n" + "".join(f"{id_},k\n" for id_ in order))
    reload(pair, after)
    # Saved edits that the new file has no more are edits again, the first of all.
    again = {id_ for id_ in "abcd" if saves and made[0].get(id_) == file.get(id_) != original.get(id_)}
    of_file = {id_: original.get(id_) if id_ in again else file.get(id_) for id_ in "abcd"}
    wanted = [{id_: ["k"] if at.get(id_) == of_file[id_] else at[id_] for id_ in "abcd"} for at in made]
    assert distinct(undone(pair)) == distinct([*wanted, wanted[-1] | {id_: ["k"] for id_ in again}])
    while pair.redo_name is not None:
        pair.redo()
    assert current(pair) == wanted[0]


def test_steps_keep_their_names(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q\nb,q\nc,q\n")
    pair.edit("a", ["x"])
    pair.edit("b", ["y"])
    reload(pair, inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@2"))
    assert [edit.name for edit in pair.steps[0]] == ["edit a", "edit b"]


def test_steps_that_the_new_file_cannot_hold_are_one_step(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q;x\nb,q;y\nc,q;z\n")
    pair.edit("a", ["x 2"])  # the new file has blanks between labels
    pair.edit("b", ["y"])
    pair.edit("a", ["x"])
    pair.edit("c", ["z"])
    reload(pair, open_pair(tmp_path, TRUTH, "id,label\na,q x\nb,q y\nc,q z\n"))
    assert [edit.name for edit in pair.steps[0]] == ["carry 2 edited rows over", "edit c"]
    assert [at["a"] for at in undone(pair)] == [["x"], ["x"], ["q", "x"]]


def test_of_huge_steps_only_the_last_are_carried_one_by_one(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(rebase_steps, "_MOST_ROWS", 2)
    pair = open_pair(tmp_path, TRUTH, "id,label\na,q\nb,q\nc,q\n")
    for id_ in IDS:
        pair.edit(id_, ["x", "y"])
    reload(pair, inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@2"))
    assert [edit.name for edit in pair.steps[0]] == ["carry 1 edited row over", "edit b", "edit c"]
    assert undone(pair)[-1] == {id_: ["q"] for id_ in IDS}
