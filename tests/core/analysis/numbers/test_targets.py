"""Each of several numbers by itself: numpy and scikit-learn are the oracles."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from sklearn import metrics as sk

import inspector
from inspector.core.analysis.numbers.targets import Targets, targets
from inspector.core.evaluation.numbers import has_targets
from inspector.core.task import drain

ROWS, NAMES = 60, ("low", "<b>high</b>", "mid")
IDS = [f"r{row}" for row in range(ROWS)]
DRAW = np.random.default_rng(11)
TRUE = DRAW.integers(0, 6, (ROWS, 3)).astype(float)
MINE = np.round(TRUE + DRAW.normal(0, [0.5, 1.0, 2.0], (ROWS, 3)), 3)
OTHER = np.round(TRUE + DRAW.normal(0, 1.5, (ROWS, 3)), 3)


def frame(values: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({"id": IDS, **dict(zip(NAMES, values.T, strict=True))})


def opened(metric: str) -> inspector.Inspection:
    pair = inspector.open_pair(frame(TRUE), frame(MINE), metric, shape="numbers")
    pair.add(frame(OTHER), "other", shape="numbers")
    pair.baseline = "other"
    return pair


def rmse(true: np.ndarray, predicted: np.ndarray) -> float:
    return float(np.sqrt(sk.mean_squared_error(true, predicted)))


def kappa(true: np.ndarray, predicted: np.ndarray) -> float:
    grades = np.arange(-9, 16)  # all, as scikit-learn counts only those that it is told of
    return sk.cohen_kappa_score(true.astype(int), np.rint(predicted).astype(int), labels=grades, weights="quadratic")


METRICS = {"rmse": (rmse, -1), "mae": (sk.mean_absolute_error, -1), "r2": (sk.r2_score, 1), "qwk": (kappa, 1)}


def found(pair: inspector.Inspection, among: np.ndarray | None = None) -> Targets:
    return drain(targets(pair.evaluation, among))


@pytest.mark.slow
@given(st.sampled_from([*METRICS]), st.integers(2, 6))
def test_each_number_is_scored_alone_among_the_rows_that_count(metric: str, third: int) -> None:
    pair, (score, sign) = opened(metric), METRICS[metric]
    among = np.arange(ROWS) % third > 0
    here = found(pair, among)
    assert (here.names, here.rows.tolist()) == (NAMES, [among.sum()] * 3)

    def mean(predicted: np.ndarray) -> float:
        return float(np.mean([score(*both) for both in zip(TRUE.T, predicted.T, strict=True)]))

    for at in range(3):
        right = MINE.copy()
        right[among, at] = TRUE[among, at]
        alone = [score(TRUE[among, at], side[among, at]) for side in (MINE, OTHER)]
        assert here.overall[at] == pytest.approx(alone[0])
        assert here.won[at] == pytest.approx(alone[0] - alone[1])
        assert here.bias[at] == pytest.approx((MINE - TRUE)[among, at].mean())
        assert here.cost[at] == pytest.approx(sign * (mean(right) - mean(MINE)))


def test_edits_count_and_a_missing_number_does_not() -> None:
    pair = opened("rmse")
    pair.edit("r0", NAMES, TRUE[0].tolist())
    edited = MINE.copy()
    edited[0] = TRUE[0]
    assert found(pair).overall.tolist() == pytest.approx([rmse(*both) for both in zip(TRUE.T, edited.T, strict=True)])
    pair.edit("r0", [])
    assert found(pair).rows.tolist() == [ROWS - 1] * 3
    kept = [rmse(*both) for both in zip(TRUE[1:].T, MINE[1:].T, strict=True)]
    assert found(pair).overall.tolist() == pytest.approx(kept)


def test_a_number_without_a_score_of_its_own_has_none() -> None:
    same = (TRUE[:, 0] == 3) & (np.rint(MINE[:, 0]) == 3)  # so that chance gives nothing
    assert same.sum() > 1
    assert np.isnan(found(opened("qwk"), same).overall).tolist() == [True, False, False]


def test_one_number_a_row_is_no_target_of_several() -> None:
    one = pd.DataFrame({"id": IDS, "price": TRUE[:, 0]})
    assert not has_targets(inspector.open_pair(one, one, "rmse", shape="numbers").evaluation)
    assert has_targets(opened("rmse").evaluation)
    labels = pd.DataFrame({"id": IDS, "label": ["a b"] * ROWS})
    assert not has_targets(inspector.open_pair(labels, labels, "f1").evaluation)


@pytest.mark.parametrize("third", [3, ROWS])
@pytest.mark.parametrize(
    "metric", ["rocauc", "logloss", "brier", "kl", "kl(sums=scale)", "medae", "rmse(columns=together)"]
)
def test_what_a_number_costs_is_told_without_scoring_all_again(metric: str, third: int, monkeypatch) -> None:
    chances = np.clip((MINE + 2) / 10, 0, 1)
    pair = inspector.open_pair(frame(np.minimum(TRUE % 2, 1)), frame(chances), metric, shape="numbers")
    among = np.arange(ROWS) % third != 1
    quick = found(pair, among).cost
    monkeypatch.setattr(type(pair.evaluation.scores), "overalls_if_right", lambda *_: None)
    np.testing.assert_allclose(quick, found(pair, among).cost, rtol=1e-9, atol=1e-12)
    assert (quick > 0).any()
