"""A problem of the file is no longer listed once a save has put it right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import inspector
from inspector import Inspection


@pytest.fixture
def pair(tmp_path: Path) -> Inspection:
    (tmp_path / "truth.csv").write_text("id,label\na,x\nb,y\nc,z\nd,x\n")
    (tmp_path / "s.csv").write_text("id,label\na,x\nb,y\n")
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "map@3")


def said(pair: Inspection) -> list[tuple]:
    """What the problems say."""
    problems = [(one.kind, one.count, one.examples, one.message, one.rows.tolist(), one.fix) for one in pair.problems]
    return [(*rest, fix.recovers if fix else None) for *rest, fix in problems]


@pytest.mark.parametrize("edited", [["c"], ["d"], ["c", "d"]])
def test_missing_ids_are_those_that_a_reload_would_find(pair: Inspection, tmp_path: Path, edited: list[str]) -> None:
    (before,) = said(pair)
    for id_ in edited:
        pair.edit(id_, ["z"])
    (now,) = said(pair)  # the file lacks them still
    assert (before[:3], before[4:]) == (("missing-ids", 2, ("c", "d")), now[4:]) and before[:3] == now[:3]
    assert now[3] == f"{before[3]}; a save adds {len(edited)} of them, which you have filled"
    pair.save(tmp_path / "new.csv")
    assert said(pair) == said(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "new.csv", "map@3"))
    pair.reset()
    assert len(said(pair)) == 2 - len(edited)


def test_a_missing_id_without_a_prediction_is_as_it_is_read_again(pair: Inspection, tmp_path: Path) -> None:
    pair.edit("c", ["z"])
    pair.edit("c", [])
    pair.edit("a", ["q"])
    pair.save(tmp_path / "new.csv")
    assert said(pair) == said(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "new.csv", "map@3"))


def test_numbers_that_a_save_has_filled_are_a_problem_no_more(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,x,y\na,1,2\nb,3,4\nc,5,6\n")
    (tmp_path / "s.csv").write_text("id,x,y\na,,2.5\nb,,4.5\nc,5,what\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "mae", shape="numbers")
    assert {one[0] for one in said(pair)} == {"missing-numbers", "odd-numbers"}
    for id_, numbers in {"a": (1, 2.5), "b": (3, float("nan")), "c": (5, 6)}.items():
        pair.edit(id_, ["x", "y"], numbers)
    pair.save(tmp_path / "new.csv")
    assert [one[0] for one in said(pair)] == ["missing-numbers", "missing-numbers"]  # of the file, and of the edit
    pair.edit("b", ["x", "y"], (3, 4))
    pair.save(tmp_path / "whole.csv")
    assert said(pair) == said(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "whole.csv", "mae")) == []


LABELS = "id,label\na,Yak Zebra\nb,Ox Yak\nc,Zebra\nd,Ox Zebra\ne,Yak\n"


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("empty-predictions", "a,\nb,\nc,Yak\nd,Ox\ne,Zebra\n"),
        ("repeated-labels", "a,Ox Ox\nb,Yak Ox Yak\nc,Yak\nd,Ox\ne,Zebra\n"),
        ("misspelled-labels", "a,zebra\nb,yak zebra\nc,Yak\nd,Ox\ne,Zebra\n"),
    ],
)
def test_what_edits_put_right_is_counted_as_a_reload_does(tmp_path: Path, kind: str, lines: str) -> None:
    (tmp_path / "truth.csv").write_text(LABELS)
    (tmp_path / "s.csv").write_text(f"id,label\n{lines}")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "map@3")
    assert [one[:2] for one in said(pair)] == [(kind, 2)]
    for number, id_ in enumerate(["a", "b"]):
        pair.edit(id_, ["Ox", "Yak"])
        pair.save(tmp_path / f"{number}.csv")
        again = inspector.open_pair(tmp_path / "truth.csv", tmp_path / f"{number}.csv", "map@3")
        if kind != "misspelled-labels" or not said(again):  # of some rows of those, the words stay as they are
            assert [replace(one, file="") for one in pair.problems] == [replace(one, file="") for one in again.problems]
    assert said(pair) == []
    pair.edit("a", [])
    assert said(pair) == []


def test_confidences_that_a_save_has_filled_are_a_problem_no_more(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na,x\nb,y\nc,z\n")
    (tmp_path / "s.csv").write_text("id,label,confidence\na,x,0.5\nb,y,inf\nc,z,\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "gap")
    assert {one[0] for one in said(pair)} == {"missing-confidences", "infinite-confidences"}
    pair.edit("b", ["y"], [0.25])
    pair.save(tmp_path / "new.csv")
    assert [one[0] for one in said(pair)] == ["missing-confidences"]
    pair.edit("c", ["z"], [0.25])
    pair.save(tmp_path / "whole.csv")
    assert said(pair) == said(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "whole.csv", "gap")) == []


def test_probabilities_that_add_up_again_are_a_problem_no_more(tmp_path: Path) -> None:
    ids = [f"q{number}" for number in range(40)]
    truths = [f"{id_},{'xyz'[at % 3]}\n" for at, id_ in enumerate(ids)]
    (tmp_path / "truth.csv").write_text("id,label\n" + "".join(truths))
    rows = [f"{id_},{0.9 if id_ in ('q3', 'q5') else 0.5},0.3,0.2\n" for id_ in ids]
    (tmp_path / "s.csv").write_text("id,x,y,z\n" + "".join(rows))
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "logloss")
    assert [one[:2] for one in said(pair)] == [("uneven-probabilities", 2)]
    for id_ in ("q3", "q5"):
        assert len(said(pair)) == 1
        pair.edit(id_, ["x", "y", "z"], [0.5, 0.3, 0.2])
        pair.save(tmp_path / f"{id_}.csv")
    assert said(pair) == said(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "q5.csv", "logloss")) == []
