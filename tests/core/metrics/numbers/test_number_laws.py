"""Laws of scores of numbers under every family: edits, previews, costs, order, direction, explanations, weights."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core.metrics.numbers.number_pairs import (
    NUMBER_FAMILIES,
    Pair,
    close,
    edit_of,
    number_pairs,
    of_family,
    same,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from inspector.core.data.evidence import RowScores, RowSums
from inspector.core.data.numbers import values_of
from inspector.core.errors import InputError
from inspector.core.metrics import Metric, Scores

by_family = pytest.mark.parametrize("family", NUMBER_FAMILIES)


@st.composite
def scored(draw: st.DrawFn, family: str, **shape) -> tuple[Pair, Metric, Scores]:
    metric = draw(st.sampled_from(of_family(NUMBER_FAMILIES[family])))
    pair = draw(number_pairs(family, **shape))
    return pair, metric, pair.scores(metric)


def rescored(scores: Scores, pair: Pair, then: Pair, rows) -> None:
    scores.rescore(rows, pair.batch(rows), then.batch(rows))


def equal(one: Scores, other: Scores) -> bool:
    parts = (("row", "first_hit", "ceiling"), ("overall", "counted", "top", "bottom"))
    arrays = all(same(getattr(one, name), getattr(other, name)) for name in parts[0])
    return arrays and all(same(getattr(one, name), getattr(other, name)) for name in parts[1])


def spread(pair: Pair) -> np.ndarray:
    """The range of the truth of each column, of the rows with a prediction."""
    columns = zip(pair.truth.T, ~np.isnan((pair.truth + pair.predicted).T), strict=True)
    return np.array([np.ptp(truth[known]) if known.any() else 0.0 for truth, known in columns])


def summed(evidence: RowSums, rows) -> float:
    return evidence.overall(evidence.counts[:, rows].sum(axis=1)[:, None])[0]


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=40)
def test_edits_score_as_all_rows_scored_anew_and_undo_restores_every_bit(family: str, data) -> None:
    pair, metric, scores = data.draw(scored(family))
    batch = pair.batch()
    before = batch.predictions.weights.copy()
    steps = [pair]
    for _ in range(3):
        rows, numbers = data.draw(edit_of(steps[-1], family))
        steps.append(steps[-1].edited(rows, numbers))
        rescored(scores, steps[-2], steps[-1], rows)
        assert equal(scores, steps[-1].scores(metric)), (metric, steps[-1])
    rescored(scores, steps[-1], pair, np.arange(len(pair.truth)))
    assert equal(scores, pair.scores(metric))
    assert same(batch.predictions.weights, before)


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=40)
def test_a_preview_is_the_edit_and_changes_nothing(family: str, data) -> None:
    pair, metric, scores = data.draw(scored(family))
    rows, numbers = data.draw(edit_of(pair, family))
    then = pair.edited(rows, numbers)
    copied = scores.copy()
    edited = then.scores(metric)
    assert close(scores.preview_rows(rows, pair.batch(rows), then.batch(rows)), edited.overall)
    first = rows[:1]
    alone = pair.edited(first, numbers[:1])
    shown = scores.preview(int(first[0]), pair.batch(first), alone.batch(first))
    assert same(shown.overall, alone.scores(metric).overall), metric
    assert close(shown.score, alone.scores(metric).row[first[0]])
    assert equal(scores, pair.scores(metric))
    rescored(copied, pair, then, rows)
    assert equal(scores, pair.scores(metric))
    assert equal(copied, edited)


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=40)
def test_a_cost_is_what_making_the_row_perfect_wins(family: str, data) -> None:
    pair, metric, scores = data.draw(scored(family))
    every = np.arange(len(pair.truth))
    costs = scores.costs(every, pair.batch)
    perfect = values_of(metric.best_labels(pair.batch()).predictions, pair.truth.shape[1])
    for row in every.tolist():
        if math.isnan(scores.row[row]):
            assert math.isnan(costs[row])
            continue
        numbers = np.where(np.isnan(pair.predicted[row]) & (metric.value("missing") == "skip"), np.nan, perfect[row])
        then = pair.edited(np.array([row]), numbers[None])
        won = metric.improvement(then.scores(metric).overall - scores.overall)
        if np.isfinite(scores.overall):
            # The difference of two overalls has no more digits than they have.
            digits = np.finfo(np.float64).eps * 16 * abs(scores.overall)
            assert close(costs[row], won, 1e-9) or abs(costs[row] - won) < digits, (metric, pair, row)
    losses = scores.losses(None, pair.batch)
    assert same(losses.cost, costs)


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=25)
def test_perfect_predictions_reach_the_best_overall_and_every_ceiling(family: str, data) -> None:
    pair, metric, scores = data.draw(scored(family, whole=True))
    perfect = Pair(pair.truth, values_of(metric.best_labels(pair.batch()).predictions), pair.weights)
    best = perfect.scores(metric)
    if not math.isnan(best.overall):
        assert close(best.overall, 0.0 if metric.lower_is_better else 1.0)
        # Of shares that add up to more than the true ones, divergence as they are may be below 0.
        is_over = metric.name == "kl" and (np.nansum(pair.predicted, 1) > np.nansum(pair.truth, 1)).any()
        assert is_over or metric.improvement(best.overall - scores.overall) > -1e-12
    kept = ~np.isnan(best.row)
    assert np.allclose(best.row[kept], best.ceiling[kept], atol=1e-12)
    assert not np.signbit(best.row[best.row == 0]).any(), "a file and a formula would show -0.0"
    if np.isfinite(scores.overall) and metric.name != "qwk" and not math.isnan(best.overall):
        assert close(scores.total_losses(None, pair.batch)[1], metric.improvement(best.overall - scores.overall), 1e-9)


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=20)
def test_the_order_of_rows_moves_no_row_score(family: str, data) -> None:
    pair, metric, scores = data.draw(scored(family))
    other = pair.at(np.arange(len(pair.truth))[::-1]).scores(metric)
    assert np.allclose(scores.row[::-1], other.row, rtol=1e-12, atol=1e-12, equal_nan=True)
    assert close(scores.overall, other.overall)


@by_family
def test_the_worst_row_comes_first(family: str) -> None:
    truth = np.array([1.0, 0.0, 1.0, 0.0])[:, None]
    predicted = np.array([0.6, 0.1, 0.0, 0.4])[:, None]
    metric = NUMBER_FAMILIES[family]()
    if family == "kl":
        predicted += 0.01
    scores = Pair(truth, predicted, np.ones(4)).scores(metric)
    first = metric.worst_first[0]
    assert first.column == "score" and first.descending == metric.lower_is_better
    worst = np.argmax(scores.row) if first.descending else np.argmin(scores.row)
    assert worst == {"mape": 3, "smape": 1}.get(family, 2)  # against a truth of 0 any error is large


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=25)
def test_explained_sums_over_divisors_give_the_row_score(family: str, data) -> None:
    pair, metric, scores = data.draw(scored(family))
    for row in range(len(pair.truth)):
        found = scores.explain(row, pair.batch(np.array([row])))
        assert close(found.score, scores.row[row]), (metric, pair, row)
        assert close(sum(step.term for step in found.steps), found.total)
        if math.isnan(scores.row[row]):
            assert found.remark and not found.divisor
        else:
            assert found.score == found.total / found.divisor
        assert all(step.working for step in found.steps if step.verdict == "number")


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=15)
def test_a_part_scores_as_if_there_were_no_other_rows(family: str, data) -> None:
    pair, metric, scores = data.draw(scored(family))
    rows = data.draw(edit_of(pair, family))[0]
    alone = pair.at(rows).scores(metric)
    assert close(scores.part(rows, lambda: pair.batch(rows)), alone.overall)
    evidence = scores.evidence(rows, lambda: pair.batch(rows))
    twice = np.repeat(np.arange(len(rows)), 2)
    overall = evidence.overall(twice) if isinstance(evidence, RowScores) else summed(evidence, twice)
    assert close(overall, pair.at(rows[twice]).scores(metric).overall)


@pytest.mark.slow
@pytest.mark.parametrize("family", [name for name, of in NUMBER_FAMILIES.items() if "weight" in of.parameters()])
@given(st.data())
@settings(max_examples=15)
def test_weights_of_one_are_no_weights(family: str, data) -> None:
    pair, metric, _ = data.draw(scored(family))
    alike = Pair(pair.truth, pair.predicted, np.ones(len(pair.truth)))
    one, other = (alike.scores(metric.replace(weight=weight)) for weight in ("", "w"))
    assert same(one.row, other.row)
    assert close(one.overall, other.overall)


@by_family
def test_a_row_without_a_prediction_is_left_out_or_0_or_an_error(family: str) -> None:
    truth, predicted = np.array([[1.0], [0.0], [1.0], [0.0]]), np.array([[1.0], [0.25], [np.nan], [0.5]])
    pair, metric = Pair(truth, predicted, np.ones(4)), NUMBER_FAMILIES[family]()
    kept = np.array([0, 1, 3])
    assert same(pair.scores(metric).overall, pair.at(kept).scores(metric).overall)
    assert np.isnan(pair.scores(metric).row).tolist() == [False, False, True, False]
    zeros = pair.edited(np.array([2]), np.zeros((1, 1)))
    assert same(pair.scores(metric.replace(missing="zero")).overall, zeros.scores(metric).overall)
    with pytest.raises(InputError, match="absent from the submission"):
        pair.scores(metric.replace(missing="error"))


@pytest.mark.parametrize("family", ["mae", "rmse", "mse"])
def test_the_arithmetic_of_a_row_shows_the_digits_that_it_needs(family: str) -> None:
    pair = Pair(np.array([[273500.0], [1.0]]), np.array([[509859.93], [2.0]]), np.ones(2))
    metric = NUMBER_FAMILIES[family]()
    (step,) = metric.explain(pair.batch(np.array([0]))).steps
    predicted, truth = map(float, step.working.strip("|()²").split(" − "))
    assert close(step.term, abs(predicted - truth) ** (1 if family == "mae" else 2))


@by_family
def test_how_columns_combine_is_asked_only_of_several(family: str) -> None:
    metric = NUMBER_FAMILIES[family]()
    one, two = (Pair(np.ones((3, c)), np.ones((3, c)), np.ones(3)).batch().truth for c in (1, 2))
    assert metric.offered(two) == metric.choices()
    assert {*metric.offered(one)} == {*metric.choices()} - {"columns"}


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=30)
def test_the_overall_without_a_row_is_that_of_all_others(family: str, data) -> None:
    pair, metric, scores = data.draw(scored(family))
    rows = data.draw(st.permutations(range(len(pair.truth))).map(lambda order: np.array(order[: 1 + len(order) // 2])))
    without = getattr(scores.evidence(rows, lambda: pair.batch(rows)), "without", None)
    if metric.name in ("medae", "qwk"):  # a median moves in steps; kappa is drawn from sums
        assert without is None
        return
    assume(not np.isinf(scores.row).any())  # which statistics refuse
    largest = np.abs(np.nan_to_num(scores.row)).max()
    for at, overall in enumerate(without()):
        others = np.delete(rows, at)
        if metric.name == "r2" and (spread(pair.at(others)) <= 1e-3 * spread(pair)).any():
            continue  # 1 or 0 without a variance, and rounding where there is hardly any
        wanted = scores.part(others, lambda others=others: pair.batch(others))
        assert np.isclose(overall, wanted, rtol=1e-9, atol=1e-9 * largest, equal_nan=True), metric
