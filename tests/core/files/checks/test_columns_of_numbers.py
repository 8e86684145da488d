"""Columns of numbers that are of another scale, lack in the submission, or cannot be matched."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import inspector
from inspector import InputError, Inspection

IDS = range(1, 61)


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Inspection]:
    def open_rows(truth: list[str], submission: list[str], metric: str = "rmse") -> Inspection:
        (tmp_path / "truth.csv").write_text("\n".join(truth) + "\n")
        (tmp_path / "submission.csv").write_text("\n".join(submission) + "\n")
        return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric)

    return open_rows


def prices(draw: Random) -> dict[int, float]:
    return {id_: round(math.exp(draw.gauss(12, 0.4)), 2) for id_ in IDS}


def rows(names: str, values: dict[int, object]) -> list[str]:
    return [names, *(f"{id_},{value}" for id_, value in values.items())]


def test_logarithms_of_what_is_true_are_told(opened) -> None:
    truth = prices(Random(1))
    logs = {id_: math.log1p(price) for id_, price in truth.items()}
    (problem,) = opened(rows("Id,SalePrice", truth), rows("Id,SalePrice", logs)).problems
    assert (problem.kind, problem.count, problem.column) == ("other-scale", len(IDS), "SalePrice")
    assert "below the true ones" in problem.message
    (problem,) = opened(rows("Id,SalePrice", logs), rows("Id,SalePrice", truth)).problems
    assert "above the true ones" in problem.message


def test_a_model_that_is_far_off_is_of_the_same_scale(opened) -> None:
    draw = Random(2)
    truth = prices(draw)
    wrong = {id_: price * draw.uniform(1.5, 4) for id_, price in truth.items()}
    assert not opened(rows("Id,SalePrice", truth), rows("Id,SalePrice", wrong)).problems


def targets(draw: Random, count: int) -> dict[int, str]:
    return {id_: ",".join(f"{draw.random():.3f}" for _ in range(count)) for id_ in IDS}


def test_a_target_that_the_submission_lacks_is_told(opened) -> None:
    draw = Random(3)
    truth = rows("id,grammar,syntax,cohesion,vocabulary", targets(draw, 4))
    found = opened(truth, rows("id,grammar,syntax,vocabulary", targets(draw, 3)))
    (problem,) = found.problems
    assert (problem.kind, problem.examples, problem.where) == ("missing-columns", ("cohesion",), "submission")
    assert not opened(truth, rows("id,grammar,syntax,cohesion,vocabulary", targets(draw, 4))).problems


def test_several_columns_for_one_true_number_are_refused(opened) -> None:
    draw = Random(4)
    months = rows("ParcelId,201610,201611,201612,201710", targets(draw, 4))
    with pytest.raises(InputError, match="no column of numbers"):
        opened(rows("parcelid,logerror", targets(draw, 1)), months, "mae")


def test_numbers_of_classes_that_happen_to_be_ids_are_no_groups(opened) -> None:
    draw = Random(5)
    names = {id_: draw.choice(["airplane", "bird", "cat", "deer"]) for id_ in IDS}
    classes = {id_: ["airplane", "bird", "cat", "deer"].index(name) + 1 for id_, name in names.items()}
    found = opened(rows("id,label", names), rows("id,label", classes), "accuracy")
    assert [problem.kind for problem in found.problems] == ["label-overlap"]
    assert found.evaluation.table.truth.longest == 1
