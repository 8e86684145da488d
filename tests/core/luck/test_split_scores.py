"""Splits of rows and groups: complements, seeds, constants, joint splits, and what is best to select."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector import InputError
from inspector.core.luck.parts import Parts
from inspector.core.luck.split import Split, loses
from inspector.core.luck.split_scores import SplitScores, drawn, normal
from inspector.core.task import drain

scores = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=3, max_size=40)


def mean(values: np.ndarray, splits: int = 300) -> Parts:
    return Parts(lambda times: times @ values / times.sum(axis=1), splits)


def split_of(values: np.ndarray, split: Split, seed: int = 0, splits: int = 300) -> SplitScores:
    return drain(drawn([mean(line, splits) for line in np.atleast_2d(values)], split, values.shape[-1], 1, seed))


@settings(max_examples=20)
@given(scores, st.integers(1, 39))
def test_a_share_and_its_complement_swap_public_and_private(values: list[float], public: int) -> None:
    public = min(public, len(values) - 1)
    if 2 * public == len(values):
        return
    there, back = (Split(public=size, private=len(values) - size) for size in (public, len(values) - public))
    one, other = (split_of(np.array(values), split) for split in (there, back))
    assert sorted(one.public[0]) == pytest.approx(sorted(other.private[0]))
    assert sorted(one.private[0]) == pytest.approx(sorted(other.public[0]))
    assert (there.of_public, there.of_private) == pytest.approx((back.of_private, back.of_public))


def test_complements_swap_random_splits_too() -> None:
    values = np.random.default_rng(1).random(60)
    one, other = (split_of(values, Split.of(60, share)) for share in (0.3, 0.7))
    assert not one.is_every
    assert one.public == pytest.approx(other.private)
    assert one.private == pytest.approx(other.public)


@settings(max_examples=10)
@given(scores, st.floats(-3, 3), st.integers(0, 9))
def test_a_constant_moves_nothing_and_a_seed_repeats_its_splits(values: list[float], more: float, seed: int) -> None:
    split = Split.of(len(values), 0.4)
    first, again, moved = (split_of(np.array(values) + add, split, seed) for add in (0.0, 0.0, more))
    assert (first.public == again.public).all()
    assert first.gaps == pytest.approx(moved.gaps, abs=1e-9)


def test_another_seed_draws_other_splits() -> None:
    values, split = np.arange(50.0), Split.of(50, 0.4)
    assert (split_of(values, split, 1).public != split_of(values, split, 2).public).any()


@pytest.mark.slow
@pytest.mark.parametrize("test", [None, 700])
@pytest.mark.parametrize("share", [0.1, 0.3, 0.8])
def test_simulated_splits_agree_with_the_formulas(share: float, test: int | None) -> None:
    values = np.random.default_rng(3).choice([0.0, 0.2, 0.5, 1.0], 900, p=[0.2, 0.1, 0.1, 0.6])
    split = Split.of(len(values), share, test)
    found, deviation = split_of(values, split, splits=3000), values.std(ddof=1)
    for part, factor in (
        (found.public, split.of_public),
        (found.private, split.of_private),
        (found.gaps, split.of_gap),
    ):
        assert part[0].std() == pytest.approx(deviation * math.sqrt(factor), rel=0.06)


@pytest.mark.slow
@pytest.mark.parametrize("test", [None, 4000])
def test_normal_splits_agree_with_the_formulas_and_keep_the_overall(test: int | None) -> None:
    rng = np.random.default_rng(5)
    rows = rng.random((2, 5000)) ** [[1], [2]] + rng.random(5000) / 2
    split = Split.of(5000, 0.3, test)
    means, deviations = rows.mean(axis=1), rows.std(axis=1, ddof=1)
    found = normal(means, np.cov(rows), split, 1, seed=0, count=40_000)
    for part, factor in (
        (found.public, split.of_public),
        (found.private, split.of_private),
        (found.gaps, split.of_gap),
    ):
        assert part.std(axis=1) == pytest.approx(deviations * math.sqrt(factor), rel=0.02)
    assert np.corrcoef(found.public)[0, 1] == pytest.approx(np.corrcoef(rows)[0, 1], abs=0.02)
    if test is None:
        whole = split.share * found.public + (1 - split.share) * found.private
        assert whole == pytest.approx(np.broadcast_to(means[:, None], whole.shape))
        assert found.private == pytest.approx(split.private_score(means[:, None], found.public))


def test_normal_and_simulated_splits_give_the_same_chances() -> None:
    rng = np.random.default_rng(8)
    rows = rng.choice([0.0, 0.5, 1.0], (3, 3000))
    rows[2] = np.where(rng.random(3000) < 0.9, rows[1], rows[2])
    split = Split.of(3000, 0.4)
    exact = normal(rows.mean(axis=1), np.cov(rows), split, 1, 0)
    found = split_of(rows, split, splits=2000)
    assert found.first() == pytest.approx(exact.first(), abs=0.05)
    assert found.best_two()[:2] == exact.best_two()[:2]
    assert found.shakeup() == pytest.approx(exact.shakeup(), abs=0.02)
    apart = rows[1] - rows[0]
    known = [loses(apart.mean(), apart.std(ddof=1), factor) for factor in (split.of_public, split.of_private)]
    behind = found.behind(1, 0) if apart.mean() > 0 else found.behind(0, 1)
    assert behind == pytest.approx(known, abs=0.04)


def test_the_best_two_are_those_of_a_naive_loop_in_both_directions() -> None:
    private = np.random.default_rng(2).random((5, 60))
    for sign, best in ((1, max), (-1, min)):
        found = SplitScores(private, private, sign).best_two()
        naive = {
            two: sum(best(*pair) for pair in private[list(two)].T.tolist()) / 60 for two in combinations(range(5), 2)
        }
        assert found[:2] == best(naive, key=naive.__getitem__)
        assert found[2] == pytest.approx(best(naive.values()))


def test_chances_to_be_first_add_up_and_level_submissions_share_them() -> None:
    draws = SplitScores(np.zeros((3, 4)), np.array([[1, 1, 0, 5.0], [1, 0, 2, np.nan], [0, 0, 0, 0.0]]))
    assert draws.first().tolist() == pytest.approx([1.5 / 3, 1.5 / 3, 0])
    lower = SplitScores(draws.public, draws.private, -1)
    assert lower.first().tolist() == pytest.approx([1 / 6, 1 / 6, 2 / 3])


def test_without_a_split_that_all_have_nothing_is_known() -> None:
    draws = SplitScores(np.array([[0.5, np.nan], [np.nan, 0.5]]), np.array([[0.5, np.nan], [np.nan, 0.5]]))
    assert np.isnan([*draws.behind(0, 1), *draws.first(), draws.best_two()[2], draws.shakeup()]).all()


def test_a_typed_score_stands_among_the_splits_better_ones_higher() -> None:
    public = np.array([[0.1, 0.2, 0.2, 0.4, np.nan]])
    assert SplitScores(public, public).percentile(0, 0.2) == pytest.approx(50)
    assert SplitScores(public, public).percentile(0, 0.3) == pytest.approx(75)
    assert SplitScores(public, public, -1).percentile(0, 0.3) == pytest.approx(25)


@pytest.mark.parametrize(("units", "share", "said"), [(1, 0.3, "1 scored row"), (20, 0.001, "no public row")])
@pytest.mark.parametrize("test", [None, 20])
def test_a_split_that_leaves_no_row_is_refused(units: int, share: float, said: str, test: int | None) -> None:
    with pytest.raises(InputError, match=said):
        Split.of(units, share, test)


@pytest.mark.parametrize("share", [0.0, 1.0, -0.1, math.nan, 30])
def test_a_share_beyond_0_and_1_is_refused(share: float) -> None:
    with pytest.raises(InputError, match="no split"):
        Split.of(20, share)
    with pytest.raises(InputError, match="no private row"):
        Split.of(20, 0.999)


def test_the_better_of_two_never_loses_where_all_rows_differ_alike() -> None:
    assert loses(0.1, 0.0, 0.5) == 0
    assert math.isnan(loses(0.0, 0.3, 0.5))
