"""Out-of-fold files have the truth, features and an index beside what is predicted: none of these is the prediction."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.files.detection.question import AmbiguousReadingError

ROWS = 300
DRAW = np.random.default_rng(9)
IDS = [f"r{row:03}" for row in range(ROWS)]
TRUE = np.round(DRAW.normal(50, 9, ROWS), 2)
SPREAD = np.round(DRAW.random(ROWS) / 2 + 0.1, 3)
GUESSED = np.round(TRUE + DRAW.normal(0, 4, ROWS), 3)
CLASS = DRAW.integers(0, 5, ROWS)
FEATURES = [DRAW.integers(0, 2, ROWS) for _ in range(4)]


def text(header: str, *columns) -> str:
    return "\n".join([header, *(",".join(map(str, row)) for row in zip(*columns, strict=True))]) + "\n"


@pytest.fixture
def opened(tmp_path: Path):
    def open_files(truth: str, submission: str | None = None, **options) -> Inspection:
        paths = [tmp_path / "truth.csv", tmp_path / "submission.csv"]
        for path, content in zip(paths, (truth, submission), strict=True):
            path.write_text(content or "")
        return inspector.open_pair(paths[0], paths[1] if submission else None, **options)

    return open_files


def read(found: Inspection) -> tuple[str, str, str]:
    pair = found.evaluation.pair
    return (
        pair.truth.layout.shape + "/" + pair.submission.layout.shape,
        pair.truth.label_name,
        pair.submission.label_name,
    )


def class_probabilities() -> np.ndarray:
    """float64 (ROWS, 5): mostly highest for the true class."""
    drawn = DRAW.random((ROWS, 5)) + 0.8 * (np.arange(5) == CLASS[:, None])
    return np.round(drawn / drawn.sum(1, keepdims=True), 4)


def test_a_copy_of_the_true_numbers_is_not_the_prediction(opened) -> None:
    truth = text("id,target,standard_error", IDS, TRUE, SPREAD)
    submission = text("id,target,standard_error,fold,pred", IDS, TRUE, SPREAD, CLASS, GUESSED)
    assert read(opened(truth, submission)) == ("numbers/numbers", "target", "pred")


def test_which_of_two_models_beside_a_copy_is_asked(opened) -> None:
    truth = text("id,target", IDS, TRUE)
    submission = text("id,target,pred0,pred1", IDS, TRUE, GUESSED, np.round(GUESSED + 0.1, 3))
    with pytest.raises(AmbiguousReadingError) as raised:
        opened(truth, submission)
    assert {one.options.submission_column for one in raised.value.readings} == {"pred0", "pred1"}


def test_features_of_both_files_are_not_the_prediction(opened) -> None:
    truth = text("id,a,b,c,d,value", IDS, *FEATURES, TRUE)
    submission = text("id,value,a,b,c,d,prediction", IDS, TRUE, *FEATURES, GUESSED)
    assert read(opened(truth, submission)) == ("numbers/numbers", "value", "prediction")


def test_a_copy_of_the_true_class_is_not_the_prediction(opened) -> None:
    submission = text("id,label,c0,c1,c2,c3,c4", IDS, CLASS, *class_probabilities().T)
    shapes, label, _ = read(opened(text("id,label", IDS, CLASS), submission))
    assert (shapes, label) == ("list/wide", "label")


def test_classes_are_known_by_the_number_in_the_names_of_columns(opened) -> None:
    found = opened(text("id,label,c0,c1,c2,c3,c4", IDS, CLASS, *class_probabilities().T))
    assert read(found)[:2] == ("list/wide", "label")
    assert {*found.evaluation.table.vocab.texts(np.arange(5))} == {*"01234"}


def test_an_all_right_submission_alone_is_read_as_it_is(opened) -> None:
    truth = text("id,target", IDS, TRUE)
    assert read(opened(truth, truth)) == ("numbers/numbers", "target", "target")


@pytest.mark.parametrize("first", [GUESSED, np.round(GUESSED)], ids=["decimals", "whole numbers"])
def test_which_of_two_models_in_one_file_is_asked(first: np.ndarray, opened) -> None:
    second = np.round(GUESSED + np.random.default_rng(3).normal(0, 3, ROWS), 2)
    content = text("id,target,pred_lgb,pred_xgb", IDS, np.round(TRUE), first, second)
    with pytest.raises(AmbiguousReadingError) as error:
        opened(content, metric="rmse")
    asked = {reading.options.submission_column for reading in error.value.readings}
    assert asked == {"pred_lgb", "pred_xgb"}
    assert read(opened(content, metric="rmse", submission_column="pred_xgb"))[2] == "pred_xgb"


@pytest.mark.parametrize("answers", ["pred", "pred_label"])
def test_the_answers_of_a_model_are_not_another_one(answers: str, opened) -> None:
    is_yes = (TRUE > 50).astype(int)
    sure = np.round(1 / (1 + np.exp(-(GUESSED - 50) / 4)), 4)
    content = text(f"id,target,{answers},pred_proba", IDS, is_yes, (sure > 0.5).astype(int), sure)
    assert read(opened(content, metric="auc"))[2] == "pred_proba"


def test_a_copied_count_is_no_id(opened) -> None:
    draw = np.random.default_rng(4)
    counts = draw.poisson(50, ROWS)
    guessed = np.rint(counts * np.exp(draw.normal(0, 0.4, ROWS)))
    truth = text("Id,Visits", IDS, counts)
    assert read(opened(truth, text("Id,Visits,oof_pred", IDS, counts, guessed)))[2] == "oof_pred"


@pytest.mark.parametrize("name", ["", "Unnamed: 0", "index"])
def test_an_index_in_both_files_is_never_the_label(name: str, opened) -> None:
    truth = text(f"{name},id,target", range(ROWS), IDS, TRUE)
    submission = text(f"{name},id,target", range(ROWS), IDS, GUESSED)
    assert read(opened(truth, submission)) == ("numbers/numbers", "target", "target")


def test_one_file_with_a_true_and_a_predicted_share(opened) -> None:
    shares = np.clip(SPREAD + DRAW.normal(0, 0.02, ROWS), 0, 1)
    assert read(opened(text("id,target,pred", IDS, SPREAD, shares))) == ("numbers/numbers", "target", "pred")


def test_targets_without_a_header_are_read_in_their_order(opened) -> None:
    truth = text("id,a,b,c", IDS, TRUE, TRUE * 3, SPREAD)
    submission = text("r_,0.5,1.5,0.25", IDS, GUESSED, GUESSED * 3, np.round(SPREAD * 1.02, 4)).split("\n", 1)[1]
    assert len(opened(truth, submission).evaluation.pair.submission.layout.labels) == 3


@pytest.mark.slow
def test_many_targets_without_a_header_are_read_in_their_order(opened) -> None:
    true = [np.round(DRAW.random(ROWS), 5) for _ in range(30)]
    given = [np.round(values + DRAW.normal(0, 0.03, ROWS), 5) for values in true]
    submission = text("x", *[range(ROWS)], *given).split("\n", 1)[1]
    found = opened(text("," + ",".join(f"q{i}" for i in range(30)), range(ROWS), *true), submission)
    assert len(found.evaluation.pair.submission.layout.labels) == 30


@pytest.mark.slow
def test_decimal_commas_separate_no_labels(opened) -> None:
    def commas(content: str) -> str:
        return content.replace(",", ";").replace(".", ",")

    true, given = np.round((TRUE - 50) / 9, 6), np.round((GUESSED - 50) / 9, 6)
    truth = commas(text("id,target,error", IDS, true, SPREAD))
    submission = commas(text("id,target,error,pred", IDS, true, SPREAD, given))
    assert read(opened(truth, submission)) == ("numbers/numbers", "target", "pred")


def test_counts_and_zeros_are_no_ranks(opened) -> None:
    counts = DRAW.poisson(0.4, (8, ROWS))
    truth = text(
        "id," + ",".join(f"feat_{i}" for i in range(8)) + ",target", IDS, *counts, [f"Class_{c}" for c in CLASS]
    )
    wide = [np.full(ROWS, int(i == 0)) for i in range(5)]
    found = opened(truth, text("id," + ",".join(f"Class_{i}" for i in range(5)), IDS, *wide))
    assert read(found)[:2] == ("list/wide", "target")


@pytest.mark.parametrize("seed", [2, 3])  # of one the prices, of the other the digits are alike by chance
def test_numbers_of_a_feature_are_no_ids(seed: int, opened) -> None:
    draw = np.random.default_rng(seed)
    true = np.round(draw.normal(50, 9, ROWS), 2)
    guessed = np.round(true + draw.normal(0, 4, ROWS), 3)
    truth = text(
        "Id,Area,SalePrice", range(1, 1 + ROWS), draw.integers(1000, 2000, ROWS), np.rint(true * 3000).astype(int)
    )
    with pytest.raises(InputError, match="no id of the truth is in the submission"):
        opened(truth, text("Id,SalePrice", range(1001, 1001 + ROWS), [f"{value * 3000:.2f}" for value in guessed]))


def test_a_file_of_probabilities_alone_has_no_ids(opened) -> None:
    truth = text("ID,Code,Response", range(1, 1 + ROWS), DRAW.integers(1, 60, ROWS), FEATURES[0])
    with pytest.raises(InputError, match="no column can be the ids"):
        opened(truth, text("1400,1300", np.round(GUESSED / 100, 6), SPREAD))


def test_a_score_in_both_files_is_no_confidence(opened) -> None:
    guessed = np.clip(CLASS + (np.arange(ROWS) % 3 == 0), 0, 5)
    found = opened(text("id,score", IDS, CLASS), text("id,score,oof_pred", IDS, CLASS, guessed))
    assert (read(found)[2], found.evaluation.pair.submission.layout.confidence) == ("oof_pred", None)
