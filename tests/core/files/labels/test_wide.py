"""Wide files, one label per column: zeros and ones, words, probabilities, and other cells."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.files.written import predictions

from inspector import InputError
from inspector.core.data.prediction import Prediction

TRUTH = "id,label\na,x\nb,y z\nc,z\n"


@pytest.mark.parametrize(("yes", "no"), [("1", "0"), ("1.0", "0.0"), ("true", "false"), ("True", "FALSE"), (" 1", "")])
def test_zeros_and_ones_list_their_labels_in_the_order_of_the_columns(read, yes: str, no: str) -> None:
    rows = f"a,{yes},{no},{yes}\nb,{no},{no},{no}\nc,{no},{yes},{no}\n"
    told = {} if no else {"shape": "list/wide"}  # a blank is no number: nothing is guessed from it
    found = read(TRUTH, f"id,z,x, y\n{rows}", **told)
    assert predictions(found) == {"a": Prediction(("z", "y")), "b": Prediction(()), "c": Prediction(("x",))}


def test_probabilities_order_the_labels_and_are_their_confidences(read) -> None:
    found = read(TRUTH, "id,x,y,z\na,0.2,0.90,0\nb,0.5,0.5,1e-3\nc,0,0,0\n")
    assert predictions(found) == {
        "a": Prediction(("y", "x"), (0.9, 0.2)),
        "b": Prediction(("x", "y", "z"), (0.5, 0.5, 0.001)),
        "c": Prediction((), ()),
    }


def test_a_wide_truth_has_the_labels_of_at_least_one_half(read) -> None:
    evaluation = read("id,x,y,z\na,1,0,0.5\nb,0,0.49,0\n", "id,label\na,x\nb,y\n").evaluation
    assert [evaluation.truth(row) for row in range(2)] == [["x", "z"], []]


@pytest.mark.parametrize("odd", ["-0.5", "nan", "", "many"])
def test_cells_that_are_no_probability_predict_nothing_in_a_wide_file(read, odd: str) -> None:
    found = read(TRUTH, f"id,x,y,z\na,{odd},0.9,0\nb,0.5,0,0\nc,0,0,0.1\n", shape="list/wide")
    assert [prediction.labels for prediction in predictions(found).values()] == [("y",), ("x",), ("z",)]


def test_columns_beside_the_labels_are_kept(read) -> None:
    truth = "id,x,y,site\na,1,0,north\nb,0,1,south\n"
    evaluation = read(truth, "id,y,x\na,1,0\nb,0,1\n").evaluation
    assert evaluation.table.extra["site"].to_pylist() == ["north", "south"]
    assert [evaluation.truth(row) for row in range(2)] == [["x"], ["y"]]


def test_an_edit_changes_the_numbers_of_its_labels_alone(read, tmp_path: Path) -> None:
    found = read(TRUTH, "id,x,y,z\na,0.20,0.90,0.0\nb,0.5,0.50,1e-3\nc,0,0,0\n")
    found.edit("a", ["z", "y"], [0.95, 0.9])
    found.edit("c", ["x"], [0.125])
    found.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,x,y,z\na,0,0.90,0.95\nb,0.5,0.50,1e-3\nc,0.125,0,0\n"


def test_words_stay_words_when_a_row_is_edited(read, tmp_path: Path) -> None:
    found = read(TRUTH, "id,x,y,z\na,True,False,False\nb,False,True,False\nc,False,False,True\n")
    found.edit("a", ["y"])
    found.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().splitlines()[1] == "a,False,True,False"


@pytest.mark.parametrize(
    ("labels", "values"), [(["new"], [0.5]), (["x", "x"], [0.5, 0.4]), (["x"], [0.0]), (["x"], [1.5]), (["x"], [-1])]
)
def test_a_value_that_the_column_cannot_hold_is_rejected(read, labels: list[str], values: list[float]) -> None:
    found = read(TRUTH, "id,x,y,z\na,0.2,0.9,0\nb,0.5,0.5,0\nc,0,0,0\n")
    with pytest.raises(InputError):
        found.edit("a", labels, values)
