"""The best factor and the best summand of some rows: planted ones are found, and nothing gets worse."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import inspector
from inspector import InputError, Inspection
from inspector.core.edits import bulk
from inspector.core.edits.best.best_number import NEUTRAL, best_number
from inspector.core.edits.best.search import Search
from inspector.core.edits.bulk import BulkEdit
from inspector.core.evaluation.numbers import numbers
from inspector.core.task import drain

N, BAD = 400, np.arange(100, 160)
ERRORS = ("rmse", "rmsle", "mae")


def write(path: Path, columns: Sequence[np.ndarray]) -> Path:
    with path.open("w", newline="") as file:
        lines = ([f"r{at}", *map(repr, line)] for at, line in enumerate(np.stack(columns, axis=1).tolist()))
        csv.writer(file).writerows([["id", *"xyz"[: len(columns)]], *lines])
    return path


def opened(folder: Path, truth: Sequence[np.ndarray], predicted: Sequence[np.ndarray], metric: str) -> Inspection:
    files = write(folder / "truth.csv", truth), write(folder / "submission.csv", predicted)
    return inspector.open_pair(*files, metric, shape="numbers")


def planted(kind: str, number: float) -> tuple[np.ndarray, np.ndarray]:
    """A truth and predictions, of which some need the number; all are a little off."""
    rng = np.random.default_rng(5)
    truth = rng.uniform(100, 900, N).round(3)
    predicted = truth * rng.choice([0.998, 1.002], N)
    predicted[BAD] = predicted[BAD] / number if kind == "scale" else predicted[BAD] - number
    return truth, predicted


def best(pair: Inspection, rows: np.ndarray, edit: BulkEdit) -> float | None:
    return drain(best_number(pair.evaluation, rows, edit))


def after(pair: Inspection, rows: np.ndarray, edit: BulkEdit) -> float:
    return bulk.preview(pair.evaluation, rows, edit).after


@pytest.mark.parametrize("metric, number", [("qwk", -1.0), ("rmse", -1.0), ("mae", -1.0)])
def test_what_is_added_to_whole_numbers_is_whole_where_it_scores_as_well(tmp_path, metric, number) -> None:
    truth = np.tile([0.0, 1.0, 2.0, 3.0], 50)
    pair = opened(tmp_path, [truth], [truth + 1 - (np.arange(200) % 20 == 0)], metric)
    assert best(pair, np.arange(200), BulkEdit("shift")) == number


def test_decimals_are_added_to_whole_numbers_where_these_score_better(tmp_path) -> None:
    truth = np.arange(200) + 0.37
    assert best(opened(tmp_path, [truth], [np.arange(200.0)], "rmse"), np.arange(200), BulkEdit("shift")) == 0.37


@pytest.mark.slow
@pytest.mark.parametrize("metric", ERRORS)
@pytest.mark.parametrize("kind, number", [("scale", 0.1), ("scale", 1.43), ("scale", 250.0), ("shift", -64.0)])
def test_a_planted_number_is_found_with_three_digits(tmp_path, metric: str, kind: str, number: float) -> None:
    truth, predicted = planted(kind, number)
    pair = opened(tmp_path, [truth], [predicted], metric)
    found = best(pair, BAD[::-1], BulkEdit(kind, number=77.0))
    assert found == pytest.approx(number, rel=0.03 if kind == "shift" else 0.01)
    assert len(f"{abs(found):g}".replace(".", "").lstrip("0")) <= 3
    exact = after(pair, BAD, BulkEdit(kind, number=number))
    assert after(pair, BAD, BulkEdit(kind, number=found)) <= exact + 0.01 * (pair.overall - exact)
    assert after(pair, BAD, BulkEdit(kind, number=found)) < pair.overall


@pytest.mark.slow
@pytest.mark.parametrize("metric", ERRORS)
def test_the_best_of_many_numbers_is_hardly_better_than_the_one_found(tmp_path, metric: str) -> None:
    rng = np.random.default_rng(7)
    truth, noise = rng.gamma(1.0, 200, 60), rng.lognormal(0, 0.8, 60)
    pair = opened(tmp_path, [truth], [truth * noise * 3], metric)
    for kind, tried in (("scale", np.geomspace(0.02, 2, 400)), ("shift", np.linspace(-2000, 500, 400))):
        rows, now = np.arange(60), pair.overall
        known = min(after(pair, rows, BulkEdit(kind, number=number)) for number in tried.tolist())
        found = after(pair, rows, BulkEdit(kind, number=best(pair, rows, BulkEdit(kind))))
        assert now - found >= 0.985 * (now - known)


def test_only_the_chosen_number_of_each_row_is_looked_at(tmp_path: Path) -> None:
    truth, predicted = planted("scale", 0.1)
    pair = opened(tmp_path, [truth, truth], [truth * np.tile([1.01, 0.99], N // 2), predicted], "rmse")
    assert best(pair, BAD, BulkEdit("scale", component="y")) == pytest.approx(0.1, rel=0.01)
    assert (best(pair, BAD, BulkEdit("scale", component="x")) or 1.0) == pytest.approx(1.0, rel=0.01)
    with pytest.raises(InputError, match="no number 'w'"):
        best(pair, BAD, BulkEdit("scale", component="w"))


def test_no_factor_of_all_rows_wins_where_only_their_order_counts(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    truth = (rng.random(N) < 0.4).astype(float)
    pair = opened(tmp_path, [truth], [(rng.random(N) + truth).round(3)], "rocauc")
    assert best(pair, np.arange(N), BulkEdit("scale")) is None
    assert best(pair, np.arange(N), BulkEdit("shift")) is None


def test_under_auc_rows_that_are_too_low_are_raised(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    truth = (rng.random(N) < 0.4).astype(float)
    predicted = (rng.random(N) + truth).round(3)
    right = opened(tmp_path, [truth], [predicted], "rocauc").overall
    predicted[BAD] /= 8
    pair = opened(tmp_path, [truth], [predicted], "rocauc")
    found = best(pair, BAD, BulkEdit("scale"))
    assert found == pytest.approx(8, rel=0.3)
    assert after(pair, BAD, BulkEdit("scale", number=found)) > right - 0.1 * (right - pair.overall)


def test_rows_without_truth_or_prediction_and_zeros_are_no_obstacle(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth.csv", [np.array([10.0, 20.0, 30.0, 0.0])])
    (tmp_path / "submission.csv").write_text("id,x\nr0,40\nr1,80\nr3,0\n")
    pair = inspector.open_pair(truth, tmp_path / "submission.csv", "mae", shape="numbers")
    assert best(pair, np.arange(4), BulkEdit("scale")) == 0.25
    for rows in ([2], [3]):
        assert best(pair, np.array(rows), BulkEdit("scale")) is None
    assert best(pair, np.array([2]), BulkEdit("shift")) is None


def test_it_is_done_in_steps_and_changes_nothing(tmp_path: Path) -> None:
    truth, predicted = planted("scale", 0.1)
    pair = opened(tmp_path, [truth], [predicted], "rmse")
    before = repr(pair.overall), numbers(pair.evaluation, np.arange(N))[1].tobytes()
    steps = [progress.fraction for progress in best_number(pair.evaluation, BAD, BulkEdit("scale"))]
    assert steps == sorted(steps) and len(steps) > 20 and steps[-1] <= 1
    unfinished = best_number(pair.evaluation, BAD, BulkEdit("scale"))
    next(unfinished)
    unfinished.close()
    assert before == (repr(pair.overall), numbers(pair.evaluation, np.arange(N))[1].tobytes())
    assert pair.undo_name is None


@pytest.mark.slow
@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.floats(0, 1000), st.floats(0, 1000)), min_size=2, max_size=8),
    st.sampled_from(["rmse", "rmsle", "mae", "r2", "medae"]),
    st.sampled_from(["scale", "shift"]),
    st.data(),
)
def test_what_is_found_is_better_than_doing_nothing(tmp_path_factory, values, metric: str, kind: str, data) -> None:
    truth, predicted = (np.round(side, 3) for side in zip(*values, strict=True))
    truth[0] = truth[1] + 1.0  # R² needs different ones
    rows = np.array(data.draw(st.lists(st.integers(0, len(values) - 1), min_size=1, unique=True)))
    pair = opened(tmp_path_factory.mktemp("law"), [truth], [predicted], metric)
    edit = BulkEdit(kind)
    if (found := best(pair, rows, edit)) is not None:
        gain = after(pair, rows, replace(edit, number=found)) - pair.overall
        assert pair.metric.improvement(gain) > 0
        assert found != NEUTRAL[kind]


def test_it_is_said_where_nobody_knows_what_other_numbers_score(tmp_path: Path, monkeypatch) -> None:
    pair = opened(tmp_path, [np.arange(5.0)], [np.arange(5.0) * 2], "rmse")
    monkeypatch.setattr(pair.evaluation.scores, "preview_rows", lambda rows, before, after: math.nan)
    with pytest.raises(InputError, match="nobody knows what other numbers score"):
        best(pair, np.arange(5), BulkEdit("scale"))


def test_of_numbers_that_score_the_same_the_nearest_one_is_best() -> None:
    search = Search(lambda number: float(number > 2), 1.0)
    for number in (0.5, 1.0, 5.0, 3.0, 9.0):
        search.score(number)
    assert search.best == 3.0


def test_a_search_takes_more_digits_only_where_they_win_something() -> None:
    for peak, short in ((1 / 7, 0.143), (12345.678, 12300.0), (100.123, 100.12)):
        search = Search(lambda number, peak=peak: -((number - peak) ** 2), 0.0 if peak != 100.123 else 100.0)
        first = sorted([0.0, 0.1, 100.0, 200.0, 1e4, 2e4])
        for number in first:
            search.score(number)
        for _ in search.refine(first):
            pass
        assert search.shortened() == short


def test_a_higher_peak_beside_the_best_of_the_first_numbers_is_found() -> None:
    def score(number: float) -> float:
        return 2 * math.exp(-((number + 70) ** 2) / 400) + math.exp(-((number + 210) ** 2) / 1e4)

    search, first = Search(score, 0.0), [-900.0, -200.0, 0.0, 100.0]
    assert max(first, key=search.score) == -200.0
    for _ in search.refine(first):
        pass
    assert search.shortened() == pytest.approx(-70, abs=1)


def test_a_score_that_is_unknown_never_wins() -> None:
    search = Search(lambda number: math.nan, 1.0)
    search.score(1.0), search.score(2.0)
    assert search.knows_nothing
    assert search.shortened() is None
