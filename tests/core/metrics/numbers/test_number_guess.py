"""What metric numbers suggest, and the families that share a name in the field."""

from __future__ import annotations

import numpy as np
import pytest
from core.metrics.numbers.number_pairs import Pair

from inspector.core.data.kind import LABELS, NUMBERS
from inspector.core.errors import InputError
from inspector.core.metrics import guess_for_numbers, guessed_from, of_kind, parse

NAN = float("nan")


@pytest.mark.parametrize(
    ("truth", "predicted", "metric", "words"),
    [
        ([1, 0, 1], [0.2, 1, 0], "rocauc", "a truth of 0 and 1"),
        ([1, 0, NAN], [0.2, 0.3, 7], "rocauc", "a truth of 0 and 1"),
        ([1, 0, 1], [2.5, -1, 0], "rocauc", "a truth of 0 and 1"),
        ([1, 1, 1], [0.2, 1, 0], "rmse", "numbers"),
        ([0, 4, 2], [1, 4, 0], "qwk", "ratings on both sides"),
        ([0, 4, 2], [1, 4.5, 0], "rmse", "numbers"),
        ([0, 4, 2], [1, 5, 0], "rmse", "numbers"),
        ([0, 40, 20], [10, 40, 0], "rmse", "numbers"),
        ([3, 3, 3], [3, 3, 3], "rmse", "numbers"),
        ([1, 2, 3], [NAN, NAN, NAN], "rmse", "numbers"),
    ],
)
def test_numbers_suggest_a_metric(truth: list, predicted: list, metric: str, words: str) -> None:
    columns = (np.array(numbers, np.float64)[:, None] for numbers in (truth, predicted))
    batch = Pair(*columns, np.ones(3)).batch()
    guessed = guess_for_numbers(batch.truth, batch.predictions)
    assert (str(guessed), guessed_from(guessed)) == (metric, words)


def test_a_name_means_the_family_of_the_kind() -> None:
    assert str(of_kind(parse("auc(missing=skip)"), NUMBERS)) == "rocauc"
    assert str(of_kind(parse("logloss(clip=1e-15)"), LABELS)) == "mlogloss(clip=1e-15)"
    assert str(of_kind(parse("mbrier(missing=error)"), NUMBERS)) == "brier(missing=error)"
    for kept, kind in (("auc", LABELS), ("rocauc", NUMBERS), ("map@5", NUMBERS), ("rmse", LABELS)):
        assert str(of_kind(parse(kept), kind)) == kept


@pytest.mark.parametrize(
    ("metric", "truth", "predicted", "words"),
    [
        ("logloss", 2, 0.5, "0 and 1"),
        ("brier", 0.5, 0.5, "0 and 1"),
        ("rocauc", -1, 0.5, "0 and 1"),
        ("rocauc(classes=error)", 1, 0.5, "both classes"),
        ("rmsle", -1, 2, "logarithm"),
        ("rmsle(negative=error)", 1, -2, "logarithm"),
        ("kl", -0.5, 2, "distribution"),
        ("qwk", 0.5, 1, "whole numbers"),
        ("qwk(rounding=error)", 1, 1.5, "whole numbers"),
        ("qwk", 1e6, 1, "ratings"),
    ],
)
def test_numbers_that_a_metric_cannot_score_are_refused(metric, truth, predicted, words) -> None:
    with pytest.raises(InputError, match=words):
        Pair(np.full((2, 1), truth), np.full((2, 1), predicted), np.ones(2)).scores(parse(metric))


@pytest.mark.parametrize("quantile", ["x", "1.5", "-1"])
def test_a_quantile_is_between_0_and_1(quantile: str) -> None:
    with pytest.raises(InputError, match="quantile"):
        parse(f"pinball(quantile={quantile})")


def test_without_clipping_being_sure_and_wrong_costs_infinitely_much() -> None:
    pair = Pair(np.array([[1.0], [0.0]]), np.array([[0.0], [0.5]]), np.ones(2))
    scores = pair.scores(parse("logloss(clip=none)"))
    assert scores.row.tolist()[0] == scores.overall == np.inf
    assert scores.costs(np.arange(2), pair.batch).tolist() == [np.inf, 0]
