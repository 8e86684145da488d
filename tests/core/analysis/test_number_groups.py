"""Slices and kinds of failures of numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector
from inspector.core.analysis.failures import failure_groups, group_figures
from inspector.core.analysis.slices.grouping import crossed, groupings, usual_grouping
from inspector.core.analysis.slices.slices import slices
from inspector.core.data.numbers import values_of
from inspector.core.query import parse
from inspector.core.statistics.testing.corrections import benjamini_hochberg, p_in_groups
from inspector.core.task import drain

ROWS = 120


def opened(metric: str, truth: pd.DataFrame, submission: pd.DataFrame) -> inspector.Inspection:
    return inspector.open_pair(truth, submission, metric, shape="numbers", truth_column="y")


def pair(seed: int = 0) -> tuple[pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(seed)
    truth = pd.DataFrame({"id": [f"r{row}" for row in range(ROWS)], "y": rng.normal(0, 3, ROWS).round(2)})
    truth["zone"] = rng.choice(["north", "south"], ROWS)
    truth["year"] = rng.integers(1950, 2020, ROWS).astype(str)
    truth["level"] = rng.choice(["2", "10"], ROWS)
    submission = pd.DataFrame({"id": truth["id"], "y": truth["y"] + rng.normal(0, 1, ROWS).round(2)})
    return truth, submission


@pytest.mark.parametrize("sure", [[7], [2, 3], [2, 5]])
def test_under_an_infinite_overall_no_group_has_a_cost(sure: list[int]) -> None:
    truth = pd.DataFrame({"id": [*"abcdefgh"], "y": [1, 0] * 4, "zone": [*"nnsswwee"]})
    given = pd.DataFrame({"id": truth["id"], "p": [0.7, 0.2] * 4})
    given.loc[sure, "p"] = 1.0 - truth["y"][sure]
    pair = inspector.open_pair(truth, given, "logloss(clip=none)")
    found = grouped(pair.evaluation, "zone")
    assert np.isinf(pair.overall)
    assert np.isnan([found.cost, found.perfect, found.won]).all()


@pytest.mark.parametrize("metric", ["rmse", "mae", "r2", "rocauc"])
def test_each_slice_has_the_figure_of_the_baseline_beside_its_own(metric: str) -> None:
    truth, submission = pair()
    truth["y"] = (truth["y"] > 0).astype(int) if metric == "rocauc" else truth["y"]
    other = submission.assign(y=submission["y"] + np.linspace(0, 1, ROWS).round(3))
    found = opened(metric, truth, submission)
    assert np.isnan(grouped(found.evaluation, "zone").baseline).all()
    alone = grouped(opened(metric, truth, other).evaluation, "zone").mean
    found.baseline = found.add(other, "before", shape="numbers")
    now = grouped(found.evaluation, "zone")
    assert (now.baseline.tolist(), *(now.mean == alone)) == (alone.tolist(), False, False)
    among = np.arange(ROWS) < 60
    assert (slices(found.evaluation, groupings(found.evaluation)[0], among).baseline != 0).all()


def test_of_edits_the_baseline_of_a_slice_is_the_file() -> None:
    truth, submission = pair()
    found = opened("rmse", truth, submission)
    before = grouped(found.evaluation, "zone").mean
    found.predict(0, found.evaluation.prediction(0).with_confidence(0, 99.0))
    now, changed = grouped(found.evaluation, "zone"), ["north", "south"].index(truth["zone"][0])
    assert now.baseline.tolist() == before.tolist()
    assert np.flatnonzero(now.mean != before).tolist() == [changed]


def grouped(evaluation, title: str):
    (grouping,) = (one for one in groupings(evaluation) if one.title == title)
    return slices(evaluation, grouping)


@pytest.mark.parametrize("metric", ["mae", "mse", "rmse"])
@pytest.mark.parametrize("title", ["true y", "zone", "year", "level"])
def test_every_row_is_in_the_one_group_that_its_filter_finds(metric, title) -> None:
    evaluation = opened(metric, *pair()).evaluation
    found = grouped(evaluation, title)
    masks = [parse(found.clause(line)).mask(evaluation) for line in range(len(found))]
    assert [int(mask.sum()) for mask in masks] == found.rows.tolist()
    assert (np.sum(masks, axis=0) == 1).all()


def test_the_bias_of_a_group_is_the_mean_error_of_its_rows() -> None:
    truth, submission = pair()
    submission["y"] -= 2.0 * (truth["zone"] == "north")
    submission.loc[3, "y"] = np.nan
    found = grouped(opened("rmse", truth, submission).evaluation, "zone")
    errors = submission["y"] - truth["y"]
    assert found.bias.mean.tolist() == pytest.approx(errors.groupby(truth["zone"]).mean().tolist())
    zones = truth[["id", "zone"]].rename(columns={"zone": "label"})
    labels = inspector.open_pair(zones, zones.assign(label="north"), "accuracy")
    assert slices(labels.evaluation, groupings(labels.evaluation)[0]).bias is None


def test_of_several_numbers_the_bias_is_of_the_one_that_is_furthest_off() -> None:
    rng, rows = np.random.default_rng(3), 90
    truth = pd.DataFrame({"id": [f"s{at}" for at in range(rows)], "zone": np.repeat(["a", "b", "c"], rows // 3)})
    truth[["big", "small"]] = rng.normal(0, 1, (rows, 2)) * (1e6, 1.0)
    off = pd.DataFrame(rng.normal(0, 1, (rows, 2)) * (1e4, 0.01), columns=["big", "small"])
    off.loc[truth["zone"] == "b", "small"] += 0.5
    off.loc[truth["zone"] == "c", "big"] -= 9e4
    off.loc[3, "small"] = np.nan
    submission = truth[["id", "big", "small"]] + off.assign(id="")
    found = grouped(inspector.open_pair(truth, submission, "rmse").evaluation, "zone")
    means = off.groupby(truth["zone"]).mean()
    assert found.bias.names[1:] == ("small", "big")
    assert found.bias.mean.tolist() == pytest.approx([means[name].iloc[at] for at, name in enumerate(found.bias.names)])
    usual = off[list(found.bias.names)].abs().median()
    assert found.bias.relative.tolist() == pytest.approx((found.bias.mean / usual).tolist())


def test_the_bias_of_some_rows_is_of_these_alone() -> None:
    evaluation = opened("rmse", *pair()).evaluation
    (zone,) = (one for one in groupings(evaluation) if one.title == "zone")
    among = np.arange(len(evaluation.table)) % 3 > 0
    found = slices(evaluation, zone, among)
    truth, submission = pair()
    errors = (submission["y"] - truth["y"])[among]
    assert found.bias.mean.tolist() == pytest.approx(errors.groupby(truth["zone"]).mean().tolist())


def test_no_rows_have_no_groups() -> None:
    evaluation = opened("rmse", *pair()).evaluation
    for grouping in groupings(evaluation):
        assert len(slices(evaluation, grouping, np.zeros(ROWS, bool))) == 0


def test_groups_of_two_columns_are_those_that_pandas_makes_of_both() -> None:
    truth, submission = pair()
    evaluation = opened("rmse", truth, submission).evaluation
    by_title = {one.title: one for one in groupings(evaluation)}
    for first, second in (("zone", "level"), ("year", "zone"), ("level", "true y")):
        found = slices(evaluation, crossed(by_title[first], by_title[second]))
        masks = [parse(found.clause(line)).mask(evaluation) for line in range(len(found))]
        assert [int(mask.sum()) for mask in masks] == found.rows.tolist()
        assert (np.sum(masks, axis=0) == 1).all()
    found = slices(evaluation, crossed(by_title["zone"], by_title["level"]))
    wanted = ((submission["y"] - truth["y"]) ** 2).groupby([truth["zone"], truth["level"].astype(int)]).mean() ** 0.5
    assert [found.name(line) for line in range(len(found))] == ["north · 2", "north · 10", "south · 2", "south · 10"]
    assert found.mean.tolist() == pytest.approx(wanted.tolist())


@pytest.mark.parametrize(("values", "groups"), [(24, 24), (25, 10), (60, 10)])
def test_numbers_of_a_column_are_a_group_each_up_to_the_hours_of_a_day(values: int, groups: int) -> None:
    truth = pd.DataFrame({"id": range(900), "y": np.arange(900) / 7, "hour": np.arange(900) % values})
    submission = truth[["id", "y"]].assign(y=truth.y + 1)
    assert len(grouped(opened("rmse", truth, submission).evaluation, "hour")) == groups
    truth["hour"] += 0.5
    assert len(grouped(opened("rmse", truth, submission).evaluation, "hour")) == groups


@pytest.mark.parametrize("metric", ["mae", "mse", "rmse"])
def test_the_overall_if_perfect_is_that_of_the_edited_file(metric) -> None:
    truth, submission = pair()
    before = opened(metric, truth, submission)
    found = grouped(before.evaluation, "zone")
    for line, zone in enumerate(("north", "south")):
        repaired = submission.assign(y=submission["y"].where(truth["zone"] != zone, truth["y"]))
        after = opened(metric, truth, repaired).overall
        assert (found.perfect[line], found.cost[line]) == pytest.approx((after, before.overall - after))
    assert found.share.sum() == pytest.approx(1)


@pytest.mark.parametrize("metric", ["rmse", "rmsle", "r2"])
def test_what_a_group_won_is_told_with_the_numbers_of_the_baseline_in_it(metric) -> None:
    truth, submission = pair()
    truth, submission = (frame.assign(y=frame["y"].abs()) for frame in (truth, submission))
    better = submission.assign(y=(submission["y"] + truth["y"]) / 2)
    found = opened(metric, truth, better)
    found.baseline = found.add(submission, "before", shape="numbers")
    table = grouped(found.evaluation, "zone")
    for line, zone in enumerate(("north", "south")):
        mixed = better.assign(y=better["y"].where(truth["zone"] != zone, submission["y"]))
        assert table.won[line] == pytest.approx(found.overall - opened(metric, truth, mixed).overall)
    apart = found.evaluation.scores.row - found.evaluation.compared.row
    chance = benjamini_hochberg(p_in_groups(apart, (truth["zone"] == "south").to_numpy().astype(int), 2))
    assert table.p.tolist() == (chance.tolist() if metric != "r2" else pytest.approx([np.nan] * 2, nan_ok=True))


def test_the_auc_of_a_group_is_that_of_its_rows_alone() -> None:
    truth, submission = pair()
    truth = truth.assign(y=(truth["y"] > 0).astype(int))
    table = grouped(opened("auc", truth, submission).evaluation, "zone")
    for line, zone in enumerate(("north", "south")):
        rows = truth["zone"] == zone
        assert table.mean[line] == pytest.approx(opened("auc", truth[rows], submission[rows]).overall)
    assert (table.mean_name, len(set(table.mean.tolist()))) == ("ROC AUC", 2)


@pytest.mark.parametrize(("metric", "first"), [("rmse", "true y"), ("r2", "zone"), ("mae", "true y")])
def test_groups_begin_where_each_has_an_overall_of_its_own(metric: str, first: str) -> None:
    truth, submission = pair()
    evaluation = opened(metric, truth, submission).evaluation
    assert groupings(evaluation)[usual_grouping(evaluation)].title == first
    alone = opened(metric, truth[["id", "y"]], submission).evaluation
    assert groupings(alone)[usual_grouping(alone)].title == "true y"


def test_many_numbers_are_split_in_tenths_and_few_by_value() -> None:
    evaluation = opened("mae", *pair()).evaluation
    assert {len(grouped(evaluation, title)) for title in ("true y", "year")} == {10}
    levels = grouped(evaluation, "level")
    assert [levels.name(line) for line in range(len(levels))] == ["2", "10"]


@settings(max_examples=20, deadline=None)
@given(
    values=st.lists(st.floats(-1e6, 1e6) | st.just(float("nan")), min_size=1, max_size=40).filter(
        lambda found: not np.isnan(found).all()
    )
)
def test_any_numbers_are_split_into_groups_that_their_filters_find(values) -> None:
    truth = pd.DataFrame({"id": range(len(values)), "y": values})
    evaluation = opened("mae", truth, truth.assign(y=0.5)).evaluation
    found = grouped(evaluation, "true y")
    masks = [parse(found.clause(line)).mask(evaluation) for line in range(len(found))]
    assert [int(mask.sum()) for mask in masks] == found.rows.tolist()


def test_failures_of_probabilities_begin_with_what_is_sure_and_wrong() -> None:
    rng = np.random.default_rng(2)
    truth = pd.DataFrame({"id": range(60), "y": rng.integers(0, 2, 60)})
    chances = truth.assign(y=rng.random(60).round(3))
    evaluation = opened("logloss", truth, chances).evaluation
    wrong = ((truth["y"] == 1) & (chances["y"] < 0.1)) | ((truth["y"] == 0) & (chances["y"] > 0.9))
    assert failure_groups(evaluation)[0].name == "Sure and wrong"
    assert drain(group_figures(evaluation)).rows[0] == wrong.sum() > 0
    scores = chances.assign(y=3 * chances["y"])  # as of a model that gives no probabilities
    assert failure_groups(opened("rocauc", truth, scores).evaluation)[0].name == "Furthest off"


def test_failures_are_rows_far_off_and_without_a_number() -> None:
    truth, submission = pair()
    submission.loc[3, "y"] = np.nan
    evaluation = opened("rmse", truth, submission).evaluation
    figures = drain(group_figures(evaluation))
    rows = {group.name: count for group, count in zip(failure_groups(evaluation), figures.rows, strict=True)}
    off = (submission["y"] - truth["y"]).dropna()
    assert (rows["Too high"], rows["Too low"], rows["No number"]) == ((off > 0).sum(), (off < 0).sum(), 1)
    assert rows["Furthest off"] == pytest.approx(0.1 * len(off), abs=2)
    assert not any("label" in group.tip or "hit" in group.name for group in failure_groups(evaluation))


def graded(metric: str) -> inspector.Inspection:
    """Grades, or yes and no, two of which have no prediction; some of them are edited."""
    truth, submission = pair()
    truth = truth.assign(y=(truth["y"] > 0).astype(int) if metric == "rocauc" else truth["y"].round().abs())
    submission.loc[[3, 50], "y"] = np.nan
    found = opened(metric, truth, submission)
    for row in (3, 7, 11, 80):
        found.edit(f"r{row}", ["y"], [0.25 * row - 4])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["rocauc", "qwk", "medae", "r2", "rmse"])
@pytest.mark.parametrize("some", [False, True])
def test_failures_tell_the_overall_if_perfect_under_any_metric(metric: str, some: bool) -> None:
    now = graded(metric)
    evaluation, among = now.evaluation, np.arange(ROWS) % 3 > 0 if some else np.ones(ROWS, bool)
    figures = drain(group_figures(evaluation, among if some else None))
    numbers, as_filed = values_of(evaluation.predictions(evaluation.all_rows))[:, 0], pair()[1]["y"].to_numpy()
    truth = values_of(evaluation.table.truth)[:, 0]
    best = 1e3 * (2 * truth - 1) if metric == "rocauc" else truth  # above all others, or below them
    for group, told, won in zip(figures.groups, figures.perfect, figures.won, strict=True):
        rows = parse(group.clause).mask(evaluation) & among
        assert told == pytest.approx(anew(now, np.where(rows & ~np.isnan(numbers), best, numbers)))
        before = np.where(np.isin(np.arange(ROWS), (3, 50)), np.nan, as_filed)
        assert won == pytest.approx(now.overall - anew(now, np.where(rows, before, numbers)))
    assert sum(told != now.overall for told in figures.perfect) > 2


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["rmse", "mae", "r2", "rmsle"])
@pytest.mark.parametrize("beside", [False, True])
def test_what_a_group_won_is_told_where_rows_have_a_number_now(metric: str, beside: bool) -> None:
    truth, file = (frame.assign(y=frame["y"].abs()) for frame in pair())
    file.loc[::7, "y"] = np.nan
    now = file.assign(y=file["y"].where(np.arange(ROWS) % 4 > 0, truth["y"] + 0.5))
    now.loc[::11, "y"] = np.nan
    found = opened(metric, truth, now if beside else file)
    for row in np.flatnonzero(~(now["y"] == file["y"])).tolist() if not beside else ():
        number = float(now["y"][row])
        found.edit(f"r{row}", *([] if np.isnan(number) else ["y"], [] if np.isnan(number) else [number]))
    if beside:
        found.baseline = found.add(file, "before", shape="numbers")
    assert found.overall == pytest.approx(opened(metric, truth, now).overall)
    table, failures = grouped(found.evaluation, "zone"), drain(group_figures(found.evaluation))
    told = [(table.clause(line), table.won[line]) for line in range(len(table))]
    for clause, won in [*told, *zip((group.clause for group in failures.groups), failures.won, strict=True)]:
        rows = parse(clause).mask(found.evaluation)
        before = opened(metric, truth, now.assign(y=now["y"].where(~rows, file["y"]))).overall
        assert won == pytest.approx(found.overall - before, abs=1e-9), clause


def anew(inspection: inspector.Inspection, numbers: np.ndarray) -> float:
    """The overall of a file with these numbers, float64 (n,)."""
    truth = pd.DataFrame({"id": [f"r{row}" for row in range(ROWS)]})
    truth["y"] = values_of(inspection.evaluation.table.truth)[:, 0]
    return opened(inspection.metric, truth, truth.assign(y=numbers)).overall


@pytest.mark.parametrize(("step", "groups"), [("36min", 3), ("D", 4), ("40D", 14)])
def test_many_dates_are_days_months_or_years(step: str, groups: int) -> None:
    truth, submission = pair()
    truth["when"] = pd.date_range("2024-03-02", periods=ROWS, freq=step).strftime("%Y-%m-%d %H:%M")
    truth.loc[[5, 50], "when"] = ["", "soon"]
    evaluation = opened("mae", truth, submission).evaluation
    found = grouped(evaluation, "when")
    masks = [parse(found.clause(line)).mask(evaluation) for line in range(len(found))]
    assert [int(mask.sum()) for mask in masks] == found.rows.tolist()
    assert (np.sum(masks, axis=0) == 1).all()
    assert (len(found), int(found.rows.min())) == (groups + 1, 2)  # one of rows without a date
