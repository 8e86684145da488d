"""Pasted numbers are read as typed ones, with the decimal sign of the file; what may be two numbers is refused.

Rows come back as they were copied, also those that lack a number.
"""

from __future__ import annotations

import numpy as np
import pytest

from inspector import InputError, Inspection
from inspector.core.data.prediction import Prediction
from inspector.core.edits.paste import paste
from inspector.core.edits.prediction_edit import prediction_edit, typed_prediction
from inspector.core.rows.copying import copy_task
from inspector.core.task import drain

NAMES = {1: ("y",), 2: ("low", "high")}
TRUTH = ["101,5;0,25", "99,75;2,5", "12,5;1,5", "7,25;3,5"]
# The last row is missing, and the one before lacks a number.
PREDICTED = {1: ["103,125", "98,5", "", None], 2: ["103,125;0,5", "98,5;2,25", "13,25;", None]}


def file_of(cells, width: int, decimal: str) -> str:
    lines = [";".join(("id", *NAMES[width])), *(f"r{at};{cell}" for at, cell in enumerate(cells) if cell is not None)]
    text = "\n".join(lines) + "\n"
    return text if decimal == "," else text.replace(",", ".").replace(";", ",")


@pytest.fixture
def opened(read):
    def of(width: int, decimal: str) -> Inspection:
        truth = file_of([";".join(cell.split(";")[:width]) for cell in TRUTH], width, decimal)
        pair = read(truth, file_of(PREDICTED[width], width, decimal), "rmse", shape="numbers")
        assert pair.evaluation.pair.submission.layout.decimal == decimal
        return pair

    return of


def now(pair: Inspection) -> str:
    """The numbers of all rows; one that is no number is as good as none."""
    found = [pair.evaluation.prediction(row).confidence or () for row in range(4)]
    return repr(found).replace("(nan,)", "()")


@pytest.mark.parametrize("decimal", [",", "."])
@pytest.mark.parametrize("typed", ["103.000", "1,234.5", "1,234,567", "1.234,5", "0,5", "0.5", " 7e2 ", "x", "", "nan"])
def test_a_pasted_number_is_what_it_would_be_if_typed(opened, typed: str, decimal: str) -> None:
    pair = opened(1, decimal)
    try:
        wanted = typed_prediction(pair.evaluation, 0, typed)
    except InputError as error:
        with pytest.raises(InputError, match=r"'r0'") as refused:
            paste(pair.evaluation, f"r0\t{typed}", np.array([0]))
        assert typed in refused.value.found
        assert (refused.value.expected, refused.value.hint) == (error.expected, error.hint)
        return
    pair.apply(paste(pair.evaluation, f"r0\t{typed}", np.array([0])).edit)
    assert pair.evaluation.prediction(0) == wanted


@pytest.mark.parametrize(("width", "cell"), [(1, "12,345"), (2, "12,345 7")])
def test_a_comma_that_may_stand_before_decimals_is_refused(opened, width: int, cell: str) -> None:
    with pytest.raises(InputError, match=rf"Found: '{cell}' for 'r1'. Expected: 12345 or 12.345"):
        paste(opened(width, ".").evaluation, f"r0\t{'98.5 ' * width}\nr1\t{cell}\n", np.array([0]))


def test_thousands_in_a_file_with_decimal_commas_are_refused(opened) -> None:
    with pytest.raises(InputError, match=r"Found: '103\.000' for 'r0'.*leave out points between thousands"):
        paste(opened(1, ",").evaluation, "r1\t98,5\nr0\t103.000\n", np.array([0]))


@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize("decimal", [",", "."])
@pytest.mark.parametrize("headers", [True, False])
def test_rows_that_were_copied_come_back(opened, width: int, decimal: str, headers: bool) -> None:
    pair = opened(width, decimal)
    before = now(pair)
    copied = drain(copy_task(pair.evaluation.snapshot(), np.arange(4), headers=headers)).text.decode()
    assert len(paste(pair.evaluation, copied, np.arange(4)).edit.rows) == 0
    for row in range(4):
        other = Prediction(NAMES[width], (7.5,) * width)
        pair.apply(prediction_edit(pair.evaluation, row, other))
    pair.apply(paste(pair.evaluation, copied, np.arange(4)).edit)
    assert now(pair) == before


def test_of_several_numbers_some_may_lack(opened) -> None:
    pair = opened(2, ",")
    pair.apply(paste(pair.evaluation, "r0\t1,5\tnan\nr1\tnan\t2,5", np.arange(4)).edit)
    assert repr(pair.evaluation.prediction(0).confidence) == "(1.5, nan)"
    assert repr(pair.evaluation.prediction(1).confidence) == "(nan, 2.5)"
