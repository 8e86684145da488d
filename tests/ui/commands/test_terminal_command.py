"""The command that is copied prints in the terminal what the window shows of the files."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from ui.user import action

from inspector import Inspection
from inspector.core.query import Clause


@pytest.fixture
def two(pair: Inspection, pair_files: tuple[Path, Path]) -> Inspection:
    """The pair, with another submission that hits a row more."""
    other = pair_files[1].with_name("other one.csv")
    other.write_text(pair_files[1].read_text("utf-8").replace("r05,a b c", "r05,e"), "utf-8")
    pair.add(other)
    pair.baseline = "other one"
    return pair


def copied(window) -> list[str]:
    action(window, "copy_command").trigger()
    return shlex.split(QGuiApplication.clipboard().text())


@pytest.mark.slow
def test_several_submissions_are_compared_with_the_same_baseline_and_rows(run, show, two: Inspection) -> None:
    window = show(two)
    two.narrow("id:/^r0/")
    program, command, *arguments = copied(window)
    assert (program, command) == ("submission-inspector", "compare")
    assert window.statusBar().currentMessage() == "The command is on the clipboard"
    status, out, _ = run(command, *arguments, "--json")
    assert status == 0
    found = json.loads(out)
    assert (found["baseline"], found["metric"]) == ("other one", "map@3")
    shown = two.compare()
    told = {line["name"]: (line["overall"], line["delta"], line["better"]) for line in found["submissions"]}
    assert told == {line.name: (line.overall, line.delta, line.better) for line in shown.itertuples()}
    assert told["submission"][1] < 0


LEFT_OUT = "the filter, as the terminal would read its scores from the baseline"


@pytest.mark.parametrize("text", ["score<1", "better", "id:/^r0/ & delta<0"])
def test_a_filter_by_scores_is_said_to_be_left_out_and_why(show, two: Inspection, text: str) -> None:
    """In the terminal the baseline alone chooses rows."""
    window = show(two)
    two.filter_by([Clause(text)])
    assert "--filter" not in copied(window)
    assert window.statusBar().currentMessage() == f"The command is on the clipboard; it leaves out {LEFT_OUT}"
    two.edit("r03", ["c"])
    copied(window)
    assert window.statusBar().currentMessage().endswith(f"it leaves out what is not saved and {LEFT_OUT}")


def test_a_version_that_is_the_baseline_is_said_to_be_left_out(show, two: Inspection) -> None:
    window = show(two)
    two.edit("r03", ["c"])
    two.keep("kept")
    two.undo()
    two.baseline = "kept"
    assert copied(window)[1] == "compare"
    assert window.statusBar().currentMessage().endswith("it leaves out the baseline, a version")


def test_a_filter_is_left_out_where_one_submission_is_scored(window, pair: Inspection) -> None:
    pair.narrow("id:r01")
    assert copied(window)[1] == "score"
    assert window.statusBar().currentMessage().endswith("it leaves out the filter")
