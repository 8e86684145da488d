"""One file with features beside truth and prediction: they may be alike, and are neither of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import Inspection

ROWS = 300
DRAW = np.random.default_rng(4)
PRICES = np.round(DRAW.normal(20, 5, ROWS), 4)
NEAR = np.round(PRICES + DRAW.normal(0, 0.01, ROWS), 4)
YES = DRAW.integers(0, 2, ROWS)
WEAK = np.round(np.clip(0.5 + 0.02 * YES + DRAW.normal(0, 0.1, ROWS), 0, 1), 4)


@pytest.fixture
def opened(tmp_path: Path):
    def open_file(header: str, *columns, **options) -> Inspection:
        rows = (",".join(map(str, row)) for row in zip(*columns, strict=True))
        (tmp_path / "oof.csv").write_text("\n".join([header, *rows]) + "\n")
        return inspector.open_pair(tmp_path / "oof.csv", **options)

    return open_file


def columns(found: Inspection) -> tuple[str, str, str]:
    truth, submission = found.evaluation.pair.truth, found.evaluation.pair.submission
    return truth.layout.id_name(truth.sheet), truth.label_name, submission.label_name


@pytest.mark.parametrize("metric", [None, "auc", "logloss"])
def test_features_that_are_alike_are_not_what_the_names_tell(metric: str | None, opened) -> None:
    ids, strategies = [f"T{row}" for row in range(ROWS)], [f"S{row % 4}" for row in range(ROWS)]
    held = strategies, ids, PRICES, PRICES, NEAR, YES, WEAK
    found = opened("Strategy,Trade_ID,Average,Middle,Last,Target,Predicted_Prob", *held, metric=metric)
    assert columns(found) == ("Trade_ID", "Target", "Predicted_Prob")


def test_columns_that_name_each_row_together_are_the_ids(opened) -> None:
    agents, acts = [f"agent{row // 20}" for row in range(ROWS)], [f"act{row % 20}" for row in range(ROWS)]
    true, given = ("mild", "strong") * (ROWS // 2), ("strong", "strong", "mild") * (ROWS // 3)
    found = opened("agent,act,fold,y_true,y_pred", agents, acts, YES, true, given)
    assert columns(found) == ("agent+act", "y_true", "y_pred")
    assert found.overall == pytest.approx(np.mean(np.array(true) == given))
    assert columns(opened("agent,act,fold,y_true,y_pred", agents, acts, YES, PRICES, NEAR))[0] == "agent+act"


def test_predictions_of_other_labels_in_one_file_are_told(opened) -> None:
    found = opened("id,y_true,y_pred", range(ROWS), ("cat", "dog") * (ROWS // 2), ("A", "B", "C") * (ROWS // 3))
    assert "label-overlap" in {problem.kind for problem in found.problems}


@pytest.mark.parametrize(
    "names",
    [
        *("observed,fitted", "obs,pred", "actual,forecast", "y,yhat", "ytrue,ypred", "true,estimate"),
        "measured,modelled",
        *("True Values,Predictions", "price_gt,price_pred", "observed_value,fitted_values"),
    ],
)
def test_words_for_true_and_predicted_are_known(names: str, opened) -> None:
    true, predicted = names.split(",")
    assert columns(opened(f"id,{names}", range(ROWS), PRICES, NEAR))[1:] == (true, predicted)
    assert columns(opened(f"id,{predicted},{true}", range(ROWS), NEAR, PRICES, metric="rmse"))[1:] == (true, predicted)
