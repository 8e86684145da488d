"""Reading: contents are read as text without changes, and problems are reported with their lines."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector

TRUTH = "id,label\na,x\nb,y z\nc,q\n"
SUBMISSION = "id,label\na,x y\nb,y\nc,z\n"


def labels(inspection: inspector.Inspection) -> dict[str, list[str]]:
    """The predictions by id."""
    evaluation = inspection.evaluation
    return {evaluation.table.id(row): evaluation.labels(row) for row in range(len(evaluation.table))}


ABOUT_THE_WRITING = {"byte-order-mark", "header", "delimiter", "index-column"}
PLAIN = {"a": ["x", "y"], "b": ["y"], "c": ["z"]}


@pytest.mark.parametrize(
    "submission",
    [
        SUBMISSION,
        SUBMISSION.replace("\n", "\r\n"),
        SUBMISSION.replace("\n", "\r"),
        "\ufeff" + SUBMISSION,
        SUBMISSION.rstrip("\n"),
        'id,label\n"a","x y"\nb,"y"\n"c",z\n',
        "id,label\na,x  y\nb, y \nc,z \n",
        "id, label\na,x y\nb,y\nc,z\n",
        SUBMISSION.replace(",", "\t"),
        SUBMISSION.replace(",", ";"),
        "label,id\nx y,a\ny,b\nz,c\n",
        "\nid,label\na,x y\n\nb,y\n\n\nc,z\n\n",
        "\r\n\r\nid,label\r\na,x y\r\n\r\nb,y\r\nc,z\r\n\r\n",
        "id,label\nc,z\nb,y\na,x y\n",
        ",id,label\n0,a,x y\n1,b,y\n2,c,z\n",
        "Unnamed: 0,id,label\n0,a,x y\n1,b,y\n2,c,z\n",
    ],
    ids=[
        "as usual",
        "CRLF",
        "CR",
        "BOM",
        "no final newline",
        "quoted cells",
        "doubled and outer spaces",
        "space in the header",
        "tabs",
        "semicolons",
        "columns swapped",
        "blank lines",
        "blank CRLF lines",
        "another row order",
        "an index column",
        "an unnamed index column",
    ],
)
def test_every_way_to_write_the_same_submission_reads_the_same(read, submission: str) -> None:
    inspection = read(submission=submission)
    assert labels(inspection) == PLAIN
    assert {problem.kind for problem in inspection.problems} <= ABOUT_THE_WRITING


@pytest.mark.parametrize("first", ["\n", "\n\n", "\r\n"])
def test_blank_lines_before_the_header_are_no_rows(read, first: str) -> None:
    inspection = read(truth=first + TRUTH)
    assert inspection.evaluation.table.ids.to_pylist() == ["a", "b", "c"]


@pytest.mark.parametrize("sign", [",", ";", "|", "\t"])
def test_labels_may_have_other_separators(read, sign: str) -> None:
    cell = f'"x{sign} y{sign}{sign}z"'
    inspection = read(submission=f"id,label\na,{cell}\nb,{cell}\nc,{cell}\n")
    assert labels(inspection)["a"] == ["x", "y", "z"]


def test_text_that_looks_like_something_else_stays_text(read) -> None:
    odd = ["0706016001", "None", "NA", "nan", "NULL", "true", "471632203e65", "1e5", "-0", "1.0", "<img", "=cmd"]
    inspection = read(
        "id,label\n" + "".join(f"{label},{label}\n" for label in odd),
        "id,label\n" + "".join(f"{label},{label} {label}x\n" for label in odd),
    )
    assert inspection.evaluation.table.ids.to_pylist() == odd
    assert labels(inspection) == {label: [label, f"{label}x"] for label in odd}
    assert inspection.overall == 1


def test_an_empty_cell_is_a_row_without_labels(read) -> None:
    inspection = read("id,label\na,\nb,y\nc,z\n", 'id,label\na,x\nb,\nc,""\n')
    assert labels(inspection) == {"a": ["x"], "b": [], "c": []}
    assert inspection.evaluation.truth(0) == []


def test_a_truth_label_written_twice_is_one_label(read) -> None:
    inspection = read(truth="id,label\na,x x y\nb,y\nc,q\n")
    assert inspection.evaluation.truth(0) == ["x", "y"]


def test_extra_columns_are_kept_and_those_of_the_truth_win(read) -> None:
    inspection = read("id,label,species,both\na,x,ant,1\nb,y,bee,2\nc,q,,3\n", "when,id,label,both\n9,c,z,s\n8,b,y,s\n")
    extra = {name: column.to_pylist() for name, column in inspection.evaluation.table.extra.items()}
    assert extra == {"species": ["ant", "bee", ""], "both": ["1", "2", "3"], "when": ["", "8", "9"]}


def test_the_options_overrule_every_guess(read) -> None:
    inspection = read(
        "key,other,wanted\na,1,x|y\nb,2,y\n",
        "other,pred,key,more\n1,q,b,y\n1,q,a,x|y z\n",
        id_column="KEY ",
        truth_column="wanted",
        submission_column="more",
        separator="|",
    )
    assert labels(inspection) == {"a": ["x", "y z"], "b": ["y"]}
    assert inspection.evaluation.truth(0) == ["x", "y"]


@pytest.mark.parametrize("predicted", ["x", "x y"], ids=["one label", "several labels"])
def test_columns_swapped_in_the_truth_are_found_by_their_ids(read, predicted: str) -> None:
    rows = "".join(f"{id_},{predicted}\n" for id_ in "abc")
    inspection = read("label,id\nx,a\ny,b\nx,c\n", "id,label\n" + rows)
    assert inspection.evaluation.table.ids.to_pylist() == ["a", "b", "c"]


def test_the_reading_describes_what_was_detected(read) -> None:
    pair = read().evaluation.pair
    assert str(pair.submission) == '3 rows: id "id", labels "label", separated by spaces, up to 2 a row'
    assert str(read(separator="/", submission="id,label\na,x/y\n").evaluation.pair.submission).startswith("1 row:")


def test_the_metric_is_guessed_from_the_commonest_length(read) -> None:
    one = "id,label\na,x\nb,y\nc,q\n"  # with several true labels, lists of varying length would be sets
    inspection = read(truth=one, submission="id,label\na,x y z\nb,x y z\nc,x\n", metric=None)
    assert str(inspection.metric) == "map@3"
    assert str(read(submission="id,label\na,\n", metric=None).metric) == "map"


def test_dataframes_are_read_like_files_and_lists_need_no_separator() -> None:
    truth = pd.DataFrame({"id": [7, 8, 9], "label": [["x y", "z"], "q", None], "n": [1.5, float("nan"), 2]})
    submission = pd.DataFrame({"id": ["9", "7"], "label": [("x",), np.array(["z", "x y"])]})
    inspection = inspector.open_pair(truth, submission, "map@2")
    assert labels(inspection) == {"7": ["z", "x y"], "8": [], "9": ["x"]}
    assert inspection.overall == pytest.approx(1 / 3)
    assert inspection.evaluation.table.extra["n"].to_pylist() == ["1.5", "", "2.0"]
    assert inspection.problems[0].line is None


@pytest.mark.parametrize("nothing", [None, float("nan"), pd.NA, pd.NaT], ids=["None", "nan", "NA", "NaT"])
def test_every_missing_value_of_a_dataframe_is_an_empty_cell(nothing: object) -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "label": pd.Series(["x", nothing], dtype=object)})
    assert inspector.open_pair(truth, truth, "map@1").evaluation.truth(1) == []
