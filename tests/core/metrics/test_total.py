"""Sums that are kept while rows change are those of the whole vector, to the last bit."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from core.metrics.rules import scored_pairs
from core.strategies import edits, open_lists
from hypothesis import given

from inspector.core.metrics import total
from inspector.core.metrics.total import Mean, Total


@pytest.fixture(autouse=True)
def _short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces so short that a small vector has many; numpy itself does not halve below 128."""
    monkeypatch.setattr(total, "_PIECE", 200)


vectors = st.tuples(st.integers(0, 5000), st.integers(0, 2**32 - 1))


def mean_of(values: np.ndarray) -> float:
    counted = values[~np.isnan(values)]
    return float(counted.sum()) / len(counted) if len(counted) else float("nan")


@given(vectors, st.lists(st.integers(0, 4999), max_size=5))
def test_a_total_is_numpys_sum_bit_by_bit_before_and_after_changes(vector, places) -> None:
    n, seed = vector
    values = np.random.default_rng(seed).random(n) - 0.3
    kept = Total(n, lambda part: values[part])
    assert kept.value() == values.sum()
    for place in [place % n for place in places if n]:
        values[place] = place / 7
        kept.touch(np.array([place]))
        assert kept.value() == values.sum()


@given(vectors, st.lists(st.tuples(st.integers(0, 4999), st.booleans()), max_size=5), st.booleans())
def test_a_mean_leaves_nan_out_whether_it_comes_or_goes(vector, changes, holes: bool) -> None:
    n, seed = vector
    values = np.random.default_rng(seed).random(n)
    values[: n // 3 * holes : 2] = np.nan
    kept = Mean(values)
    assert repr(kept.value()) == repr(mean_of(values))
    for place, hole in [(place % n, hole) for place, hole in changes if n]:
        values[place] = np.nan if hole else place / 7
        kept.touch(np.array([place]))
        assert repr(kept.value()) == repr(mean_of(values))


@given(vectors, st.integers(0, 4999), st.sampled_from([0.25, float("nan")]), st.booleans())
def test_what_the_mean_would_be_is_what_it_then_is_and_asking_changes_nothing(vector, place, value, holes) -> None:
    n, seed = vector
    values = np.random.default_rng(seed).random(n)
    values[: n // 3 * holes : 2] = np.nan
    if not n:
        return
    before, kept = values.copy(), Mean(values)
    asked = kept.value_with(place % n, value)
    assert np.array_equal(values, before, equal_nan=True)
    assert repr(kept.value()) == repr(mean_of(values))
    values[place % n] = value
    assert repr(asked) == repr(mean_of(values))


@given(st.data(), scored_pairs())
def test_scores_under_edits_and_previews_have_the_totals_of_the_whole_table(data, scored) -> None:
    pair, metric = scored
    evaluation = (inspection := open_lists(pair, metric)).evaluation
    for _ in range(3):
        row, prediction = data.draw(edits(pair))
        evaluation.preview(row, prediction)
        inspection.predict(row, prediction)
        losses, rows = evaluation.all_losses(), evaluation.all_rows
        lost = evaluation.total_losses()
        assert repr(lost.ordering) == repr(float(np.nansum(losses.ordering)))
        assert repr(lost.candidates) == repr(float(np.nansum(losses.candidates)))
        assert lost == evaluation.total_losses(rows) or np.isnan([lost.ordering, lost.candidates]).any()
        assert repr(evaluation.scores.mean(rows)) == repr(mean_of(evaluation.scores.row))
        if evaluation.scores.separable:
            assert repr(evaluation.scores.overall) == repr(
                metric.overall(evaluation.scores.row, evaluation.scores.pool)
            )
