"""The best power of probabilities of classes: of rows that are too sure, and nothing where only the order counts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import Inspection
from inspector.core.edits import bulk
from inspector.core.edits.best.best_number import best_number
from inspector.core.edits.bulk import BulkEdit
from inspector.core.task import drain

N, SURE = 300, np.arange(0, 200)
CLASSES = ("ant", "bee", "cat")


def opened(folder: Path, metric: str = "mlogloss", power: float = 3.0) -> Inspection:
    """Rows with probabilities that come true, of which the first 200 were raised to a power."""
    rng = np.random.default_rng(4)
    right = rng.dirichlet([1.0, 1.0, 1.0], N)
    truth = [CLASSES[rng.choice(3, p=row)] for row in right]
    given = right.copy()
    given[SURE] = given[SURE] ** power
    given = (given / given.sum(axis=1, keepdims=True)).round(6)
    given[:, 2] = (1 - given[:, 0] - given[:, 1]).round(6).clip(0)
    lines = [f"r{at},{','.join(map(repr, row))}" for at, row in enumerate(given.tolist())]
    (folder / "truth.csv").write_text("\n".join(["id,class", *(f"r{at},{one}" for at, one in enumerate(truth))]) + "\n")
    (folder / "submission.csv").write_text("\n".join([f"id,{','.join(CLASSES)}", *lines]) + "\n")
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", metric)


def after(pair: Inspection, power: float) -> float:
    return bulk.preview(pair.evaluation, SURE, BulkEdit("power", number=power)).after


@pytest.mark.slow
@pytest.mark.parametrize("power", [3.0, 0.3])
def test_the_power_is_found_that_takes_back_what_made_rows_too_sure(tmp_path: Path, power: float) -> None:
    pair = opened(tmp_path, power=power)
    before = repr(pair.overall)
    found = drain(best_number(pair.evaluation, SURE, BulkEdit("power", number=7.0)))
    assert found == pytest.approx(1 / power, rel=0.2)
    best = min(after(pair, number) for number in np.geomspace(0.1, 10, 200).tolist())
    assert pair.overall - after(pair, found) >= 0.985 * (pair.overall - best)
    assert (repr(pair.overall), pair.undo_name) == (before, None)


def test_no_power_wins_where_only_the_order_of_the_classes_counts(tmp_path: Path) -> None:
    pair = opened(tmp_path, "accuracy@1")
    assert drain(best_number(pair.evaluation, SURE, BulkEdit("power"))) is None


def answered(folder: Path, metric: str = "logloss") -> Inspection:
    """Rows with probabilities of yes that come true, of which the odds of the first 200 were squared."""
    rng = np.random.default_rng(5)
    right = rng.uniform(0.02, 0.98, N)
    truth = (rng.uniform(size=N) < right).astype(int).tolist()
    given = np.where(np.arange(N) < len(SURE), right**2 / (right**2 + (1 - right) ** 2), right).round(6).tolist()
    for name, column in (("truth.csv", truth), ("submission.csv", given)):
        (folder / name).write_text("\n".join(["id,y", *(f"r{at},{one}" for at, one in enumerate(column))]) + "\n")
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", metric)


@pytest.mark.slow
def test_the_power_of_the_odds_is_found_that_made_rows_too_sure(tmp_path: Path) -> None:
    pair = answered(tmp_path)
    found = drain(best_number(pair.evaluation, SURE, BulkEdit("power", number=7.0)))
    assert found == pytest.approx(0.5, rel=0.25)
    best = min(after(pair, number) for number in np.geomspace(0.1, 10, 200).tolist())
    assert pair.overall - after(pair, found) >= 0.985 * (pair.overall - best)


def test_no_power_of_the_odds_wins_where_only_the_order_counts(tmp_path: Path) -> None:
    assert drain(best_number(answered(tmp_path, "auc").evaluation, np.arange(N), BulkEdit("power"))) is None
