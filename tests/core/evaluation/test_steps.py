"""What the arithmetic of a row says of the grade of each label."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import inspector
from inspector import Inspection
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.prediction_edit import best_missing_truth

QRELS = "q 0 good 1\nq 0 best 3\nq 0 bad 0\nq 0 fine 2\nr 0 good 1\n"
RUN = "q Q0 bad 1 9 x\nq Q0 new 2 8 x\nq Q0 good 3 7 x\nr Q0 good 1 9 x\n"


@pytest.fixture
def ranked(tmp_path: Path) -> Inspection:
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "run.txt").write_text(RUN)
    return inspector.open_pair(tmp_path / "qrels.txt", tmp_path / "run.txt", "ndcg@5")


def judgments(inspection: Inspection) -> dict[str, str]:
    return {step.label: step.judgment for step in inspection.evaluation.explain(0).steps}


@pytest.mark.parametrize("metric", ["ndcg@5", "map@2", "map(relevant=2)", "f1", "bpref"])
def test_each_label_says_its_grade_under_every_metric(ranked: Inspection, metric: str) -> None:
    ranked.set_metric(metric)
    said = judgments(ranked)
    assert {label: said[label] for label in ("bad", "good")} == {"bad": "grade 0", "good": "grade 1"}
    # Under bpref the outcome says so.
    assert said["new"] == ("" if metric == "bpref" else "not judged")
    assert said.get("best", "grade 3") == "grade 3"


def test_a_truth_without_grades_says_none(tmp_path: Path) -> None:
    plain = inspector.open_pair({"q": ["a", "b"]}, {"q": ["a", "c"]}, "map@2")
    assert {*judgments(plain).values()} == {""}
    assert all(step.grade is None for step in plain.evaluation.explain(0).steps)
    graded = inspector.open_pair({"q": {"a": 2, "b": 1}}, {"q": {"a": 0.5, "c": 0.25}}, "ndcg@2")
    assert {step.label: step.grade for step in graded.evaluation.explain(0).steps[:2]} == {"a": 2, "c": None}


def test_a_label_that_neither_file_has_is_unknown_and_not_unjudged(ranked: Inspection) -> None:
    ranked.edit("q", ["typed", "best"], [2.0, 1.0])
    first, second = ranked.evaluation.explain(0).steps[:2]
    assert (first.unknown, first.judgment, math.isnan(first.grade or 0)) == (True, "", True)
    assert second.judgment == "grade 3"


def test_the_best_missing_truth_is_put_first(ranked: Inspection) -> None:
    assert best_missing_truth(ranked.evaluation, 0) == "best"
    ranked.apply(bulk.edit(ranked.evaluation, ranked.evaluation.all_rows, BulkEdit("truth_first")))
    assert ranked.evaluation.labels(0)[0] == "best"
    assert best_missing_truth(ranked.evaluation, 0) == "fine"
    assert best_missing_truth(ranked.evaluation, 1) == "good"
