"""The filter language, compared with a slow model row by row."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from core.metrics.metric_strategies import fits, metrics
from core.query.query_model import QueryModel, text_of, trees
from core.strategies import Lists, any_pairs, edits, open_lists
from hypothesis import assume, given, settings

import inspector
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import QueryError, containing, field_of, parse, quote
from inspector.core.query.expression import Condition, Mention
from inspector.core.query.fields import FLAGS as NAMES
from inspector.core.query.word import Word
from inspector.core.rows.columns import columns_of as columns


@pytest.mark.slow
@settings(max_examples=150)
@given(lists=any_pairs, metric=metrics(), asked=st.lists(trees, min_size=1, max_size=6), data=st.data())
def test_every_expression_selects_the_rows_of_the_slow_model(lists, metric, asked, data) -> None:
    assume(fits(metric, lists))
    inspection = open_lists(lists, metric)
    evaluation, now = inspection.evaluation, {}
    for row, prediction in data.draw(st.lists(edits(lists), max_size=3)):
        inspection.predict(row, prediction)
        now[row] = prediction
    now = {row: prediction for row, prediction in now.items() if evaluation.is_edited(row)}
    model = QueryModel(lists, now, evaluation)
    for tree in asked:
        expression = text_of(tree)
        wanted = [model.holds(tree, row) for row in range(len(lists.ids))]
        assert parse(expression).mask(evaluation).tolist() == wanted, expression


@pytest.mark.slow
@given(lists=any_pairs, metric=metrics(), data=st.data())
def test_losses_are_those_that_the_table_shows(lists, metric, data) -> None:
    assume(fits(metric, lists))
    inspection = open_lists(lists, metric)
    inspection.predict(*data.draw(edits(lists)))
    evaluation, every = inspection.evaluation, inspection.evaluation.all_rows
    losses = evaluation.losses(every)
    for name, values in (
        ("cost", losses.cost),
        ("wrong_order", losses.ordering),
        ("missing_labels", losses.candidates),
    ):
        bound = float(np.nanmean(values)) if not np.isnan(values).all() else 0.0
        close = np.isclose(values, bound, rtol=1e-9, atol=1e-15)  # the terms may be added in another order
        mask = parse(f"{name} >= {bound!r}").mask(evaluation)
        assert ((mask == (values >= bound)) | close).all(), name


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("problem", [1, 2, 3, 4]),
        ("empty", [2, 4]),
        ("repeats", [3]),
        ("missing", [4]),
        ("preds=0", [2, 4]),
        ("preds=1", [0, 1]),
        ("top:/^$/", []),
        ("top:a", [0, 1, 3]),
        ("truth:b | edited", [1, 2]),
    ],
)
def test_a_confidence_without_a_label_is_no_label(expression: str, found: list[int]) -> None:
    truths, predictions = [["a"], ["b"], ["b"], ["a"], ["a"]], [["a"], ["a"], [""], ["a", "a"], None]
    confidences = [[0.5], [math.nan], [0.5], [0.5, 0.4], []]
    assert rows(open_lists(Lists(truths, predictions, confidences), "gap").evaluation, expression) == found


@pytest.fixture
def small() -> Evaluation:
    """Four rows with extra columns: texts, numbers with a gap, and one named like a built-in field."""
    truth = pd.DataFrame(
        {
            "id": ["a1", "a2", "B3", "b 4"],
            "label": ["x y", "x", "", "a:b&c"],
            "species": ["whale", "Whale", "new whale", "-"],
            "age": ["30", " 7.5", "", "4e1"],
            "score": ["1", "2", "3", "4"],
        }
    )
    submission = pd.DataFrame({"id": ["a1", "a2", "b 4"], "label": ["y z", "x x", "z a:b&c"]})
    return inspector.open_pair(
        truth, submission, "map@1", separator=" ", id_column="id", truth_column="label"
    ).evaluation


def rows(evaluation: Evaluation, expression: str) -> list[int]:
    return np.flatnonzero(parse(expression).mask(evaluation)).tolist()


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("", [0, 1, 2, 3]),
        (" ", [0, 1, 2, 3]),
        ("A2", [1]),
        ("Z", [0, 3]),
        ("b", [2, 3]),
        ("x z", [0]),
        ("x && z || b3", [0, 2]),
        ("y | b !z", [0, 2]),
        ("!(x | z)", [2]),
        ("!!x", [0, 1]),
        ('"a:b&c"', [3]),
        ('truth:"a:b&c"', [3]),
        ('id:"b 4"', [3]),
        ("id:b", []),
        ("id:/b/", [3]),
        ("id:/(?i)^b/", [2, 3]),
        ("id!=a1", [1, 2, 3]),
        ("truth=x", [0, 1]),
        ("PRED:z", [0, 3]),
        ("predictions:z", [0, 3]),
        ("top:z", [3]),
        ("rank=none", [2]),
        ("rank:after", [3]),
        ("rank!=after", [0, 1, 2]),
        ("rank>=1", [0, 1, 3]),
        ("first_hit_rank>1", [3]),
        ("score == 1", [0, 1]),
        ("score!=1", [2, 3]),
        ("Score<.5", [2, 3]),
        ("cost>=0.25", [3]),
        ("wrong_order>0", [3]),
        ("ordering_loss>0", [3]),
        ("by_order>0", [3]),
        ("missing_labels>0", []),
        ("truths=0", [2]),
        ("preds<2", [2]),
        ("repeats", [1]),
        ("Missing", [2]),
        ('"missing"', []),
        ("problem", [1, 2]),
        ("species:whale", [0]),
        ("species=whale", [0]),
        ("species!=whale", [1, 2, 3]),
        ('species:"new whale"', [2]),
        ("species:/whale$/", [0, 2]),
        ("age>7.5", [0, 3]),
        ("age=40", [3]),
        ("age:40", []),
        ("age!=30", [1, 3]),
        ("age=-", []),
        ('"extra:score">2', [2, 3]),
        ('"species":-', [3]),
    ],
)
def test_expressions_and_the_rows_they_select(small: Evaluation, expression: str, found: list[int]) -> None:
    assert rows(small, expression) == found


@pytest.mark.parametrize(
    ("expression", "position", "said"),
    [
        ("score<", 6, "a value is missing"),
        ("a & ", 4, "a condition is missing"),
        ("a | & b", 4, "a condition is missing"),
        ("a ()", 3, "a condition is missing"),
        ("(a", 2, "a parenthesis is not closed"),
        ("a) b", 1, "no parenthesis is open here"),
        ("a:b:c", 3, "a comparison cannot start here"),
        ("<3", 0, "a comparison cannot start here"),
        ('a "b', 2, "the quotes are not closed"),
        ("id:/a", 3, "the pattern is not closed"),
        ("a id:/(/", 5, "the pattern is invalid"),
        ("a\ud800", 1, "half a character"),
        ("!" * 101 + "a", 0, "nested too deeply"),
        ("(" * 101 + "a" + ")" * 101, 100, "nested too deeply"),
        ("a scor<3", 2, "Did you mean score?"),
        ("a score<x", 8, "score needs a number"),
        ("score:/1/", 6, "score needs a number"),
        ("rank>none", 5, "takes none and after"),
        ("rank=never", 5, "takes none and after"),
        ("truth<3", 0, "truths counts"),
        ("species>3", 0, "cannot be compared with >"),
        ("age>old", 0, "cannot be compared with >"),
    ],
)
def test_an_error_is_reported_with_its_position(small: Evaluation, expression: str, position: int, said: str) -> None:
    with pytest.raises(QueryError) as error:
        parse(expression).mask(small)
    assert error.value.position == position
    assert said in str(error.value)
    assert f"character {position + 1}" in str(error.value)


def test_a_hundred_negations_side_by_side_are_not_deep(small: Evaluation) -> None:
    assert rows(small, " & ".join(["!x"] * 300)) == [2, 3]


@given(st.text(max_size=30) | st.text('ab"\\/:<=!&|() ', max_size=12))
def test_every_text_is_an_expression_or_an_error_within_it(text: str) -> None:
    try:
        parse(text)
    except QueryError as error:
        assert 0 <= error.position <= len(text)


@given(text=st.text(max_size=12) | st.text('ab"\\/:<=!&|() \n', max_size=8) | st.sampled_from(["edited", "/a/", "And"]))
def test_any_label_can_be_quoted_as_a_value_as_a_field_and_as_a_text(text: str) -> None:
    assert parse(f"pred:{quote(text)}").root == Condition(Word("pred", "bare", 0), ":", word(quote(text), text, 5))
    assert parse(f"{quote(text)}>1").root.field == word(quote(text), text, 0)
    assert parse(quote(text)).root == Mention(word(quote(text), text, 0))
    if quote(text) == text:
        assert text.lower() not in NAMES


def word(written: str, text: str, position: int) -> Word:
    return Word(text, "quoted" if written.startswith('"') else "bare", position)


@pytest.mark.slow
@given(text=st.text('aB"\\/.*+?()[]{}|^$ é\n-', max_size=8), around=st.text("ab ", max_size=2))
def test_any_text_can_be_searched_in_a_field(text: str, around: str) -> None:
    cells = [around + text + around, around + text.swapcase(), "zzz"]
    truth = pd.DataFrame({"id": ["0", "1", "2"], "label": ["x"] * 3, "remark": cells})
    evaluation = inspector.open_pair(
        truth, truth[["id", "label"]], "map@1", id_column="id", truth_column="label"
    ).evaluation
    wanted = [row for row, cell in enumerate(cells) if text.lower() in cell.lower()]
    assert rows(evaluation, f"remark:{containing(text)}") == wanted


def test_an_extra_column_is_a_field(small: Evaluation) -> None:
    names = [field_of(column.name) for column in columns(small)]
    assert names[:4] == ["id", "score", "rank", "cost"]
    assert names[-3:] == ["species", "age", "extra:score"]
    for name in names:
        parse(f"{quote(name)}=1").mask(small)


def test_problem_shows_every_row_that_a_finding_names_until_it_is_edited(tmp_path) -> None:
    truth = "id,label,Usage\n" + "".join(f"r{n},x,Public\n" for n in range(7)) + "r7,x,What\n"
    labels = ["x 0.5", "x 0.5", "", "x inf", "x nan", "x .1 x .2", "X 0.5", "x 0.5"]
    (tmp_path / "t.csv").write_text(truth)
    (tmp_path / "s.csv").write_text("id,label\n" + "".join(f"r{n},{cell}\n" for n, cell in enumerate(labels) if n))
    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "gap")
    named = {row for problem in inspection.problems for row in problem.rows.tolist()}
    assert rows(inspection.evaluation, "problem") == sorted(named) == [0, 2, 3, 4, 5, 6, 7]
    for row in (3, 6, 7):
        inspection.edit(f"r{row}", ["x"], [0.5])
    assert rows(inspection.evaluation, "problem") == [0, 2, 4, 5, 7]  # edits do not resolve problems of the truth


def test_a_problem_of_the_whole_file_is_no_problem_of_its_rows(tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,x y\nb,y\n")
    (tmp_path / "s.csv").write_text("id,label\na,x|y\nb,y|x\n")
    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@2")
    assert "separator" in {problem.kind for problem in inspection.problems}
    assert rows(inspection.evaluation, "problem") == []
