"""Overalls of numbers are those of scikit-learn and scipy, and the published ones."""

from __future__ import annotations

import numpy as np
import pytest
from core.metrics.numbers.number_oracles import ORACLES
from core.metrics.numbers.number_pairs import (
    EVERY_NUMBER_METRIC,
    NUMBER_FAMILIES,
    Pair,
    close,
    number_pairs,
    of_family,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

from inspector.core.metrics import parse

by_family = pytest.mark.parametrize("family", NUMBER_FAMILIES)


def test_every_family_of_numbers_has_an_oracle() -> None:
    assert set(ORACLES) == set(NUMBER_FAMILIES)
    assert all(family.name == name for name, family in NUMBER_FAMILIES.items())


@by_family
def test_a_family_of_numbers_says_what_it_is(family: str) -> None:
    of = NUMBER_FAMILIES[family]
    assert of.title and of.formula and of.source
    for choice in of.choices().values():
        assert choice.question and len(choice.values) > 1 and all(choice.values.values())
    for metric in of_family(of):
        assert parse(str(metric)) == metric


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=60)
def test_the_overall_is_that_of_the_oracle(family: str, data) -> None:
    pair = data.draw(number_pairs(family))
    metric = data.draw(st.sampled_from(of_family(NUMBER_FAMILIES[family])))
    wanted = ORACLES[family](metric, pair.truth, pair.predicted, pair.weights)
    assert close(pair.scores(metric).overall, wanted), (metric, pair)


@pytest.mark.parametrize("metric", EVERY_NUMBER_METRIC, ids=str)
def test_hundreds_of_rows_score_as_the_oracle_has_it(metric) -> None:
    chance = np.random.default_rng(5)
    truth, predicted = chance.random((400, 3)) * 4, chance.random((400, 3)) * 4
    if metric.name in ("logloss", "brier", "rocauc"):
        truth, predicted = (truth > 2).astype(float), np.round(predicted / 4, 2)
    elif metric.name == "qwk":
        truth = np.round(truth)
    elif metric.name == "kl":
        truth = truth / truth.sum(axis=1, keepdims=True)
    predicted[::7, 1] = np.nan
    predicted[::31] = np.nan
    pair = Pair(truth, predicted, chance.random(400))
    wanted = ORACLES[metric.name](metric, truth, predicted, pair.weights)
    assert close(pair.scores(metric).overall, wanted, 1e-12)


def test_r_squared_of_all_columns_is_weighted_by_variance() -> None:
    chance = np.random.default_rng(2)
    truth, weights = chance.random((50, 3)) * [1, 10, 100], chance.random(50)
    predicted = truth + chance.random((50, 3))
    found = Pair(truth, predicted, weights).scores(parse("r2(columns=together, weight=w)")).overall
    assert close(found, sk.r2_score(truth, predicted, sample_weight=weights, multioutput="variance_weighted"))


# Published with benhamner/Metrics (Python, ml_metrics/test): metric, truth, predictions, value.
PUBLISHED = [
    ("rocauc", [1, 0, 1, 1], [0.32, 0.52, 0.26, 0.86], 0.3333333333333333),
    ("rocauc", [1, 0, 1, 0, 1], [0.9, 0.1, 0.8, 0.1, 0.7], 1.0),
    ("rocauc", [0, 1, 1, 0], [0.2, 0.1, 0.3, 0.4], 0.25),
    ("logloss", [1, 1, 1, 0, 0, 0], [0.5, 0.1, 0.01, 0.9, 0.75, 0.001], 1.881797068998267),
    ("mae", [1, 2, 3, 4], [1, 2, 3, 5], 0.25),
    ("mse", [1, 2, 3, 4], [1, 2, 3, 6], 1.0),
    ("rmse", [1, 2, 3, 4], [1, 2, 3, 5], 0.5),
    ("rmsle", [1, 2, 3, 1.718281828459045], [1, 2, 3, 6.3890560989306495], 0.5),
    ("qwk", [1, 2, 3], [1, 2, 3], 1.0),
    ("qwk", [1, 2, 1], [1, 2, 2], 0.4),
    ("qwk", [1, 2, 3, 1, 2, 2, 3], [1, 2, 3, 1, 2, 3, 2], 0.75),
]


@pytest.mark.parametrize(("metric", "truth", "predicted", "value"), PUBLISHED)
def test_published_values_come_out(metric: str, truth: list, predicted: list, value: float) -> None:
    columns = (np.array(numbers, np.float64)[:, None] for numbers in (truth, predicted))
    assert Pair(*columns, np.ones(len(truth))).scores(parse(metric)).overall == pytest.approx(value, abs=1e-9)
