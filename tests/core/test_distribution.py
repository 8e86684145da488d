"""Bars that are kept while rows change are those of a fresh count."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
from core.rules import scored_pairs
from core.strategies import edits, open_lists
from hypothesis import given

from inspector.core.summary import Bars, first_hits, rank_bars, score_distribution


def same(left: Bars, right: Bars) -> bool:
    return left.names == right.names and all(
        np.array_equal(getattr(left, part), getattr(right, part)) for part in ("edges", "counts", "of_row")
    )


@given(st.data(), scored_pairs())
def test_both_histograms_are_those_of_the_whole_table_after_every_edit(data, scored) -> None:
    pair, metric = scored
    inspection = open_lists(pair, metric)
    state = inspection.state
    for _ in range(4):
        scores = state.scores
        k = rank_bars(metric.k, int(scores.first_hit.max(initial=1)))
        assert same(state.distribution.scores(), score_distribution(scores.row, scores.top))
        assert same(state.distribution.first_hits(k), first_hits(scores.first_hit, k))
        inspection.predict(*data.draw(edits(pair)))
