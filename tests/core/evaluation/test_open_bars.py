"""Histograms with open ends, compared with slow counting, and kept right by edits."""

from __future__ import annotations

from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import inspector
from inspector import Inspection
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats
from inspector.core.data.edits import Edit
from inspector.core.data.order import Filter
from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.numbers import bar_of_error, error_bars
from inspector.core.evaluation.open_bars import error_distribution, loss_edges, open_bars
from inspector.core.evaluation.summary import BINS, Bars, bar_of_score
from inspector.core.query import Clause, filter_of

losses = st.lists(
    st.one_of(
        st.floats(0, 1e12, allow_subnormal=False), st.just(float("nan")), st.sampled_from([float("inf"), 1.7e308])
    )
)


@pytest.fixture
def pair() -> Inspection:
    """Forty rows of numbers, the last one far off."""
    truth = np.linspace(1.0, 40.0, 40)
    predicted = truth + np.sin(truth)
    predicted[-1] += 1e6
    ids = [f"r{at}" for at in range(40)]
    frames = (pd.DataFrame({"id": ids, "price": values}) for values in (truth, predicted))
    return inspector.open_pair(*frames, "mse", shape="numbers")


def slowly(values: list[float], bars: Bars) -> list[int]:
    ends = [-np.inf, *bars.edges[1:-1].tolist(), np.inf]
    counts = [sum(low <= value < high for value in values) for low, high in pairwise(ends)]
    counts[-1] += values.count(np.inf)
    return counts


def matching(pair: Inspection, bars: Bars, chosen: list[int]) -> list[int]:
    found = filter_of([Clause(bars.clause(chosen))], pair.evaluation)
    assert found is not None
    return np.flatnonzero(found.mask).tolist()


def counted_losses(scores: Floats, lower_is_better: bool) -> Bars:
    return open_bars("score", scores, loss_edges(scores, lower_is_better))


@given(losses, st.booleans())
def test_scores_are_counted_between_and_beyond_short_edges(values: list[float], lower_is_better: bool) -> None:
    bars = counted_losses(np.array(values, np.float64), lower_is_better)
    assert bars.counts.tolist() == slowly(values, bars)
    assert len(bars.names) == len(bars.counts) == BINS
    assert (np.diff(bars.edges) > 0).all()


@given(losses)
def test_errors_are_counted_around_0(values: list[float]) -> None:
    signed = [value if at % 2 else -value for at, value in enumerate(values)]
    bars = error_distribution(np.array(signed, np.float64))
    assert bars.counts.tolist() == slowly(signed, bars)
    assert bars.edges.tolist() == (-bars.edges[::-1]).tolist()
    assert bars.edges[BINS // 2] == 0


def test_one_row_far_off_does_not_ruin_the_bars() -> None:
    scores = np.append(np.linspace(0, 10, 1000), 1e9)
    bars = counted_losses(scores, True)
    assert bars.edges[-1] < 12
    assert bars.names[-1] == f"score ≥ {bars.edges[-2]:g}"
    assert bars.counts[-1] < 60
    gains = counted_losses(-scores, False)
    assert gains.edges[0] > -12
    assert gains.counts[0] < 60


def test_without_a_tail_the_bars_reach_to_the_worst_score() -> None:
    bars = counted_losses(np.linspace(0, 1, 1000), True)
    assert bars.edges[-1] >= 1
    assert bars.counts.max() < 60
    assert counted_losses(np.array([]), True).counts.sum() == 0
    assert counted_losses(np.zeros(5), True).counts.tolist() == [5, *[0] * (BINS - 1)]


@pytest.mark.parametrize("chosen", [[0], [3], [BINS - 1], [0, 1], [4, 5, BINS - 1], list(range(BINS))])
def test_the_filter_of_bars_shows_their_rows(pair: Inspection, chosen: list[int]) -> None:
    bars = pair.evaluation.histograms.scores()
    assert bars.is_open
    assert matching(pair, bars, chosen) == np.flatnonzero(np.isin(bars.of_row, chosen)).tolist()


def test_bars_with_open_ends_stay_right_after_edits(pair: Inspection) -> None:
    evaluation = pair.evaluation
    rows = Filter(np.arange(40) % 2 == 0, "")
    before = evaluation.histograms.scores()
    evaluation.histograms.shown(before, rows)
    for row, number in ((0, 1.0), (1, -1e9), (2, 7.0)):
        pair.predict(row, Prediction(("price",), (number,)))
        bars = evaluation.histograms.scores()
        scores = pair.evaluation.scores.row
        assert bars.edges is before.edges
        assert bars.of_row.tolist() == bar_of_score(scores, bars.edges, bars.is_open).tolist()
        assert bars.counts.sum() == 40
        assert evaluation.histograms.shown(bars, rows).tolist() == bars.count(rows.mask).tolist()


def test_an_edit_of_many_rows_counts_within_a_new_range(pair: Inspection) -> None:
    before = pair.evaluation.histograms.scores()
    assert before.edges[-1] < 10
    evaluation = pair.evaluation
    evaluation.apply(Edit(np.arange(20), Ragged.joined([Ragged.one([0], [1e3])] * 20), ""))
    bars = evaluation.histograms.scores()
    assert bars.edges[-1] > 1e5
    assert bars.counts.tolist() == slowly(evaluation.scores.row.tolist(), bars)


def test_the_same_scores_have_the_same_bars_whatever_edits_came_between(pair: Inspection) -> None:
    before = pair.evaluation.histograms.scores()
    evaluation = pair.evaluation
    evaluation.apply(Edit(np.arange(20), Ragged.joined([Ragged.one([0], [1e3])] * 20), ""))
    assert evaluation.histograms.scores().edges.tolist() != before.edges.tolist()
    for row in range(20):
        evaluation.apply(Edit(np.array([row]), evaluation.table.predictions.take(np.array([row])), ""))
    after = evaluation.histograms.scores()
    assert (after.names, after.counts.tolist()) == (before.names, before.counts.tolist())


def test_label_metrics_keep_closed_bars() -> None:
    frame = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"]})
    bars = inspector.open_pair(frame, frame, "map@1").evaluation.histograms.scores()
    assert not bars.is_open
    assert (bars.edges[0], bars.edges[-1]) == (0.0, 1.0)


def test_errors_are_counted_with_their_sign_and_shown_by_their_filter(pair: Inspection) -> None:
    bars = error_bars(pair.evaluation)
    found = pair.evaluation.table.predictions.weights - pair.evaluation.table.truth.weights
    assert bars.counts.tolist() == slowly(found.tolist(), bars)
    for chosen in ([0], [BINS - 1], [9, 10], [2, 10, 11]):
        assert matching(pair, bars, chosen) == np.flatnonzero(np.isin(bars.of_row, chosen)).tolist()


def test_the_bar_of_an_edited_row_is_that_of_its_new_error(pair: Inspection) -> None:
    bars = error_bars(pair.evaluation)
    pair.predict(3, Prediction(("price",), (-1e5,)))
    pair.predict(39, Prediction(("price",), (40.25,)))
    assert bar_of_error(pair.evaluation, np.array([3, 39]), bars).tolist() == [0, BINS // 2 + 2]


@pytest.mark.parametrize(("metric", "is_open"), [("r2", True), ("rmse", True), ("qwk", True), ("auc", False)])
def test_no_row_falls_out_of_the_bars_when_its_score_has_no_bound(tmp_path, metric: str, is_open: bool) -> None:
    truth, submission = ([f"r{row},{row % 2}\n" for row in range(8)], [f"r{row},{row % 3 // 2}\n" for row in range(8)])
    for name, lines in (("truth", truth), ("submission", submission)):
        (tmp_path / f"{name}.csv").write_text("id,target\n" + "".join(lines))
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric, shape="numbers")
    assert pair.evaluation.histograms.scores().is_open == is_open
    pair.predict(0, Prediction(("target",), (50.0,)))
    assert pair.evaluation.histograms.scores().counts.sum() == 8
