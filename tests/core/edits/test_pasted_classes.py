"""Pasting probabilities of classes: by the names of a header, in the order of the file, and as the line shows a row."""

from __future__ import annotations

import numpy as np
import pytest

from inspector import InputError, Inspection
from inspector.core.data.prediction import Prediction
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.paste import paste
from inspector.core.edits.pasting.pasted import Pasted
from inspector.core.edits.prediction_edit import written_whole
from inspector.core.rows.copying import copy_task
from inspector.core.rows.export import rows_table
from inspector.core.task import drain

TRUTH = "id,author\nq,EAP\nr,HPL\ns,MWS\n"
SUBMISSION = "id,EAP,HPL,MWS\nq,0.75,0.125,0.125\nr,0.25,0.5,0.25\ns,0.25,0.75,0\n"
BEFORE = [{"EAP": 0.75, "HPL": 0.125, "MWS": 0.125}, {"EAP": 0.25, "HPL": 0.5, "MWS": 0.25}, {"HPL": 0.75, "EAP": 0.25}]
AFTER = {"EAP": 0.1, "HPL": 0.2, "MWS": 0.7}


@pytest.fixture
def classes(read) -> Inspection:
    return read(TRUTH, SUBMISSION, "mlogloss")


def put(inspection: Inspection, text: str, rows=(0, 1, 2)) -> Pasted:
    pasted = paste(inspection.evaluation, text, np.array(rows))
    inspection.apply(pasted.edit)
    return pasted


def now(inspection: Inspection) -> list[dict[str, float]]:
    found = (inspection.evaluation.prediction(row) for row in range(len(inspection.evaluation.table)))
    return [dict(zip(one.labels, one.confidence or (), strict=True)) for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "id\tEAP\tHPL\tMWS\nr\t0.1\t0.2\t0.7\n",
        "MWS\tother\tid\tHPL\tEAP\n0.7\t9\tr\t0.2\t0.1",
        "id,MWS,HPL,EAP\nr,0.7,0.2,0.1\n",
        "id,EAP,HPL,MWS\nr,0.1,0.2,0.7\n",
        "r\t0.1\t0.2\t0.7",
        "r,0.1,0.2,0.7",
        "r\t0.1 0.2 0.7",
        "r\t0.9\t0\t0.1\nr\t0.1\t0.2\t0.7",
        "r\tEAP:0.1 HPL:0.2 MWS:0.7",
        "r\tHPL:0.2\tMWS:0.7\tEAP:0.1",
    ],
)
def test_the_probabilities_of_a_row_are_pasted_by_its_id(classes: Inspection, text: str) -> None:
    put(classes, text)
    assert now(classes) == [BEFORE[0], AFTER, BEFORE[2]]
    assert classes.evaluation.prediction(1).labels == ("MWS", "HPL", "EAP")
    classes.undo()
    assert now(classes) == BEFORE


@pytest.mark.parametrize(
    "text",
    [
        "EAP\tHPL\tMWS\n0.1\t0.2\t0.7\n0.5\t0.5\t0",
        "MWS\tHPL\tEAP\n0.7\t0.2\t0.1\n0\t0.5\t0.5",
        "0.1\t0.2\t0.7\n0.5\t0.5\t0",
        "0.1 0.2 0.7\n0.5 0.5 0",
        "EAP:0.1 HPL:0.2 MWS:0.7\nHPL:0.5 MWS:0 EAP:0.5",
    ],
)
def test_without_ids_the_lines_go_to_the_rows_in_their_order(classes: Inspection, text: str) -> None:
    put(classes, text, rows=(2, 0))
    assert now(classes) == [{"EAP": 0.5, "HPL": 0.5}, BEFORE[1], AFTER]
    assert classes.evaluation.prediction(0) == Prediction(("EAP", "HPL"), (0.5, 0.5))


@pytest.fixture
def commas(read) -> Inspection:
    return read(TRUTH, SUBMISSION.replace(",", ";").replace(".", ","), "mlogloss")


@pytest.mark.parametrize(
    "text",
    [
        "id\tEAP\tHPL\tMWS\nr\t0,1\t0,2\t0,7\n",
        "MWS\tid\tHPL\tEAP\n0,7\tr\t0,2\t0,1",
        "r\t0,1\t0,2\t0,7",
        "r\t0,1 0,2 0,7",
        "r\t0.1\t0.2\t0.7",
        "r\t0,1\t0.2\t,7",
        "r,0.1,0.2,0.7",
        "r\tEAP:0.1 HPL:0.2 MWS:0.7",
    ],
)
def test_a_file_with_decimal_commas_takes_them(commas: Inspection, text: str) -> None:
    assert now(commas) == BEFORE
    put(commas, text)
    assert now(commas) == [BEFORE[0], AFTER, BEFORE[2]]


@pytest.mark.parametrize("cell", ["1.234", "1,234", "1.000,5", "0,1,2", "0.1.2"])
def test_a_cell_that_is_no_probability_by_either_sign_is_refused(commas: Inspection, cell: str) -> None:
    with pytest.raises(InputError, match=rf"a pasted cell does not fit\. Found: '{cell}' for 'r'"):
        put(commas, f"id\tEAP\tHPL\tMWS\nq\t0,5\t0,5\t0\nr\t{cell}\t0,2\t0,7")
    assert now(commas) == BEFORE


def test_a_file_with_decimal_points_takes_no_commas(classes: Inspection) -> None:
    with pytest.raises(InputError, match=r"a pasted cell does not fit\. Found: '0,1' for 'r'"):
        put(classes, "id\tEAP\tHPL\tMWS\nr\t0,1\t0.2\t0.7")


@pytest.mark.parametrize("headers", [True, False])
def test_copies_from_a_file_with_decimal_commas_come_back(commas: Inspection, headers: bool) -> None:
    copied = drain(copy_task(commas.evaluation.snapshot(), np.arange(3), headers=headers)).text.decode()
    commas.apply(bulk.edit(commas.evaluation, np.arange(3), BulkEdit("put_first", "MWS")))
    assert now(commas) != BEFORE
    put(commas, copied)
    assert now(commas) == BEFORE


def test_what_the_line_of_a_row_shows_comes_back_when_it_is_pasted(classes: Inspection) -> None:
    shown = written_whole(classes.evaluation, 0, classes.evaluation.prediction(0))
    put(classes, f"r\t{shown}\ns\t{shown}")
    assert now(classes) == [BEFORE[0]] * 3


def test_classes_that_the_header_does_not_name_keep_their_probability(classes: Inspection) -> None:
    put(classes, "id\tHPL\ns\t0.125\n")
    assert now(classes)[2] == {"HPL": 0.125, "EAP": 0.25}


def test_words_of_labels_take_the_probabilities_of_the_ranks(classes: Inspection) -> None:
    put(classes, "q\tMWS EAP HPL")
    assert classes.evaluation.prediction(0) == Prediction(("MWS", "EAP", "HPL"), (0.75, 0.125, 0.125))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id\tEAP\tHPL\tMWS\nq\t0.1\t0.2\t0.7\nr\t0.1\tx\t0.9", r"'x' for 'r'.*a number from 0 to 1"),
        ("id\tEAP\tHPL\tMWS\nr\t10\t20\t70", r"'10' for 'r'.*a number from 0 to 1"),
        ("r\t0.1\t0.9", r"'0.1 0.9'.*3 numbers in each line"),
        ("r\tEAP:0.1 HPL:much", r"'much' is no number for 'HPL'. Found: row 'r'"),
        ("q\tEAP:1\nr\tEAP:0.9 HPL:abc Foo:0.2", r"no number for 'HPL'; the file has no column for the label 'Foo'. F"),
    ],
)
def test_a_line_without_a_probability_for_each_class_is_named(classes: Inspection, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        put(classes, text)
    assert now(classes) == BEFORE


def test_columns_of_0_and_1_take_no_other_numbers(read) -> None:
    rows = range(12)
    truth = "id,label\n" + "".join(f"r{at},{'x z' if at % 2 else 'y'}\n" for at in rows)
    flags = "id,x,y,z\n" + "".join(f"r{at},{at % 2},{1 - at % 2},{at % 2}\n" for at in rows)
    found = read(truth, flags, "f1")
    put(found, "id\tz\ty\tx\nr0\t1\t0\t1\nr1\t0\t1\t0\n", rows)
    assert [found.evaluation.labels(row) for row in (0, 1, 2)] == [["x", "z"], ["y"], ["y"]]
    with pytest.raises(InputError, match=r"'0.5' for 'r0'.*0 or 1"):
        put(found, "r0\t0.5\t1\t0", rows)


def test_classes_named_by_numbers_are_labels_where_nothing_else_is_pasted(read) -> None:
    found = read("id,label\nq,0\nr,1\ns,0\n", "id,0,1\nq,0.75,0.25\nr,0.25,0.75\ns,1,0\n", "mlogloss")
    put(found, "q\t1\t0\nr\t0.5\t0.5")
    assert now(found)[:2] == [{"0": 1.0}, {"0": 0.5, "1": 0.5}]
    found.undo()
    put(found, "q\t1 0")
    assert found.evaluation.prediction(0) == Prediction(("1", "0"), (0.75, 0.25))


def test_a_name_with_blanks_is_read_with_its_probability(read) -> None:
    found = read(TRUTH.replace("HPL", "H P L"), SUBMISSION.replace("HPL", "H P L"), "mlogloss")
    put(found, "r\tEAP:0.5,H P L:0.5")
    assert now(found)[1] == {"EAP": 0.5, "H P L": 0.5}


def test_confidences_in_their_own_column_are_pasted_beside_labels(read) -> None:
    text = "id,label,sure\nq,EAP HPL,0.5 0.25\nr,HPL,0.75\ns,MWS,0.5\n"
    found = read(TRUTH, text, "map@3", confidence_column="sure")
    put(found, "q\tMWS:0.875 EAP:0.125\nr\tHPL:0.5")
    assert now(found)[:2] == [{"MWS": 0.875, "EAP": 0.125}, {"HPL": 0.5}]


@pytest.mark.parametrize(
    "text",
    [
        "id\tx\ty\nb\t9\t8\n",
        "id\ty\tx\nb\t8\t9\n",
        "b\t9\t8",
        "b\t9 8",
        "b,9,8",
        "id,y,x\nb,8,9",
    ],
)
def test_several_numbers_of_a_row_are_pasted_by_name_or_in_order(read, text: str) -> None:
    truth, submission = "id,x,y\na,1,2\nb,3,7\nc,5,6\n", "id,x,y\na,1.5,2.5\nb,3.5,4.5\nc,5.5,6.5\n"
    found = read(truth, submission, "rmse")
    put(found, text)
    assert found.evaluation.prediction(1) == Prediction(("x", "y"), (9.0, 8.0))
    assert len(found.evaluation.overlay) == 1


def copied(inspection: Inspection, *, headers: bool) -> str:
    return drain(copy_task(inspection.evaluation, inspection.evaluation.all_rows, headers)).text.decode()


WITH_SIGN = "id,author\nq,EAP:0.75 HPL:0.25\nr,HPL:0.5\ns,MWS:0.125\n"
IN_TURN = "id,author\nq,EAP 0.75 HPL 0.25\nr,HPL 0.5\ns,MWS 0.125\n"
FLAGS = "id,EAP,HPL,MWS\nq,1,0,1\nr,0,1,0\ns,0,0,1\n"


@pytest.mark.parametrize("headers", [True, False])
@pytest.mark.parametrize("noted", [True, False])
@pytest.mark.parametrize(
    ("submission", "metric"),
    [(SUBMISSION, "mlogloss"), (SUBMISSION, "map@3"), (WITH_SIGN, "map@3"), (IN_TURN, "gap"), (FLAGS, "f1")],
)
def test_copied_rows_come_back_whole(read, submission: str, metric: str, headers: bool, noted: bool) -> None:
    found = read(TRUTH.replace("q,EAP", "q,EAP MWS") if submission is FLAGS else TRUTH, submission, metric)
    found.evaluation.table.predictions.weights is None or found.edit("r", ["MWS", "EAP"], [0.875, 0.0625])
    if noted:
        found.note("q", "x")
    before, text = [found.evaluation.prediction(row) for row in range(3)], copied(found, headers=headers)
    found.apply(bulk.edit(found.evaluation, found.evaluation.all_rows, BulkEdit("clear")))
    assert str(put(found, text)).startswith("3 rows changed")
    assert [found.evaluation.prediction(row) for row in range(3)] == before


def test_copied_rows_hold_the_probabilities_and_exported_ones_the_labels(classes: Inspection) -> None:
    assert "\tEAP\t0.75\tEAP:0.75 HPL:0.125 MWS:0.125\t" in copied(classes, headers=False)
    assert rows_table(classes.evaluation, np.arange(1))["predictions"].to_pylist() == ["EAP HPL MWS"]
