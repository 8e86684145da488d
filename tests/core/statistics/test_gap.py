"""GAP: the walk over drawn rows against a list written out, and the swap of rows against a naive one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.statistics.gap import Listing, judge_gap
from inspector.core.task import drain

N = 5
predictions = st.lists(st.tuples(st.integers(0, N - 1), st.booleans()), max_size=12)


def listing(found) -> Listing:
    return Listing(np.array([row for row, _ in found], np.int32), np.array([hit for _, hit in found], bool))


def gap(hits) -> float:
    return float(sum(sum(hits[: place + 1]) / (place + 1) for place, hit in enumerate(hits) if hit))


@settings(max_examples=50)
@given(predictions, st.lists(st.integers(0, 4), min_size=N, max_size=N))
def test_the_walk_is_the_sum_over_the_list_with_every_copy(found, times) -> None:
    copies = [hit for row, hit in found for _ in range(times[row])]
    assert listing(found).total(np.array(times, np.int32)) == pytest.approx(gap(copies), abs=1e-12)


@settings(max_examples=50)
@given(predictions)
def test_contributions_add_up(found) -> None:
    assert listing(found).contributions(N).sum() == pytest.approx(gap([hit for _, hit in found]), abs=1e-12)


def naive_p(lists: list[list[tuple[int, bool]]], n: int) -> float:
    placed = [[(place / len(found), row, hit) for place, (row, hit) in enumerate(found)] for found in lists]
    drawn = []
    for number in range(1 << n):
        sides: list[list[tuple[float, int, bool]]] = [[], []]
        for side, items in enumerate(placed):
            for item in items:
                sides[side ^ (number >> item[1] & 1)].append(item)
        first, second = (gap([hit for _, _, hit in sorted(items)]) for items in sides)
        drawn.append(abs(second - first))
    return float(np.mean(np.array(drawn) >= drawn[0] - 1e-9))


@pytest.mark.parametrize("seed", range(4))
def test_the_exact_p_is_that_of_all_swaps(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # A row listed by one side only, and orders of their own.
    lists = [[(int(row), bool(rng.integers(2))) for row in rng.permutation(7)[: 7 - side]] for side in range(2)]
    found = drain(judge_gap(*map(listing, lists), np.ones(7, np.int64), resamples=300))
    assert found.p_exact == pytest.approx(naive_p(lists, 7), abs=1e-12)
    assert found.p == pytest.approx(found.p_exact, abs=0.1)


def large(seed: int, skill: float, n: int = 300) -> Listing:
    rng = np.random.default_rng(seed)
    hit = rng.random(n) < skill
    order = np.argsort(rng.random(n) + ~hit * 0.5, kind="stable")
    return Listing(order, hit[order])


def test_the_interval_is_that_of_drawn_rows() -> None:
    a, b, n = large(0, 0.4), large(1, 0.55), 300
    rng, drawn = np.random.default_rng(9), []
    for _ in range(150):
        times = np.bincount(rng.integers(0, n, n), minlength=n)
        drawn.append((gap(np.repeat(b.hit, times[b.row])) - gap(np.repeat(a.hit, times[a.row]))) / n)
    found = drain(judge_gap(a, b, np.ones(n, np.int64), resamples=400))
    low, high = np.mean(drawn) - 1.96 * np.std(drawn), np.mean(drawn) + 1.96 * np.std(drawn)
    assert found.interval == pytest.approx((low, high), abs=0.2 * (high - low))
    assert found.interval[0] < found.delta < found.interval[1]
    assert (found.verdict, found.p_exact, found.p) == ("better", None, 1 / 401)


def test_both_directions_and_a_copy() -> None:
    a, b, ones = large(0, 0.4), large(1, 0.45), np.ones(300, np.int64)
    there, back = drain(judge_gap(a, b, ones, resamples=40)), drain(judge_gap(b, a, ones, resamples=40))
    assert there.delta == pytest.approx(-back.delta, abs=1e-15)
    assert (there.p, there.better, there.worse) == (back.p, back.worse, back.better)
    assert there.interval == pytest.approx((-back.interval[1], -back.interval[0]))
    same = drain(judge_gap(a, a, ones, resamples=40))
    assert (same.delta, same.p, same.interval, same.same, same.verdict) == (0, 1, (0, 0), 300, "equivalent")


def test_draws_without_any_truth_are_left_out() -> None:
    truths = np.array([1, 0, 0])
    found = drain(judge_gap(listing([(1, False), (0, True)]), listing([(0, True), (1, False)]), truths, resamples=60))
    assert (found.baseline_overall, found.overall) == (0.5, 1)
    assert np.isfinite(found.interval).all()


def test_empty_lists_and_no_rows() -> None:
    found = drain(judge_gap(listing([]), listing([(0, True)]), np.ones(1, np.int64), resamples=5))
    assert (found.delta, found.p_exact) == (1, 1)
    assert drain(judge_gap(listing([]), listing([]), np.zeros(0, np.int64), resamples=5)).n == 0


def test_progress_goes_from_the_interval_to_the_test() -> None:
    steps = list(judge_gap(large(0, 0.4), large(1, 0.5), np.ones(300, np.int64), resamples=20))
    assert [step.fraction for step in steps] == [0, 0.25, 0.5, 0.75]
    assert steps[1].message == "Interval: 10 of 20 resamples"
    assert steps[3].message == "Test: 10 of 20 swaps"
