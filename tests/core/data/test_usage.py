"""Public and private parts, compared with scoring each part alone; Ignored rows are excluded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import inspector
from inspector.terminal import text

ROWS = [  # id, truth, usage, prediction, confidence
    ("a", "x", "Public", "x y", 0.9),
    ("b", "y z", "private", "q y", 0.8),
    ("c", "q", " PUBLIC ", "z q", 0.7),
    ("d", "x y z", "Private", "z", 0.6),
    ("e", "x", "Ignored", "x", 0.95),
    ("f", "y", "public", "", 0.5),
    ("g", "z q", "PRIVATE", "z q", 0.4),
    ("h", "x", "ignored", "q", 0.99),
]
METRICS = ["map@2", "recall@2", "f(average=micro)", "f(average=macro)", "f1", "ndcg@2"]
EDITS = {"b": "y z", "c": "q", "g": ""}


def pair(folder: Path, rows: list[tuple], column: str = "Usage", sure: bool = False) -> inspector.Inspection:
    usage = [("", "") if not column else (f",{column}", f",{row[2]}") for row in rows] or [("", "")]
    truth = f"id,label{usage[0][0]}\n" + "".join(f"{r[0]},{r[1]}{u[1]}\n" for r, u in zip(rows, usage, strict=True))
    (folder / "t.csv").write_text(truth)
    one = [(row[3].split() or [""])[0] for row in rows]
    pairs = "".join(f"{row[0]},{label},{row[4]}\n" for row, label in zip(rows, one, strict=True))
    lists = "".join(f"{row[0]},{row[3]}\n" for row in rows)
    (folder / "s.csv").write_text("id,label,conf\n" + pairs if sure else "id,label\n" + lists)
    return inspector.open_pair(folder / "t.csv", folder / "s.csv")


def figures(inspection: inspector.Inspection) -> dict[str, float]:
    printed = json.loads(json.dumps(text.score_json(inspection)))
    return {name: printed[name] for name in ("overall", "public", "private")}


def alone(folder: Path, rows: list[tuple], metric: str, sure: bool) -> dict[str, float]:
    """The scores of files with only the rows of the part."""
    parts = {"overall": ("public", "private"), "public": ("public",), "private": ("private",)}
    scores = {}
    for name, kept in parts.items():
        inspection = pair(folder, [row for row in rows if row[2].strip().lower() in kept], "", sure)
        inspection.set_metric(metric)
        scores[name] = inspection.overall
    return scores


@pytest.mark.slow
@pytest.mark.parametrize("metric", [*METRICS, "gap"])
@pytest.mark.parametrize("column", ["Usage", "usage", " split"])
def test_each_part_scores_as_if_it_were_alone_before_and_after_edits(tmp_path: Path, metric: str, column: str) -> None:
    sure, rows = metric == "gap", ROWS
    inspection = pair(tmp_path, rows, column, sure)
    inspection.set_metric(metric)
    (tmp_path / "alone").mkdir()
    assert len(inspection.evaluation.table) == 6
    before = figures(inspection)
    assert before == pytest.approx(alone(tmp_path / "alone", rows, metric, sure), abs=1e-12)

    for id_, labels in EDITS.items():
        inspection.edit(id_, labels.split()[: 1 if sure else None])
    edited = [(*row[:3], EDITS.get(row[0], row[3]), row[4]) for row in rows]
    after = figures(inspection)
    assert after == pytest.approx(alone(tmp_path / "alone", edited, metric, sure), abs=1e-12)
    assert after != before


def test_parts_are_reported_and_ignored_rows_are_counted(tmp_path: Path) -> None:
    inspection = pair(tmp_path, ROWS)
    ignored = next(problem for problem in inspection.problems if problem.kind == "ignored-rows")
    assert (ignored.count, ignored.where, ignored.column) == (2, "truth", "Usage")


def test_an_ignored_id_of_the_submission_is_not_unknown(tmp_path: Path) -> None:
    kinds = {problem.kind for problem in pair(tmp_path, ROWS).problems}
    assert "unknown-ids" not in kinds
    assert "missing-ids" not in kinds


def test_an_unknown_usage_value_is_reported_with_its_line(tmp_path: Path) -> None:
    rows = [*ROWS[:3], ("k", "x", "test", "x", 0.5), ("m", "y", "", "y", 0.5)]
    inspection = pair(tmp_path, rows)
    inspection.set_metric("map@2")
    odd = next(problem for problem in inspection.problems if problem.kind == "unknown-usage")
    assert (odd.count, odd.examples, odd.line) == (2, ("k", "m"), 5)
    assert figures(inspection)["public"] == pytest.approx(0.75)
    assert odd.message == "2 rows are neither Public nor Private nor Ignored"
    (one,) = (problem for problem in pair(tmp_path, rows[:-1]).problems if problem.kind == "unknown-usage")
    assert one.message == "1 row is neither Public nor Private nor Ignored"
    assert one.consequence == "it counts for the overall score, but for neither part"


def test_without_a_split_there_are_no_parts(tmp_path: Path) -> None:
    inspection = pair(tmp_path, ROWS, "")
    assert (figures(inspection)["public"], figures(inspection)["private"]) == (None, None)
    assert len(inspection.evaluation.table) == 8


def test_a_wide_truth_has_its_split_too(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,x,y,Usage\nc,0,1,Ignored\na,1,0,Public\nb,0,1,Private\nd,1,1,Ignored\n")
    (tmp_path / "s.csv").write_text("id,label\na,x\nb,x\nc,x\nd,y\n")
    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@1")
    assert [inspection.evaluation.truth(row) for row in range(2)] == [["x"], ["y"]]
    assert figures(inspection) == {"overall": 0.5, "public": 1.0, "private": 0.0}


def test_a_long_truth_has_its_split_too(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        "id,label,Usage\na,x,Public\na,y,Public\nb,y,Private\nb,z,Private\nc,q,Ignored\nc,x,Ignored\n"
    )
    (tmp_path / "s.csv").write_text("id,label\na,x y\nb,q z\nc,q\n")
    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "recall@2")
    assert figures(inspection) == {"overall": 0.75, "public": 1.0, "private": 0.5}
