"""Incrementally updated histograms equal a new count."""

from __future__ import annotations

from dataclasses import replace

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from core.metrics.metric_strategies import scored_pairs
from core.strategies import edits, open_lists
from hypothesis import given

import inspector
from inspector.core.arrays.types import Floats
from inspector.core.data.order import Filter
from inspector.core.evaluation.summary import Bars, first_hits, rank_bars, score_distribution


def same(left: Bars, right: Bars) -> bool:
    return left.names == right.names and all(
        np.array_equal(getattr(left, part), getattr(right, part)) for part in ("edges", "counts", "of_row")
    )


def counted_again(bars: Bars, scores: Floats) -> Bars:
    """The same open bars, whose range stays while edits move a few rows, with other scores; half-open."""
    of_row = np.searchsorted(bars.edges[1:-1], scores, side="right").astype(np.int16)
    of_row[np.isnan(scores)] = -1
    return replace(bars, of_row=of_row, counts=np.bincount(of_row[of_row >= 0], minlength=len(bars.names)))


@pytest.mark.slow
@given(st.data(), scored_pairs())
def test_both_histograms_are_those_of_the_whole_table_after_every_edit(data, scored) -> None:
    pair, metric = scored
    inspection = open_lists(pair, metric)
    evaluation = inspection.evaluation
    n = len(evaluation.table)
    filters = [Filter(np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), bool), "") for _ in "ab"]
    for _ in range(4):
        scores = evaluation.scores
        k = rank_bars(metric.k, int(scores.first_hit.max(initial=1)))
        bars = evaluation.histograms.scores()
        assert same(
            bars, counted_again(bars, scores.row) if bars.is_open else score_distribution(scores.row, scores.top)
        )
        assert bars.is_open == metric.lower_is_better
        assert same(evaluation.histograms.first_hits(k), first_hits(scores.first_hit, k))
        asked = data.draw(st.sampled_from([filters[:1], filters[1:], filters]))
        for rows in asked:
            scored = scores.row[rows.mask]
            wanted = scored[~np.isnan(scored)].mean() if (~np.isnan(scored)).any() else float("nan")
            assert evaluation.histograms.mean(rows) == pytest.approx(wanted, abs=1e-15, nan_ok=True)
        for bars in (evaluation.histograms.scores(), evaluation.histograms.first_hits(k)):
            for rows in asked:
                assert np.array_equal(evaluation.histograms.shown(bars, rows), bars.count(rows.mask))
        inspection.predict(*data.draw(edits(pair)))


def test_bars_follow_all_rows_that_a_number_passes_under_auc() -> None:
    rng, rows = np.random.default_rng(5), 400
    truth = pd.DataFrame({"id": range(rows), "target": rng.integers(0, 2, rows)})
    pair = inspector.open_pair(truth, truth.assign(target=rng.random(rows).round(3)), "auc")
    evaluation, half = pair.evaluation, Filter(rng.random(rows) < 0.5, "")
    evaluation.histograms.shown(evaluation.histograms.scores(), half)
    for row, number in ((3, 0.999), (4, 0.001), (3, 0.5)):
        pair.predict(row, pair.evaluation.prediction(row).with_confidence(0, number))
        bars, scores = pair.evaluation.histograms.scores(), pair.evaluation.scores
        assert same(bars, score_distribution(scores.row, scores.top))
        assert pair.evaluation.histograms.shown(bars, half).tolist() == bars.count(half.mask).tolist()
