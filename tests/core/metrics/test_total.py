"""Incrementally updated sums equal numpy's sum of the whole vector to the last bit."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from core.metrics.metric_strategies import scored_pairs
from core.strategies import edits, open_lists
from hypothesis import given

from inspector.core.metrics import total
from inspector.core.metrics.total import Total


@pytest.fixture(autouse=True)
def _short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short pieces, so that a small vector has many; numpy does not split below 128."""
    monkeypatch.setattr(total, "_PIECE", 200)


vectors = st.tuples(st.integers(0, 5000), st.integers(0, 2**32 - 1))


def mean_of(values: np.ndarray) -> float:
    counted = int((~np.isnan(values)).sum())
    return float(np.nansum(values)) / counted if counted else float("nan")


def holed(n: int, seed: int, holes: bool) -> np.ndarray:
    values = np.random.default_rng(seed).random(n)
    values[: n // 3 * holes : 2] = np.nan
    return values


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
def test_a_total_ignores_nan_before_and_after_changes(vector, changes, holes: bool) -> None:
    n, values = vector[0], holed(*vector, holes)
    kept = Total(n, lambda part: np.nan_to_num(values[part]))
    assert repr(kept.value()) == repr(float(np.nansum(values)))
    for place, hole in [(place % n, hole) for place, hole in changes if n]:
        values[place] = np.nan if hole else place / 7
        kept.touch(np.array([place]))
        assert repr(kept.value()) == repr(float(np.nansum(values)))


@given(vectors, st.integers(0, 4999), st.booleans())
def test_a_previewed_total_equals_the_later_one_and_changes_nothing(vector, place, holes: bool) -> None:
    n, values = vector[0], holed(*vector, holes)
    if not n:
        return
    before, kept = values.copy(), Total(n, lambda part: np.nan_to_num(values[part]))
    asked = kept.value_with(place % n, 0.25)
    assert np.array_equal(values, before, equal_nan=True)
    assert repr(kept.value()) == repr(float(np.nansum(values)))
    values[place % n] = 0.25
    assert repr(asked) == repr(float(np.nansum(values)))


@pytest.mark.slow
@given(st.data(), scored_pairs())
def test_incremental_totals_equal_those_of_the_whole_table(data, scored) -> None:
    pair, metric = scored
    evaluation = (inspection := open_lists(pair, metric)).evaluation
    for _ in range(3):
        row, prediction = data.draw(edits(pair))
        imagined = evaluation.preview(row, prediction)
        inspection.predict(row, prediction)
        assert repr(imagined.overall) == repr(evaluation.scores.overall)
        rows = evaluation.all_rows
        assert repr(evaluation.total_losses()) == repr(evaluation.snapshot().total_losses())
        if evaluation.scores.separable and evaluation.scores.pool is None:
            assert repr(evaluation.total_losses()) == repr(evaluation.total_losses(rows))
        assert repr(evaluation.scores.mean(rows)) == repr(mean_of(evaluation.scores.row))
        if evaluation.scores.separable:
            assert repr(evaluation.scores.overall) == repr(
                metric.overall(evaluation.scores.row, evaluation.scores.pool)
            )
