"""Slices of columns of numbers: bands of many, a group each of few, and of codes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.analysis.slices.grouping import crossed, groupings
from inspector.core.analysis.slices.slices import Slices, slices
from inspector.core.query import parse

ROWS = 630


def sliced(cells: object, *titles: str) -> tuple[Slices, list[np.ndarray]]:
    """The slices of rows of one label each by a column, and the rows that the filter of each slice shows."""
    truth = pd.DataFrame({"id": range(ROWS), "label": np.resize(["x", "y", "y"], ROWS), titles[0]: cells})
    evaluation = inspector.open_pair(truth, truth[["id", "label"]].assign(label="y"), "accuracy").evaluation
    by_title = {one.title: one for one in groupings(evaluation)}
    chosen = by_title[titles[0]]
    for title in titles[1:]:
        chosen = crossed(chosen, by_title[title])
    found = slices(evaluation, chosen)
    return found, [np.flatnonzero(parse(found.clause(line)).mask(evaluation)) for line in range(len(found))]


def names(found: Slices) -> list[str]:
    return [found.name(line) for line in range(len(found))]


AGES = np.arange(ROWS) % 63 + 17


def test_many_whole_numbers_are_bands_that_their_filters_find() -> None:
    found, rows = sliced(AGES, "age")
    assert (len(found), names(found)[0], names(found)[-1]) == (10, "17–22", "73–79")
    for name, shown in zip(names(found), rows, strict=True):
        low, high = map(int, name.split("–"))
        assert shown.tolist() == np.flatnonzero((low <= AGES) & (high >= AGES)).tolist()
    assert sum(map(len, rows)) == ROWS


def test_bands_are_split_by_a_second_column() -> None:
    found, rows = sliced(AGES, "age", "true label")
    assert names(found)[:2] == ["17–22 · x", "17–22 · y"]
    assert [*map(len, rows)] == found.rows.tolist()
    assert sorted(np.concatenate(rows)) == [*range(ROWS)]


@pytest.mark.parametrize("blank", ["", "NA"])
def test_rows_without_a_number_are_a_group_behind_the_bands(blank: str) -> None:
    found, rows = sliced(np.where(np.arange(ROWS) % 5 == 0, blank, AGES.astype(str)), "age")
    assert (len(found), names(found)[-1]) == (11, "no number")
    assert rows[-1].tolist() == [*range(0, ROWS, 5)]


@pytest.mark.parametrize("blanks", [["", "NA"], ["nan", "NaN"], ["", "", "-"]])
def test_all_words_for_no_number_are_one_group_behind_few_numbers(blanks: list[str]) -> None:
    hours = (np.arange(ROWS) % 7).astype(str)
    found, rows = sliced(np.where(np.arange(ROWS) % 5 == 0, np.resize(blanks, ROWS), hours), "hour")
    assert names(found) == [*"0123456", "no number"]
    assert rows[-1].tolist() == [*range(0, ROWS, 5)]


def test_numbers_that_are_written_in_two_ways_stay_texts_beside_blanks() -> None:
    found, _ = sliced(np.resize(["1", "01", "2", ""], ROWS), "ward")
    assert sorted(names(found)) == ["", "01", "1", "2"]


@pytest.mark.parametrize(
    ("name", "cells", "is_each"),
    [
        ("store_nbr", AGES, True),
        ("zipCode", AGES, True),
        ("PULocationID", AGES, True),
        ("userid", AGES, True),
        ("fold", AGES, True),
        ("ward", [f"0{age}" for age in AGES], True),
        ("stores_nearby", AGES, False),
        ("humid", AGES, False),
        ("year", AGES + 1800, False),
        ("customer_id", np.arange(ROWS), False),  # a line for each row would say nothing
    ],
)
def test_codes_that_repeat_are_a_group_each(name: str, cells: object, is_each: bool) -> None:
    found, rows = sliced(cells, name)
    assert len(found) == (63 if is_each else 10)
    assert [*map(len, rows)] == found.rows.tolist()
    assert sorted(np.concatenate(rows)) == [*range(ROWS)]


def test_few_numbers_are_a_group_each_in_their_order() -> None:
    assert names(sliced(np.arange(ROWS) % 12 + 1, "month")[0]) == [*map(str, range(1, 13))]


@pytest.mark.parametrize(("step", "first"), [(0.25, "−4 to −2.75"), (1, "−4 to 1")])
def test_bands_below_zero_and_of_decimals_are_told_in_words(step: float, first: str) -> None:
    found, rows = sliced(np.arange(ROWS) % 63 * step - 4, "degrees")
    assert names(found)[0].replace("-", "−") == first
    assert [*map(len, rows)] == found.rows.tolist()
