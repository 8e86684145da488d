"""One column a rank: blanks are skipped, edits fill the columns from the left."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from core.files.written import opened, predictions

import inspector
from inspector import InputError
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.paste import paste

TRUTH = "id,label\na,x\nb,y\nc,z\n"
SUBMISSION = 'note,id,p1,p2,p3\n1,a,x,,"q, r"\n2,b, y ,z,x\n'
TOLD = {"shape": "list/slots", "id_column": "id"}


@pytest.fixture
def columns(tmp_path: Path):
    """Open a submission with a column for each rank, without its note."""
    (tmp_path / "t.csv").write_text(TRUTH)
    (tmp_path / "s.csv").write_text(SUBMISSION.replace("note,", "").replace("\n1,", "\n").replace("\n2,", "\n"))
    return opened(tmp_path / "t.csv", tmp_path / "s.csv", **TOLD)


def labels(inspection) -> list[tuple[str, ...]]:
    return [prediction.labels for prediction in predictions(inspection).values()]


def test_filled_cells_are_the_labels_from_left_to_right(columns) -> None:
    assert labels(columns) == [("x", "q, r"), ("y", "z", "x"), ()]
    words = 'a column for each rank, "p1" to "p3", up to 3 a row'
    assert str(columns.evaluation.pair.submission) == f'2 rows: id "id", {words}'


def test_a_saved_edit_fills_the_columns_and_blanks_the_rest(columns, tmp_path: Path) -> None:
    columns.edit("a", ["q, r"])
    columns.edit("c", ["k", "l"])
    columns.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == 'id,p1,p2,p3\na,"q, r",,""\nb, y ,z,x\nc,k,l,\n'
    again = opened(tmp_path / "t.csv", tmp_path / "out.csv", **TOLD)
    assert labels(again) == [("q, r",), ("y", "z", "x"), ("k", "l")]


def test_more_labels_than_columns_are_refused_when_they_are_made(columns) -> None:
    with pytest.raises(InputError, match="a column for each rank") as caught:
        columns.edit("a", ["1", "2", "3", "4"])
    assert (caught.value.found, caught.value.expected) == ("4 labels", "at most 3")
    with pytest.raises(InputError, match=r"a column for each rank.*'b'"):
        bulk.edit(columns.evaluation, np.arange(3), BulkEdit("append", "new"))
    with pytest.raises(InputError, match=r"a column for each rank.*'a'"):
        paste(columns.evaluation, "id\tpredictions\na\tm;n;o;p", np.arange(3))
    assert labels(columns) == [("x", "q, r"), ("y", "z", "x"), ()]


@pytest.mark.parametrize("label", ["", " x", "two\nlines"])
def test_a_label_that_a_cell_cannot_hold_is_refused(columns, label: str) -> None:
    with pytest.raises(InputError, match="label"):
        columns.edit("a", [label])


def test_a_truth_may_have_a_column_for_each_label(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,true_1,true_2,Usage\na,x,y,Public\nb,,z,Private\n")
    (tmp_path / "s.csv").write_text("id,label\na,y\nb,z\n")
    evaluation = opened(tmp_path / "t.csv", tmp_path / "s.csv", shape="slots/list").evaluation
    assert [evaluation.truth(row) for row in range(2)] == [["x", "y"], ["z"]]


def test_respelled_labels_are_corrected_in_every_column(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,Xx\nb,Yy\nc,Zz\n")
    (tmp_path / "s.csv").write_text("id,p1,p2\na,xx,yy\nb,Yy,zz\nc,,zz\n")
    fixed = opened(tmp_path / "t.csv", tmp_path / "s.csv", shape="list/slots", fixes=("labels-case",))
    assert labels(fixed) == [("Xx", "Yy"), ("Yy", "Zz"), ("Zz",)]


def test_a_rank_without_a_label_of_the_truth_is_a_rank_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,x y\nb,y\nc,x\n")
    (tmp_path / "s.csv").write_text("id,article_1,article_2,article_3,article_4\na,x,q,y,\nb,y,w,x,\nc,x,q,,\n")
    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@4")
    assert inspection.evaluation.labels(0) == ["x", "q", "y"]
    inspection.edit("b", ["y", "w", "x", "z"])
    assert inspection.evaluation.labels(1) == ["y", "w", "x", "z"]
