"""The words and, or, not link conditions as & | ! do, and are text wherever they were before."""

from __future__ import annotations

import re

import pytest
from core.query.query_model import text_of, trees
from hypothesis import given

from inspector.core.query import Clause, QueryError, filter_of, parse, quote
from inspector.core.query.completion import completions

TRUTH = "id,label,and\na,not,1\nb,or,2\nc,rock and roll,3\n"
SUBMISSION = "id,label\na,not\nb,sand\nc,roll\n"


def without_positions(text: str) -> str:
    return re.sub(r"position=\d+", "", repr(parse(text).root))


@pytest.mark.parametrize(
    ("in_words", "in_signs"),
    [
        ("rock and roll", "rock & roll"),
        ("a or b AND Not c", "a | b & !c"),
        ("not (a or b)", "!(a | b)"),
        ("(a)and(b)or(c)", "(a)&(b)|(c)"),
        ("a not not b", "a !!b"),
        ("truth:/a/ and b", "truth:/a/ & b"),
        ('"and" or sand orb', '"and" | sand orb'),
        ("truth:and or pred!=not", "truth:and | pred!=not"),
        ("and>3 and or=2", "and>3 & or=2"),
        ("difference between cats and dogs", "difference between cats & dogs"),
        ("between 3 and 4", "between 3 & 4"),
    ],
)
def test_words_mean_what_the_signs_mean(in_words: str, in_signs: str) -> None:
    assert without_positions(in_words) == without_positions(in_signs)


@given(tree=trees)
def test_any_expression_can_be_written_in_words(tree) -> None:
    words = {"and": "and", "or": "OR", "not": "not"}
    assert without_positions(text_of(tree, words)) == without_positions(text_of(tree))


@pytest.mark.parametrize(
    ("expression", "position", "said"),
    [
        ("and", 0, 'double quotes to find the text: "and"'),
        ("a Or", 4, 'double quotes to find the text: "Or"'),
        ("not", 3, 'double quotes to find the text: "not"'),
        ("a or or b", 5, 'double quotes to find the text: "or"'),
        ("a & & b", 4, "Expected: a condition such as score<0.2 or w_1"),
        ("not " * 101 + "a", 0, "nested too deeply"),
        ("age between 30 and 40", 0, "Type age>=30 & age<=40"),
        ('x "my day" between 2017-08 and "2017-09-01 10"', 2, 'Type "my day">=2017-08 & "my day"<="2017-09-01 10"'),
    ],
)
def test_an_error_says_what_to_type_instead(expression: str, position: int, said: str) -> None:
    with pytest.raises(QueryError) as error:
        parse(expression)
    assert error.value.position == position
    assert str(error.value).endswith(f"{said}.") or said in error.value.what


def test_labels_and_columns_named_like_the_words_are_found(read) -> None:
    evaluation = read(TRUTH, SUBMISSION, "map@1").evaluation
    for text, found in ((f"truth:{quote('not')}", "a"), ("truth:or", "b"), (f"{quote('and')}>2", "c"), ("and=1", "a")):
        assert [evaluation.table.id(int(row)) for row in parse(text).mask(evaluation).nonzero()[0]] == [found]
    assert quote("NOT") == '"NOT"'


def test_a_clause_with_or_is_grouped_in_the_name_of_the_filter(read) -> None:
    evaluation = read(TRUTH, SUBMISSION, "map@1").evaluation
    clauses = [Clause("truth:or or score=0"), Clause("color")]
    assert filter_of(clauses, evaluation).name == "(truth:or or score=0) & color"


@pytest.mark.parametrize(("typed", "taken"), [("a or tru", "a or truth:"), ("no", "note:"), ("or", "origin:")])
def test_what_follows_a_word_is_completed(typed: str, taken: str) -> None:
    found = completions(typed, len(typed), ["truth", "note", "origin"], lambda field, begun: [])
    assert typed[: found.start] + found.texts[0] == taken
