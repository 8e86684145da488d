"""Submissions that are numbers, compared: scipy is the oracle."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import inspector
from inspector.core.comparison import interval, judging
from inspector.core.task import drain

ROWS = 300


@pytest.fixture(scope="module")
def data() -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """The truth, a submission, and one that is a little closer."""
    rng = np.random.default_rng(3)
    ids = [f"r{row}" for row in range(ROWS)]
    truth = rng.normal(50_000, 9_000, ROWS)
    off = rng.normal(0, 2_000, ROWS)
    columns = truth, truth + off, truth + 0.9 * off + rng.normal(0, 300, ROWS)
    truth, first, second = (pd.DataFrame({"id": ids, "price": column.round(2)}) for column in columns)
    return truth, first, second


def opened(data, metric: str) -> inspector.Inspection:
    truth, first, second = data
    found = inspector.open_pair(truth, first, metric, shape="numbers")
    found.baseline = found.open_submission.name
    found.add(second, name="closer", shape="numbers")
    return found


def losses(data, power: int) -> tuple[np.ndarray, np.ndarray]:
    truth, first, second = (frame["price"].to_numpy() for frame in data)
    return np.abs(first - truth) ** power, np.abs(second - truth) ** power


def test_the_mean_of_errors_is_tested_like_any_mean(data) -> None:
    line = opened(data, "mae").compare().set_index("name").loc["closer"]
    before, after = losses(data, 1)
    tested = stats.ttest_rel(after, before)
    assert line["delta"] == pytest.approx((after - before).mean())
    assert (line["t"], line["p_t"]) == pytest.approx((tested.statistic, tested.pvalue))
    assert line["verdict"] == "better" and line["better"] == int((after < before).sum())


def test_the_differences_of_rows_have_both_errors(data) -> None:
    found = opened(data, "mae").differences("closer")
    truth, first, second = (frame["price"] for frame in data)
    assert not {"first_hit_rank", "baseline_first_hit_rank"} & {*found}
    np.testing.assert_allclose(found["error"], second - truth)
    np.testing.assert_allclose(found["baseline_error"], first - truth)


def test_a_root_is_tested_by_its_squares_with_an_interval_of_its_own(data) -> None:
    line = opened(data, "rmse").compare().set_index("name").loc["closer"]
    before, after = losses(data, 2)
    assert line["delta"] == pytest.approx(after.mean() ** 0.5 - before.mean() ** 0.5)
    assert line["p_t"] == pytest.approx(stats.ttest_rel(after, before).pvalue)

    def difference(first, second, axis):
        return np.sqrt(second.mean(axis=axis)) - np.sqrt(first.mean(axis=axis))

    drawn = stats.bootstrap(
        (before, after), difference, paired=True, vectorized=True, method="percentile", n_resamples=2_000, rng=1
    )
    wide = drawn.confidence_interval.high - drawn.confidence_interval.low
    assert np.abs(np.array(line["interval"]) - drawn.confidence_interval).max() < 0.15 * wide
    swapped = stats.permutation_test(
        (before, after), difference, permutation_type="samples", vectorized=True, n_resamples=2_000, rng=1
    )
    assert line["p"] < 0.01 and swapped.pvalue < 0.01 and line["verdict"] == "better"


def test_several_roots_are_told_apart_by_interval_and_swaps() -> None:
    rng = np.random.default_rng(1)
    truth = rng.normal(0, 1, (200, 2))
    frames = [
        pd.DataFrame({"id": range(200), "x": values[:, 0], "y": values[:, 1]})
        for values in (truth, truth + 0.5 * rng.normal(0, 1, (200, 2)), truth + 0.2 * rng.normal(0, 1, (200, 2)))
    ]
    line = opened(frames, "rmse").compare().set_index("name").loc["closer"]
    assert line["verdict"] == "better" and line["interval"][1] < 0 and line["p"] < 0.001


@pytest.mark.parametrize(("metric", "power", "root"), [("mae", 1, 1), ("mse", 2, 1), ("rmse", 2, 2)])
def test_the_interval_is_that_of_scipy(data, metric, power, root) -> None:
    found = inspector.open_pair(*data[:2], metric, shape="numbers").interval()
    lost = losses(data, power)[0]
    drawn = stats.bootstrap(
        (lost,),
        lambda values, axis: values.mean(axis=axis) ** (1 / root),
        vectorized=True,
        method="percentile",
        n_resamples=4_000,
        rng=1,
    ).confidence_interval
    assert np.abs(np.array(found) - drawn).max() < 0.1 * (drawn.high - drawn.low)


def test_the_luck_of_a_mean_is_that_of_drawing_without_replacement(data) -> None:
    found = inspector.open_pair(*data[:2], "mae", shape="numbers").luck(share=0.4)
    lost, part = losses(data, 1)[0], int(0.4 * ROWS)
    expected = lost.std(ddof=1) * ((1 - part / ROWS) / part) ** 0.5
    assert found.opened.deviation_public == pytest.approx(expected, rel=0.05)


def test_the_luck_of_a_root_is_that_of_random_splits(data) -> None:
    found = inspector.open_pair(*data[:2], "rmse", shape="numbers").luck(share=0.4)
    lost, rng = losses(data, 2)[0], np.random.default_rng(9)
    splits = [lost[rng.permutation(ROWS)[: int(0.4 * ROWS)]].mean() ** 0.5 for _ in range(4_000)]
    assert found.opened.deviation_public == pytest.approx(np.std(splits), rel=0.15)


@pytest.mark.parametrize("group", ["", "id-end"])
def test_the_interval_of_a_root_is_the_root_of_that_of_its_squares(data, group: str) -> None:
    truth, first, _ = (frame.assign(id=[f"{at}-{at % 40}" for at in range(ROWS)]) for frame in data)
    squares, root = (inspector.open_pair(truth, first, metric, shape="numbers") for metric in ("mse", "rmse"))
    wanted = np.sqrt(squares.interval(group=group))
    assert np.allclose(root.interval(group=group), wanted, rtol=1e-12, atol=0)
    assert wanted[0] < root.overall < wanted[1]


def delong_error(truth, first, second) -> float:
    """Of the difference of two AUCs, by its formula: DeLong, DeLong and Clarke-Pearson 1988."""

    def beaten(scores):
        ones, zeros = scores[truth == 1], scores[truth == 0]
        wins = (ones[:, None] > zeros) + 0.5 * (ones[:, None] == zeros)
        return wins.mean(axis=1), wins.mean(axis=0)

    parts = [a - b for a, b in zip(beaten(second), beaten(first), strict=True)]
    return sum(part.var(ddof=1) / len(part) for part in parts) ** 0.5


def test_many_rows_have_an_auc_with_the_error_of_delong(monkeypatch) -> None:
    rng = np.random.default_rng(2)
    truth = (rng.random(ROWS) < 0.3).astype(int)
    first, second = ((0.4 * truth + noise * rng.random(ROWS)).round(2) for noise in (1.0, 0.8))
    frames = [pd.DataFrame({"id": range(ROWS), "y": values}) for values in (truth, first, second)]
    drawn = opened(frames, "rocauc").compare().set_index("name").loc["closer"]
    for module in (judging, interval):
        monkeypatch.setattr(module, "LARGE", ROWS)
    found = opened(frames, "rocauc")
    line, error = found.compare().set_index("name").loc["closer"], delong_error(truth, first, second)
    assert line["test"] == "jackknife" and line["delta"] == drawn["delta"]
    assert line["p"] == pytest.approx(2 * stats.norm.sf(abs(line["delta"]) / error), rel=0.05)
    assert np.diff(line["interval"]) == pytest.approx(2 * 1.96 * error, rel=0.02)
    assert np.diff(line["interval"]) == pytest.approx(np.diff(drawn["interval"]), rel=0.1)
    alone = drain(interval.interval_task(found.evaluation))
    assert (alone.method, "left out once" in alone.words) == ("jackknife", True)
    assert np.diff(alone.ends) == pytest.approx(2 * 1.96 * delong_error(truth, 0 * first, first), rel=0.02)


@pytest.mark.parametrize("metric", ["rmse", "r2"])
def test_many_rows_of_several_numbers_have_the_interval_of_draws(metric: str, monkeypatch) -> None:
    rng = np.random.default_rng(1)
    truth = rng.normal(0, 1, (ROWS, 2))
    frames = [
        pd.DataFrame({"id": range(ROWS), "x": values[:, 0], "y": values[:, 1]})
        for values in (truth, truth + 0.50 * rng.normal(0, 1, (ROWS, 2)), truth + 0.45 * rng.normal(0, 1, (ROWS, 2)))
    ]
    drawn = opened(frames, metric).compare().set_index("name").loc["closer"]
    monkeypatch.setattr(judging, "LARGE", ROWS)
    line = opened(frames, metric).compare().set_index("name").loc["closer"]
    assert (drawn["test"], line["test"], line["verdict"]) == ("swapped rows", "jackknife", "better")
    wide = np.diff(drawn["interval"])
    assert np.abs(np.array(line["interval"]) - drawn["interval"]).max() < 0.15 * wide


def test_kappa_is_tested_by_swapping_rows() -> None:
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 5, ROWS)
    first, second = (np.clip(truth + rng.integers(-off, off + 1, ROWS), 0, 4) for off in (2, 1))
    frames = [pd.DataFrame({"id": range(ROWS), "level": values}) for values in (truth, first, second)]
    line = opened(frames, "qwk").compare().set_index("name").loc["closer"]
    assert (line["test"], line["verdict"]) == ("swapped rows", "better")
    assert line["p"] < 0.001 and line["interval"][0] > 0
    same = [frames[0], frames[1], frames[1]]
    assert opened(same, "qwk").compare().set_index("name").loc["closer", "verdict"] == "equivalent"


FEW = 9
SIDES = np.random.default_rng(5).normal(0, 1, (3, FEW, 2))


def several(values: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({"id": [f"r{row}" for row in range(FEW)], "a": values[:, 0], "b": values[:, 1]})


def mean_of_roots(truth: np.ndarray, predicted: np.ndarray) -> float:
    return float(np.sqrt(((predicted - truth) ** 2).mean(axis=0)).mean())


@pytest.mark.parametrize("scale", [1.0, 0.2])
def test_a_mean_over_columns_is_tested_by_swapping_whole_rows(scale: float) -> None:
    truth, first, second = SIDES * [[[1.0]], [[1.0]], [[scale]]]
    pair = inspector.open_pair(several(truth), several(first), "mcrmse", shape="numbers")
    pair.baseline = pair.open_submission.name
    pair.add(several(second), name="other", shape="numbers")
    line = pair.compare().set_index("name").loc["other"]
    observed = mean_of_roots(truth, second) - mean_of_roots(truth, first)
    swaps = (np.arange(1 << FEW)[:, None, None] >> np.arange(FEW)[:, None]) & 1 > 0
    drawn = [
        mean_of_roots(truth, np.where(swap, first, second)) - mean_of_roots(truth, np.where(swap, second, first))
        for swap in swaps
    ]
    exact = (np.abs(drawn) >= abs(observed) - 1e-12).mean()
    assert line["delta"] == pytest.approx(observed)
    assert line["p"] == pytest.approx(exact, abs=0.02)
    assert line["test"] == "swapped rows"
    assert (line["verdict"] != "undecided") == (line["p"] < 0.05)
    mirrored = inspector.open_pair(several(truth), several(second), "mcrmse", shape="numbers")
    mirrored.baseline = mirrored.open_submission.name
    mirrored.add(several(first), name="other", shape="numbers")
    assert mirrored.compare().set_index("name").loc["other"]["p"] == line["p"]
