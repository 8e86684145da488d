"""What edits and the metric add to the problems of the files, where predictions are numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector import Inspection
from inspector.core.analysis.numbers.problems import left_out
from inspector.core.analysis.numbers.unscored import why_unscored
from inspector.core.evaluation.evaluation import Evaluation


@pytest.fixture
def probable(tmp_path: Path) -> Inspection:
    """Three rows of a probability each, one of them 1.7."""
    for name, values in (("truth.csv", (0, 1, 0)), ("submission.csv", (0.25, 1.7, 0.5))):
        (tmp_path / name).write_text("id,p\n" + "".join(f"r{at},{value}\n" for at, value in enumerate(values)))
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "logloss", shape="numbers")


def messages(pair: Inspection) -> list[str]:
    return [problem.message for problem in pair.problems]


def out_of(evaluation: Evaluation) -> list[str]:
    return [evaluation.table.id(row) for row in left_out(evaluation).tolist()]


def test_decimals_among_grades_are_a_problem_of_edits(tmp_path: Path) -> None:
    for name, values in (("truth.csv", (0, 1, 2, 3)), ("submission.csv", (0, 1, 3, 3))):
        (tmp_path / name).write_text("id,grade\n" + "".join(f"r{at},{value}\n" for at, value in enumerate(values)))
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "qwk")
    pair.edit("r2", ["grade"], [2.0])
    assert "decimal-edits" not in {problem.kind for problem in pair.problems}
    pair.edit("r1", ["grade"], [1.497])
    (found,) = (problem for problem in pair.problems if problem.kind == "decimal-edits")
    assert (found.message, found.rows.tolist()) == (
        "1 edited row predicts decimals, such as 1.497, where the file has whole grades",
        [1],
    )


def test_edited_rows_without_a_prediction_are_a_problem(probable) -> None:
    probable.edit("r0", [])
    assert messages(probable)[0] == "1 edited row has no prediction"
    assert probable.problems[0].rejects
    assert (probable.problems[0].rows.tolist(), out_of(probable.evaluation)) == ([0], ["r0"])
    probable.edit("r2", [])
    assert messages(probable)[0] == "2 edited rows have no prediction"
    probable.reset()
    assert (messages(probable), out_of(probable.evaluation)) == (["1 number is not from 0 to 1, such as 1.7"], [])


@pytest.mark.parametrize(("metric", "words"), [("logloss", "counts a number below 0 as 0"), ("brier", "as it is")])
def test_numbers_beyond_probabilities_are_a_problem(probable, metric: str, words: str) -> None:
    probable.set_metric(metric)
    probable.edit("r0", ["p"], [-0.5])
    assert messages(probable) == ["2 numbers are not from 0 to 1, such as -0.5"]
    assert words in probable.problems[0].consequence
    assert probable.problems[0].rows.tolist() == [0, 1]
    probable.edit("r1", ["p"], [1.0])
    assert messages(probable) == ["1 number is not from 0 to 1, such as -0.5"]


def test_answers_are_told_until_an_edit_is_none() -> None:
    told = "predictions are only 0 and 1, where probabilities are expected"
    truth = pd.DataFrame({"id": [*"abcde"], "y": [0, 1, 0, 1, 1]})
    pair = inspector.open_pair(truth, truth.assign(y=[0, 1, 1, 1, 0]), "logloss")
    assert told in messages(pair)
    pair.edit("a", [])
    assert told in messages(pair)
    pair.edit("b", ["y"], [0.75])
    assert told not in messages(pair)
    pair.edit("b", ["y"], [0.0])
    assert told in messages(pair)


def test_other_metrics_take_any_number(probable) -> None:
    probable.set_metric("rmse")
    assert messages(probable) == []


def test_numbers_below_0_are_a_problem_under_logarithms(probable) -> None:
    probable.edit("r0", ["p"], [-5.0])
    probable.set_metric("rmsle")
    assert messages(probable) == ["1 number is below 0, such as -5"]
    assert probable.problems[0].consequence.startswith("RMSLE counts a number below 0 as 0")
    assert probable.evaluation.explain(0).remark == "-5 is below 0: RMSLE counts a number below 0 as 0."


def test_the_line_of_the_first_number_that_is_in_the_file_is_told(tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("id,y\na,1\nb,2\nc,3\n")
    (tmp_path / "submission.csv").write_text("id,y\nc,-3\nb,-2\na,-1\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "rmsle", shape="numbers")
    assert [problem.line for problem in pair.problems] == [4]
    pair.edit("a", ["y"], [-5])
    assert [(problem.count, problem.line) for problem in pair.problems] == [(3, 3)]
    for id_ in "bc":
        pair.edit(id_, ["y"], [-5])
    assert [(problem.count, problem.line) for problem in pair.problems] == [(3, None)]


def test_a_row_counted_as_0_is_not_left_out(probable) -> None:
    probable.set_metric("logloss(missing=zero)")
    probable.edit("r0", [])
    assert out_of(probable.evaluation) == []
    remark = probable.evaluation.explain(0).remark
    assert remark == "No prediction: it counts as 0 (missing=zero)."


def test_the_arithmetic_has_the_number_that_is_clipped(probable) -> None:
    probable.set_metric("logloss(clip=1e-15)")
    probable.edit("r0", ["p"], [1.7])
    explained = probable.evaluation.explain(0)
    assert explained.steps[0].working == "−log(1e-15)"
    assert explained.remark.startswith("1.7 is not from 0 to 1: log loss counts")


def test_grades_that_no_row_has_in_truth_are_a_problem(probable) -> None:
    probable.set_metric("qwk")
    assert messages(probable) == ["1 prediction is rounded to grades that no row has in truth, such as 2"]
    probable.edit("r0", ["p"], [-0.6])
    assert messages(probable) == ["2 predictions are rounded to grades that no row has in truth, such as -1"]
    assert probable.problems[0].rows.tolist() == [0, 1]
    probable.edit("r0", ["p"], [-0.5])
    probable.edit("r1", ["p"], [1.4999])
    assert messages(probable) == []


def test_missing_rows_that_edits_fill_are_said_to_be_filled(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,x\n" + "".join(f"r{at},{at}\n" for at in range(9)))
    (tmp_path / "submission.csv").write_text("id,x\n" + "".join(f"r{at},{at + 1}\n" for at in range(7)))
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mae", shape="numbers")
    (told,) = messages(pair)
    pair.edit("r7", ["x"], [7.5])
    pair.edit("r0", ["x"], [7.5])
    assert messages(pair) == [f"{told}; a save adds 1 of them, which you have filled"]
    pair.edit("r8", ["x"], [7.5])
    pair.save(tmp_path / "filled.csv")
    assert messages(pair) == []


def test_a_truth_of_0_that_is_divided_by_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,x\n" + "".join(f"r{at},{at % 4}\n" for at in range(9)))
    (tmp_path / "submission.csv").write_text("id,x\n" + "".join(f"r{at},{at + 1}\n" for at in range(9)))
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mape", shape="numbers")
    (problem,) = pair.problems
    assert (problem.message, problem.rows.tolist()) == ("3 rows have a truth of 0", [0, 4, 8])
    pair.set_metric("mape(zeros=skip)")
    assert not pair.problems


def test_an_edit_that_takes_one_of_several_numbers_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,x,y\na,1,2\nb,3,4\nc,5,6\n")
    (tmp_path / "s.csv").write_text("id,x,y\na,2,2.5\nb,,4.5\nc,5,6.5\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "mae", shape="numbers")
    (told,) = messages(pair)
    pair.edit("b", ["x", "y"], [float("nan"), 4.0])
    assert messages(pair) == [told]
    pair.edit("c", ["x", "y"], [5.0, float("nan")])
    assert {*messages(pair)} == {told, "1 edited row has no number in a column"}


def test_a_column_of_weights_is_no_missing_target_once_it_weighs_the_rows() -> None:
    rng = np.random.default_rng(0)
    truth = pd.DataFrame({"id": range(30), **{name: rng.random(30).round(3) for name in ("bread", "milk", "weight")}})
    pair = inspector.open_pair(truth, truth[["id", "bread", "milk"]], "rmse")
    (problem,) = pair.problems
    assert (problem.kind, problem.column) == ("missing-columns", "weight")
    assert problem.cause.endswith("; or it weighs the rows: choose weight=weight in the rule")
    pair.set_metric("rmse(weight=weight)")
    assert pair.problems == ()


def test_weights_of_nothing_but_0_are_told_as_what_leaves_no_score() -> None:
    truth = pd.DataFrame({"id": [*"abc"], "y": [1.5, 2.5, 4.0], "w": [0, 0, 0]})
    said = truth[["id", "y"]].assign(y=[1.0, 2.0, 4.5])
    pair = inspector.open_pair(truth, said, "rmse(weight=w)")
    assert why_unscored(pair.evaluation) == "all weights are 0"
    assert [problem.message for problem in pair.problems if problem.column == "w"] == ["all weights are 0"]
    pair.set_metric("rmse")
    assert "all weights are 0" not in messages(pair) and why_unscored(pair.evaluation) == ""


def test_weights_that_only_the_submission_has_are_a_problem() -> None:
    truth = pd.DataFrame({"id": [*"abc"], "y": [1.5, 2.5, 4.0], "w": [1, 2, 3]})
    said = truth.assign(y=[1.0, 2.0, 4.5], area=["p", "q", "p"])
    ours, theirs = (
        inspector.open_pair(given, said, "rmse(weight=w)", truth_column="y", submission_column="y")
        for given in (truth, truth[["id", "y"]])
    )
    kind = "weights-of-submission"
    assert [one.column for one in theirs.problems if one.kind == kind] == ["w"]
    assert kind not in {one.kind for one in ours.problems}
    theirs.set_metric("rmse")
    assert kind not in {one.kind for one in theirs.problems}
