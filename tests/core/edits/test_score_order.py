"""What is typed is what is shown and read back, also in files that are ordered by score."""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from core.files.labels.test_shape_law import pair
from core.files.written import FORMS, Form, entries, opened, predictions, put
from hypothesis import example, given, settings

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.prediction import Prediction
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.score_order import with_falling_scores

SCORED = [form for form in FORMS if form.weighted]
RUN = "1 Q0 d5 1 0.9 me\n2 Q0 d9 1 0.5 me\n2 Q0 d2 2 0.5 me\n2 Q0 d1 3 0.49999997 me\n"
QRELS = "1 0 z 1\n2 0 d1 1\n"


@pytest.fixture
def run(tmp_path: Path):
    """A TREC run with equal scores, open."""
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "run").write_text(RUN)
    return opened(tmp_path / "qrels", tmp_path / "run")


@pytest.mark.slow
@pytest.mark.parametrize("form", SCORED, ids=lambda form: form.name)
@settings(max_examples=12)
@given(data=st.data())
def test_typed_labels_keep_their_order_on_screen_and_in_the_file(form: Form, data: st.DataObject) -> None:
    given_entries = data.draw(entries(form))
    kinds = st.lists(st.sampled_from(form.labels), min_size=1, max_size=form.most, unique=form.unique)
    typed = data.draw(st.dictionaries(st.sampled_from([f"r{row}" for row in range(5)]), kinds, min_size=1))
    if not any(len(prediction) for _, prediction in given_entries):
        return  # a file without any confidence looks like one without confidences
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        truth, path = pair(folder), put(folder, form, given_entries)
        inspection, saved = opened(truth, path, **form.told), folder / f"saved{form.ending}"
        for id_, labels in typed.items():
            inspection.edit(id_, labels)
            assert [*predictions(inspection)[id_].labels] == labels
        inspection.save(saved)
        assert predictions(opened(truth, saved, **form.told)) == predictions(inspection)


def test_added_documents_get_scores_that_fall(run) -> None:
    run.edit("1", ["d5", "a", "z"])
    assert predictions(run)["1"] == Prediction(("d5", "a", "z"), (0.9, 0.8999999, 0.89999986))


def as_trec_eval(path: Path, topic: str) -> list[str]:
    """The documents of a topic as trec_eval orders them: by score in single precision, then by descending name."""
    lines = [line.split() for line in path.read_text().splitlines()]
    return [d for _, d in sorted(((np.float32(s), d) for t, _, d, _, s, _ in lines if t == topic), reverse=True)]


def test_trec_eval_reads_a_saved_run_in_the_order_typed(run, tmp_path: Path) -> None:
    run.edit("1", ["d5", "a", "z"])
    run.edit("2", ["d2", "d1", "d9", "e"])
    run.save(tmp_path / "out")
    assert as_trec_eval(tmp_path / "out", "1") == ["d5", "a", "z"]
    assert as_trec_eval(tmp_path / "out", "2") == ["d2", "d1", "d9", "e"]


@pytest.mark.slow
@given(
    st.permutations(["d1", "d2", "d3", "d4", "d5", "new"]),
    st.integers(1, 6),
    st.lists(st.integers(1, 3), min_size=5, max_size=5),
    st.booleans(),
)
@example(["new", "d5", "d4", "d3", "d2", "d1"], 5, [3, 2, 2, 1, 1], False)
@example(["new", "d5", "d4", "d3", "d2", "d1"], 5, [3, 2, 2, 1, 1], True)
def test_ranks_of_an_edited_run_agree_with_its_scores(typed, count: int, scores: list[int], by_name: bool) -> None:
    ranked = zip(["d5", "d3", "d4", "d2", "d1"], sorted(scores, reverse=True), strict=True)
    lines = [f"1 Q0 {label} {rank} {score} me\n" for rank, (label, score) in enumerate(ranked, 1)]
    with tempfile.TemporaryDirectory() as name:
        truth, run, out = (Path(name) / file for file in ("qrels", "run", "out"))
        truth.write_text("1 0 d1 1\n")
        run.write_text("".join(sorted(lines) if by_name else lines))
        pair = opened(truth, run)
        pair.edit("1", typed[:count])
        pair.save(out)
        assert as_trec_eval(out, "1") == typed[:count]
        saved = sorted(
            (int(rank), -float(score)) for _, _, _, rank, score, _ in map(str.split, out.read_text().splitlines())
        )
    assert [rank for rank, _ in saved] == [*range(1, count + 1)]
    assert [score for _, score in saved] == sorted(score for _, score in saved)


def test_equal_scores_stay_where_the_order_allows_it(run) -> None:
    run.edit("2", ["d9", "d3", "d2"])
    assert predictions(run)["2"] == Prediction(("d9", "d3", "d2"), (0.5, 0.5, 0.5))


def test_a_label_between_equal_scores_lifts_the_one_before_it(run) -> None:
    run.edit("2", ["d9", "d99", "d2", "d1"])
    assert predictions(run)["2"] == Prediction(("d9", "d99", "d2", "d1"), (0.50000006, 0.5, 0.5, 0.49999997))


def test_a_typed_score_orders_the_labels(run) -> None:
    run.edit("2", ["d9", "d2", "d1"], [0.5, 0.5, 0.75])
    assert predictions(run)["2"] == Prediction(("d1", "d9", "d2"), (0.75, 0.5, 0.5))
    run.edit("2", ["d1", "d9", "d2"], [0.75, 0.5, 0.75])
    assert predictions(run)["2"] == Prediction(("d2", "d1", "d9"), (0.75, 0.75, 0.5))


def test_a_bulk_edit_keeps_the_order_of_each_row(run) -> None:
    run.apply(bulk.edit(run.evaluation, np.arange(2), BulkEdit("append", "e")))
    assert predictions(run) == {
        "1": Prediction(("d5", "e"), (0.9, 0.8999999)),
        "2": Prediction(("d9", "d2", "d1", "e"), (0.5, 0.5, 0.49999997, 0.49999994)),
    }


LOWEST = -1.7976931348623157e308
anything = st.floats(allow_infinity=False, allow_nan=False) | st.sampled_from(
    [1e-300, 5e-324, 3.4e38, 1e308, 0.0, -0.0, LOWEST]
)


@given(st.lists(st.lists(st.tuples(anything, st.integers(0, 3)), max_size=6), min_size=1), st.integers(0, 6))
def test_any_equal_scores_fall_by_the_least_step(lists: list[list[tuple[float, int]]], kept: int) -> None:
    lists = [sorted(rows, key=lambda row: -row[0]) for rows in lists]
    offsets = np.cumsum([0, *map(len, lists)])
    scores = np.array([score for rows in lists for score, _ in rows], float)
    ties = np.array([tie for rows in lists for _, tie in rows], np.int64)
    found = with_falling_scores(Ragged(offsets, ties.astype(np.int32), scores), ties, np.full(len(lists), kept)).weights
    assert np.isfinite(found).all()
    assert (found <= scores).all()
    assert ((found > 0) == (scores > 0)).all()
    for start, end in pairwise(offsets):
        for at in range(start + 1, end):
            needs = ties[at] < ties[at - 1] or scores[at] < scores[at - 1] or at - start >= kept
            assert (
                found[at] < found[at - 1] or (found[at] == found[at - 1] and not needs) or found[at] in (5e-324, LOWEST)
            )
            if found[at] < scores[at]:  # it was lowered since it had to be, and no more than single precision needs
                assert scores[at] >= found[at - 1]
                if abs(found[at - 1]) < 3e38:
                    assert np.nextafter(np.float32(found[at - 1]), np.float32(-np.inf)) <= np.float32(found[at])


def test_scores_without_a_lower_number_stay() -> None:
    scores = np.array([-np.inf, -np.inf, np.nan, np.nan])
    lists = Ragged(np.array([0, 4]), np.arange(4, dtype=np.int32), scores)
    found = with_falling_scores(lists, np.array([3, 2, 1, 0]), np.array([4])).weights
    assert np.array_equal(found, scores, equal_nan=True)


@pytest.mark.parametrize("separate", [True, False])
def test_added_labels_get_falling_confidences_in_lists_too(tmp_path: Path, separate: bool) -> None:
    rows = ["a,x y,0.9 0.5", "b,y,0.75"] if separate else ["a,x:0.9 y:0.5", "b,y:0.75"]
    (tmp_path / "truth.csv").write_text("id,label\na,z\nb,y\n")
    (tmp_path / "submission.csv").write_text("\n".join(["id,pred,conf" if separate else "id,pred", *rows]) + "\n")
    found = opened(tmp_path / "truth.csv", tmp_path / "submission.csv")
    bulk_edit = BulkEdit("truth_first")
    found.apply(bulk.edit(found.evaluation, np.array([0]), bulk_edit))
    assert predictions(found)["a"] == Prediction(("z", "x", "y"), (0.9, 0.5, 0.49999997))
    found.undo()
    found.predict(0, found.evaluation.prediction(0).put_first("z"))
    assert predictions(found)["a"] == Prediction(("z", "x", "y"), (0.9, 0.5, 0.49999997))


def test_rising_confidences_are_not_followed_by_a_lower_one() -> None:
    assert Prediction(("a", "b"), (0.25, 0.5)).with_labels("abc").confidence == (0.25, 0.5, 0.5)
    assert Prediction((), ()).with_labels("ab").confidence == (1.0, 0.99999994)
