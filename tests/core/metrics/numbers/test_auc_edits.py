"""An edit under AUC changes the scores of the rows that its number passes, a few or most of them, and no others."""

from __future__ import annotations

import numpy as np
import pytest
from core.metrics.numbers.number_pairs import Pair, same
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.metrics.numbers.auc import RocAUC

ROWS = 60


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Many rows of one or two columns; about every third number occurs twice."""
    columns = draw(st.integers(1, 2))
    rng = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    truth = rng.integers(0, 2, (ROWS, columns)).astype(np.float64)
    truth[rng.random(truth.shape) < 0.05] = np.nan
    truth[0], truth[1] = 0.0, 1.0
    return Pair(truth, rng.integers(0, 2 * ROWS, truth.shape) / 100, np.ones(ROWS))


@pytest.mark.slow
@given(st.data(), pairs())
def test_rows_that_a_number_passes_score_as_if_scored_anew(data: st.DataObject, pair: Pair) -> None:
    scores = pair.scores(RocAUC())
    twin, first = scores.copy(), pair
    for _ in range(5):
        rows = np.array(data.draw(st.lists(st.integers(0, ROWS - 1), min_size=1, max_size=2, unique=True)))
        steps = st.sampled_from([-0.6, -0.04, -0.01, -0.0, 0.01, 0.02, 0.05, 0.6])
        numbers = pair.predicted[rows] + [[data.draw(steps) for _ in pair.predicted.T] for _ in rows]
        then, before = pair.edited(rows, numbers.round(2)), scores.row.copy()
        scores.rescore(rows, pair.batch(rows), then.batch(rows))
        pair = then
        anew, changed = pair.scores(RocAUC()), scores.changed_by(rows)
        assert same(scores.row, anew.row) and scores.overall == anew.overall
        assert changed is not None and len(np.unique(changed)) == len(changed)
        assert np.isin(np.flatnonzero(before != scores.row), [*changed, *np.flatnonzero(np.isnan(before))]).all()
    assert same(twin.row, first.scores(RocAUC()).row)
    row = np.array([0])
    then = first.edited(row, first.predicted[row] + 0.03)
    twin.rescore(row, first.batch(row), then.batch(row))
    assert same(twin.row, then.scores(RocAUC()).row)


@pytest.mark.slow
@given(st.data(), pairs())
def test_a_preview_of_many_rows_is_exactly_what_all_rows_score_anew(data: st.DataObject, pair: Pair) -> None:
    scores = pair.scores(RocAUC())
    rows = np.array(data.draw(st.lists(st.integers(0, ROWS - 1), min_size=1, unique=True)))
    factor, summand = data.draw(st.sampled_from([-1.0, 0.0, 0.5, 1.0, 2.0])), data.draw(st.sampled_from([0.0, 0.01]))
    then = pair.edited(rows, (pair.predicted[rows] * factor + summand).round(2))
    assert scores.preview_rows(rows, pair.batch(rows), then.batch(rows)) == then.scores(RocAUC()).overall
    assert scores.overall == pair.scores(RocAUC()).overall
