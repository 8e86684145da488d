"""Versions of a submission: kept, returned to, compared with, renamed, deleted and carried over."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.task import drain

IDS = [f"r{number}" for number in range(6)]


@pytest.fixture
def opened(tmp_path: Path) -> Inspection:
    """A truth of six rows and a submission that hits none, in files."""
    pd.DataFrame({"id": IDS, "labels": [f"w_{i % 3}" for i in range(6)]}).to_csv(tmp_path / "truth.csv", index=False)
    pd.DataFrame({"id": IDS, "labels": ["w_9 w_8"] * 6}).to_csv(tmp_path / "wrong.csv", index=False)
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "wrong.csv", "map@2")


def labels(inspection: Inspection) -> list[list[str]]:
    return [inspection.evaluation.labels(row) for row in range(6)]


def test_a_version_outlives_undo_and_new_edits(opened: Inspection) -> None:
    opened.edit("r0", ["w_0"])
    opened.edit("r1", ["typed", "w_1"])
    wanted, overall = labels(opened), opened.overall
    opened.keep("before lunch")
    opened.undo()
    opened.undo()
    opened.edit("r5", ["w_2"])
    before = labels(opened)
    opened.return_to("before lunch")
    assert (labels(opened), opened.overall, opened.undo_name) == (wanted, overall, "return to before lunch")
    opened.undo()
    assert labels(opened) == before


def test_a_version_is_compared_with_by_its_name(opened: Inspection) -> None:
    opened.edit("r0", ["w_0"])
    opened.keep("one")
    opened.edit("r1", ["w_1"])
    opened.baseline = "one"
    assert opened.evaluation.deltas(np.arange(6)).tolist() == [0, 1, 0, 0, 0, 0]
    opened.set_metric("map@1")
    assert (opened.baseline, opened.evaluation.delta) == ("one", pytest.approx(1 / 6))
    assert opened.find("one").under(opened.metric) is opened.evaluation.baseline.other
    opened.rename("one", "first")
    assert opened.baseline == "first"
    opened.remove("first")
    assert (opened.baseline, opened.versions) == ("file", ())


def test_a_version_says_which_one_it_was_made_from(opened: Inspection) -> None:
    for name in ("a", "b"):
        opened.edit("r0", [name])
        opened.keep(name)
    opened.return_to("a")
    opened.keep("c")
    assert [(one.name, one.made_from) for one in opened.versions] == [("a", None), ("b", "a"), ("c", "a")]
    opened.rename("a", "start")
    assert [one.made_from for one in opened.versions] == [None, "start", "start"]


def test_versions_and_submissions_never_share_a_name(opened: Inspection, tmp_path: Path) -> None:
    opened.keep("x")
    with pytest.raises(InputError, match="the name 'x' is taken"):
        opened.keep("x")
    with pytest.raises(InputError, match="the name 'x' is taken"):
        opened.add(tmp_path / "wrong.csv", "x")
    with pytest.raises(InputError, match="needs a name"):
        opened.keep("")


def test_each_submission_has_its_own_versions(opened: Inspection, tmp_path: Path) -> None:
    opened.edit("r0", ["w_0"])
    opened.keep("mine")
    opened.open(opened.add(tmp_path / "wrong.csv", "other"))
    assert opened.versions == ()
    with pytest.raises(KeyError):
        opened.return_to("mine")
    opened.baseline = "mine"
    assert opened.evaluation.delta == pytest.approx(-1 / 6)


def test_a_version_survives_a_repair_and_its_undo(opened: Inspection, tmp_path: Path) -> None:
    pd.DataFrame({"id": IDS[:4], "labels": ["w_9 w_8"] * 4}).to_csv(tmp_path / "few.csv", index=False)
    few = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "few.csv", "map@2")
    few.edit("r0", ["w_0"])
    few.keep("kept")
    wanted = labels(few)
    fix = next(problem.fix for problem in few.problems if problem.fix and problem.fix.name == "fill-missing")
    few.edit("r1", ["w_1"])
    few.commit(drain(few.repair_task(drain(few.repair_preview_task(fix)))))
    few.return_to("kept")
    assert labels(few) == wanted
    few.undo()
    few.undo()
    few.return_to("kept")
    assert labels(few) == wanted


def test_a_reload_carries_versions_over(opened: Inspection, tmp_path: Path) -> None:
    opened.edit("r5", ["w_2", "typed"])
    opened.keep("kept")
    opened.undo()
    text = (tmp_path / "wrong.csv").read_text().splitlines()
    (tmp_path / "wrong.csv").write_text("\n".join([text[0], *text[:0:-1]]) + "\n")
    fresh = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "wrong.csv", "map@2").state
    opened.commit(drain(opened.rebase_task(fresh)))
    opened.return_to("kept")
    assert (opened.evaluation.labels(5), opened.overall) == (["w_2", "typed"], pytest.approx(1 / 6))


def test_a_version_stays_as_it_was_when_another_program_changes_the_file(opened: Inspection, tmp_path: Path) -> None:
    opened.edit("r5", ["w_2"])
    opened.keep("kept")
    wanted, overall = labels(opened), opened.overall
    opened.undo()
    changed = (tmp_path / "wrong.csv").read_text().replace("r1,w_9 w_8", "r1,w_1").replace("r5,w_9 w_8", "r5,w_2")
    (tmp_path / "wrong.csv").write_text(changed)
    fresh = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "wrong.csv", "map@2").state
    opened.commit(drain(opened.rebase_task(fresh)))
    assert opened.evaluation.labels(1) == ["w_1"]
    (version,) = opened.versions
    assert (version.edits.rows.tolist(), version.under(opened.metric).scores.overall) == ([1], overall)
    opened.return_to("kept")
    assert labels(opened) == wanted


def test_a_version_stays_as_it_was_when_edits_are_saved_over_the_file(opened: Inspection, tmp_path: Path) -> None:
    opened.keep("before")
    wanted = labels(opened)
    opened.edit("r0", ["w_0"])
    opened.save(tmp_path / "wrong.csv", overwrite=True)
    opened.return_to("before")
    assert labels(opened) == wanted
    opened.undo()
    fresh = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "wrong.csv", "map@2").state
    opened.commit(drain(opened.rebase_task(fresh)))
    assert opened.evaluation.labels(0) == ["w_0"]
    opened.return_to("before")
    assert labels(opened) == wanted
