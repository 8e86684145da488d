"""Many comparisons at once, against scipy and all signs written out."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from inspector.core.statistics.counted import Counted
from inspector.core.statistics.testing.corrections import against_baseline, benjamini_hochberg, holm, step_down
from inspector.core.statistics.testing.sign_flip import sign_flip

P = np.random.default_rng(0).random(12) ** 2


def test_benjamini_and_hochberg_as_scipy() -> None:
    assert benjamini_hochberg(P) == pytest.approx(stats.false_discovery_control(P), rel=1e-12)


@pytest.mark.parametrize("correct", [holm, benjamini_hochberg])
def test_a_missing_p_is_left_out_and_stays_missing(correct) -> None:
    holes = np.insert(P, [0, 5, 12], np.nan)
    found = correct(holes)
    assert np.isnan(found).tolist() == np.isnan(holes).tolist()
    assert found[~np.isnan(found)].tolist() == correct(P).tolist()
    assert correct(np.empty(0)).tolist() == []


def t(d: np.ndarray) -> np.ndarray:
    return np.abs(d.mean(axis=0)) / d.std(axis=0, ddof=1) * np.sqrt(len(d))


@pytest.mark.parametrize("times", [1, 3])
def test_max_t_is_that_of_all_signs_of_rows(times: int) -> None:
    d = np.repeat(np.random.default_rng(2).normal([0.6, 0.3, 0.05], 1, (12 // times, 3)), times, axis=0)
    drawn = np.array([t(d * np.array(signs)[:, None]) for signs in product([-1, 1], repeat=12)])
    found = against_baseline(d, np.ones(3))
    assert found.method == "step-down MaxT"
    assert found.p == pytest.approx(step_down(t(d), drawn), abs=0.02)


def test_step_down_compares_with_what_is_not_larger() -> None:
    drawn = np.array([[0, 9, 0], [0, 0, 2], [4, 0, 0], [0, 0, 0]])
    # The largest of all: 9, 2, 4, 0; without the first two columns: 0, 2, 0, 0.
    assert step_down(np.array([3.0, 5.0, 1.0]), drawn).tolist() == [2 / 5, 2 / 5, 2 / 5]
    assert step_down(np.array([1.0, 5.0, 0.5]), drawn).tolist() == [3 / 5, 2 / 5, 3 / 5]


def test_one_submission_has_the_p_of_its_own_test() -> None:
    d = np.random.default_rng(4).normal(0.4, 1, (30, 1))
    wanted = sign_flip(Counted.of(d[:, 0]), seed=1).p
    assert against_baseline(d, np.ones(1)).p[0] == pytest.approx(wanted, abs=0.015)


def test_draws_that_equal_the_observed_count() -> None:
    assert against_baseline(np.ones((3, 1)), np.ones(1)).p[0] == pytest.approx(0.25, abs=0.02)
    assert against_baseline(np.array([[0.1], [0.2], [0.3]]), np.ones(1)).p[0] == pytest.approx(0.25, abs=0.02)


def test_copies_of_a_submission_cost_nothing() -> None:
    d = np.random.default_rng(4).normal(0.4, 1, (30, 1))
    alone, copies = against_baseline(d, np.ones(1)), against_baseline(np.repeat(d, 5, axis=1), np.ones(5))
    assert copies.p == pytest.approx([alone.p[0]] * 5)


def test_rows_that_are_not_scored_are_left_out_of_their_own_test() -> None:
    d = np.random.default_rng(5).normal(0.4, 1, (40, 2))
    d[:10, 1] = np.nan
    found, alone = against_baseline(d, np.ones(2)).p, against_baseline(d[10:, 1:], np.ones(1)).p
    assert np.isfinite(found).all()
    assert found[1] >= alone[0] - 0.02


def test_equal_submissions_have_p_1() -> None:
    assert against_baseline(np.zeros((5, 2)), np.ones(2)).p.tolist() == [1, 1]
    assert against_baseline(np.array([[1.0, 0], [1, 0], [1, 0]]), np.ones(2)).p[1] == 1


def test_large_files_take_holms_correction() -> None:
    d = np.random.default_rng(0).normal(size=(40_000, 2))
    found = against_baseline(d, np.array([0.01, 0.02]), resamples=1_000_000)
    assert (found.p.tolist(), found.method) == ([0.02, 0.02], "Holm")
