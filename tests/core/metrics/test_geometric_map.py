"""The geometric mean of average precision: its floor, and what a row costs it."""

from __future__ import annotations

import math

import pytest
from core.metrics.metric_strategies import expected, scored_pairs
from core.metrics.oracles import agree
from core.strategies import Lists, open_lists
from hypothesis import given, settings
from hypothesis import strategies as st

PAIR = Lists([["a"], ["b"], ["a", "b"]], [["x", "a"], ["x"], ["x", "a", "y", "b"]])


def test_a_row_counts_as_at_least_a_hundred_thousandth() -> None:
    inspection = open_lists(PAIR, "gmap")
    assert inspection.evaluation.scores.row.tolist() == [0.5, 0, 0.5]
    assert inspection.overall == pytest.approx((0.5 * 0.00001 * 0.5) ** (1 / 3), abs=1e-15)


def test_a_row_loses_what_editing_it_alone_would_win() -> None:
    inspection = open_lists(PAIR, "gmap")
    before, losses = inspection.overall, inspection.evaluation.losses(inspection.evaluation.all_rows)
    for row, (best_order, truth) in enumerate([("ax", "a"), ("x", "b"), ("abxy", "ab")]):
        by_order, by_labels = (_edited(row, list(labels)) - before for labels in (best_order, truth))
        assert losses.ordering[row] == pytest.approx(by_order, abs=1e-15)
        assert losses.candidates[row] == pytest.approx(by_labels - by_order, abs=1e-15)


def _edited(row: int, labels: list[str]) -> float:
    inspection = open_lists(PAIR, "gmap")
    inspection.edit(inspection.evaluation.table.id(row), labels)
    return inspection.overall


@pytest.mark.slow
@given(scored_pairs("gmap"), st.data())
@settings(max_examples=40)
def test_edits_and_their_undo_give_the_overall_of_a_new_reading(pair: tuple, data: st.DataObject) -> None:
    lists, metric = pair
    inspection = open_lists(lists, metric)
    before, row = inspection.overall, data.draw(st.integers(0, len(lists.truths) - 1))
    changed = inspection.evaluation.prediction(row).with_labels(data.draw(st.permutations(["a", "b", "q"])))
    preview = inspection.evaluation.preview(row, changed)
    inspection.predict(row, changed)
    assert agree(inspection.overall, expected(lists, metric, {row: changed}).overall)
    assert repr(preview.overall) == repr(inspection.overall)
    inspection.undo()
    assert repr(inspection.overall) == repr(before) or math.isnan(before)
