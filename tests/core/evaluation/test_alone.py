"""What some rows score by themselves is what a file of only these rows scores."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.evaluation.alone import alone

IDS = [f"r{at}" for at in range(8)]
YES = pd.DataFrame({"id": IDS, "y": [1, 0, 1, 0, 0, 1, 0, 1]})
SURE = pd.DataFrame({"id": IDS, "y": [0.9, 0.2, 0.4, 0.6, 0.1, 0.3, 0.35, 0.8]})
LABELS = pd.DataFrame({"id": IDS, "label": ["x", "y", "x", "z", "z", "y", "x", "z"]})
PREDICTED = pd.DataFrame({"id": IDS, "label": ["x 0.9", "x 0.8", "x 0.7", "y 0.6", "z 0.5", "y 0.4", "z 0.3", "z 0.2"]})
ROWS = np.array([1, 2, 3, 5, 6])


@pytest.mark.parametrize(
    ("truth", "submission", "metric", "name"),
    [
        (YES, SURE, "rmse", "RMSE"),
        (YES, SURE, "rocauc", "ROC AUC"),
        (YES, SURE, "logloss", "mean"),
        (LABELS, PREDICTED, "gap", "GAP"),
    ],
)
def test_rows_alone_score_as_a_file_of_them(truth, submission, metric: str, name: str) -> None:
    whole, part = (inspector.open_pair(truth.iloc[rows], submission.iloc[rows], metric) for rows in (slice(None), ROWS))
    told, value = alone(whole.evaluation, ROWS)
    assert (told, value) == (name, pytest.approx(part.overall, rel=1e-12))
    assert value != pytest.approx(whole.overall, abs=1e-3)


def test_of_too_many_rows_the_mean_is_told() -> None:
    evaluation = inspector.open_pair(YES, SURE, "rocauc").evaluation
    assert alone(evaluation, ROWS, most=4) == ("mean of rows", pytest.approx(evaluation.scores.row[ROWS].mean()))
    assert alone(evaluation, ROWS, 0.25, most=4) == ("mean of rows", 0.25)
