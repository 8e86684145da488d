"""With the open submission and the baseline exchanged, every verdict is the mirror image, to the last bit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from inspector.core.statistics.cells import Cells
from inspector.core.statistics.clusters import judge_clusters
from inspector.core.statistics.gap import Listing, judge_gap
from inspector.core.statistics.judge import judge
from inspector.core.statistics.pooled import judge_pooled
from inspector.core.statistics.verdict import Verdict
from inspector.core.task import drain

score = st.sampled_from([0.0, 0.1, 0.25, 0.3, 1 / 3, 0.5, 2 / 3, 1.0, math.nan]) | st.floats(-1, 1)
pairs = st.lists(st.tuples(score, score), max_size=25)
count = st.integers(0, 2)
B = 60
# Each row of one submission is a row of the other: nothing but the order tells the sides apart.
ALIKE = [(0.0, 1.0), (1.0, 0.0), (0.25, 0.5), (0.5, 0.25)]


def assert_mirrored(there: Verdict, back: Verdict) -> None:
    mirrored = back.turned()
    assert there.verdict == mirrored.verdict
    names = ("n", "delta", "interval", "p", "p_exact", "better", "worse", "same", "resamples", "t", "p_t", "check")
    for name in (*names, "overall", "baseline_overall", "smallest_difference"):
        mine, other = (np.array(getattr(one, name), float) for one in (there, mirrored))
        np.testing.assert_array_equal(mine, other, name)
    np.testing.assert_equal(there.further and vars(there.further), back.further and vars(back.further))


@settings(max_examples=60)
@given(pairs, st.booleans())
@example(ALIKE, False)
def test_means_of_rows(rows: list[tuple[float, float]], is_loss: bool) -> None:
    a, b = np.array(rows, float).reshape(-1, 2).T
    there, back = (
        judge(Cells.of(*sides), resamples=B, margin=0.1, lower_is_better=is_loss) for sides in ((a, b), (b, a))
    )
    assert_mirrored(there, back)


@settings(max_examples=40)
@given(st.lists(st.tuples(score, score, st.integers(0, 5)), max_size=25))
@example([(*pair, number) for number, pair in enumerate(ALIKE)])
def test_groups(rows: list[tuple[float, float, int]]) -> None:
    a, b, group = np.array(rows, float).reshape(-1, 3).T
    there, back = (judge_clusters(*sides, group.astype(np.int64), resamples=B) for sides in ((a, b), (b, a)))
    assert_mirrored(there, back)


@settings(max_examples=40)
@given(st.lists(st.tuples(*[count] * 6), min_size=1, max_size=25))
@example([(1, 0, 0, 0, 1, 1), (0, 1, 1, 1, 0, 0)])
def test_sums_over_rows(rows: list[tuple[int, ...]]) -> None:
    def f1(sums: np.ndarray) -> np.ndarray:
        total = 2 * sums[0] + sums[1] + sums[2]
        return np.divide(2 * sums[0], total, out=np.zeros(len(total)), where=total > 0)

    a, b = np.split(np.array(rows, np.int64).T, 2)
    assert_mirrored(*(judge_pooled(*sides, f1, resamples=B) for sides in ((a, b), (b, a))))


N = 14
listed = st.permutations(range(N)).flatmap(
    lambda rows: st.integers(0, N).flatmap(
        lambda n: st.lists(st.booleans(), min_size=n, max_size=n).map(
            lambda hits: Listing(np.array(rows[: len(hits)], np.int32), np.array(hits, bool))
        )
    )
)


@pytest.mark.slow
@settings(max_examples=40)
@given(listed, listed)
def test_lists_of_all_rows(a: Listing, b: Listing) -> None:
    ones = np.ones(N, np.int64)
    assert_mirrored(*(drain(judge_gap(*sides, ones, resamples=B)) for sides in ((a, b), (b, a))))
