"""Downloaded contest files, where available, have the scores that their contests published."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.core.evaluation.summary import first_hits


def test_the_constant_prediction_scores_as_published_on_the_real_labels(real_data: Path, tmp_path: Path) -> None:
    truth = real_data / "humpback" / "train.csv"
    ids = [line.partition(",")[0] for line in truth.read_text(encoding="utf-8").splitlines()[1:]]
    constant = "new_whale w_23a388d w_9b5109b w_9c506f6 w_0369a5c"
    submission = tmp_path / "constant.csv"
    submission.write_text("Image,Id\n" + "".join(f"{id_},{constant}\n" for id_ in ids), encoding="utf-8")
    inspection = inspector.open_pair(truth, submission)
    assert str(inspection.metric) == "map@5"
    assert inspection.overall == pytest.approx(0.384443305337592, abs=1e-12)
    assert len(inspection.evaluation.table) == 25_361
    counts = first_hits(inspection.evaluation.scores.first_hit, 5).counts.tolist()
    assert counts[:6] == [9664, 73, 65, 62, 61, 0]
    inspection.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_bytes() == submission.read_bytes()


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("0.842", 0.9320987654320987), ("0.866", 0.9888888888888889), ("0.894", 1.0)],
)
def test_a_real_submission_has_its_known_score_on_the_known_labels(
    real_data: Path, tmp_path: Path, name: str, wanted: float
) -> None:
    submission = real_data / "humpback" / f"submission_{name}.csv"
    inspection = inspector.open_pair(real_data / "humpback" / "known_test_labels.csv", submission, "map@5")
    assert inspection.overall == pytest.approx(wanted, abs=1e-12)
    assert len(inspection.evaluation.table) == 135
    unknown = next(problem for problem in inspection.problems if problem.kind == "unknown-ids")
    assert unknown.count == 7825
    inspection.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_bytes() == submission.read_bytes()
