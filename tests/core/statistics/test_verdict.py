"""The verdict: its four kinds, its laws, and the sentences that say it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.statistics.cells import Cells
from inspector.core.statistics.judge import judge
from inspector.core.statistics.verdict import Verdict

score = st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 1.0, math.nan])


def shifted(shift: float, n: int = 2000, seed: int = 0) -> Cells:
    rng = np.random.default_rng(seed)
    baseline = rng.integers(0, 5, n) / 4
    return Cells.of(baseline, np.where(rng.random(n) < abs(shift), float(shift > 0), baseline))


@settings(max_examples=40)
@given(st.lists(st.tuples(score, score), max_size=20))
def test_swapping_both_flips_the_sign_and_keeps_p(rows) -> None:
    before, after = (np.array([row[side] for row in rows], float) for side in (0, 1))
    there, back = (judge(Cells.of(*sides), resamples=200) for sides in ((before, after), (after, before)))
    assert there.delta == pytest.approx(-back.delta, abs=1e-15, nan_ok=True)
    assert (there.p, there.p_exact, there.n, there.unpaired) == (back.p, back.p_exact, back.n, back.unpaired)
    assert (there.better, there.worse, there.same) == (back.worse, back.better, back.same)
    assert {there.verdict, back.verdict} in ({"better", "worse"}, {"undecided"}, {"equivalent"})
    known = ~np.isnan(before + after)
    assert (there.better, there.worse) == (int((after > before)[known].sum()), int((after < before)[known].sum()))


def test_a_submission_compared_with_itself_is_the_same() -> None:
    scores = np.random.default_rng(0).random(500)
    found = judge(Cells.of(scores, scores))
    assert (found.delta, found.interval, found.p, found.verdict, found.same) == (0, (0, 0), 1, "equivalent", 500)
    assert found.words("B", "A") == "B and A score the same in all 500 rows."
    assert judge(Cells.of(scores[:1], scores[:1])).words("B", "A") == "B and A score the same in 1 row."


def test_four_kinds() -> None:
    assert judge(shifted(0.05)).verdict == "better"
    assert judge(shifted(-0.05)).verdict == "worse"
    assert judge(shifted(0.001)).verdict == "undecided"
    assert judge(shifted(0.001), margin=0.05).verdict == "equivalent"
    assert judge(shifted(0.05), margin=0.0001).verdict == "better"


def test_a_sure_difference_within_the_margin_counts_as_none() -> None:
    found = judge(shifted(0.05), margin=0.2)
    assert found.verdict == "equivalent"
    assert found.best_p < 0.001


def test_where_lower_is_better_the_kinds_and_counts_are_exchanged() -> None:
    up, down = judge(shifted(0.05)), judge(shifted(0.05), lower_is_better=True)
    assert (down.verdict, down.delta, down.p) == ("worse", up.delta, up.p)
    assert (down.better, down.worse, down.same) == (up.worse, up.better, up.same)


def test_numbers_of_a_verdict() -> None:
    cells = shifted(0.05)
    found = judge(cells, resamples=3000, seed=7)
    assert found.delta == pytest.approx(found.overall - found.baseline_overall, abs=1e-12)
    assert found.better + found.worse + found.same == found.n == 2000
    assert found.interval[0] < found.delta < found.interval[1]
    assert found.interval == pytest.approx(found.check, abs=0.1 * (found.interval[1] - found.interval[0]))
    assert (found.resamples, found.seed, found.test) == (3000, 7, "sign-flip")
    # From Python 3.13 on, a dataclass that holds NaN does not equal itself.
    assert repr(found) == repr(judge(cells, resamples=3000, seed=7))
    assert found.interval != judge(cells, resamples=3000, seed=8).interval


def test_without_the_rows_that_differ_most_the_others_make_the_difference() -> None:
    baseline, opened = np.zeros(300), np.zeros(300)
    opened[:2], baseline[2], opened[3:40] = 1, 0.9, 0.01
    assert judge(Cells.of(baseline, opened)).without_farthest == pytest.approx(0.37 / 297)
    assert judge(Cells.of(opened, baseline)).without_farthest == pytest.approx(-0.37 / 297)
    assert math.isnan(judge(Cells.of(baseline[:99], opened[:99])).without_farthest)


def test_no_common_row() -> None:
    found = judge(Cells.of(np.array([np.nan, 1]), np.array([1, np.nan])))
    assert (found.n, found.unpaired, found.verdict) == (0, 2, "undecided")
    assert found.words("B", "A") == "No row is scored in both B and A."


def test_one_row_says_nothing() -> None:
    found = judge(Cells.of(np.array([0.0]), np.array([1.0])))
    assert (found.p_exact, found.verdict) == (1, "undecided")
    assert found.words("B", "A") == (
        "1 row is too few to tell whether B is better or worse than A: +1.0000 (95 % +1.0000 to +1.0000): "
        "1 row scores better, 0 worse, 0 the same; p = 1."
    )


def verdict(**changed) -> Verdict:
    usual = Verdict(
        verdict="better", n=25_361, overall=0.7148, baseline_overall=0.7096, delta=0.0052, interval=(0.004, 0.0065),
        p=1 / 10_001, test="sign-flip", resamples=10_000, seed=0, better=812, worse=640, same=23_909,
        smallest_difference=0.0017, without_farthest=0.0011,
    )  # fmt: skip
    return replace(usual, **changed)


def test_the_size_comes_first_and_p_last() -> None:
    assert verdict().words("B", "A") == (
        "B is better than A, +0.0052 (95 % +0.0040 to +0.0065): 812 rows score better, 640 worse, 23,909 the same; "
        "p < 0.0001. Without the 1 % of rows that differ most, for better or worse, the difference is +0.0011. "
        "With this many rows, a difference shows reliably from 0.0017 on."
    )


def test_words_of_the_other_kinds() -> None:
    worse = verdict(verdict="worse", delta=-0.0052, interval=(-0.0065, -0.004), without_farthest=-0.0011)
    assert worse.words("B").startswith(
        "B is worse than the baseline, −0.0052 (95 % −0.0065 to −0.0040): 812 rows score better"
    )
    assert "rows that differ most, for better or worse, the difference is −0.0011." in worse.words("B")
    loss = verdict(verdict="better", delta=-0.0052, interval=(-0.0065, -0.004)).words("B")
    assert loss.startswith("B is better than the baseline (lower is better), −0.0052")
    unsure = verdict(verdict="undecided", p=0.41, interval=(-0.004, 0.0065))
    assert unsure.words("B", "A").startswith(
        "These rows cannot tell whether B is better or worse than A: +0.0052 (95 %"
    )
    assert "p = 0.41. With this many rows" in unsure.words("B", "A")
    equal = verdict(verdict="equivalent", margin=0.01).words("B", "A")
    assert equal.startswith("B and A are equal within ±0.01: +0.0052")


@pytest.mark.parametrize(
    ("delta", "words"), [(0.02, "above A, +0.0200"), (-0.02, "below A, −0.0200"), (0.0, "level with A, 0.0000")]
)
def test_rows_chosen_by_their_outcome_are_told_without_p_and_interval(delta: float, words: str) -> None:
    found = verdict(delta=delta).by_size()
    said = found.words("B", "A")
    assert said.startswith(f"B is {words}: 812 rows score better")
    assert "95 %" not in said and "p <" not in said and said.count(".") == 2
    assert (found.verdict, found.test, math.isnan(found.best_p)) == ("undecided", "none", True)
    loss = verdict(delta=delta, is_loss=True).by_size().words("B", "A")
    assert loss.startswith(f"B is {words} (lower is better): 812" if delta else f"B is {words}: 812")


def test_an_interval_that_would_decide_otherwise_is_said_not_to() -> None:
    said = "but p decides"
    assert f"leaves 0 out, {said}" in verdict(verdict="undecided", p=0.0527, interval=(0.002, 0.1239)).words()
    assert f"holds 0, {said}" in verdict(verdict="worse", p=0.0427, interval=(-0.12, 0.001)).words()
    assert not any(said in verdict(verdict=kind, margin=0.1).words() for kind in ("better", "equivalent"))
    assert said not in verdict(verdict="undecided", p=0.3, interval=(-0.1, 0.2)).words()


@pytest.mark.parametrize("better", [0, 1])
def test_what_only_rounding_tells_apart_is_the_same(better: int) -> None:
    found = verdict(verdict="equivalent", delta=1e-17, better=better, worse=0, same=25_361 - better)
    assert found.is_same
    assert found.words("It", "the other") == "It and the other score the same in all 25,361 rows."


def test_equal_overalls_are_said_to_be_the_same() -> None:
    cells = Cells.of(np.array([0, 1, 0.1, 0.2, 0.3]), np.array([1, 0, 0.2, 0.3, 0.1]))
    words = judge(cells).words("B", "A")
    assert words.startswith("B and A have the same overall, a difference of 0.0000 (95 %")
    assert "3 rows score better, 2 worse, 0 the same; p = 1." in words


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"p": 0.0312}, "p ≈ 0.03"),
        ({"p": 0.0312, "resamples": 100_000}, "p = 0.0312"),
        ({"p": 0.2, "p_exact": 0.0625}, "p = 0.0625"),
        ({"p": 0.2}, "p = 0.20"),
        ({"p": 1.0}, "p = 1."),
        ({"p_exact": 3e-9}, "p < 0.0001"),
        ({"p": 1 / 100_001, "resamples": 100_000}, "p < 0.0001"),
        ({"p": 1 / 101, "resamples": 100}, "p < 0.01"),
        ({"p": 2 / 10_001}, "p = 0.0002"),
        ({"p": 1.0, "resamples": 0}, "p = 1."),
    ],
)
def test_p_is_never_0(changed: dict[str, float], words: str) -> None:
    assert words in verdict(**changed).words()


def test_small_differences_have_as_many_decimals_as_their_interval_needs() -> None:
    words = verdict(delta=3.2e-6, interval=(2.1e-6, 4.5e-6)).words("B", "A")
    assert words.startswith("B is better than A, +0.0000032 (95 % +0.0000021 to +0.0000045)")


@pytest.mark.parametrize(
    ("rows", "said"), [(3, "p cannot go below 0.25"), (5, "p cannot go below 0.0625"), (6, "shows reliably")]
)
def test_too_few_rows_are_said_to_show_nothing(rows: int, said: str) -> None:
    better = np.linspace(0.5, 0.6, rows)
    words = judge(Cells.of(np.zeros(rows), better)).words()
    assert said in words
    assert ("p cannot go below" in words) == ("too few to tell whether" in words) == (rows < 6)


@pytest.mark.parametrize(("differ", "said"), [(1, ""), (3, " Of 3 rows that differ, p cannot go below 0.25.")])
def test_only_rows_that_differ_bound_the_p(differ: int, said: str) -> None:
    words = judge(Cells.of(np.zeros(5), np.where(np.arange(5) < differ, 0.5, 0.0))).words()
    assert words.endswith(("p = 1." if differ == 1 else "p = 0.25.") + said)


def test_rows_whose_scores_are_not_known_are_not_called_the_same() -> None:
    known = judge(Cells.of(np.zeros(3), np.ones(3)))
    late = replace(known, verdict="undecided", interval=(math.nan, math.nan), better=0, worse=0, same=0)
    assert late.words("a", "b") == "a is above b, +1.0000. No row is compared: their scores are not known."
    assert replace(late, delta=math.nan).words("a", "b") == "No row is compared: their scores are not known."


def test_a_small_difference_is_no_zero() -> None:
    found = verdict(verdict="undecided", p=0.3, interval=(-0.1, 0.2))
    assert [found.signed(value) for value in (0.0000213, -0.0000213, 0.0, 1e-17)] == [
        *("+0.000021", "−0.000021"),
        *[found.signed(0.0)] * 2,
    ]
