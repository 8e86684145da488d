"""A yes or no and its probability under a metric that counts labels from a threshold on."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import (
    accuracy_score,
    average_precision_score,
    balanced_accuracy_score,
    f1_score,
    jaccard_score,
    matthews_corrcoef,
    precision_score,
    recall_score,
)
from sklearn.metrics import confusion_matrix as sklearn_matrix

import inspector
from inspector import InputError
from inspector.core.analysis.confusion_matrix import confusion_matrix
from inspector.core.analysis.overalls import overalls
from inspector.core.evaluation.fit.fitted import OtherKindError
from inspector.core.task import drain

N = 200


@pytest.fixture
def files() -> tuple[pd.DataFrame, pd.DataFrame]:
    """A truth of 0 and 1 with other columns, and probabilities of 1."""
    rng = np.random.default_rng(1)
    churn = (rng.random(N) < 0.3).astype(int)
    ids = [f"c{row}" for row in range(N)]
    truth = pd.DataFrame({"id": ids, "churn": churn, "age": rng.integers(18, 80, N), "plan": rng.choice([*"ab"], N)})
    return truth, pd.DataFrame({"id": ids, "churn": (0.3 * churn + 0.6 * rng.random(N)).round(4)})


@pytest.mark.parametrize("columns", [["id", "churn", "age", "plan"], ["id", "churn"]])
@pytest.mark.parametrize("words", [(0, 1), ("no", "Yes")])
def test_its_probability_counts_as_yes_from_one_half_on(files, columns, words) -> None:
    truth, given = files
    shown = truth.assign(churn=[words[one] for one in truth["churn"]])[columns]
    found = inspector.open_pair(shown, given, "f1(average=micro)")
    guess = given["churn"] >= 0.5
    assert found.overall == pytest.approx(f1_score(truth["churn"], guess))
    assert str(found.metric) == "f1(threshold=0.5, average=micro)"
    assert found.evaluation.assumption.startswith("threshold=0.5")
    found.set_metric("f1(average=micro, threshold=0.35)")
    assert found.overall == pytest.approx(f1_score(truth["churn"], given["churn"] >= 0.35))
    assert inspector.open_pair(shown, given, "accuracy").overall == pytest.approx(accuracy_score(truth["churn"], guess))


@pytest.mark.parametrize(
    ("metric", "wanted"),
    [
        ("f1", f1_score),
        ("jaccard", jaccard_score),
        ("precision", precision_score),
        ("recall", recall_score),
        ("mcc", matthews_corrcoef),
        ("balancedaccuracy", balanced_accuracy_score),
    ],
)
@pytest.mark.parametrize("threshold", [None, 0.35])
def test_rows_of_no_count_as_the_field_counts_them(files, metric: str, wanted, threshold: float | None) -> None:
    truth, given = files
    found = inspector.open_pair(*files, metric if threshold is None else f"{metric}(threshold={threshold})")
    answers = given["churn"] >= (threshold or 0.5)
    assert found.overall == pytest.approx(wanted(truth["churn"], answers), abs=1e-12)
    assert found.evaluation.assumption.endswith("because a row is yes or no")
    answers[:3] = True
    for row in range(3):
        found.edit(f"c{row}", ["churn"], [0.9])
    assert found.overall == pytest.approx(wanted(truth["churn"], answers), abs=1e-12)


def test_its_matrix_has_right_and_wrong_answers_of_both(files) -> None:
    truth, given = files
    matrix = drain(confusion_matrix(inspector.open_pair(*files, "mcc(threshold=0.35)").evaluation, 10))
    wanted = sklearn_matrix(truth["churn"], given["churn"] >= 0.35, labels=[1, 0])
    assert matrix.counts.tolist() == wanted.tolist()


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_an_average_over_labels_is_told_to_lack_no(files, average: str) -> None:
    found = inspector.open_pair(*files, f"f1(average={average})")
    assert "the average of one label, as no has no column" in found.evaluation.assumption
    truth, given = files
    answers = given.assign(churn=(given["churn"] >= 0.5).astype(int))
    both = inspector.open_pair(truth, answers, f"f1(average={average})")
    assert both.overall == pytest.approx(f1_score(truth["churn"], answers["churn"], average=average))


def test_rows_by_their_probability_have_an_average_precision(files) -> None:
    truth, given = files
    found = inspector.open_pair(*files, "average_precision_score")
    wanted = average_precision_score(truth["churn"], given["churn"])
    assert (str(found.metric), found.metric.label) == ("cmap(padding=0)", "Average precision")
    assert found.overall == pytest.approx(wanted, abs=1e-12)
    assert inspector.open_pair(*files, "gap").overall == pytest.approx(wanted, abs=0.002)  # which parts equal ones


def test_edits_and_a_saved_file_keep_the_probabilities(files, tmp_path) -> None:
    for name, frame in zip(("t.csv", "s.csv"), files, strict=True):
        frame.to_csv(tmp_path / name, index=False)
    found = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "accuracy")
    before = (tmp_path / "s.csv").read_text()
    found.edit("c0", ["churn"], [0.75])
    found.save(tmp_path / "e.csv")
    lines = [*zip(before.splitlines(), (tmp_path / "e.csv").read_text().splitlines(), strict=True)]
    assert [after for line, after in lines if line != after] == ["c0,0.75"]


@pytest.mark.parametrize("metric", ["auc", "logloss"])
def test_metrics_of_numbers_read_numbers_as_ever(files, metric: str) -> None:
    assert not inspector.open_pair(*files, metric).evaluation.table.kind.names_labels


def test_answers_and_other_numbers_are_no_probabilities(files) -> None:
    truth, given = files
    answers = given.assign(churn=(given["churn"] >= 0.5).astype(int))
    assert str(inspector.open_pair(truth, answers, "accuracy").metric) == "accuracy"
    with pytest.raises(InputError, match="no predicted label is among the labels of the truth"):
        inspector.open_pair(truth, given.assign(churn=given["churn"] * 100), "accuracy")


def test_a_column_of_labels_beside_the_probability_is_what_is_scored(files) -> None:
    truth, given = files
    both = given.rename(columns={"churn": "p"}).assign(churn=(given["churn"] >= 0.4).astype(int))
    found = inspector.open_pair(truth[["id", "churn"]], both, "accuracy")
    assert found.overall == pytest.approx(accuracy_score(truth["churn"], given["churn"] >= 0.4))


@pytest.mark.parametrize(("typed", "meant"), [("logloss", "logloss"), ("brier", "brier"), ("auc", "rocauc")])
def test_a_metric_that_needs_no_is_no_metric_of_the_one_label(files, typed: str, meant: str) -> None:
    found = inspector.open_pair(*files, "f1")
    with pytest.raises(OtherKindError) as refused:
        found.set_metric(typed)
    assert str(refused.value.metric) == meant
    listed = {one.metric.name for one in drain(overalls(found.evaluation, None))}
    assert not listed & {"mlogloss", "mbrier", "auc"}
    assert {"f", "mcc", "cmap"} <= listed
