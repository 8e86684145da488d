"""Edits of many rows survive saving and reading, or are rejected."""

from __future__ import annotations

import tempfile
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from core.files.labels.test_shape_law import pair
from core.files.written import FORMS, NAMED, PLAIN, Form, entries, opened, predictions, put
from hypothesis import given, settings

from inspector import InputError
from inspector.core.data.prediction import Prediction
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.bulk_labels import KINDS
from inspector.core.edits.paste import paste

ROWS = np.arange(5)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@settings(max_examples=8)
@given(data=st.data())
def test_a_bulk_edit_is_the_same_in_the_saved_file(form: Form, data: st.DataObject) -> None:
    labels = st.sampled_from([*form.labels, *PLAIN, "a b", "no column"])
    bulk_edit = BulkEdit(data.draw(st.sampled_from([*KINDS])), data.draw(labels), data.draw(labels), 2, 1)
    given_entries = data.draw(entries(form))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        truth, path = pair(folder), put(folder, form, given_entries)
        inspection, saved = opened(truth, path, **form.told), folder / f"saved{form.ending}"
        if form.weighted and not any(len(p) for _, p in given_entries):
            return  # a file without any confidence looks like one without confidences
        before = predictions(inspection)
        try:
            inspection.apply(bulk.edit(inspection.evaluation, ROWS, bulk_edit))
        except InputError:
            assert predictions(inspection) == before
            return
        wanted = predictions(inspection)
        if any(len(prediction) for prediction in wanted.values()):
            inspection.save(saved)
            assert predictions(opened(truth, saved, **form.told)) == wanted


def test_a_label_that_a_wide_file_has_already_is_not_put_there_twice(tmp_path: Path) -> None:
    form = NAMED["wide"]
    ids = [("r0", Prediction(("x", "y"))), ("r1", Prediction(("x",)))]
    evaluation = opened(pair(tmp_path), put(tmp_path, form, ids), **form.told).evaluation
    for see in (bulk.edit, bulk.preview):
        with pytest.raises(InputError, match=r"cannot be repeated.*'y' 2 times in row 'r0'.*but one"):
            see(evaluation, ROWS, BulkEdit("replace", "x", "y"))
        with pytest.raises(InputError, match="no column for the label 'new'"):
            see(evaluation, ROWS, BulkEdit("append", "new"))


def test_a_reorder_that_the_file_cannot_hold_is_no_change(tmp_path: Path) -> None:
    form = NAMED["wide"]
    evaluation = opened(pair(tmp_path), put(tmp_path, form, [("r0", Prediction(("x", "y")))]), **form.told).evaluation
    assert bulk.preview(evaluation, ROWS[:1], BulkEdit("put_first", "y")).changed == 0
    assert bulk.preview(evaluation, ROWS[:1], BulkEdit("swap")).changed == 0
    assert bulk.preview(evaluation, ROWS[:1], BulkEdit("put_first", "z")).changed == 1


def test_truth_labels_that_the_file_cannot_hold_are_rejected_in_bulk_too(read) -> None:
    evaluation = read("id,label\na,two words\nb,x\n", "id,label\na,x y\nb,z\n", truth_column="label").evaluation
    bad = read("id,label\na,two words|x\nb,x|y\n", "id,label\na,x y\nb,z\n").evaluation
    assert bad.truth(0) == ["two words", "x"]
    with pytest.raises(InputError, match="cannot be written"):
        bulk.edit(bad, np.arange(2), BulkEdit("truth_first"))
    assert bulk.edit(evaluation, np.arange(2), BulkEdit("clear")).rows.tolist() == [0, 1]


def test_a_paste_reads_back_from_the_file_or_is_rejected(tmp_path: Path) -> None:
    form = NAMED["wide"]
    ids = [("r0", Prediction(("x", "y"))), ("r1", Prediction(("z",)))]
    inspection = opened(pair(tmp_path), put(tmp_path, form, ids), **form.told)
    inspection.apply(paste(inspection.evaluation, "id\tpredictions\nr0\tq x", ROWS).edit)
    assert inspection.evaluation.labels(0) == ["x", "q"]
    for cell, words in (
        ("z z", "repeated.*'z' 2 times in row 'r1'"),
        ("new", "no column for the label 'new'"),
    ):
        with pytest.raises(InputError, match=words):
            paste(inspection.evaluation, f"id\tpredictions\nr1\t{cell}", ROWS)


def test_pasted_documents_of_a_run_keep_the_order_of_the_paste(tmp_path: Path) -> None:
    form = NAMED["TREC run"]
    ids = [("r0", Prediction(("x", "y"), (0.9, 0.5))), ("r1", Prediction(("z",), (0.75,)))]
    inspection = opened(pair(tmp_path), put(tmp_path, form, ids), **form.told)
    inspection.apply(paste(inspection.evaluation, "id\tpredictions\nr1\tx z y", ROWS).edit)
    assert inspection.evaluation.prediction(1) == Prediction(("x", "z", "y"), (0.75000006, 0.75, 0.7499999))
