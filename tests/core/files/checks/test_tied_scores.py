"""Runs whose scores order hardly anything, so that the rule for ties does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import inspector
from inspector import Inspection

QRELS = "".join(f"t{topic} 0 d{topic} 1\n" for topic in range(4))


def opened(folder: Path, scores: Sequence[Sequence[float]]) -> Inspection:
    """A run with a topic for each list of scores."""
    hits = [(topic, f"d{place}", place + 1, score) for topic, of in enumerate(scores) for place, score in enumerate(of)]
    (folder / "qrels").write_text(QRELS)
    (folder / "run").write_text("".join(f"t{topic} Q0 {label} {rank} {s} me\n" for topic, label, rank, s in hits))
    return inspector.open_pair(folder / "qrels", folder / "run", "map")


@pytest.mark.parametrize("last", [1.0, 0.5])
def test_equal_scores_are_told_with_the_range_that_they_leave_open(tmp_path: Path, last: float) -> None:
    inspection = opened(tmp_path, [[1.0] * 11 + [last]] * 3 + [[3.0, 2.0, 1.0]])
    (problem,) = inspection.problems
    assert (problem.kind, problem.count, problem.column) == ("tied-scores", 3, "score")
    assert problem.rows.tolist() == [0, 1, 2]
    assert "ties=best and ties=worst" in problem.consequence


@pytest.mark.parametrize(
    "scores", [[[1.0, 1.0, 1.0]] * 2 + [[3.0, 2.0, 1.0]] * 2, [[3.0, 2.0, 2.0]] * 4, [[1.0]] * 4, [[5.0, 4.0]] * 4]
)
def test_scores_that_order_most_rows_are_no_problem(tmp_path: Path, scores: Sequence[Sequence[float]]) -> None:
    assert not opened(tmp_path, scores).problems
