"""Bulk edits of the probabilities of classes, compared with plain arithmetic on each row."""

from __future__ import annotations

from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import example, given
from scipy.optimize import brentq

import inspector
from inspector import InputError, Inspection
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.bulk_probabilities import limited
from inspector.core.edits.prediction_edit import prediction_edit, typed_prediction

CLASSES = ["ant", "bee", "cat"]
TRUTH = ["cat", "ant", "bee", "bee"]
SURE = np.array([[0.5, 0.3, 0.2], [0.25, 0.25, 0.5], [0.0, 0.0, 1.0], [0.1, 0.2, 0.7]])
IS_TRUE = np.array([[name == true for name in CLASSES] for true in TRUTH], float)


def write(path: Path, header: str, rows) -> Path:
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder, ids = tmp_path_factory.mktemp("classes"), [f"r{at}" for at in range(len(TRUTH))]
    rows = [[id_, *row] for id_, row in zip(ids, SURE.tolist(), strict=True)]
    return write(folder / "truth.csv", "id,class", zip(ids, TRUTH, strict=True)), write(
        folder / "submission.csv", f"id,{','.join(CLASSES)}", rows
    )


@pytest.fixture
def pair(files: tuple[Path, Path]) -> Inspection:
    return inspector.open_pair(*files, "mlogloss")


def predicted(pair: Inspection, rows: int = len(TRUTH)) -> np.ndarray:
    found = [pair.evaluation.prediction(row) for row in range(rows)]
    each = [dict(zip(one.labels, one.confidence, strict=True)) for one in found]
    return np.array([[one.get(name, 0.0) for name in CLASSES] for one in each])


def expected(edit: BulkEdit) -> np.ndarray:
    """What each row becomes, in proportion, scaled to its sum of 1."""
    rows = {
        "blend": lambda: SURE + edit.share * (IS_TRUE - SURE),
        "even": lambda: SURE + edit.share * (1 / len(CLASSES) - SURE),
        "power": lambda: SURE**edit.number,
        "clip": lambda: np.array([limited_row(row, edit.low, edit.high) for row in SURE]),
    }[edit.kind]()
    return rows / rows.sum(axis=1, keepdims=True)


def limited_row(row: np.ndarray, low: float, high: float) -> np.ndarray:
    """The row multiplied by a factor and cut off, so that it keeps its sum; numbers of 0 share what is missing then."""
    row = np.where(row > 0, row, 1e-12)

    def excess(power: float) -> float:
        return np.clip(row * 10**power, low, high).sum() - 1

    return np.clip(row * 10 ** brentq(excess, -3, 13, xtol=1e-14, rtol=1e-14), low, high)


edits = (
    st.builds(BulkEdit, st.sampled_from(["blend", "even"]), share=st.floats(0, 1))
    | st.builds(BulkEdit, st.just("power"), number=st.floats(0.1, 5))
    | st.builds(BulkEdit, st.just("clip"), low=st.floats(0, 0.3), high=st.floats(0.4, 1))
)
some = st.lists(st.floats(0, 1), min_size=4, max_size=4).filter(sum).map(np.array)
probabilities = some.map(lambda row: row / row.sum())


@pytest.mark.slow
@given(edits)
def test_each_row_becomes_what_arithmetic_says(files, edit: BulkEdit) -> None:
    pair = inspector.open_pair(*files, "mlogloss")
    rows = np.arange(len(TRUTH))
    after = bulk.preview(pair.evaluation, rows, edit).after
    pair.apply(bulk.edit(pair.evaluation, rows, edit))
    np.testing.assert_allclose(predicted(pair), expected(edit), rtol=0, atol=2e-7)  # as short as the file
    np.testing.assert_allclose(predicted(pair).sum(axis=1), expected(edit).sum(axis=1), atol=1e-12)
    assert after == pair.overall


@example(np.array([[0.0, 0.5, 0.5, 6.9e-299]]), 0.0, 0.375)
@given(st.lists(probabilities, min_size=1, max_size=5).map(np.array), st.floats(0, 0.25), st.floats(0.25, 1))
def test_limited_rows_keep_their_sums_and_proportions(before: np.ndarray, low: float, high: float) -> None:
    after = limited(before, low, high)
    assert ((after >= low) & (after <= high)).all()
    np.testing.assert_allclose(after.sum(axis=1), before.sum(axis=1), rtol=1e-12)
    for old, new in zip(before, after, strict=True):
        free = (new > low + 1e-9) & (new < high - 1e-9) & (old > 1e-270)
        factors = new[free] / old[free]
        assert factors.max(initial=0) <= factors.min(initial=np.inf) * (1 + 1e-9)
        assert ((old >= low) & (old <= high)).all() <= (old == new).all()
        assert (np.diff(new[np.argsort(old, kind="stable")]) >= -1e-12).all()


def test_what_is_cut_off_goes_to_the_others() -> None:
    rows = np.array([[0.9, 0.06, 0.04], [1.0, 0.0, 0.0], [0.9, 0.1, 0.0], [0.4, 0.3, 0.3]])
    wanted = [[0.5, 0.3, 0.2], [0.5, 0.25, 0.25], [0.5, 0.5, 0.0], [0.4, 0.3, 0.3]]
    np.testing.assert_allclose(limited(rows, 0.0, 0.5), wanted, rtol=1e-12)
    assert limited(rows, 0.0, 0.5)[2, 2] == 0


def test_the_truth_itself_is_reached_and_comes_back_from_the_file(pair: Inspection, tmp_path: Path) -> None:
    pair.apply(bulk.edit(pair.evaluation, np.arange(len(TRUTH)), BulkEdit("blend", share=1.0)))
    assert (predicted(pair) == IS_TRUE).all()
    pair.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text().splitlines()[1] == "r0,0.0,0.0,1.0"


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (BulkEdit("power", number=0.0), "no power"),
        (BulkEdit("clip", low=0.5, high=0.2), "the range is empty"),
        (BulkEdit("even", share=2.0), "no share"),
        (BulkEdit("clip", high=0.3), "3 probabilities of at most 0.3 do not add up to 1"),
        (BulkEdit("clip", low=0.4, high=0.5), "3 probabilities of 0.4 to 0.5 do not add up to 1"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(pair: Inspection, edit: BulkEdit, words: str) -> None:
    with pytest.raises(InputError, match=words):
        bulk.preview(pair.evaluation, np.arange(2), edit)


def test_lists_of_labels_have_no_such_edits(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth.csv", "id,label", [("a", "x"), ("b", "y")])
    found = inspector.open_pair(truth, truth, "map")
    assert not {"blend", "even", "power", "clip"} & {*bulk.operations(found.evaluation)}


@pytest.mark.parametrize("edit", [BulkEdit("clip", low=0.05), BulkEdit("blend", share=0.5)])
def test_a_row_that_the_file_lacks_stays_out_of_it(tmp_path: Path, edit: BulkEdit) -> None:
    write(tmp_path / "truth.csv", "id,x,y", [["a", 1, 1], ["b", 0, 1], ["c", 1, 1]])
    write(tmp_path / "given.csv", "id,x,y", [["a", 0.9, 0.8], ["b", 0, 0]])
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "given.csv", "map", shape="wide")
    assert bulk.edit(pair.evaluation, np.arange(3), edit).rows.tolist()[-1] == 1  # which the file has


@pytest.mark.slow
@given(edits)
def test_probabilities_of_their_own_are_not_scaled(tmp_path_factory: pytest.TempPathFactory, edit: BulkEdit) -> None:
    folder, sure = tmp_path_factory.mktemp("several"), np.array([[0.9, 0.8, 0.1], [0.2, 0.7, 0.6], [0.9, 0.9, 0.9]])
    true = np.array([[1, 1, 0], [0, 1, 0], [0, 0, 0]])
    header, ids = f"id,{','.join(CLASSES)}", ["a", "b", "c"]
    files = [folder / "truth.csv", folder / "submission.csv"]
    for path, values in zip(files, (true, sure), strict=True):
        write(path, header, [[id_, *row] for id_, row in zip(ids, values.tolist(), strict=True)])
    pair = inspector.open_pair(*files, "map", shape="wide")
    pair.apply(bulk.edit(pair.evaluation, np.arange(3), edit))
    wanted = {
        "blend": lambda: sure + edit.share * (true - sure),
        "even": lambda: sure + edit.share * (sure.mean(axis=1, keepdims=True) - sure),
        "power": lambda: sure**edit.number,
        "clip": lambda: np.clip(sure, edit.low, edit.high),
    }[edit.kind]()
    np.testing.assert_allclose(predicted(pair, 3), wanted, atol=1e-12)


def test_edited_rows_that_do_not_add_up_to_1_are_a_problem(pair: Inspection) -> None:
    assert pair.problems == ()
    pair.edit("r1", ["cat", "bee"], [0.9, 0.6])
    (problem,) = pair.problems
    assert problem.message == "1 edited row has probabilities that do not add up to 1, such as 1.5"
    assert (problem.kind, problem.rows.tolist()) == ("uneven-edits", [1])
    pair.edit("r0", ["cat"], [0.5])
    assert pair.problems[0].message.startswith("2 edited rows have")
    pair.reset()
    assert pair.problems == ()


@pytest.mark.parametrize("text", ["cat:0.9 bee:0.9", "cat:0.4 bee:0.4 ant:0.4", "bee:0.9 cat:0.9"])
def test_equal_probabilities_stay_as_they_are_typed(pair: Inspection, text: str) -> None:
    pair.apply(prediction_edit(pair.evaluation, 2, typed_prediction(pair.evaluation, 2, text)))
    typed = dict(word.split(":") for word in text.split())
    assert predicted(pair)[2].tolist() == [float(typed.get(name, 0)) for name in CLASSES]


def test_computed_probabilities_have_no_noise_in_the_file(tmp_path: Path) -> None:
    rows = [["q", 0.281261, 0.4, 0.318739], ["r", 3e-17, 0.1, 0.9]]
    truth = write(tmp_path / "truth.csv", "id,class", [["q", "cat"], ["r", "bee"]])
    submission = write(tmp_path / "submission.csv", f"id,{','.join(CLASSES)}", rows)
    pair = inspector.open_pair(truth, submission, "mlogloss")
    pair.apply(bulk.edit(pair.evaluation, np.arange(2), BulkEdit("blend", share=0.2)))
    pair.save(tmp_path / "edited.csv")
    lines = (tmp_path / "edited.csv").read_text().splitlines()
    assert lines[1] == "q,0.2250088,0.32,0.4549912"
    assert lines[2].split(",")[1] not in ("0", "0.0")  # tiny ones are kept
    again = inspector.open_pair(truth, tmp_path / "edited.csv", "mlogloss").evaluation.scores
    assert again.row.tolist() == pair.evaluation.scores.row.tolist()
