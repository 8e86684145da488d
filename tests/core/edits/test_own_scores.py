"""A label that keeps its order among the others keeps its score, where a file has a score beside each label."""

from __future__ import annotations

from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from core.files.written import opened, predictions
from hypothesis import given, settings

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.prediction import Prediction
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.own_scores import with_own_scores
from inspector.core.edits.prediction_edit import moved

NAMES = [f"d{number}" for number in range(6)]
SCORES = [9.5, 7.0, 4.0, 2.5, 1.25]
RANKED = enumerate(zip(NAMES, SCORES, strict=False), 1)
RUN = "".join(f"1 Q0 {name} {rank} {score} me\n" for rank, (name, score) in RANKED)


@pytest.fixture
def run(tmp_path: Path):
    """A TREC run of one topic, open."""
    (tmp_path / "qrels").write_text("1 0 d3 1\n1 0 d9 1\n")
    (tmp_path / "run").write_text(RUN)
    return opened(tmp_path / "qrels", tmp_path / "run")


@pytest.mark.parametrize(
    ("labels", "scores"),
    [
        (["d0", "d3", "d1", "d2", "d4"], [9.5, 8.25, 7.0, 4.0, 1.25]),
        (["d1", "d2", "d3", "d0", "d4"], [7.0, 4.0, 2.5, 1.875, 1.25]),
        (["d1", "d2", "d3", "d4", "d0"], [7.0, 4.0, 2.5, 1.25, 1.2499999]),
        (["d2", "d0", "d1", "d3", "d4"], [9.500001, 9.5, 7.0, 2.5, 1.25]),
        (["d0", "x", "y", "d1", "d2", "d3", "d4"], [9.5, 8.666667, 7.8333335, 7.0, 4.0, 2.5, 1.25]),
        (["d0", "d2", "d3", "d4", "x"], [9.5, 4.0, 2.5, 1.25, 1.2499999]),
        (["d0", "x", "d2", "d3", "d4"], [9.5, 7.0, 4.0, 2.5, 1.25]),
        (["x", "d1", "d2", "d3", "y"], [9.5, 7.0, 4.0, 2.5, 1.25]),
        (["d0", "d3", "d2", "d1", "d4"], [9.5, 7.0, 4.0, 2.5, 1.25]),
        (["d2", "d4"], [4.0, 1.25]),
    ],
)
def test_only_labels_that_are_new_or_move_get_another_score(run, labels: list[str], scores: list[float]) -> None:
    run.edit("1", labels)
    assert predictions(run)["1"] == Prediction(tuple(labels), tuple(scores))


def test_a_moved_document_changes_the_lines_that_it_passes_alone(run, tmp_path: Path) -> None:
    run.predict(0, run.evaluation.prediction(0).put_first("d3"))
    run.save(tmp_path / "out")
    lines, saved = RUN.splitlines(), (tmp_path / "out").read_text().splitlines()
    assert [line.split()[2:5] for line in saved[:4]] == [
        *(["d3", "1", "9.500001"], ["d0", "2", "9.5"], ["d1", "3", "7.0"], ["d2", "4", "4.0"]),
    ]
    assert saved[4:] == lines[4:]


TIED = [*"hgfedcba"]


@pytest.mark.parametrize(
    ("source", "target", "changed"),
    [
        (3, 1, {"h": 9.500001, "e": 9.500001}),
        (1, 2, {"h": 9.500001, "f": 9.500001}),
        (0, 2, {"g": 9.500001, "f": 9.500001}),
        (7, 0, {"a": 10.75}),
        (0, 7, {"h": 5.25}),
        (1, 6, {"g": 9.499999, "a": 9.499999}),
    ],
)
def test_a_move_among_equal_scores_changes_as_few_as_possible(tmp_path: Path, source, target, changed) -> None:
    (tmp_path / "qrels").write_text("1 0 c 1\n")
    around = "1 Q0 x 0 12 me\n", "1 Q0 y 9 1 me\n"
    (tmp_path / "run").write_text(around[0] + "".join(f"1 Q0 {name} 1 9.5 me\n" for name in TIED) + around[1])
    run = opened(tmp_path / "qrels", tmp_path / "run")
    before = run.evaluation.prediction(0)
    run.predict(0, moved(run.evaluation, 0, before, source + 1, target + 1))
    after = run.evaluation.prediction(0)
    assert after.labels == before.moved(source + 1, target + 1).labels
    was = dict(zip(before.labels, before.confidence, strict=True))
    found = dict(zip(after.labels, after.confidence, strict=True))
    assert {label: score for label, score in found.items() if score != was[label]} == changed


def test_apart_scores_leave_other_lists_as_they_are() -> None:
    before = Ragged.one([0, 1, 2], [1.0, 2.0, 2.0])
    found, chosen = with_own_scores(before, before, Ragged.one([1, 0, 2], [1.0, 2.0, 2.0]), np.array([1, 0, 2]))
    assert (found.weights.tolist(), chosen.tolist()) == ([1.0, 2.0, 2.0], [False])


def test_a_bulk_edit_leaves_the_scores_of_labels_that_stay(run) -> None:
    run.apply(bulk.edit(run.evaluation, np.array([0]), BulkEdit("put_first", "x")))
    assert predictions(run)["1"] == Prediction(("x", *NAMES[:5]), (9.500001, *SCORES))


def test_a_label_that_goes_back_to_its_place_gets_its_score_of_the_file(run) -> None:
    before = predictions(run)["1"]
    for labels in (["d3", "x", "d1", "d4", "d0"], before.labels):
        run.edit("1", labels)
    assert predictions(run)["1"] == before
    assert not run.evaluation.is_edited(0)


def test_a_label_in_the_place_of_another_ties_as_that_one_did(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 d3 1\n")
    (tmp_path / "run").write_text("1 Q0 d9 1 0.9 me\n1 Q0 d2 2 0.5 me\n1 Q0 d1 3 0.5 me\n")
    run = opened(tmp_path / "qrels", tmp_path / "run")
    for labels, scores in (
        (("d9", "d5", "d1"), (0.9, 0.5, 0.5)),
        (("d9", "d1"), (0.9, 0.5)),
        (("d9", "d2", "d1"), (0.9, 0.5, 0.5)),
        (("d9", "d5", "d2", "d1"), (0.9, 0.7, 0.5, 0.5)),
    ):
        run.edit("1", labels)
        assert predictions(run)["1"] == Prediction(labels, scores)


def test_scores_given_with_their_labels_stay_with_them(run) -> None:
    run.edit("1", ["d1", "d0"], [9.5, 7.0])
    assert predictions(run)["1"] == Prediction(("d1", "d0"), (9.5, 7.0))


def test_no_score_gets_above_1_that_was_not(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na,x\n")
    (tmp_path / "submission.csv").write_text("id,label,score\na,z,1.0\na,x,0.5\na,w,0.25\n")
    found = opened(tmp_path / "truth.csv", tmp_path / "submission.csv")
    found.edit("a", ["x", "z", "w"])
    assert predictions(found)["a"] == Prediction(("x", "z", "w"), (1.0, 0.99999994, 0.25))


@pytest.mark.parametrize(
    "scores", [[1e308, 0.0, -1e308], [1e39, 1e38, -0.0], [3e-300, 2e-300, 1e-300], [5e-324, 0.0, -0.0]]
)
@pytest.mark.parametrize("codes", [[2, 0, 1], [0, 2, 1], [1, 2, 0], [0, 3, 1, 2], [3, 0, 1, 2, 4]])
def test_scores_of_any_size_stay_in_order(scores: list[float], codes: list[int]) -> None:
    before = Ragged.one([0, 1, 2], scores)
    found, _ = with_own_scores(
        before, before, Ragged.one(codes, (scores + [scores[-1]] * 2)[: len(codes)]), np.array(codes)
    )
    assert np.isfinite(found.weights).all()
    assert (np.diff(found.weights) <= 0).all()


@settings(max_examples=25)
@given(st.data(), st.lists(st.integers(-2000, 2000), min_size=1, max_size=8, unique=True))
def test_one_move_changes_one_score_and_keeps_the_order(data: st.DataObject, drawn: list[int]) -> None:
    scores, codes = sorted((number / 8 for number in drawn), reverse=True), [*range(len(drawn))]
    moved = codes.pop(data.draw(st.integers(0, len(codes) - 1)))
    codes.insert(data.draw(st.integers(0, len(codes))), moved)
    before = Ragged.one([*range(len(drawn))], scores)
    found, has_own = with_own_scores(before, before, Ragged.one(codes, scores), np.array(codes))
    after = dict(zip(codes, found.weights.tolist(), strict=True))
    assert has_own.all()
    assert sum(after[code] != score for code, score in enumerate(scores)) <= 1
    assert (np.diff(found.weights.astype(np.float32)) < 0).all() or 1.0 in scores


@given(st.lists(st.tuples(st.permutations(range(5)), st.integers(0, 5), st.booleans()), min_size=1, max_size=4))
def test_lists_are_changed_alike_alone_and_together(drawn: list[tuple[list[int], int, bool]]) -> None:
    lists = [codes[:length] for codes, length, _ in drawn]
    scores = [SCORES if falls else SCORES[::-1] for _, _, falls in drawn]
    before = [Ragged.one(range(1, 6), given_scores) for given_scores in scores]
    after = [Ragged.one(codes, given_scores[: len(codes)]) for codes, given_scores in zip(lists, scores, strict=True)]
    lists = Ragged.joined(before), Ragged.joined(before), Ragged.joined(after)
    together, _ = with_own_scores(*lists, lists[2].codes.astype(np.int64))
    alone = [
        with_own_scores(one, one, other, other.codes.astype(np.int64))[0]
        for one, other in zip(before, after, strict=True)
    ]
    assert together.weights.tolist() == Ragged.joined(alone).weights.tolist()


@pytest.mark.parametrize(("source", "target"), [(0, 1), (1, 0), (1, 2), (3, 4), (4, 3), (0, 3), (4, 0), (2, 2)])
def test_the_label_that_moves_gets_another_score_alone(run, tmp_path: Path, source: int, target: int) -> None:
    before = predictions(run)["1"]
    label = before.labels[source]
    run.predict(0, moved(run.evaluation, 0, before, source, target))
    after = predictions(run)["1"]
    assert after.labels == before.moved(source, target).labels
    was, now = (dict(zip(one.labels, one.confidence, strict=True)) for one in (before, after))
    assert {name for name in NAMES[:5] if was[name] != now[name]} == ({label} if source != target else set())
    run.save(tmp_path / "out")
    assert predictions(opened(tmp_path / "qrels", tmp_path / "out"))["1"] == after
    run.predict(0, moved(run.evaluation, 0, after, target, source))
    assert predictions(run)["1"] == before


def test_a_label_that_is_only_typed_moves_without_entering_the_vocabulary(run) -> None:
    typed = Prediction(("d0", "new"), (9.5, 7.0))
    assert moved(run.evaluation, 0, typed, 0, 1) == Prediction(("new", "d0"), (7.0, 6.9999995))
    assert run.evaluation.table.vocab.find("new") < 0
