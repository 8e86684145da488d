"""A yes or no and its probability under a metric that counts labels from a threshold on."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, f1_score

import inspector
from inspector import InputError

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
