"""What the ladder says, against really changing each prediction of small random pairs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core.ladder.entries import blanked, exchanged, flat, removed
from core.metrics.metric_strategies import metrics
from core.strategies import Lists, open_lists, weighted_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.ladder.inversions import inversions_of, row_gains
from inspector.core.ladder.ladder import ladder_of, row_costs
from inspector.core.metrics import Metric

EXACT = 1e-12
# By confidence: a wrong, b right, wrong, c right, wrong.
WORKED = Lists(
    [["a"], ["b"], ["c"], ["d"], ["e"]], [["x"], ["b"], ["x"], ["d"], ["x"]], [[0.9], [0.8], [0.7], [0.6], [0.5]]
)


def test_a_worked_ladder() -> None:
    evaluation = open_lists(WORKED, "gap").evaluation
    assert evaluation.scores.overall == pytest.approx((1 / 2 + 2 / 4) / 5)
    # Without the first one the hits have ranks 1 and 3, without the third 2 and 3.
    costs = [(1 + 2 / 3 - 1) / 5, np.nan, (1 / 2 + 2 / 3 - 1) / 5, np.nan, 0]
    assert row_costs(evaluation) == pytest.approx(costs, abs=EXACT, nan_ok=True)
    found = inversions_of(evaluation)
    assert found is not None and found.partner == 3
    # With 0.6 and 0.9 exchanged the hits have ranks 1 and 2, with 0.6 and 0.7 they have ranks 2 and 3.
    gains = [(1 + 1 - 1) / 5, np.nan, (1 / 2 + 2 / 3 - 1) / 5, np.nan, np.nan]
    assert row_gains(evaluation) == pytest.approx(gains, abs=EXACT, nan_ok=True)


@pytest.mark.slow
@given(weighted_pairs(most_rows=5), metrics("gap"))
@settings(max_examples=60)
def test_a_cost_is_what_losing_the_label_gains(lists: Lists, metric: Metric) -> None:
    evaluation = open_lists(lists, metric).evaluation
    ladder = ladder_of(evaluation)
    assert ladder is not None
    for place, at in enumerate(flat(evaluation)):
        if ladder.hit[place]:
            assert math.isnan(ladder.cost[place])
        elif metric.value("blank") == "free":
            gained = blanked(evaluation, at) - evaluation.scores.overall
            assert ladder.cost[place] == pytest.approx(gained, abs=EXACT, nan_ok=True)
        elif metric.k is None:
            gained = removed(evaluation, at) - evaluation.scores.overall
            assert ladder.cost[place] == pytest.approx(gained, abs=EXACT, nan_ok=True)


@pytest.mark.slow
@given(weighted_pairs(most_rows=5), metrics("gap"))
@settings(max_examples=60)
def test_a_row_has_the_cost_of_its_costliest_prediction(lists: Lists, metric: Metric) -> None:
    evaluation = open_lists(lists, metric).evaluation
    ladder = ladder_of(evaluation)
    assert ladder is not None
    for row, cost in enumerate(row_costs(evaluation)):
        own = ladder.cost[(ladder.row == row) & ~ladder.hit]
        assert cost == pytest.approx(own.max() if len(own) else math.nan, nan_ok=True)


@pytest.mark.slow
@given(weighted_pairs(most_rows=5), metrics("gap"))
@settings(max_examples=60)
def test_a_gain_is_what_exchanging_the_confidences_wins(lists: Lists, metric: Metric) -> None:
    evaluation = open_lists(lists, metric).evaluation
    ladder, found, at = ladder_of(evaluation), inversions_of(evaluation), flat(evaluation)
    assert ladder is not None and found is not None
    for place, gain in enumerate(found.gain):
        if not math.isnan(gain):
            won = exchanged(evaluation, at[place], at[found.partner]) - evaluation.scores.overall
            assert gain == pytest.approx(won, abs=EXACT)
        elif not ladder.hit[place] and found.partner > place and metric.k is None:
            assert ladder.confidence[place] == ladder.confidence[found.partner]


@pytest.mark.slow
@given(st.lists(st.sampled_from([("a", 0.9), ("x", 0.9), ("a", 0.5), ("x", 0.5), ("a", 0.1)]), min_size=4, max_size=11))
@settings(max_examples=80)
def test_a_gain_is_exact_among_many_equal_confidences(drawn: list[tuple[str, float]]) -> None:
    """One prediction a row: a is right, x is wrong; the ids are not in the order of the rows."""
    lists = Lists([["a"]] * len(drawn), [[label] for label, _ in drawn], [[sure] for _, sure in drawn])
    evaluation = open_lists(lists, "gap").evaluation
    found, at = inversions_of(evaluation), flat(evaluation)
    assert found is not None
    for place in np.flatnonzero(~np.isnan(found.gain)):
        won = exchanged(evaluation, at[place], at[found.partner]) - evaluation.scores.overall
        assert found.gain[place] == pytest.approx(won, abs=EXACT)


@pytest.mark.slow
@given(weighted_pairs(most_rows=5), st.sampled_from(["rows", "labels"]), st.data())
@settings(max_examples=60)
def test_no_other_exchange_gains_more(lists: Lists, divisor: str, data: st.DataObject) -> None:
    """Without equal confidences."""
    count = sum(map(len, lists.confidences or []))
    drawn = iter(data.draw(st.permutations(range(count))))
    sure = [[float(next(drawn)) for _ in row] for row in lists.confidences or []]
    evaluation = open_lists(Lists(lists.truths, lists.predictions, sure), f"gap(divisor={divisor})").evaluation
    ladder, found, at = ladder_of(evaluation), inversions_of(evaluation), flat(evaluation)
    assert ladder is not None and found is not None
    for place in np.flatnonzero(~ladder.hit):
        below = [hit for hit in np.flatnonzero(ladder.hit) if hit > place]
        won = [exchanged(evaluation, at[place], at[hit]) - evaluation.scores.overall for hit in below]
        assert math.isnan(found.gain[place]) == (not below)
        if below:
            assert found.gain[place] == pytest.approx(max(won), abs=EXACT)


def test_rows_with_more_predictions_than_k_have_no_partner() -> None:
    lists = Lists([["a"], ["b"]], [["x", "a"], ["b"]], [[0.9, 0.8], [0.7]])
    assert row_gains(open_lists(lists, "gap@1").evaluation) == pytest.approx([np.nan, np.nan], nan_ok=True)
    assert row_gains(open_lists(lists, "gap@2").evaluation)[0] > 0


def test_the_ladder_follows_edits_and_is_made_once_for_a_score() -> None:
    opened = open_lists(WORKED, "gap")
    before = ladder_of(opened.evaluation)
    assert before is ladder_of(opened.evaluation)
    opened.edit("01", ["x"], [0.1])
    after = ladder_of(opened.evaluation)
    assert after is not before and row_costs(opened.evaluation)[0] == 0
    opened.set_metric("map@5")
    assert ladder_of(opened.evaluation) is None and np.isnan(row_costs(opened.evaluation)).all()
