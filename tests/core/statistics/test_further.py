"""Further tests of row differences, against scipy, and what they mean for the verdict."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from inspector.core.statistics.cells import Cells
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.details import details
from inspector.core.statistics.judge import judge
from inspector.core.statistics.testing.paired_tests import Further

differences = st.lists(st.sampled_from([-1.0, -0.5, -0.25, 0.0, 0.0, 0.125, 0.5, 1.0]), min_size=2, max_size=40)


@settings(max_examples=60)
@given(differences)
def test_signs_and_signed_ranks_agree_with_scipy(rows: list[float]) -> None:
    d = np.array(rows)
    found, changed = Further.of(Counted.of(d)), d[d != 0]
    wanted = stats.binomtest(int((changed > 0).sum()), len(changed)).pvalue if len(changed) else 1.0
    assert found.p_sign == pytest.approx(wanted)
    if len(changed) > 20:
        wanted = stats.wilcoxon(changed, method="asymptotic", correction=False).pvalue
        assert found.p_wilcoxon == pytest.approx(wanted)


@settings(max_examples=40)
@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.125, 0.5]), min_size=1, max_size=10))
def test_of_few_rows_signed_ranks_are_counted_over_all_signs(rows: list[float]) -> None:
    d = np.array(rows)
    ranks = stats.rankdata(np.abs(d[d != 0]))
    sums = [abs(float(np.dot(ranks, signs))) for signs in product((-1, 1), repeat=len(ranks))]
    observed = abs(float(np.dot(ranks, np.sign(d[d != 0]))))
    assert Further.of(Counted.of(d)).p_wilcoxon == pytest.approx(np.mean(np.array(sums) >= observed - 1e-9))


@pytest.mark.slow
@settings(max_examples=60)
@given(differences)
def test_equal_within_is_where_the_two_one_sided_tests_turn(rows: list[float]) -> None:
    cells = Cells.of(np.zeros(len(rows)), np.array(rows))
    least = judge(cells, resamples=20).further.equal_within
    if least > 0 and math.isfinite(least):
        assert judge(cells, margin=least * 1.001, resamples=20).p_equivalent < 0.05
        assert judge(cells, margin=least * 0.999, resamples=20).p_equivalent > 0.05


def test_the_rows_needed_show_the_difference_as_their_smallest() -> None:
    d = np.tile([0.5, 0.0, 0.0, -0.25], 300)
    found = judge(Cells.of(np.zeros(len(d)), d), resamples=20)
    needed = found.further.rows_needed
    assert needed is not None
    shown = found.smallest_difference * math.sqrt(len(d) / needed)
    assert shown <= found.delta < shown * 1.01
    assert judge(Cells.of(d, d), resamples=20).further.rows_needed is None


def test_details_answer_each_question_once_and_round_a_margin_up() -> None:
    d = np.tile([1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0], 40)
    found = judge(Cells.of(np.zeros(len(d)), d), margin=0.01)
    told = {detail.question: (detail.answer, detail.test) for detail in details(found)}
    assert len(told) == len(details(found)) == 10
    assert told["Do the overalls differ?"] == ("p = 0.0003", "sign-flip, exact")
    # Of scores that are 0 and 1, the sign test is McNemar's, and asks what the sign-flip asks.
    answer, test = told["Is a row as likely to be better as worse?"]
    assert (answer, test) == ("80 better, 40 worse, p = 0.0003", "sign test (McNemar's, where scores are 0 or 1)")
    margin = float(told["How far apart are they at most?"][0].split(";")[0])
    assert found.further.equal_within <= margin < found.further.equal_within + 10**-found.decimals
    assert told["Are they within the margin that you chose?"][0] == "±0.01, p = 1.00"


def test_too_few_rows_tell_nothing_of_what_they_would_show() -> None:
    few = [detail.question for detail in details(judge(Cells.of(np.zeros(3), np.array([0.5, 0.25, 0.0]))))]
    assert few[0] == "Do the overalls differ?"
    assert not any(question.startswith(("How large does", "How many rows", "How far")) for question in few)


def test_without_a_mean_of_rows_details_name_the_test_alone() -> None:
    scores = np.array([0.0, 0.5, 1.0] * 4)
    same = judge(Cells.of(scores, scores))
    assert details(same) == details(same.by_size()) == []
    other = judge(Cells.of(scores, scores[::-1].copy()))
    assert details(other.by_size()) == []
