"""The numbers of a column have one number of decimals, and none is hidden by it."""

from __future__ import annotations

import math

import pandas as pd
import pytest
from core.report.pages import Page

import inspector
from inspector.core.report.blocks import Number, Table
from inspector.core.report.decimals import aligned
from inspector.core.report.texts import change, count, error, number, points, rank, score, share


def texts(*cells: Number | str) -> list[str]:
    block = aligned(Table(columns=("one",), lines=tuple((cell,) for cell in cells), total=len(cells)))
    return [cell.text if isinstance(cell, Number) else str(cell) for (cell,) in block.lines]


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        ([points(0.001), points(0.00098), points(0.0)], ["0.00100", "0.00098", "0.00000"]),
        ([error(-0.40003), error(0.0937379), error(0.0)], ["−0.400030", "+0.093738", "0.000000"]),
        ([error(-311_573.35), error(0.25), error(7.0)], ["−311,573.35", "+0.25", "+7.00"]),
        ([number(345_527.0), number(70.0)], ["345,527", "70"]),
        ([number(13_000.0), number(4_000.5)], ["13,000.00", "4,000.50"]),
        ([change(0.0), change(-0.5)], ["+0.00000", "−0.50000"]),
        ([count(25_361), count(3)], ["25,361", "3"]),
    ],
)
def test_a_column_has_one_number_of_decimals(cells: list[Number], shown: list[str]) -> None:
    assert texts(*cells) == shown


def test_no_number_becomes_0_by_it() -> None:
    assert texts(error(2_000_000.0), error(0.00012), error(1e-9)) == ["+2,000,000.00", "+0.00012", "+1e-09"]
    assert texts(score(0.5), score(1e-9)) == ["0.50000", "1e-09"]


def test_what_is_no_number_keeps_its_text() -> None:
    assert texts(rank(0), rank(12), "", share(0.1234), score(math.nan)) == ["none", "12", "", "12.3%", "–"]


def test_the_columns_of_a_report_have_one_number_of_decimals_each(tmp_path) -> None:
    truth = pd.DataFrame({"id": range(40), "y": [at / 7 for at in range(40)], "zone": ["n", "s"] * 20})
    off = [(-1) ** at * (at + 1) ** 3 / 3_000 for at in range(40)]
    inspector.open_pair(truth, truth.assign(y=truth["y"] + off), "mae", shape="numbers", truth_column="y").report(
        tmp_path / "report.html"
    )
    page = Page.of((tmp_path / "report.html").read_text(encoding="utf-8"))
    head, *lines = page.tables["Rows, worst first"]
    assert len(lines) > 20
    for at, name in enumerate(head[1:6], 1):
        assert len({len(line[at].partition(".")[2]) for line in lines}) == 1, name


def test_all_columns_of_numbers_of_slices_stand_at_the_right(tmp_path) -> None:
    truth = pd.DataFrame({"id": range(40), "y": [float(at) for at in range(40)], "zone": ["n", "s"] * 20})
    off = [at % 2 * 3.0 + 1 for at in range(40)]
    inspector.open_pair(truth, truth.assign(y=truth["y"] + off), "mae", shape="numbers", truth_column="y").report(
        tmp_path / "report.html"
    )
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert '<th scope="col" class="number">excess</th>' in text
