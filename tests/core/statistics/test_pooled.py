"""Micro F and its like: whole rows are drawn and swapped; macro F has an interval."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from inspector.core.statistics.pooled import bootstrap_labels, judge_pooled
from inspector.core.task import drain


def f1(sums: np.ndarray) -> np.ndarray:
    tp, fp, fn = sums
    total = 2 * tp + fp + fn
    assert sums.dtype == np.int64
    return np.divide(2 * tp, total, out=np.zeros(len(tp)), where=total > 0)


def counts(n: int, seed: int, skill: float) -> np.ndarray:
    rng = np.random.default_rng(seed)
    tp = rng.binomial(3, skill, n)
    return np.array([tp, rng.binomial(2, 1 - skill, n), 3 - tp])


A, B = counts(10, 0, 0.5), counts(10, 1, 0.7)


def test_all_swaps_of_rows_give_the_p() -> None:
    drawn = []
    for swapped in product([False, True], repeat=10):
        one, other = np.where(swapped, B, A), np.where(swapped, A, B)
        drawn.append(abs(f1(other.sum(1)[:, None]) - f1(one.sum(1)[:, None]))[0])
    found = judge_pooled(A, B, f1)
    assert found.delta == pytest.approx(f1(B.sum(1)[:, None])[0] - f1(A.sum(1)[:, None])[0], abs=1e-12)
    assert found.p == pytest.approx(np.mean(np.array(drawn) >= abs(found.delta) - 1e-12), abs=0.02)


@pytest.mark.parametrize("n", [60, 3000], ids=["row by row", "by counts"])
def test_the_interval_is_that_of_drawn_rows(n: int) -> None:
    a, b = counts(n, 2, 0.5), counts(n, 3, 0.55)
    drawn = np.random.default_rng(0).integers(0, n, (600, n))
    wanted = np.quantile([f1(b[:, i].sum(1)[:, None]) - f1(a[:, i].sum(1)[:, None]) for i in drawn], [0.025, 0.975])
    found = judge_pooled(a, b, f1, resamples=3000)
    assert found.interval == pytest.approx(wanted, abs=0.1 * np.ptp(wanted))
    assert found.smallest_difference == pytest.approx(2.8016 * np.ptp(wanted) / 3.92, rel=0.15)


def test_rows_are_better_by_their_own_f() -> None:
    found = judge_pooled(A, B, f1, resamples=100)
    own = np.round(f1(B) - f1(A), 9)
    assert (found.better, found.worse, found.same) == tuple(int(x.sum()) for x in (own > 0, own < 0, own == 0))


def test_both_directions_have_the_same_p_and_equals_have_p_1() -> None:
    there, back = judge_pooled(A, B, f1, resamples=500), judge_pooled(B, A, f1, resamples=500)
    assert there.delta == -back.delta
    assert there.p == pytest.approx(back.p, abs=0.06)
    same = judge_pooled(A, A, f1, resamples=500)
    assert (same.delta, same.p, same.interval, same.verdict) == (0, 1, (0, 0), "equivalent")


def test_a_clear_gain_is_found_and_no_rows_say_nothing() -> None:
    assert judge_pooled(counts(400, 5, 0.4), counts(400, 6, 0.7), f1, resamples=500).verdict == "better"
    assert (
        judge_pooled(A[:, :0], B[:, :0], f1, resamples=50).words()
        == "No row is scored in both This submission and the baseline."
    )


def test_macro_f_is_drawn_by_rows() -> None:
    rng, n, labels = np.random.default_rng(0), 80, 3
    row, kind, label = rng.integers(0, n, 300), rng.integers(0, 3, 300), rng.integers(0, labels, 300)

    def macro(sums: np.ndarray) -> float:
        return float(f1(sums.reshape(3, labels)).mean())

    task = bootstrap_labels(row, kind * labels + label, n, macro, size=9, resamples=400)
    interval, drawn = drain(task), []
    for _ in range(400):
        chosen = np.concatenate([np.flatnonzero(row == number) for number in rng.integers(0, n, n)])
        drawn.append(macro(np.bincount(kind[chosen] * labels + label[chosen], minlength=9)))
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert interval.ends == pytest.approx((low, high), abs=0.15 * (high - low))
    assert interval.resamples == 400


def test_macro_f_tells_its_progress() -> None:
    steps = list(bootstrap_labels(np.zeros(1, int), np.zeros(1, int), 1, lambda sums: sums[0], size=1, resamples=100))
    assert [step.fraction for step in steps] == [0, 0.2, 0.4, 0.6, 0.8]
    assert steps[1].message == "Resample 20 of 100"
