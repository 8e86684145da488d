"""Rows whose probabilities do not add up to 1, among rows whose do."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.core.files.problem import Problem

EVEN = "a,0.7,0.2,0.1\nb,0.25,0.5,0.25\nc,0.333,0.333,0.333\n"


def found(folder: Path, lines: str) -> list[Problem]:
    (folder / "truth.csv").write_text("id,label\na,cat\nb,dog\nc,eel\nd,eel\n")
    (folder / "submission.csv").write_text(f"id,cat,dog,eel\n{lines}")
    problems = inspector.open_pair(folder / "truth.csv", folder / "submission.csv", "mlogloss").problems
    return [problem for problem in problems if problem.kind == "uneven-probabilities"]


def test_a_row_with_another_sum_is_found(tmp_path: Path) -> None:
    (problem,) = found(tmp_path, EVEN + "d,0.9,0.9,0.1\n")
    assert problem.message == "1 row has probabilities that do not add up to 1, such as 1.9; those of the other rows do"
    assert (problem.examples, problem.line, problem.rejects) == (("d",), 5, False)


@pytest.mark.parametrize(
    "lines", [EVEN + "d,0,1,0\n", EVEN, "a,0.7,0.9,0.1\nb,0.25,0.8,0.25\nc,0.5,0.3,0.3\nd,0.2,0.7,0.1\n"]
)
def test_even_rows_and_labels_by_themselves_are_no_problem(tmp_path: Path, lines: str) -> None:
    assert not found(tmp_path, lines)
