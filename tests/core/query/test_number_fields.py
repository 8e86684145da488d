"""Fields of the filter language about numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.query import QueryError, parse
from inspector.core.query.candidates import field_names, flag_names, values
from inspector.core.query.cell import conditions
from inspector.core.query.completion import completions

ONE = ("id,price\na,10\nb,20\nc,\nd,-5\n", "id,price\na,13\nb,4\nc,1\nd,-5\n")
SEVERAL = ("id,x,two y\na,1,5\nb,2,6\n", "id,x,two y\na,1,9\nb,0,6\n")


@pytest.fixture
def one(read):
    return read(*ONE, "rmse", shape="numbers")


@pytest.fixture
def several(read):
    return read(*SEVERAL, "rmse", shape="numbers")


def chosen(opened: inspector.Inspection, text: str) -> str:
    """The ids of the rows that match."""
    mask = parse(text).mask(opened.evaluation)
    return "".join(opened.evaluation.table.id(row) for row in np.flatnonzero(mask))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("error>0", "a"),
        ("error=-16", "b"),
        ("error!=3", "bd"),
        ("true>=10", "ab"),
        ("predicted<5", "bcd"),
        ("predicted<true", "b"),
        ("TRUE=10", "a"),
        ("price", ""),
        ("b", "b"),
    ],
)
def test_a_number_is_compared_with_numbers_and_its_truth(one, text, ids) -> None:
    assert chosen(one, text) == ids


def test_fields_of_the_baseline_stay_when_a_number_is_edited(one) -> None:
    one.edit("a", ["price"], [8.0])
    assert (chosen(one, "error<0"), chosen(one, "base.error>0"), chosen(one, "base.predicted=13")) == ("ab", "a", "a")
    assert chosen(one, "better") == "a"  # 2 off instead of 3
    one.edit("b", ["price"], [float("-40")])
    assert chosen(one, "worse") == "b"


def test_each_of_several_numbers_has_its_fields(several) -> None:
    assert chosen(several, "error.x<0") == "b"
    assert chosen(several, '"error.two y">3') == "a"
    assert chosen(several, '"base.predicted.two y"=9 & predicted=1') == "a"
    assert chosen(several, "error=4") == "a"  # the number that is furthest off
    assert {"true.x", "error.two y", "furthest"} <= {*field_names(several.evaluation)}


def test_the_number_furthest_off_is_a_field(several, one) -> None:
    assert (chosen(several, "furthest:x"), chosen(several, 'furthest!="x"')) == ("b", "a")
    assert conditions(several.evaluation, "furthest", 0) == ['furthest:"two y"']
    assert values(several.evaluation, "furthest", "tw") == ["two y"]
    assert "furthest" not in field_names(one.evaluation)
    with pytest.raises(QueryError):
        chosen(one, "furthest:price")


@pytest.mark.parametrize(
    "text", ["rank>1", "pred:x", "top:x", "support<3", "missing_labels>0", "repeats", "score<rank"]
)
def test_fields_of_labels_are_refused_for_numbers(one, text) -> None:
    with pytest.raises(QueryError, match=r"numbers|needs a number"):
        chosen(one, text)


def test_the_error_for_a_label_field_names_the_field_that_fits(one) -> None:
    with pytest.raises(QueryError, match="true is the true number") as error:
        chosen(one, "score>0 & truth=10")
    assert error.value.position == len("score>0 & ")


def test_fields_of_numbers_are_refused_for_labels(read) -> None:
    with pytest.raises(QueryError, match="'error' does not exist for labels"):
        chosen(read(), "error>3")


def test_a_further_column_may_have_the_name_of_another_kinds_field() -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"], "error": ["5", "1"]})
    labels = inspector.open_pair(truth, truth[["id", "label"]], "map@1", truth_column="label")
    assert chosen(labels, "error>3") == chosen(labels, '"extra:error">3') == "a"


def test_only_fitting_fields_and_flags_are_offered(one) -> None:
    names, flags = field_names(one.evaluation), flag_names(one.evaluation)
    assert {"error", "true", "base.error"} <= {*names} and not {"rank", "pred", "truths", "base.rank"} & {*names}
    found = completions("re", 2, names, lambda *_: [], flags)
    assert found.texts == []
    assert completions("err", 3, names, lambda *_: [], flags).texts == ["error"]


def test_a_field_of_one_of_several_numbers_is_offered_without_a_colon(several) -> None:
    names = field_names(several.evaluation)
    assert completions("true.x", 6, names, lambda *_: []).texts[0] == "true.x<"
    assert '"true.two y"' in completions("true.", 5, names, lambda *_: []).texts


def test_a_row_without_a_number_is_empty(read) -> None:
    opened = read("id,p\na,1\nb,2\nc,3\n", "id,p\na,1\nb,\n", "rmse", shape="numbers")
    assert (chosen(opened, "empty"), chosen(opened, "missing")) == ("bc", "c")


@pytest.mark.parametrize("column", ["truth", "predictions", "error", "hit_strip", "score"])
def test_the_conditions_of_a_cell_find_its_row(one, several, column) -> None:
    for opened in (one, several):
        for text in conditions(opened.evaluation, column, 0):
            assert "a" in chosen(opened, text)
