"""The terminal on files of numbers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import brier_score_loss, cohen_kappa_score, log_loss, roc_auc_score

import inspector
from inspector.core.analysis.numbers.targets import targets
from inspector.core.figures import signed
from inspector.core.task import drain

TRUTH = "id,price\na,10000\nb,20000\nc,500\n"
SUBMISSION = "id,price\na,13000\nb,4000.5\nc,500\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "truth.csv").write_text(TRUTH)
    (tmp_path / "sub.csv").write_text(SUBMISSION)
    return tmp_path / "truth.csv", tmp_path / "sub.csv"


def said(run, *args: object) -> str:
    status, out, err = run(*args, "--shape", "numbers")
    assert (status, err) == (0, "")
    return out


def test_the_score_of_numbers_says_how_far_they_are_off(run, files) -> None:
    out = said(run, "score", *files, "-m", "mae")
    assert "MAE         6,333.17\n" in out
    assert "error       −4,333.17 on average; half of 3 are within 3,000\n" in out
    assert "furthest    −15,999.50 (b), +3,000 (a)\n" in out
    assert not any(word in out for word in ("label", "first hit", "order"))


def test_the_object_of_numbers_has_errors_and_no_first_hits(run, files) -> None:
    found = json.loads(said(run, "score", *files, "-m", "mae", "--json"))
    assert found["overall"] == (3000 + 15999.5) / 3 and found["first_hit"] is None
    (error,) = found["errors"]
    assert (error["name"], error["mean"], error["lowest_id"], error["highest"]) == ("price", -12999.5 / 3, "b", 3000.0)


def test_an_infinite_loss_is_no_number_in_json(run, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,y\na,1\nb,0\n")
    (tmp_path / "s.csv").write_text("id,y\na,0\nb,0.5\n")
    status, out, err = run("score", tmp_path / "t.csv", tmp_path / "s.csv", "-m", "logloss(clip=none)", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out, parse_constant=pytest.fail)["overall"] is None


@pytest.mark.parametrize(("metric", "is_told"), [(["-m", "logloss"], True), ([], False), (["-m", "auc"], False)])
def test_check_tells_what_the_metric_finds_in_numbers(run, tmp_path, metric: list[str], is_told: bool) -> None:
    (tmp_path / "t.csv").write_text("id,y\na,1\nb,0\nc,1\nd,0\n")
    (tmp_path / "s.csv").write_text("id,y\na,71.5\nb,0.5\nc,40\nd,3\n")
    status, out, err = run("check", tmp_path / "t.csv", tmp_path / "s.csv", *metric)
    assert (status, err) == (0, "")
    assert ("3 numbers are not from 0 to 1, such as 71.5" in out) is is_told


def test_check_refuses_a_metric_that_does_not_fit(run, files) -> None:
    status, out, err = run("check", *files, "-m", "auc")
    assert (status, out) == (2, "")
    assert "needs a truth of 0 and 1" in err


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("mcrmse", "the mean over columns of the root of each column's mean"),
        ("rmse(columns=together)", "the root of the mean of all"),
    ],
)
def test_the_root_of_several_columns_is_told_as_it_is_taken(tmp_path, metric: str, words: str) -> None:
    (tmp_path / "t.csv").write_text("id,x,y\na,1,5\nb,2,3\n")
    (tmp_path / "s.csv").write_text("id,x,y\na,3,4.5\nb,2,9\n")
    found = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", metric)
    each = [(4 / 2) ** 0.5, ((0.25 + 36) / 2) ** 0.5]
    wanted = sum(each) / 2 if metric == "mcrmse" else ((4 + 0.25 + 36) / 4) ** 0.5
    assert found.overall == pytest.approx(wanted)
    assert found.explain("a").of_overall == f"This is the score of a row; the overall is {words}."


def test_each_of_several_numbers_has_a_score_the_costliest_first(run, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,x,y\na,1,5\nb,2,3\n")
    (tmp_path / "s.csv").write_text("id,x,y\na,3,4.5\nb,2,9\n")
    files = tmp_path / "t.csv", tmp_path / "s.csv"
    assert "targets     MAE of y 3.25, x 1\n" in said(run, "score", *files, "-m", "mae")
    found = json.loads(said(run, "score", *files, "-m", "mae", "--json"))["errors"]
    assert [(one["name"], one["overall"]) for one in found] == [("x", 1.0), ("y", 3.25)]
    pair = inspector.open_pair(*files, "mae")
    pair.report(tmp_path / "report.md")
    told = (tmp_path / "report.md").read_text().partition("## Targets")[2].splitlines()
    assert [line.split()[1:4:2] for line in told if line.startswith(("| y", "| x"))] == [
        ["y", "3.25000"],
        ["x", "1.00000"],
    ]


def test_each_of_several_numbers_is_explained(run, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,x,y\na,1,5\n")
    (tmp_path / "s.csv").write_text("id,x,y\na,3,4.5\n")
    out = said(run, "explain", tmp_path / "t.csv", tmp_path / "s.csv", "-m", "mse", "--id", "a").splitlines()
    assert [line.split() for line in out[2:5]] == [
        ["number", "truth", "prediction", "error", "adds"],
        ["x", "1", "3", "+2", "4", "(3", "−", "1)²"],
        ["y", "5", "4.5", "−0.5", "0.25", "(4.5", "−", "5)²"],
    ]


def test_the_logarithm_of_a_class_is_explained(run, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,cat\nb,dog\nc,cow\nd,cat\n")
    (tmp_path / "s.csv").write_text("id,cat,dog,cow\na,0.25,0.7,0.05\nb,0.1,0.8,0.1\nc,0.1,0.1,0.8\nd,0.9,0.1,0\n")
    _, out, _ = run("explain", tmp_path / "t.csv", tmp_path / "s.csv", "-m", "mlogloss", "--id", "a")
    assert "−log(0.25)" in next(line for line in out.splitlines() if " cat " in line)


def test_the_rows_of_numbers_are_numbers(run, files) -> None:
    out = said(run, "rows", *files, "-m", "mae", "--worst", "1", "--filter", "error<0 & true>1000").splitlines()
    assert out[0] == "id,score,error,cost,delta,truth,predictions"
    assert out[1].split(",")[:3] == ["b", "15999.5", "-15999.5"]


@pytest.mark.parametrize(("metric", "score"), [("mae", "6333.17"), ("rmse", "9398.30"), ("rmse", "9398.3")])
def test_the_metric_of_a_reported_score_is_found(run, files, metric, score) -> None:
    out = said(run, "which", files[0], "-s", f"{files[1]}={score}")
    assert out.splitlines()[1].split()[:2] == ["✓", metric]


def test_the_metric_of_a_constant_number_is_found(run, files) -> None:
    out = said(run, "which", files[0], "-c", f"10000={(10000 + 9500) / 3}")
    assert out.splitlines()[1].split()[:2] == ["✓", "mae"]


@pytest.mark.slow
def test_grades_that_no_metric_of_labels_explains_are_read_as_numbers(run, tmp_path) -> None:
    rng = np.random.default_rng(0)
    grades = rng.integers(0, 5, 60)
    ids = [f"q{row}" for row in range(60)]
    given = np.clip(grades + rng.integers(-1, 2, 60), 0, 4)
    for name, column in (("t.csv", grades), ("s.csv", given)):
        pd.DataFrame({"id": ids, "grade": column}).to_csv(tmp_path / name, index=False)
    score = cohen_kappa_score(grades, given, weights="quadratic")
    files = tmp_path / "t.csv", "-s", f"{tmp_path / 's.csv'}={score:.6f}"
    out = run("which", *files)[1].splitlines()
    assert (out[0], out[2].split()[:2]) == ("Read as numbers (--shape numbers):", ["✓", "qwk"])
    out = run("which", *files, "--shape", "list")[1].splitlines()
    assert out[0] == "No definition gives every score to its last digit. The closest:"
    assert "✓" not in "".join(out)


@pytest.mark.parametrize("group", ["", "side"])
def test_infinite_row_scores_have_an_overall_without_an_interval(run, tmp_path, group) -> None:
    (tmp_path / "truth.csv").write_text("id,yes,side\na,1,l\nb,0,l\nc,1,r\nd,0,r\n")
    (tmp_path / "sub.csv").write_text("id,yes\na,0\nb,0.2\nc,0.7\nd,0.4\n")
    files = tmp_path / "truth.csv", tmp_path / "sub.csv"
    given = "score", *files, "-m", "logloss(clip=none)", "--interval", *(("--group", group) if group else ())
    why = "Statistics need finite row scores: 1 of 4 rows have an infinite one"
    out = said(run, *given)
    assert "Log loss    inf\n" in out and f"interval    -  ({why})\n" in out
    found = json.loads(said(run, *given, "--json"))
    assert (found["interval"], found["no_interval"]) == (None, why)


def test_an_unknown_group_is_refused_even_without_an_interval(run, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("id,yes\na,1\nb,0\n")
    (tmp_path / "sub.csv").write_text("id,yes\na,0\nb,0.2\n")
    files = tmp_path / "truth.csv", tmp_path / "sub.csv"
    status, _, err = run("score", *files, "-m", "logloss(clip=none)", "--interval", "--group", "foo")
    assert (status, "no column 'foo' to group by" in err) == (2, True)


def test_no_text_and_no_object_has_a_negative_zero(run, tmp_path) -> None:
    for name, cells in (("truth", "1 0 2"), ("sub", "-0.0 -0 1.5"), ("same", "1 0 2")):
        rows = (f"{id_},{cell}\n" for id_, cell in zip("abc", cells.split(), strict=True))
        (tmp_path / f"{name}.csv").write_text("id,y\n" + "".join(rows))
    files = tmp_path / "truth.csv", tmp_path / "sub.csv"
    assert said(run, "rows", *files, "-m", "mae").splitlines()[2] == "b,0,0,0,0,0,0"
    assert "|0 − 1|" in said(run, "explain", *files, "-m", "mae", "--id", "a")
    given = "compare", *files, tmp_path / "same.csv", "--baseline", "same", "-m", "mae", "--json"
    assert "-0.0" not in said(run, *given)
    assert "-0.0" not in said(run, "score", *files, "-m", "mae", "--json")


def test_one_row_is_said_in_the_singular(run, tmp_path) -> None:
    for name in ("truth", "a", "b"):
        (tmp_path / f"{name}.csv").write_text("id,y\nr,1\n")
    paths = (tmp_path / f"{name}.csv" for name in ("truth", "a", "b"))
    assert "1 row that every file scores" in said(run, "compare", *paths, "-m", "mae")


@pytest.mark.parametrize("no_and_yes", [(0, 1), ("no", "yes")])
@pytest.mark.parametrize(("metric", "told"), [("auc", "ties"), ("logloss", "a wrong"), ("brier", "a wrong")])
def test_answers_without_probabilities_are_scored_and_told(run, tmp_path, metric: str, told: str, no_and_yes) -> None:
    truth, answers = [1, 0, 1, 0, 1, 0, 1, 1], [1, 0, 0, 0, 1, 1, 1, 1]
    rows = [*enumerate(zip(truth, answers, strict=True))]
    (tmp_path / "t.csv").write_text("id,y,zone\n" + "".join(f"r{row},{no_and_yes[y]},n\n" for row, (y, _) in rows))
    (tmp_path / "s.csv").write_text("id,y\n" + "".join(f"r{row},{p}\n" for row, (_, p) in rows))
    status, out, err = run("score", tmp_path / "t.csv", tmp_path / "s.csv", "-m", metric, "--json")
    assert (status, err) == (0, "")
    wanted = {"auc": roc_auc_score, "logloss": log_loss, "brier": brier_score_loss}[metric](truth, answers)
    assert json.loads(out)["overall"] == pytest.approx(wanted)
    (problem,) = json.loads(out)["problems"]
    assert problem["message"] == "predictions are only 0 and 1, where probabilities are expected"
    assert told in problem["consequence"]


def test_answers_in_words_have_no_area_under_a_curve(run, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,y\na,yes\nb,no\nc,yes\nd,no\n")
    (tmp_path / "s.csv").write_text("id,y\na,yes\nb,yes\nc,yes\nd,no\n")
    status, _, err = run("score", tmp_path / "t.csv", tmp_path / "s.csv", "-m", "auc")
    assert status == 2 and "needs a confidence" in err


@pytest.mark.parametrize(
    ("metric", "mean", "how"),
    [
        ("rmse(weight=w)", (3 * 1 + 6 * 2 - 1 * 7) / 10, " by weight"),
        ("rmsle", (3 + 6 - 1) / 3, " of the numbers, not of their logarithms"),
        ("mae", (3 + 6 - 1) / 3, ""),
    ],
)
def test_a_mean_error_is_weighed_as_the_metric_does_or_says_what_it_is(run, tmp_path, metric, mean, how) -> None:
    (tmp_path / "t.csv").write_text("id,y,w,zone\na,10,1,n\nb,20,2,n\nc,30,7,n\n")
    (tmp_path / "s.csv").write_text("id,y\na,13\nb,26\nc,29\n")
    given = [tmp_path / "t.csv", tmp_path / "s.csv", "-m", metric, "--truth-column", "y"]
    assert f"error       {signed(mean)} on average{how}; half of 3 are within 3\n" in said(run, "score", *given)
    assert json.loads(said(run, "score", *given, "--json"))["errors"][0]["mean"] == pytest.approx(mean)
    slices = said(run, "slices", *given, "--by", "zone")
    assert signed(mean) in slices.splitlines()[3].split()
    assert (f"bias: prediction − truth on average{how}" in slices) is bool(how)


def test_the_bias_of_each_target_is_by_weight(tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,x,y,w\na,1,5,1\nb,2,3,3\n")
    (tmp_path / "s.csv").write_text("id,x,y\na,3,4.5\nb,2,9\n")
    pair = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "rmse(weight=w)")
    assert drain(targets(pair.evaluation)).bias.tolist() == [2 / 4, (-0.5 + 3 * 6) / 4]
