"""Differences to the baseline: bars and order as in a loop, kept so by edits, and clauses that select what is shown."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from core.comparison.test_matrix import IDS, LABELS, compared, masks, runs
from hypothesis import given, settings

import inspector
from inspector.core.comparison.differences import (
    SIDE,
    Differences,
    bar_of_difference,
    difference_bars,
    side_edges,
)
from inspector.core.data.order import Filter
from inspector.core.evaluation.histogram import MovingBars
from inspector.core.query import parse

metrics = st.sampled_from(["map@2", "ndcg@3", "map(empty=skip)@3"])
edits = st.lists(st.tuples(st.sampled_from(IDS), st.permutations(LABELS)), max_size=4)


@pytest.mark.slow
@given(runs, runs, metrics, masks, edits)
@settings(max_examples=25)
def test_bars_and_order_stay_those_of_a_fresh_count_after_edits(first, second, metric, mask, edits) -> None:
    inspection, among = compared(first, second, metric), np.array(mask)
    shown = Filter(among, "some")
    bars, ordered = MovingBars(difference_bars(inspection.evaluation)), Differences(inspection.evaluation, among)
    bars.shown(shown)
    for id_, labels in edits:
        inspection.edit(id_, labels[:3], [0.9, 0.5, 0.1])
        rows = np.array([IDS.index(id_)])
        bars.move(rows, bar_of_difference(inspection.evaluation, rows))
        ordered.move(inspection.evaluation, rows)
    fresh = difference_bars(inspection.evaluation)
    assert bars.bars.counts.tolist() == fresh.counts.tolist()
    assert bars.shown(shown).tolist() == fresh.count(among).tolist()
    again = Differences(inspection.evaluation, among)
    assert ordered.values.tolist() == again.values.tolist()
    assert (sorted(ordered.rows), ordered.same, ordered.better) == (sorted(again.rows), again.same, again.better)


@pytest.mark.slow
@given(runs, runs, metrics, st.data())
@settings(max_examples=25)
def test_bars_are_those_of_a_loop_and_their_clauses_select_them(first, second, metric, data) -> None:
    evaluation = compared(first, second, metric).evaluation
    bars, ends = difference_bars(evaluation), side_edges(evaluation).tolist()
    wanted = [0] * (2 * SIDE + 1)
    for difference in evaluation.deltas(evaluation.all_rows).tolist():
        if not math.isnan(difference):
            size = next(at for at, end in enumerate([*ends[:-1], math.inf]) if abs(difference) <= end)
            wanted[SIDE + int(math.copysign(size, difference))] += 1
    assert bars.counts.tolist() == wanted
    low, high = sorted(data.draw(st.tuples(*[st.integers(0, 2 * SIDE)] * 2)))
    rows = parse(bars.clause(range(low, high + 1))).mask(evaluation)
    assert rows.sum() == bars.counts[low : high + 1].sum(), bars.clause(range(low, high + 1))


@pytest.mark.slow
@given(runs, runs, metrics, st.data())
@settings(max_examples=25)
def test_a_span_of_the_order_is_selected_with_all_that_differ_as_much(first, second, metric, data) -> None:
    evaluation = compared(first, second, metric).evaluation
    found = Differences(evaluation)
    values = found.values
    assert values.tolist() == sorted((value for value in evaluation.deltas(evaluation.all_rows) if value), reverse=True)
    if not len(values):
        assert found.clause(0, 0) == ""
        return
    low, high = sorted(data.draw(st.tuples(*[st.integers(0, len(values) - 1)] * 2)))
    rows = np.flatnonzero(parse(found.clause(low, high)).mask(evaluation))
    # Of two that differ by rounding only, none is selected without the other.
    alike = (values >= values[high] - 1e-12) & (values <= values[low] + 1e-12)
    assert sorted(evaluation.deltas(rows), reverse=True) == values[alike].tolist()


def test_the_curve_keeps_both_ends_of_each_side_and_few_points() -> None:
    inspection = compared({id_: {"a": 0.9, "b": 0.5} for id_ in IDS}, {id_: {"c": 0.5} for id_ in IDS}, "map@2")
    found = Differences(inspection.evaluation)
    places, values = found.curve(3)
    last, better = len(found.rows) - 1, found.better
    assert {0, better - 1, better, last} <= set(places.tolist()) | {-1, len(found.rows)}
    assert values.tolist() == found.values[places].tolist()
    assert len(places) <= 7
    assert found.places(np.arange(len(IDS))).tolist() == [*range(last + 1)]
    assert found.same + len(found.rows) == len(IDS)


def test_one_loss_far_off_does_not_ruin_the_bars_of_differences() -> None:
    truth, first = np.arange(60.0), np.arange(60.0) + np.resize([1.0, -2.0, 3.0], 60)
    first[7] += 1e6
    frames = [pd.DataFrame({"id": np.arange(60), "price": side}) for side in (truth, first, truth + 0.5)]
    inspection = inspector.open_pair(frames[0], frames[1], "mse", shape="numbers")
    inspection.add(frames[2], "other")
    inspection.baseline = "other"
    bars, ends = difference_bars(inspection.evaluation), side_edges(inspection.evaluation)
    assert ends[-1] < 20
    assert sorted(bars.counts[bars.counts > 0].tolist()) == [19, 20, 21]
    rows = parse(bars.clause([2 * SIDE])).mask(inspection.evaluation)
    assert np.flatnonzero(rows).tolist() == sorted([7, *range(2, 60, 3)])
