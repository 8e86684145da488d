"""The fields of the filter language that hold the probability of a class."""

from __future__ import annotations

import numpy as np
import pytest

import inspector
from inspector.core.query import QueryError, parse
from inspector.core.query.candidates import field_names
from inspector.core.query.completion import completions

TRUTH = "id,label\na,cat\nb,dog\nc,two words\nd,cat\n"
SUBMISSION = "id,cat,dog,two words\na,0.7,0.2,0.1\nb,0.5,0.3,0.2\nc,0.0,0.4,0.6\nd,0.2,0.3,0\n"


@pytest.fixture
def animals(read) -> inspector.Inspection:
    return read(TRUTH, SUBMISSION, "mlogloss")


def chosen(opened: inspector.Inspection, text: str) -> str:
    """The ids of the rows that match."""
    return "".join(opened.evaluation.table.id(row) for row in np.flatnonzero(parse(text).mask(opened.evaluation)))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("p.cat>0.6", "a"),
        ("p.cat=0", "c"),
        ("p.dog>=0.4", "cd"),  # d is scored over its sum
        ('"p.two words">p.dog', "c"),
        ("p.cat=p_true", "ad"),
        ("p.cat=confidence", "ab"),
    ],
)
def test_a_class_is_compared_by_its_probability_as_the_metric_scores_it(animals, text, ids) -> None:
    assert chosen(animals, text) == ids


def test_numbers_that_are_not_over_their_sum_count_as_they_are(animals) -> None:
    animals.set_metric("mlogloss(sums=as-they-are)")
    assert chosen(animals, "p.dog=0.3") == "bd"


def test_the_probability_follows_edits_and_the_baseline_keeps_it(animals) -> None:
    animals.edit("a", ["dog", "cat"], [0.9, 0.1])
    assert (chosen(animals, "p.cat<0.2 & p.dog>0.8"), chosen(animals, "base.p.cat=0.7")) == ("a", "a")


def test_a_row_without_a_prediction_has_none(read) -> None:
    opened = read(TRUTH, SUBMISSION.replace("d,0.2,0.3,0\n", ""), "mlogloss")
    assert chosen(opened, "p.cat>=0") == "abc"


def test_classes_are_offered_by_their_names(animals) -> None:
    names = field_names(animals.evaluation)
    assert {"p.cat", "p.dog", "p.two words"} <= {*names}
    assert completions("do", 2, names, lambda field, typed: []).texts == ["p.dog"]
    assert completions("p.dog", 5, names, lambda field, typed: []).texts[0] == "p.dog<"


def test_an_unknown_class_is_refused_with_those_there_are(animals) -> None:
    with pytest.raises(QueryError, match=r"no field 'p\.cta'.*p\.cat, p\.dog"):
        chosen(animals, "p.cta>0.5")


def test_of_many_classes_an_error_names_the_first(read) -> None:
    names = [f"c{number:02}" for number in range(30)]
    truth = "".join(f"r{number},{name}\n" for number, name in enumerate(names))
    rows = "".join(f"r{number},{','.join(['0.03'] * 30)}\n" for number in range(30))
    opened = read("id,label\n" + truth, f"id,{','.join(names)}\n{rows}", "mlogloss")
    with pytest.raises(QueryError) as error:
        chosen(opened, "p.dog>0.5")
    assert ("p.c11" in str(error.value), "p.c12" in str(error.value)) == (True, False)


def test_lists_of_labels_have_no_such_field(read) -> None:
    assert not [name for name in field_names(read().evaluation) if name.startswith("p.")]
