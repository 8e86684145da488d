"""One file of truth and prediction without ids: its rows are numbered, where no column can be the ids."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.files.detection.question import AmbiguousReadingError, OneSidedFileError

ROWS = 120
DRAW = np.random.default_rng(5)
TRUE = np.round(DRAW.normal(50, 9, ROWS), 2)
GIVEN = np.round(TRUE + DRAW.normal(0, 4, ROWS), 3)
YES = DRAW.integers(0, 2, ROWS)
SURE = np.round(np.clip(0.5 + 0.3 * (2 * YES - 1) + DRAW.normal(0, 0.1, ROWS), 0, 1), 4)
CLASS = DRAW.integers(0, 3, ROWS)
DRAWN = DRAW.random((ROWS, 3)) + 1.2 * (np.arange(3) == CLASS[:, None])
CHANCES = [*np.round(DRAWN / DRAWN.sum(1, keepdims=True), 4).T]
FEW = DRAW.integers(0, 6, ROWS)
ANIMALS = [("cat", "dog", "cow")[number] for number in CLASS]
SPREAD = np.round(DRAW.random(ROWS), 4)
COUNT = range(ROWS)


def write(path: Path, header: str, *columns: Sequence[object], sign: str = ",") -> Path:
    rows = (sign.join(map(str, row)) for row in zip(*columns, strict=True))
    path.write_text("\n".join([header.replace(",", sign), *rows]) + "\n")
    return path


@pytest.fixture
def opened(tmp_path: Path):
    def open_file(header: str, *columns: Sequence[object], **options) -> Inspection:
        return inspector.open_pair(write(tmp_path / "oof.csv", header, *columns), **options)

    return open_file


def id_name(found: Inspection) -> str:
    assert found.evaluation.pair.truth.sheet is not None
    return found.evaluation.pair.truth.id_name


@pytest.mark.parametrize(
    ("header", "columns", "true", "given"),
    [
        ("y_true,y_pred", (TRUE, GIVEN), "y_true", "y_pred"),
        ("target,oof", (YES, SURE), "target", "oof"),
        ("label,prediction", (ANIMALS, ANIMALS[::-1]), "label", "prediction"),
        ("fold,y_true,y_pred", (FEW, TRUE, GIVEN), "y_true", "y_pred"),
        ("age,height,target,pred", (FEW, SPREAD, TRUE, GIVEN), "target", "pred"),
        ("time,observed,fitted", (np.arange(ROWS) / 8, TRUE, GIVEN), "observed", "fitted"),
        ("content,wording,oof_content,oof_wording", (TRUE, SPREAD, GIVEN, SPREAD + 0.01), "content", "oof_content"),
    ],
)
@pytest.mark.parametrize("is_twice", [False, True])
def test_rows_without_ids_are_numbered(header, columns, true, given, is_twice: bool, tmp_path: Path) -> None:
    path = write(tmp_path / "oof.csv", header, *columns)
    found = inspector.open_pair(path, path if is_twice else None)
    truth, submission = found.evaluation.pair.truth, found.evaluation.pair.submission
    assert found.evaluation.table.ids.to_pylist() == [str(row) for row in range(1, ROWS + 1)]
    assert (truth.label_name, submission.label_name) == (true, given)
    assert str(truth).startswith(f"{ROWS} rows: id row number, ")
    assert not found.problems


@pytest.mark.parametrize(
    ("header", "first"),
    [("diagnosis,prob_0,prob_1,prob_2", CLASS), ("diagnosis,cat,dog,cow", ANIMALS), ("label,cat,dog,cow", ANIMALS)],
)
@pytest.mark.parametrize("is_twice", [False, True])
def test_rows_of_class_probabilities_are_numbered(header: str, first, is_twice: bool, tmp_path: Path) -> None:
    path = write(tmp_path / "oof.csv", header, first, *CHANCES)
    found = inspector.open_pair(path, path if is_twice else None)
    assert (id_name(found), found.evaluation.pair.submission.layout.shape) == ("row", "wide")
    assert str(found.evaluation.metric) == "mlogloss"


@pytest.mark.parametrize(
    ("header", "columns", "ids"),
    [
        ("key,y_true,y_pred", (COUNT, TRUE, GIVEN), "key"),
        ("name,y_true,y_pred", ([f"n{row}" for row in COUNT], TRUE, GIVEN), "name"),
        ("age,y_true,y_pred,image", (FEW, TRUE, GIVEN, [f"i{row}" for row in COUNT]), "image"),
        ("number,y_true,y_pred", (range(7, 7 + ROWS), TRUE, GIVEN), "number"),
        (
            "agent,act,y_true,y_pred",
            ([f"a{row // 20}" for row in COUNT], [f"b{row % 20}" for row in COUNT], TRUE, GIVEN),
            "agent+act",
        ),
        ("Unnamed: 0,y_true,y_pred", (COUNT, TRUE, GIVEN), "Unnamed: 0"),
        ("index,age,y_true,y_pred", (COUNT, FEW, YES, SURE), "index"),
    ],
)
def test_a_column_that_can_be_the_ids_wins(header: str, columns, ids: str, opened) -> None:
    found = opened(header, *columns)
    assert id_name(found) == ids
    assert not found.evaluation.table.is_numbered


def test_a_few_repeated_ids_are_refused_as_before(opened) -> None:
    names = [f"n{min(row, ROWS - 3)}" for row in COUNT]
    with pytest.raises(InputError, match="in more than one row"):
        opened("name,y_true,y_pred", names, TRUE, GIVEN)
    assert id_name(opened("name,y_true,y_pred", names, TRUE, GIVEN, id_column="row")) == "row"


def test_the_number_of_rows_can_be_asked_for(opened) -> None:
    names = [f"n{row}" for row in COUNT]
    found = opened("name,y_true,y_pred", names, ANIMALS, ANIMALS, id_column="Row")
    assert (id_name(found), found.overall, found.evaluation.table.extra["name"].to_pylist()) == ("row", 1.0, names)
    found = opened("mine,yours", TRUE, GIVEN, truth_column="mine", submission_column="yours", metric="rmse")
    assert id_name(found) == "row"


def test_a_column_of_that_name_stays_what_it_is(opened) -> None:
    found = opened("row,y_true,y_pred", YES, TRUE, GIVEN)
    assert id_name(found) == "row 2"
    assert found.evaluation.table.extra["row"].to_pylist() == [*map(str, YES)]


def test_what_is_beside_truth_and_prediction_can_be_filtered(opened) -> None:
    found = opened("fold,y_true,y_pred", FEW, TRUE, GIVEN)
    assert [*found.evaluation.table.extra] == ["fold"]
    found.narrow("fold=3 & id:/5/")
    wanted = [row for row in COUNT if FEW[row] == 3 and "5" in str(row + 1)]
    assert sorted(found.state.order.rows.tolist()) == wanted != []


def test_which_of_two_models_without_ids_is_asked(opened) -> None:
    other = np.round(GIVEN + DRAW.normal(0, 3, ROWS), 2)
    with pytest.raises(AmbiguousReadingError) as raised:
        opened("target,pred_lgb,pred_xgb", TRUE, GIVEN, other)
    chosen = raised.value.readings[0].options
    assert "ids row number" in raised.value.readings[0].words
    found = opened("target,pred_lgb,pred_xgb", TRUE, GIVEN, other, **chosen.as_dict)
    assert found.evaluation.pair.submission.label_name == chosen.submission_column


@pytest.mark.parametrize(
    ("header", "columns"),
    [("label,height,width", (ANIMALS, TRUE, GIVEN)), ("a,b", (TRUE, GIVEN))],
)
def test_features_of_one_file_are_no_prediction(header: str, columns, opened) -> None:
    with pytest.raises(OneSidedFileError):
        opened(header, *columns)


def test_two_files_without_ids_are_refused_as_before(tmp_path: Path) -> None:
    one, other = (write(tmp_path / f"{by}.csv", "y_true,y_pred", TRUE, GIVEN + by) for by in (0, 0.5))
    with pytest.raises(InputError, match="in more than one row"):
        inspector.open_pair(one, other)
    with pytest.raises(InputError, match="there is no column 'row'"):
        inspector.open_pair(one, other, id_column="row")
