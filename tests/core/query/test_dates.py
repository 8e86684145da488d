"""Extra columns of dates and times, compared in the filter language."""

from __future__ import annotations

import operator
from datetime import datetime, timedelta

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import inspector
from inspector.core.arrays import arrow
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import QueryError, dates, parse
from inspector.core.query.candidates import field_names
from inspector.core.query.completion import completions

DAYS = ["2017-08-21", "2017-08-22", "2017-09-01", ""]
TIMES = ["2017-08-21 23:59", "2017-08-22T10:05:01Z", " 2017-08-22 10:05:01.5", "2018-01-01T00:00:00+00:00"]
# How many letters of 2017-08-22 10:05:01 a form has.
LENGTHS = (7, 10, 13, 16, 19)


@pytest.fixture
def sales() -> Evaluation:
    """Four rows with extra columns: dates, times of several forms, months, numbers of years, and texts."""
    columns = {
        "date": DAYS,
        "time": TIMES,
        "month": ["2017-07", "2017-08", "2017-09", "2018-01"],
        "year": ["2016", "2017", "2018", ""],
        "mixed": ["2017-08-22", "whale", "2017-09-01", "new"],
        "void": [""] * 4,
        "store_nbr": ["17", "17", "3", "17"],
    }
    truth = pd.DataFrame({"id": [*"abcd"], "label": ["x"] * 4, **columns})
    return inspector.open_pair(truth, truth[["id", "label"]], "map@1", id_column="id", truth_column="label").evaluation


def chosen(evaluation: Evaluation, text: str) -> str:
    """The ids of the rows that match."""
    return "".join(evaluation.table.id(row) for row in np.flatnonzero(parse(text).mask(evaluation)))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("store_nbr=17 & date>=2017-08-22", "b"),
        ("date>2017-08-21", "bc"),
        ("date>=2017-08", "abc"),
        ("date<=2017-08", "ab"),
        ("date>2017-08", "c"),
        ("date<2017-08", ""),
        ("date>=2017", "abc"),
        ("date>2017", ""),
        ('date>="2017-08-22 00:00"', "bc"),
        ('date<"2017-08-22T00:00:00Z"', "a"),
        ("!date>=2017-08-22", "ad"),
        ("date=2017-08", ""),
        ("date:2017-08-22", "b"),
        ("date!=2017-08-22", "acd"),
        ("date:/^2017-08/", "ab"),
        ("time<2017-08-22", "a"),
        ("time<=2017-08-22", "abc"),
        ("time>2017-08-22", "d"),
        ('time>="2017-08-22 10:05:01"', "bcd"),
        ('time>"2017-08-22T10:05:01Z"', "d"),
        ('time>="2017-08-22 10:05:01.5"', "cd"),
        ('time<="2017-08-22T10"', "abc"),
        ("month>=2017-08-01", "bcd"),
        ("month<2017-09-01", "ab"),
        ("month<=2017-08-15", "ab"),
        ("year>=2017", "bc"),
    ],
)
def test_dates_and_times_are_compared(sales, text, ids) -> None:
    assert chosen(sales, text) == ids


@pytest.mark.parametrize(
    ("text", "position", "said"),
    [
        ("date>=tuesday", 6, "date needs a date"),
        ("date>5", 5, "such as 2017-08-22"),
        ("date>2017-13", 5, "date needs a date"),
        ("date>/2017/", 5, "date needs a date"),
        ("mixed>=2017-08-22", 0, "mixed holds text, which cannot be compared with >="),
        ("void<2017-08-22", 0, "void holds text, which cannot be compared with <"),
        ("year>2017-08", 0, "year holds text, which cannot be compared with >"),
    ],
)
def test_what_is_no_date_is_refused(sales, text, position, said) -> None:
    with pytest.raises(QueryError, match=said) as error:
        chosen(sales, text)
    assert error.value.position == position


def test_an_odd_cell_among_dates_matches_no_comparison() -> None:
    cells = arrow.texts(["2017-08-22"] * 9 + ["9 whales", "", "\t"])
    found = dates.with_date(cells)
    assert found is not None
    assert found.tolist() == [True] * 9 + [False] * 3
    assert dates.with_date(cells[1:]) is None


def test_the_signs_are_offered_for_a_column_of_dates(sales) -> None:
    found = completions("date", 4, field_names(sales), lambda *_: []).texts
    assert {"date<", "date<=", "date>", "date>="} <= {*found}


moments = st.datetimes(datetime(1999, 1, 1), datetime(2001, 12, 31)).map(lambda moment: moment.replace(microsecond=0))
round_moments = moments.map(lambda moment: moment.replace(day=1, hour=0, minute=0, second=0))


@given(
    cell=moments | round_moments,
    typed=moments | round_moments,
    near=st.booleans(),
    lengths=st.tuples(*[st.sampled_from(LENGTHS)] * 2),
)
def test_a_comparison_is_one_of_moments(cell, typed, near, lengths) -> None:
    """A cell is the moment when it begins; a value is all the time that begins with it."""
    cell, typed = str(typed if near else cell)[: lengths[0]], str(typed)[: lengths[1]]
    start, end = beginning(typed), end_of(typed)
    at = beginning(cell)
    for written in (cell, cell.replace(" ", "T") + "Z" * (len(cell) > 10)):
        cells = arrow.texts([written])
        assert dates.with_date(cells) is not None
        for sign, bound, test in (
            ("<", start, operator.lt),
            ("<=", end, operator.lt),
            (">", end, operator.ge),
            (">=", start, operator.ge),
        ):
            assert dates.hold(cells, sign, typed).tolist() == [test(at, bound)], (written, sign, typed)


def beginning(written: str) -> datetime:
    return datetime.fromisoformat(written + "0000-01-01 00:00:00"[len(written) :])


def end_of(written: str) -> datetime:
    """The moment after all that begin with what is written."""
    start = beginning(written)
    if len(written) == LENGTHS[0]:
        return (start + timedelta(days=31)).replace(day=1)
    units = dict(zip(LENGTHS[1:], ("days", "hours", "minutes", "seconds"), strict=True))
    return start + timedelta(**{units[len(written)]: 1})
