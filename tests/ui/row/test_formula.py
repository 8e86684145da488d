"""The calculation of a row, in words and in numbers."""

from __future__ import annotations

import math

import pandas as pd
import pytest

import inspector
from inspector.core.report.rows import arithmetic
from inspector.terminal.text import score_equation
from inspector.ui.row.formula import FormulaLabel, formula, shortly


@pytest.mark.parametrize(
    ("metric", "first", "second"),
    [
        ("map@2", "score = 1 ÷ min(m = 3, K = 2)", "= 1 ÷ 2 = 0.5"),
        ("recall@3", "score = (1 + 1) ÷ (m = 3 truth labels)", "= 2 ÷ 3 = 0.666667"),
        ("f1", "score = (2 + 2) ÷ (2 · 2 right + 1 missed + 1 wrong)", "= 4 ÷ 6 = 0.666667"),
        ("f2", "score = (5 + 5) ÷ (5 · 2 right + 4 · 1 missed + 1 wrong)", "= 10 ÷ 15 = 0.666667"),
        ("jaccard", "score = (1 + 1) ÷ (2 right + 1 wrong + 1 missed)", "= 2 ÷ 4 = 0.5"),
    ],
)
def test_the_score_is_worked_out_in_two_steps(metric: str, first: str, second: str) -> None:
    truth, submission = pd.DataFrame({"id": ["a"], "label": ["x y z"]}), pd.DataFrame({"id": ["a"], "label": ["x q y"]})
    explained = inspector.open_pair(truth, submission, metric).explain("a")
    assert formula(explained).splitlines() == [first, second]


@pytest.mark.parametrize(
    ("value", "short"),
    [
        *((1 / 3, "0.333333"), (5 / 3, "1.666667"), (0.5, "0.5"), (3.0, "3"), (12345678.0, "12,345,678"), (0.0, "0")),
        *((1 / 3e5, "3.333e-06"), (math.nan, "–"), (-0.25, "−0.25")),
    ],
)
def test_numbers_have_the_digits_that_are_read(value: float, short: str) -> None:
    assert shortly(value) == short


def test_all_digits_are_in_the_tooltip(qtbot) -> None:
    pair = pd.DataFrame({"id": ["a"], "label": ["x y z"]}), pd.DataFrame({"id": ["a"], "label": ["x q y"]})
    label = FormulaLabel()
    qtbot.addWidget(label)
    label.show_formula(inspector.open_pair(*pair, "map@3").explain("a"))
    assert label.text().endswith("= 1.666667 ÷ 3 = 0.555556")
    assert label.toolTip().endswith("= 1.6666666666666665 ÷ 3 = 0.5555555555555555</qt>")


def test_a_row_without_a_divisor_scores_0_and_says_why() -> None:
    truth, submission = (
        pd.DataFrame({"id": ["a", "b"], "label": [None, "x"]}),
        pd.DataFrame({"id": ["a", "b"], "label": "x"}),
    )
    explained = inspector.open_pair(truth, submission, "map@2").explain("a")
    said, why = formula(explained).splitlines()
    assert said == "score = 0 ÷ 0 = 0"
    assert why.startswith("The row has no truth")


def test_a_score_that_any_mistake_makes_0_is_no_sum() -> None:
    truth, submission = pd.DataFrame({"id": ["a"], "label": ["x y z"]}), pd.DataFrame({"id": ["a"], "label": ["x q y"]})
    explained, why = inspector.open_pair(truth, submission, "accuracy").explain("a"), "1 wrong and 1 missed"
    assert formula(explained) == f"score = 0: {why}, any of which makes it 0"
    assert score_equation(explained) == f"score 0.0 ({why}, any of which makes it 0)"
    assert arithmetic(explained) == f"0 ({why}, any of which makes it 0)"


def test_many_terms_are_counted() -> None:
    labels = " ".join(f"w{at}" for at in range(9))
    pair = pd.DataFrame({"id": ["a"], "label": [labels]})
    assert "(1 + 1 + 1 + 1 + 1 + 1 + … 9 terms)" in formula(inspector.open_pair(pair, pair, "map@9").explain("a"))


def test_the_last_line_says_what_an_overall_of_labels_is() -> None:
    pair = pd.DataFrame({"id": ["a"], "label": ["x y z"]}), pd.DataFrame({"id": ["a"], "label": ["x q y"]})
    explained = inspector.open_pair(*pair, "f1(average=macro)").explain("a")
    assert formula(explained).startswith("score = ")
    assert formula(explained).splitlines()[-1] == "The overall is the mean of the labels, not of the rows."
    assert "overall" not in formula(inspector.open_pair(*pair, "f1").explain("a"))


def test_a_number_that_scores_0_is_a_term() -> None:
    truth, predicted = ({"id": ["a", "b"], "x": [1, 0], "y": of} for of in ([1, 0], [0.9, 0.1]))
    pair = inspector.open_pair(pd.DataFrame(truth), pd.DataFrame({**predicted, "x": [0.2, 0.4]}), "rocauc")
    assert formula(pair.explain("a")).splitlines()[0] == "score = (0 + 1) ÷ (2 numbers)"
