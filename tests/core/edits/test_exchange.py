"""Exchanging two labels in many rows, in each form of files: confidences stay at their places."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from core.files.written import opened

from inspector import InputError, Inspection
from inspector.core.data.prediction import Prediction
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit

EAP_HPL = BulkEdit("exchange", "EAP", "HPL")
TRUTH = "id,author\nq,EAP\nr,HPL\ns,MWS\nt,EAP\nu,MWS\n"


def exchanged(found: Inspection, bulk_edit: BulkEdit = EAP_HPL) -> list[str]:
    """The ids of the rows that change; previewed, done, and undone and done again."""
    every, before = found.evaluation.all_rows, found.overall
    seen = bulk.preview(found.evaluation, every, bulk_edit)
    edit = bulk.edit(found.evaluation, every, bulk_edit)
    found.apply(edit)
    assert (seen.changed, seen.before, seen.after) == (len(edit.rows), before, found.overall)
    found.undo()
    assert (found.overall, len(found.evaluation.overlay)) == (before, 0)
    found.redo()
    return [found.evaluation.table.id(row) for row in edit.rows.tolist()]


def saved(found: Inspection, folder: Path, name: str = "saved.csv") -> list[str]:
    found.save(folder / name)
    return (folder / name).read_text().splitlines()


def test_with_a_column_for_each_class_the_probabilities_are_exchanged(read, tmp_path: Path) -> None:
    classes = "id,EAP,HPL,MWS\nq,0.1,0.7,0.2\nr,0.9,0,0.1\ns,0.25,0.25,0.5\nt,0,0,1\nu,0.2,0.5,0.3\n"
    found = read(TRUTH, classes, "mlogloss")
    assert exchanged(found) == ["q", "r", "u"]
    assert found.evaluation.prediction(1) == Prediction(("HPL", "MWS"), (0.9, 0.1))
    assert saved(found, tmp_path) == [
        "id,EAP,HPL,MWS", "q,0.7,0.1,0.2", "r,0,0.9,0.1", "s,0.25,0.25,0.5", "t,0,0,1", "u,0.5,0.2,0.3",
    ]  # fmt: skip
    assert found.undo_name == "exchange EAP with HPL in 3 rows"
    exchanged(found := read(TRUTH, classes, "mlogloss"), BulkEdit("exchange", "EAP", "MWS"))
    assert found.evaluation.prediction(2) == Prediction(("EAP", "HPL", "MWS"), (0.5, 0.25, 0.25))


def test_columns_of_0_and_1_are_exchanged(read, tmp_path: Path) -> None:
    flags = "id,EAP,HPL,MWS\nq,1,0,1\nr,0,1,0\ns,0,0,1\nt,1,1,0\nu,0,0,0\n"
    found = read(TRUTH.replace("q,EAP", "q,EAP MWS"), flags, "f1")
    assert exchanged(found) == ["q", "r"]
    assert saved(found, tmp_path)[1:] == ["q,0,1,1", "r,1,0,0", "s,0,0,1", "t,1,1,0", "u,0,0,0"]


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ("id,author\nq,EAP MWS HPL\nr,HPL\ns,MWS\n", "id,author\nq,HPL MWS EAP\nr,EAP\ns,MWS\n", "qr"),
        ("id,author\nq,HPL EAP HPL\nr,MWS\ns,MWS\n", "id,author\nq,EAP HPL EAP\nr,MWS\ns,MWS\n", "q"),
        ("id,author\nq,EAP:0.9 HPL:0.4\nr,HPL:0.7\n", "id,author\nq,HPL:0.9 EAP:0.4\nr,EAP:0.7\n", "qr"),
        ("id,p1,p2\nq,EAP,MWS\nr,MWS,HPL\ns,MWS,\n", "id,p1,p2\nq,HPL,MWS\nr,MWS,EAP\ns,MWS,\n", "qr"),
        ("id,author\nq,EAP\nq,HPL\nr,HPL\ns,MWS\n", "id,author\nq,HPL\nq,EAP\nr,EAP\ns,MWS\n", "qr"),
    ],
    ids=["list", "repeated", "with confidences", "slots", "long"],
)
def test_each_label_becomes_the_other_one_where_it_is(read, tmp_path, before: str, after: str, changed: str) -> None:
    told = {"shape": "slots"} if "p1" in before else {"shape": "/long"} if "q,HPL\nr" in before else {}
    found = read(TRUTH, before, "map@3", **told)
    assert exchanged(found) == [*changed]
    assert saved(found, tmp_path) == after.splitlines()


def test_scores_beside_each_document_stay_where_they_are(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 d9 1\n2 0 d1 1\n")
    (tmp_path / "run").write_text("1 Q0 d5 1 0.9 me\n1 Q0 d4 2 0.5 me\n1 Q0 d2 3 0.25 me\n2 Q0 d2 1 0.5 me\n")
    found = opened(tmp_path / "qrels", tmp_path / "run")
    assert exchanged(found, BulkEdit("exchange", "d5", "d2")) == ["1", "2"]
    assert found.evaluation.prediction(0) == Prediction(("d2", "d4", "d5"), (0.9, 0.5, 0.25))
    assert found.evaluation.prediction(1) == Prediction(("d5",), (0.5,))
    found.save(tmp_path / "saved")
    assert opened(tmp_path / "qrels", tmp_path / "saved").evaluation.prediction(0) == found.evaluation.prediction(0)


def test_a_label_without_a_column_cannot_be_exchanged(read) -> None:
    found = read(TRUTH, "id,EAP,HPL,MWS\nq,0.1,0.7,0.2\nr,0.9,0,0.1\ns,0.2,0.3,0.5\n", "mlogloss")
    with pytest.raises(InputError, match="no column for the label 'Foo'"):
        bulk.preview(found.evaluation, np.arange(3), BulkEdit("exchange", "EAP", "Foo"))
    assert bulk.edit(found.evaluation, np.arange(3), BulkEdit("exchange", "EAP", "EAP")).rows.tolist() == []
