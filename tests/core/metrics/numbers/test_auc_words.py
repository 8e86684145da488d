"""What AUC says of a row: how many rows of the other class it beats, with all digits."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.analysis.numbers.unscored import why_unscored

IDS = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("wins", "working", "remark"),
    [
        (
            3,
            "1.5 ÷ 2000000",
            "1.5 of the 2,000,000 rows whose truth is 0 have a lower number; an equal one counts half.",
        ),
        (2_469_134, "1234567 ÷ 2000000", "1,234,567 of the 2,000,000 rows whose truth is 0 have"),
        (2_469_135, "1234567.5 ÷ 2000000", "1,234,567.5 of the 2,000,000 rows whose truth is 0 have"),
    ],
)
def test_a_row_says_what_it_beats_with_all_digits(wins: int, working: str, remark: str) -> None:
    truth, said = (pd.DataFrame({"id": IDS, "y": values}) for values in ([1, 0, 0], [0.5, 0.25, 0.75]))
    pair = inspector.open_pair(truth, said, "rocauc")
    batch = pair.evaluation.batch(np.array([0]))
    found = pair.metric.explain_in(batch, np.array([wins]), np.array([2_000_000]))
    assert found.steps[0].working == working
    assert found.remark.startswith(remark)


@pytest.mark.parametrize(
    ("columns", "why", "remark"),
    [
        ({"y": [1, 1, 1]}, "all true values are 1", "none whose truth is 0."),
        ({"y": [0, 0, 0]}, "all true values are 0", "none whose truth is 1."),
        ({"y": [1, 1, 1], "z": [1, 1, 1]}, "all true values are 1", "none of the other class."),
        ({"y": [1, 1, 1], "z": [0, 0, 0]}, "the true values of each column are all alike", "none of the other class."),
    ],
)
def test_a_truth_of_one_class_is_told(columns: dict[str, list[int]], why: str, remark: str) -> None:
    truth = pd.DataFrame({"id": IDS, **columns})
    pair = inspector.open_pair(truth, truth.assign(**{name: [0.5, 0.25, 0.75] for name in columns}), "rocauc")
    assert why_unscored(pair.evaluation) == f"AUC needs rows of both classes; {why}"
    (problem,) = pair.problems
    assert (problem.message, problem.where, problem.rejects) == (why_unscored(pair.evaluation), "truth", False)
    assert pair.explain("a").remark == f"AUC needs rows of both classes, and there are {remark}"


def test_a_column_of_one_class_is_told_to_be_left_out() -> None:
    columns = {"y": [1, 0, 1], "z": [1, 1, 1], "x": [0, 0, 0]}
    truth = pd.DataFrame({"id": IDS, **columns})
    said = truth.assign(y=[0.5, 0.25, 0.75], z=[0.1, 0.2, 0.4], x=[0.3, 0.5, 0.1])
    pair = inspector.open_pair(truth[["id", "y", "z"]], said[["id", "y", "z"]], "rocauc")
    (problem,) = pair.problems
    assert (problem.message, problem.examples) == ("all true values of a column are 1", ("z",))
    assert problem.consequence.endswith("the score is the mean of the other columns")
    (problem,) = inspector.open_pair(truth, said, "rocauc").problems
    assert (problem.message, problem.examples) == ("the true values of 2 columns are all alike", ("z", "x"))
    assert why_unscored(pair.evaluation) == ""
    assert not inspector.open_pair(truth, said, "brier").problems


def test_a_class_whose_rows_have_no_prediction_is_told_as_such() -> None:
    truth = pd.DataFrame({"id": IDS, "y": [1, 1, 0]})
    pair = inspector.open_pair(truth, truth.assign(y=[0.5, 0.25, np.nan]), "rocauc")
    assert why_unscored(pair.evaluation).endswith("all true values of rows with a prediction are 1")
