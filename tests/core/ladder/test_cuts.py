"""Cutting a submission from the bottom: what the curve says, against really removing the predictions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core.ladder.entries import flat, removed
from core.metrics.metric_strategies import metrics
from core.strategies import Lists, open_lists, weighted_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.ladder.cuts import Cuts
from inspector.core.ladder.ladder import Ladder, ladder_of
from inspector.core.metrics import Metric


def cuts(evaluation) -> tuple[Ladder, Cuts]:
    ladder = ladder_of(evaluation)
    assert ladder is not None
    return ladder, Cuts.of(ladder)


@pytest.mark.slow
@given(weighted_pairs(most_rows=5), metrics("gap"))
@settings(max_examples=60)
def test_cutting_from_the_bottom_never_raises_gap(lists: Lists, metric: Metric) -> None:
    evaluation = open_lists(lists, metric).evaluation
    _, found = cuts(evaluation)
    weights = evaluation.predictions(evaluation.all_rows).weights
    for entry in range(len(found)):
        assert weights is not None
        left = removed(evaluation, np.flatnonzero(weights < found.confidence[entry]))
        assert found.gap[entry] == pytest.approx(left, abs=1e-12, nan_ok=True)
        assert math.isnan(left) or left <= evaluation.scores.overall + 1e-12
    assert (np.diff(found.gap[~np.isnan(found.gap)]) <= 1e-12).all()


@pytest.mark.slow
@given(weighted_pairs(most_rows=5), metrics("gap"))
@settings(max_examples=60)
def test_coverage_and_precision_are_counted(lists: Lists, metric: Metric) -> None:
    evaluation = open_lists(lists, metric).evaluation
    ladder, found = cuts(evaluation)
    for entry, least in enumerate(found.confidence):
        kept = ladder.confidence >= least
        assert found.kept[entry] == kept.sum()
        assert found.precision[entry] == pytest.approx(ladder.hit[kept].mean())
        assert found.coverage[entry] == pytest.approx(len({*ladder.row[kept].tolist()}) / ladder.counted)
    assert len(found) == len({*ladder.confidence.tolist()}) and len(flat(evaluation)) == len(ladder)


WORKED = Lists([["a"], ["b"], ["c"], []], [["a"], ["x"], ["c"], []], [[0.9], [0.5], [0.5], []])


def test_a_worked_cut() -> None:
    # By id, x of the second row stands before c of the third: ids 01, 05, 09.
    _, found = cuts(open_lists(WORKED, "gap").evaluation)
    assert found.kept.tolist() == [3, 1] and found.confidence.tolist() == [0.5, 0.9]
    assert found.gap == pytest.approx([(1 + 2 / 3) / 3, 1 / 3])
    assert found.coverage == pytest.approx([3 / 4, 1 / 4])
    assert found.precision == pytest.approx([2 / 3, 1])


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12))
@settings(max_examples=40)
def test_a_cut_is_found_by_its_predictions_and_by_its_confidence(drawn: list[int]) -> None:
    confidence = np.sort(np.array(drawn, float))[::-1]
    rows, n = np.arange(len(drawn), dtype=np.int32), len(drawn)
    found = Cuts.of(Ladder(rows, np.ones(n, bool), confidence, n, n, n))
    for wanted in np.arange(0, n + 1, 0.5):
        assert abs(found.kept[found.nearest(wanted)] - wanted) == np.abs(found.kept - wanted).min()
    for least in np.arange(-0.5, 10, 0.5):
        kept = int((confidence >= least).sum())
        assert found.kept[found.at(least)] == (kept or found.kept[-1])
    for most in (2, 5, 100):
        some = found.sampled(most)
        assert len(some) <= max(most, 2) and (np.diff(some) > 0).all()
        assert some[0] == 0 and some[-1] == len(found) - 1
