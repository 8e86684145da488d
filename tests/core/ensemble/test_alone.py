"""Submissions of which the truth knows some ids only: the blend has the others, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.ensemble.lists import fused

import inspector
from inspector.core.document.submission import Submission
from inspector.core.ensemble.alone import unknown_ids
from inspector.core.ensemble.blend import Recipe
from inspector.core.ensemble.trial import blended_task
from inspector.core.task import drain

NAMES = ("fin whale", "orca", "minke", "blue whale", "new_whale")
FILES = {
    name: {f"q{row}": [NAMES[(row * step + at) % 5] for at in range(3)] for row in range(40)}
    for name, step in (("a", 1), ("b", 2))
}
del FILES["b"]["q39"]


@pytest.fixture
def opened(tmp_path: Path) -> inspector.Inspection:
    for name, rows in FILES.items():
        lines = [f'{id_},"{",".join(labels)}"\n' for id_, labels in rows.items()]
        (tmp_path / f"{name}.csv").write_text("Image,Id\n" + "".join(lines))
    (tmp_path / "truth.csv").write_text("Image,Id\nq1,orca\nq2,fin whale\nq3,minke\n")
    opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "a.csv", "map@3")
    opened.add(tmp_path / "b.csv")
    return opened


def blended(opened: inspector.Inspection) -> inspector.Inspection:
    evaluations = [one.evaluation for one in opened.submissions]
    made = drain(blended_task(evaluations, Recipe("rrf", (1, 2)), "a blend"))
    opened.add_submission(Submission("blend", made))
    opened.open("blend")
    return opened


def test_ids_that_the_truth_does_not_have_are_blended_and_saved(opened, tmp_path: Path) -> None:
    opened.edit("q1", ["minke", "blue whale"])
    blended(opened).save(tmp_path / "out.csv")
    assert unknown_ids(opened.evaluation.pair) == 37
    head, *lines = (tmp_path / "out.csv").read_text().replace('"', "").splitlines()
    assert head == "Image,Id"
    found = {id_: labels.split(",") for id_, _, labels in (line.partition(",") for line in lines)}
    lists = {**FILES["a"], "q1": ["minke", "blue whale"]}
    assert found == {id_: fused([lists[id_], FILES["b"].get(id_, [])], (1, 2)) for id_ in FILES["a"]}


def test_files_that_have_changed_leave_the_ids_of_the_truth(opened, tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("Image,Id\nq1,orca\n")
    pair = blended(opened).evaluation.pair
    assert (unknown_ids(pair), len(pair.submission.entries.first)) == (0, 3)
