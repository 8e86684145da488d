"""Clusters of rows are flipped and drawn whole."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from inspector.core.statistics import clusters
from inspector.core.statistics.cells import Cells
from inspector.core.statistics.clusters import Clusters, judge_clusters
from inspector.core.statistics.judge import judge

RNG = np.random.default_rng(0)
GROUP = np.sort(RNG.integers(0, 10, 40))
BASELINE = RNG.integers(0, 5, 40) / 4
OPEN = np.clip(BASELINE + RNG.integers(-1, 2, 10)[GROUP] / 4, 0, 1)


def test_groups_of_one_row_are_the_rows() -> None:
    plain, grouped = judge(Cells.of(BASELINE, OPEN)), judge_clusters(BASELINE, OPEN, np.arange(40))
    assert (grouped.p, grouped.p_exact, grouped.delta) == (plain.p, plain.p_exact, plain.delta)
    assert grouped.interval == pytest.approx(plain.interval, abs=0.02)
    assert Clusters.of(OPEN, np.arange(40)).error == pytest.approx(OPEN.std() / np.sqrt(40), abs=1e-12)


def test_all_signs_of_whole_groups_are_counted() -> None:
    sums = np.rint(4 * np.bincount(GROUP, OPEN - BASELINE)).astype(int)
    drawn = np.array([np.dot(signs, sums) for signs in product([-1, 1], repeat=len(sums))])
    found = judge_clusters(BASELINE, OPEN, GROUP)
    assert found.p_exact == pytest.approx(np.mean(np.abs(drawn) >= abs(sums.sum())), abs=1e-12)
    assert found.test == "sign-flip of groups"


def test_whole_groups_are_drawn() -> None:
    d, rng = OPEN - BASELINE, np.random.default_rng(1)
    at = [np.flatnonzero(number == GROUP) for number in range(10)]
    drawn = [d[np.concatenate([at[number] for number in rng.integers(0, 10, 10)])].mean() for _ in range(3000)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    found = judge_clusters(BASELINE, OPEN, GROUP)
    assert found.interval == pytest.approx((low, high), abs=0.08 * (high - low))
    assert found.interval[1] - found.interval[0] > 1.2 * np.ptp(judge(Cells.of(BASELINE, OPEN)).interval)


def test_numbers_that_no_group_has_change_nothing() -> None:
    # From Python 3.13 on, a dataclass that holds NaN does not equal itself.
    assert repr(judge_clusters(BASELINE, OPEN, GROUP * 3 + 2)) == repr(judge_clusters(BASELINE, OPEN, GROUP))


def test_the_number_of_resamples_is_the_one_that_was_made(monkeypatch) -> None:
    monkeypatch.setattr(clusters, "affordable", lambda resamples, cost: 50)
    found = judge_clusters(BASELINE, OPEN, GROUP)
    assert found.resamples == 50
    assert (51 * found.p) == pytest.approx(round(51 * found.p))


def test_rows_without_a_score_are_left_out() -> None:
    holes = OPEN.copy()
    holes[[3, 30]] = np.nan
    found, kept = judge_clusters(BASELINE, holes, GROUP), ~np.isnan(holes)
    assert (found.n, found.unpaired) == (38, 2)
    assert found.delta == judge_clusters(BASELINE[kept], holes[kept], GROUP[kept]).delta
    assert not math.isnan(found.smallest_difference)
    assert judge_clusters(BASELINE, np.full(40, np.nan), GROUP).n == 0
    assert math.isnan(Clusters.of(np.array([np.nan]), np.array([0])).error)


def test_a_lower_loss_is_better_by_groups_too() -> None:
    loss = judge_clusters(-BASELINE, -OPEN, GROUP, lower_is_better=True)
    plain = judge_clusters(BASELINE, OPEN, GROUP)
    assert (loss.verdict, loss.better, loss.worse) == (plain.verdict, plain.better, plain.worse)
    shift = judge_clusters(BASELINE, BASELINE - 1.0, GROUP, lower_is_better=True)
    assert (shift.verdict, shift.delta) == ("better", pytest.approx(-1.0))


@pytest.mark.parametrize(("groups", "can_show"), [(3, False), (5, False), (6, True)])
def test_so_few_groups_that_no_p_is_small_show_no_difference(groups: int, can_show: bool) -> None:
    found = judge_clusters(BASELINE, BASELINE + 1.0 + 0.01 * np.arange(40), np.arange(40) % groups)
    assert found.verdict == ("better" if can_show else "undecided")
    assert math.isnan(found.smallest_difference) is not can_show
    assert ("With this many groups, a difference shows reliably" in found.words("B", "A")) is can_show
