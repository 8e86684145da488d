"""Comparisons as DataFrames, and row scores of other programs compared."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import inspector
from inspector import InputError

TRUTH = {"q1": {"a": 1}, "q2": {"b": 1}, "q3": {"c": 1}}
FIRST = {"q1": {"a": 0.9, "x": 0.2}, "q2": {"x": 0.9, "b": 0.2}}
SECOND = {"q1": {"x": 0.9, "a": 0.2}, "q2": {"b": 0.9}, "q3": {"x": 0.5}}

scores = st.lists(st.tuples(*[st.sampled_from([0.0, 1 / 3, 0.5, 1.0, np.nan])] * 2), min_size=2, max_size=14)


def test_differences_show_each_row_on_both_sides() -> None:
    pair = inspector.open_pair(TRUTH, FIRST, "mrr")
    pair.baseline = "submission"
    pair.add(SECOND, "b")
    expected = pd.DataFrame(
        {
            "id": ["q1", "q2", "q3"],
            "score": [0.5, 1.0, 0.0],
            "baseline_score": [1.0, 0.5, 0.0],
            "delta": [-0.5, 0.5, 0.0],
            "first_hit_rank": [2, 1, np.nan],
            "baseline_first_hit_rank": [1, 2, np.nan],
        }
    )
    pd.testing.assert_frame_equal(pair.differences("b"), expected)
    pair.baseline = "b"
    assert pair.differences().delta.tolist() == [0.5, -0.5, 0.0]
    with pytest.raises(KeyError, match="nobody"):
        pair.differences("nobody")


@pytest.mark.parametrize("kind", ["dict", "frame", "path"])
def test_dicts_frames_and_paths_compare_alike(kind: str, tmp_path) -> None:
    rows = [(q, d, s) for q, found in SECOND.items() for d, s in found.items()]
    (tmp_path / "b.run").write_text("".join(f"{q} Q0 {d} 1 {s} me\n" for q, d, s in rows))
    frame = pd.DataFrame(rows, columns=["query_id", "doc_id", "score"])
    pair = inspector.open_pair(TRUTH, FIRST, "mrr")
    pair.baseline = "submission"
    pair.add({"dict": SECOND, "frame": frame, "path": tmp_path / "b.run"}[kind], "b")
    line = pair.compare().iloc[1]
    assert (line["name"], line.delta, line.better, line.worse, line.unpaired) == ("b", 0.0, 1, 1, 1)


@given(scores)
@settings(max_examples=60)
def test_paired_scores_agree_with_scipy(pairs: list[tuple[float, float]]) -> None:
    a, b = np.array(pairs).T
    p, known = inspector.paired(a, b, resamples=400), ~(np.isnan(a) | np.isnan(b))
    d = (b - a)[known]
    assert (p.n, p.better, p.worse, p.same) == (len(d), (d > 0).sum(), (d < 0).sum(), (d == 0).sum())
    if len(d):
        assert p.delta == pytest.approx(d.mean(), abs=1e-12)
    if len(d) > 1 and len(set(d.round(9))) > 1:
        oracle = stats.ttest_rel(b[known], a[known])
        assert (p.t, p.p_t) == pytest.approx((oracle.statistic, oracle.pvalue), abs=1e-9)
    moved = d[np.abs(d) > 1e-9]
    if p.p_exact is not None and len(moved):
        signs = 1 - 2 * (np.arange(1 << len(moved))[:, None] >> np.arange(len(moved)) & 1)
        assert p.p_exact == pytest.approx((np.abs(signs @ moved) >= abs(moved.sum()) - 1e-9).mean())


@given(scores)
@settings(max_examples=20)
def test_swapping_paired_scores_flips_the_sign_and_keeps_p(pairs: list[tuple[float, float]]) -> None:
    a, b = np.array(pairs).T
    there, back = inspector.paired(a, b, resamples=200), inspector.paired(b, a, resamples=200)
    assert there.delta == pytest.approx(-back.delta, nan_ok=True)
    assert (there.better, there.worse, there.p_exact) == (back.worse, back.better, back.p_exact)


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ([1, 2], [1], "2 and 1 of them"),
        (["x"], ["y"], "have to be numbers"),
        ([[1.0]], [[1.0]], "2 dimensions"),
        ([np.inf], [1], "infinite"),
    ],
)
def test_scores_that_cannot_be_paired_are_refused(a: list, b: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        inspector.paired(a, b)


def test_no_scores_at_all_are_no_difference() -> None:
    nothing = inspector.paired([], [])
    assert (nothing.n, nothing.better, nothing.verdict) == (0, 0, "undecided")


def test_importing_the_package_imports_no_numpy() -> None:
    code = "import sys, inspector; inspector.paired; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
