"""Signs that something else was meant: a copy of the truth, one class of several, or points between thousands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector

DRAW = np.random.default_rng(8)


def told(folder: Path, truth: str, submission: str, **options: str) -> dict[str, str]:
    """The kinds and messages of the problems of a pair."""
    for name, text in (("truth", truth), ("submission", submission)):
        (folder / f"{name}.csv").write_text(text)
    found = inspector.open_pair(folder / "truth.csv", folder / "submission.csv", **options).problems
    return {problem.kind: problem.message for problem in found}


def lines(header: str, *columns) -> str:
    rows = zip([f"r{row}" for row in range(len(columns[0]))], *columns, strict=True)
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n"


@pytest.mark.parametrize(
    ("truth", "submission", "what"),
    [
        (
            "id,sales\na,56\nb,40\nc,36\nd,63\n",
            "id,sales,pred\na,56,58.0\nb,40,47.0\nc,36,55.0\nd,63,66.0\n",
            'all 4 predictions in "sales" equal the truth; "pred" is not read',
        ),
        (
            "id,store,sales\na,2,56\nb,0,40\nc,1,36\nd,2,63\n",
            "id,store,sales\na,2,58\nb,0,47\nc,1,55\nd,2,66\n",
            'all 4 predictions in "store" equal the truth; "sales" is not read',
        ),
    ],
)
def test_a_copy_of_the_truth_beside_what_is_not_read_is_told(tmp_path, truth, submission, what) -> None:
    assert told(tmp_path, truth, submission)["true-column"] == what
    last = submission.partition("\n")[0].rpartition(",")[2]
    options = {"truth_column": "sales", "submission_column": last, "metric": "rmse"}
    assert not told(tmp_path, truth, submission, **options)
    assert "true-column" not in told(tmp_path, truth, truth)  # a perfect prediction, with nothing else to read


def test_other_predictions_in_a_column_of_that_name_are_none(tmp_path) -> None:
    truth, submission = "id,sales\na,56\nb,40\nc,36\nd,63\n", "id,sales,note\na,56,1\nb,41,2\nc,36,1\nd,63,2\n"
    assert "true-column" not in told(tmp_path, truth, submission, submission_column="sales", metric="rmse")


@pytest.mark.parametrize("rows", [4, 400])
def test_a_class_that_is_scored_as_a_number_is_told(tmp_path, rows: int) -> None:
    classes = DRAW.integers(0, 3, rows)
    chances = DRAW.dirichlet([1.0] * 3, rows) + 2 * (classes[:, None] == np.arange(3))
    chances = np.round(chances / chances.sum(axis=1, keepdims=True), 4)
    submission = lines("id,Status_C,Status_CL,Status_D", *chances.T)
    options = {"truth_column": "Status", "submission_column": "Status_CL", "metric": "rmse"}
    found = told(tmp_path, lines("id,Status", classes), submission, **options)
    assert found["one-of-classes"].startswith('"Status_C", "Status_CL" and "Status_D" add up to 1, and only')
    doubled = lines("id,Status_C,Status_CL,Status_D", *(2 * chances).T)
    assert "one-of-classes" not in told(tmp_path, lines("id,Status", classes), doubled, **options)


@pytest.mark.parametrize("rows", [40, 300])
@pytest.mark.parametrize("metric", [None, "rmse"])
def test_all_targets_are_scored_where_their_copies_stand_beside_them(tmp_path, metric, rows: int) -> None:
    true = np.round(DRAW.normal(0, 1, (2, rows)), 3)
    guessed = np.round(true + DRAW.normal(0, 0.5, (2, rows)), 3)
    (tmp_path / "t.csv").write_text(lines("id,content,wording", *true))
    (tmp_path / "s.csv").write_text(lines("id,content,wording,pred_content,pred_wording", *true, *guessed))
    found = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", metric)
    assert found.overall == pytest.approx(np.sqrt(np.mean((true - guessed) ** 2, axis=1)).mean())


COUNTS = np.append(DRAW.lognormal(6.8, 0.8, 60).round().astype(int), [4770, 958])


def in_groups(numbers) -> list[str]:
    return [f"{number:,}".replace(",", ".") for number in numbers]


def test_points_between_thousands_are_told_in_either_file(tmp_path) -> None:
    plain, grouped = lines("id,sales", COUNTS), lines("id,sales", in_groups(COUNTS + 7))
    many = (COUNTS + 7 >= 1000).sum()
    message = told(tmp_path, plain, grouped, metric="rmse")["points-in-numbers"]
    first = next(text for text in in_groups(COUNTS + 7) if "." in text)
    assert message == f"{many} cells such as '{first}' may have points between thousands, not decimals"
    assert "points-in-numbers" in told(tmp_path, grouped, plain, metric="rmse")
    found = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric="rmse").problems
    (problem,) = (one for one in found if one.kind == "points-in-numbers")
    assert (problem.where, problem.column) == ("truth", "sales")
    assert "." in grouped.splitlines()[problem.line - 1]
    assert problem.cause.endswith(f"write {first.replace('.', '')}")


@pytest.mark.parametrize("form", ["{:.3f}", "{:.4g}", "{:.2f}", "{}"])
def test_decimals_of_one_form_are_decimals(tmp_path, form: str) -> None:
    values = np.append(DRAW.lognormal(1.0, 1.0, 60), [4.77, 958.0, 12.5, 3.125])
    submission = lines("id,sales", [form.format(float(value)) for value in values])
    assert "points-in-numbers" not in told(tmp_path, lines("id,sales", values), submission, metric="rmse")


def test_shortened_decimals_beside_whole_numbers_are_decimals(tmp_path) -> None:
    values = ["4.775", "958", "12.125", "3", "7.001"] * 9
    assert "points-in-numbers" not in told(tmp_path, lines("id,sales", range(45)), lines("id,sales", values))


@pytest.mark.parametrize("words", [("benign", "malignant"), ("-1", "1")])
def test_a_probability_beside_answers_is_no_confidence_in_them(words: tuple[str, str], tmp_path: Path) -> None:
    true, likely = DRAW.integers(0, 2, 60), np.round(DRAW.random(60), 4)
    truth, given = (lines("id,target", np.array(words)[true]), np.array(words)[(likely > 0.5).astype(int)])
    found = told(tmp_path, truth, lines("id,prediction,probability", given, likely), metric="auc")
    assert found["confidence-of-one"].startswith(f'every confidence in a predicted "{words[0]}" is below')
    sure = np.maximum(likely, 1 - likely)
    assert "confidence-of-one" not in told(tmp_path, truth, lines("id,prediction,confidence", given, sure))
