"""What is said of cells without numbers, of ids that do not match, and of repairs in files of numbers."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.files.check import check_pair
from inspector.core.files.options import Options
from inspector.core.files.problem import Problem
from inspector.core.task import drain

ROWS = 30


def lines(**cells: str) -> list[str]:
    """A file of numbers with some cells by their ids."""
    return ["id,y", *(f"r{row},{cells.get(f'r{row}', f'{row}.5')}" for row in range(ROWS))]


def opened(folder: Path, truth: list[str], submission: list[str], **options: str) -> Inspection:
    for name, text in (("truth", truth), ("submission", submission)):
        (folder / f"{name}.csv").write_text("\n".join(text) + "\n")
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", **options)


def problem_of(found: Inspection, kind: str) -> Problem:
    return next(problem for problem in found.problems if problem.kind == kind)


@pytest.mark.parametrize(
    ("cell", "kind", "words"),
    [
        ("", "missing-numbers", "empty or not a number"),
        ("NaN", "missing-numbers", "empty or not a number"),
        ("-inf", "infinite-numbers", "not finite"),
        ("1e999", "infinite-numbers", "not finite"),
        ('"1,234.5"', "grouped-numbers", "written with signs between thousands"),
        ("high", "odd-numbers", "not a number"),
    ],
)
@pytest.mark.parametrize("where", ["truth", "submission"])
def test_a_cell_without_a_number_is_a_problem_with_its_line(
    tmp_path, where: str, cell: str, kind: str, words: str
) -> None:
    sides = lines(r7=cell), lines()
    found = opened(tmp_path, *(sides if where == "truth" else sides[::-1]))
    problem = problem_of(found, kind)
    assert (problem.where, problem.count, problem.line, problem.column) == (where, 1, 9, "y")
    shown = cell.strip('"')
    assert problem.message == f"1 cell is {words}, such as {shown!r}"
    assert problem.consequence.startswith("such a number cannot be scored")
    assert (problem.rejects, problem.rows.tolist(), problem.examples) == (where == "submission", [7], ("r7",))


@pytest.mark.parametrize("cell", ["", "nan"])
def test_more_cells_without_a_number_than_with_one_are_counted(tmp_path: Path, cell: str) -> None:
    without = {f"r{row}": cell for row in range(20)}
    found = problem_of(opened(tmp_path, lines(), lines(**without), metric="rmse"), "missing-numbers")
    assert (found.count, found.rejects) == (20, True)


def test_cells_are_counted_by_what_is_wrong_with_them(tmp_path: Path) -> None:
    found = opened(tmp_path, lines(), lines(r3="nan", r5="", r9="inf"))
    assert {problem.kind: problem.count for problem in found.problems} == {"missing-numbers": 2, "infinite-numbers": 1}


def test_a_column_without_any_number_is_no_column_less(tmp_path: Path) -> None:
    truth = ["id,a,b", *(f"r{row},{row}.5,{row}.25" for row in range(ROWS))]
    found = opened(tmp_path, truth, ["id,a,b", *(f"r{row},{row}.4,none" for row in range(ROWS))])
    assert len(found.evaluation.pair.submission.layout.labels) == 2
    assert problem_of(found, "missing-numbers").count == ROWS


def test_numbers_with_thousands_in_most_rows_are_a_problem_and_no_labels(tmp_path: Path) -> None:
    truth = ["id,y", *(f"r{row},{900 + 7919 * row}" for row in range(ROWS))]
    found = opened(tmp_path, truth, ["id,y", *(f'r{row},"{910 + 7919 * row:,}"' for row in range(ROWS))])
    assert problem_of(found, "grouped-numbers").count == ROWS - 1


def test_missing_rows_are_left_out_and_no_repair_invents_their_numbers(tmp_path: Path) -> None:
    found = opened(tmp_path, lines(), lines()[:-2])
    problem = problem_of(found, "missing-ids")
    assert (problem.count, problem.fix, problem.rejects) == (2, None, True)
    assert problem.consequence.startswith("they are left out of the score")
    with pytest.raises(InputError, match="cannot say that nothing is predicted"):
        opened(tmp_path, lines(), lines()[:-2], fixes=("fill-missing",))


def test_unknown_and_repeated_rows_can_be_dropped(tmp_path: Path) -> None:
    found = opened(tmp_path, lines(), [*lines(), "q1,5"], fixes=("drop-unknown",))
    assert found.problems == ()
    with pytest.raises(InputError, match="r3") as raised:
        opened(tmp_path, lines(), [*lines(), "r3,5"])
    assert "keep-first" in raised.value.hint
    assert opened(tmp_path, lines(), [*lines(), "r3,5"], fixes=("keep-first",)).overall == 0.0


def test_all_problems_are_found_without_scoring(tmp_path: Path) -> None:
    opened(tmp_path, lines(), lines())
    (tmp_path / "bad.csv").write_text("\n".join([*lines(r4="x"), "r3,5"]) + "\n")
    found = drain(check_pair(tmp_path / "truth.csv", tmp_path / "bad.csv", Options()))
    assert [problem.kind for problem in found] == ["duplicate-ids", "odd-numbers"]


def test_no_finding_is_about_labels(tmp_path: Path) -> None:
    found = opened(tmp_path, lines(), ["id,y", *(f"r{row},7.25" for row in range(ROWS))])
    assert found.problems == ()


@pytest.mark.parametrize(("row", "is_said"), [(None, True), (7, False)])
def test_a_submission_that_is_the_truth_is_named(row: int | None, is_said: bool) -> None:
    truth = pd.DataFrame({"id": range(140), "y": [at * 1.25 for at in range(140)]})
    same = truth.assign(y=[value + (at == row) for at, value in enumerate(truth["y"])])
    found = inspector.open_pair(truth, same, "rmse", shape="numbers")
    kinds = {problem.kind: problem.message for problem in found.problems}
    assert ("true-numbers" in kinds) == is_said
    assert not is_said or kinds["true-numbers"] == "all 140 numbers of 'y' equal the true ones"


def test_few_levels_may_all_be_right() -> None:
    truth = pd.DataFrame({"id": range(140), "y": [at % 5 for at in range(140)]})
    assert not inspector.open_pair(truth, truth.copy(), "qwk", shape="numbers").problems
