"""Generated predictions keep the columns of the submission that they stand beside, and read again as they were made."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.core.document.submission import submission_of
from inspector.core.ensemble.blend import Recipe
from inspector.core.ensemble.trial import blended_task, overall_task
from inspector.core.task import drain

# Name: metric, header, and the rows of the truth, of two submissions, and of their mean.
PAIRS = {
    "numbers": ("rmse", "id,price", "a,1.5 b,3 c,8", "a,1 b,2 c,9", "a,2 b,3 c,8", "a,1.5 b,2.5 c,8.5"),
    "two numbers": ("rmse", "id,height,width", "a,1,5 b,2,6", "a,0,5 b,2,7", "a,2,6 b,4,7", "a,1,5.5 b,3,7"),
    "a probability": ("logloss", "id,target", "a,1 b,0", "a,0.5 b,0.25", "a,1 b,0.5", "a,0.75 b,0.375"),
    "classes": (
        "mlogloss",
        "id,cat,dog",
        "a,1,0 b,0,1",
        "a,0.75,0.25 b,0.5,0.5",
        "a,0.25,0.75 b,0.25,0.75",
        "a,0.5,0.5 b,0.375,0.625",
    ),
}


def file_of(header: str, rows: str) -> str:
    return "\n".join([header, *rows.split(), ""])


@pytest.mark.parametrize("name", PAIRS)
def test_a_blend_has_the_columns_of_its_submissions(name: str, tmp_path: Path) -> None:
    metric, header, *contents, mean = PAIRS[name]
    truth, one, two, saved = (tmp_path / f"{part}.csv" for part in ("truth", "one", "two", "mean"))
    for path, rows in zip((truth, one, two), contents, strict=True):
        path.write_text(file_of(header, rows), "utf-8")
    inspection = inspector.open_pair(truth, one, metric)
    inspection.add(two)
    both, recipe = [each.evaluation for each in inspection.submissions], Recipe("mean", (1, 1))
    made = drain(blended_task(both, recipe, "a blend"))
    assert made.scores.overall == drain(overall_task(both, recipe))
    inspection.add_submission(submission_of("mean", made))
    inspection.open("mean")
    inspection.save(saved)
    assert saved.read_text("utf-8") == file_of(header, mean)
    assert inspector.open_pair(truth, saved, metric).overall == made.scores.overall


@pytest.mark.parametrize(("method", "header"), [("mean", "id,cat,dog,eel"), ("votes", "id,labels,confidence")])
def test_lists_that_the_columns_cannot_hold_are_lists_in_cells(method: str, header: str, tmp_path: Path) -> None:
    """Equal votes have an order of their own, which a column of confidences for each label does not tell."""
    truth, one, two, saved = (tmp_path / f"{part}.csv" for part in ("truth", "one", "two", "blend"))
    truth.write_text(file_of("id,label", "a,cat b,dog"), "utf-8")
    one.write_text(file_of("id,cat,dog,eel", "a,0.5,0.375,0.125 b,0.5,0.25,0.25"), "utf-8")
    two.write_text(file_of("id,cat,dog,eel", "a,0.125,0.25,0.625 b,0.25,0.5,0.25"), "utf-8")
    inspection = inspector.open_pair(truth, one, "map@2")
    inspection.add(two)
    made = drain(blended_task([each.evaluation for each in inspection.submissions], Recipe(method, (1, 2)), "a blend"))
    inspection.add_submission(submission_of("blend", made))
    inspection.open("blend")
    inspection.save(saved)
    assert saved.read_text("utf-8").startswith(f"{header}\n")
    again = inspector.open_pair(truth, saved, "map@2")
    assert again.rows().equals(inspection.rows())
