"""A truth of groups: the labels of a row are the ids of all rows with the same group."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.files.written import opened

from inspector import InputError
from inspector.core.files.labels import groups

TRUTH = "posting_id,title,label_group\np1,a red cup,249\np2,shoes,7\np3,a cup,249\np4,lamp,\np5,boots, 7\np6,?,8\n"
SUBMISSION = "posting_id,matches\np1,p1 p3\np2,p2\np3,p3 p2\np4,p4\np5,p5 p2\np6,p6\n"
TOLD = {"shape": "groups/list", "truth_column": "label_group"}


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "t.csv").write_text(TRUTH)
    (tmp_path / "s.csv").write_text(SUBMISSION)
    return tmp_path / "t.csv", tmp_path / "s.csv"


def truths(evaluation) -> list[list[str]]:
    return [evaluation.truth(row) for row in range(len(evaluation.table))]


def test_the_labels_are_the_ids_of_the_group_itself_included(files) -> None:
    inspection = opened(*files, **TOLD)
    members = [["p1", "p3"], ["p2", "p5"], ["p1", "p3"], [], ["p2", "p5"], ["p6"]]
    assert truths(inspection.evaluation) == members
    words = 'labels are the ids with the same "label_group", up to 2 a row'
    assert str(inspection.evaluation.pair.truth) == f'6 rows: id "posting_id", {words}'


def test_each_row_is_scored_by_the_ids_of_its_group(files) -> None:
    inspection = opened(*files, **TOLD)
    inspection.set_metric("f1")
    assert inspection.evaluation.scores.row.tolist() == pytest.approx([1, 2 / 3, 0.5, 0, 1, 1])
    inspection.edit("p2", ["p2", "p5"])
    assert inspection.evaluation.scores.row[1] == 1


def test_rows_that_the_host_ignores_still_belong_to_their_group(tmp_path: Path, files) -> None:
    usage = ["Usage", "Public", "Public", "Ignored", "Public", "Public", "Public"]
    lines = [f"{line},{cell}\n" for line, cell in zip(TRUTH.splitlines(), usage, strict=True)]
    files[0].write_text("".join(lines))
    evaluation = opened(*files, **TOLD).evaluation
    assert [evaluation.table.id(row) for row in range(5)] == ["p1", "p2", "p4", "p5", "p6"]
    assert evaluation.truth(0) == ["p1", "p3"]


@pytest.mark.parametrize("shape", ["groups", "/groups", "list/groups"])
def test_a_submission_of_groups_is_refused_with_what_to_do(files, shape: str) -> None:
    with pytest.raises(InputError, match="only a truth") as caught:
        opened(*files, shape=shape)
    assert caught.value.options == ("shape=groups/",)


def test_a_column_of_few_values_is_refused_before_it_takes_memory(files, monkeypatch) -> None:
    monkeypatch.setattr(groups, "_MOST", 8)
    with pytest.raises(InputError, match="does not hold groups") as caught:
        opened(*files, **TOLD)
    assert caught.value.found == "2 rows with the same value"
