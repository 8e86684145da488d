"""Downloaded contest files with confidences and sets of labels have their known scores."""

from __future__ import annotations

import csv
from pathlib import Path

import pandas as pd
import pytest

import inspector
from inspector.core.metrics import open_scores


def cells(path: Path, *columns: str) -> list[tuple[str, ...]]:
    """Some columns of a CSV file as text."""
    with path.open(encoding="utf-8", newline="") as file:
        return [tuple(row[column] for column in columns) for row in csv.DictReader(file)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("truth_name", "submission_name", "metric", "wanted"),
    [
        ("0.084", "0.073", "gap", 0.1717559169772744),
        ("0.084", "0.073", "gap(ties=id-desc)", 0.17173999965057907),
        ("0.073", "0.084", "gap", 0.1752661196993252),
    ],
)
def test_one_real_submission_as_truth_of_another(
    real_data: Path, tmp_path: Path, truth_name: str, submission_name: str, metric: str, wanted: float
) -> None:
    folder = real_data / "landmark_2018"
    truth = folder / f"submission_{truth_name}.csv"
    rows = cells(truth, "id", "landmarks")
    submission = folder / f"submission_{submission_name}.csv"
    inspection = inspector.open_pair(truth, submission, None if metric == "gap" else metric)
    assert str(inspection.metric) == metric
    assert inspection.overall == pytest.approx(wanted, abs=1e-12)
    low, high = inspection.evaluation.scores.tie_range
    assert low < inspection.overall < high
    first = inspection.explain(rows[1][0])
    assert first.divisor == sum(bool(cell) for _, cell in rows)
    row = inspection.evaluation.table.row_of(rows[1][0])
    before = inspection.overall
    inspection.predict(row, inspection.evaluation.prediction(row).with_labels(["nonsense"]))
    again = open_scores(inspection.metric, inspection.evaluation.batch(inspection.evaluation.all_rows))
    assert repr(again.overall) == repr(inspection.overall)
    inspection.undo()
    assert repr(inspection.overall) == repr(before)
    inspection.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_bytes() == submission.read_bytes()


def test_the_three_averages_of_f1_on_real_predictions_of_plant_diseases(real_data: Path) -> None:
    inspection = inspector.open_pair(real_data / "plant_pathology_2021" / "predicted_and_true.csv")
    assert str(inspection.metric) == "f1"
    assert len(inspection.evaluation.table) == 18_500
    for metric, wanted in [
        ("f1", 0.9272972972972973),
        ("f1(average=micro)", 0.9147121535181236),
        ("f1(average=macro)", 0.9077622015920496),
    ]:
        inspection.set_metric(metric)
        assert inspection.overall == pytest.approx(wanted, abs=1e-12)
    blank = next(problem for problem in inspection.problems if problem.kind == "empty-predictions")
    assert blank.count == 138


@pytest.mark.parametrize(
    ("constant", "micro", "by_rows"), [("healthy", 0.238234, 0.248175), ("scab healthy", 0.359820, 0.360831)]
)
def test_a_constant_on_the_real_labels_of_plant_diseases(
    real_data: Path, constant: str, micro: float, by_rows: float
) -> None:
    truth = real_data / "plant_pathology_2021" / "train.csv"
    ids = [image for (image,) in cells(truth, "image")]
    submission = pd.DataFrame({"image": ids, "labels": constant})
    assert inspector.open_pair(truth, submission, "f1").overall == pytest.approx(by_rows, abs=5e-7)
    assert inspector.open_pair(truth, submission, "f1(average=micro)").overall == pytest.approx(micro, abs=5e-7)
