"""Which column is predicted where answers of 0 and 1 stand beside the probabilities they were made from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import log_loss, roc_auc_score

import inspector

TRUE = np.array([0, 1, 0, 1, 1, 0, 0, 1, 0, 1])
LIKELY = np.array([0.21, 0.83, 0.35, 0.44, 0.91, 0.12, 0.62, 0.77, 0.08, 0.69])
ANSWERS = (LIKELY > 0.5).astype(int)
IDS = np.arange(11, 21)
NAMES = (
    *(("y_true", "y_pred", "y_prob"), ("label", "pred_label", "pred_prob"), ("actual", "predicted", "prob")),
    *(("true_label", "predicted_label", "probability"), ("target", "pred", "proba"), ("target", "pred", "pred_proba")),
)


@pytest.fixture
def opened(tmp_path: Path):
    def open_columns(*files: dict, metric: str | None = None) -> inspector.Inspection:
        paths = [tmp_path / f"{at}.csv" for at in range(len(files))]
        for path, columns in zip(paths, files, strict=True):
            pd.DataFrame({"id": IDS, **columns}).to_csv(path, index=False)
        return inspector.open_pair(*paths, metric=metric)

    return open_columns


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("metric", [None, "auc", "logloss"])
def test_the_probability_is_predicted_beside_its_answer(opened, names, metric: str | None) -> None:
    true, answer, likely = names
    right = log_loss(TRUE, LIKELY) if metric == "logloss" else roc_auc_score(TRUE, LIKELY)
    submission = {answer: ANSWERS, likely: LIKELY}
    for files in (({true: TRUE}, submission), ({true: TRUE, **submission},)):
        assert opened(*files, metric=metric).overall == pytest.approx(right)


def test_the_answer_is_the_label_where_labels_are_wanted(opened) -> None:
    found = opened({"y_true": TRUE}, {"y_pred": ANSWERS, "y_prob": LIKELY}, metric="accuracy")
    assert (found.overall, found.evaluation.pair.submission.label_name) == (0.8, "y_pred")


@pytest.mark.parametrize("names", NAMES)
def test_a_confidence_in_the_answer_is_no_probability(opened, names) -> None:
    true, answer, likely = names
    found = opened({true: TRUE}, {answer: ANSWERS, likely: np.maximum(LIKELY, 1 - LIKELY)})
    assert (str(found.metric), found.evaluation.pair.submission.label_name) == ("gap", answer)


def test_the_probability_is_known_where_all_answers_are_no(opened) -> None:
    found = opened({"target": TRUE}, {"pred": 0 * TRUE, "proba": LIKELY / 2})
    assert found.overall == pytest.approx(roc_auc_score(TRUE, LIKELY))


def test_an_answer_and_a_probability_of_two_targets_are_both_read(opened) -> None:
    found = opened({"a": TRUE, "b": TRUE[::-1]}, {"a": ANSWERS, "b": LIKELY}, metric="rmse")
    assert len(found.evaluation.pair.submission.layout.labels) == 2


@pytest.mark.parametrize("name", ["proba", "probas", "probability", "prob", "p"])
def test_a_probability_is_never_the_truth_of_one_file(opened, name: str) -> None:
    found = opened({"target": 9 * TRUE + LIKELY, "pred": 8 * TRUE + LIKELY, name: LIKELY}, metric="rmse")
    assert found.evaluation.pair.truth.label_name == "target"
    assert found.overall == pytest.approx(np.sqrt(TRUE.mean()))
