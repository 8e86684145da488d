"""The worked values of the definition, which can be checked by hand."""

from __future__ import annotations

import pandas as pd
import pytest

import inspector
from inspector.core import samples
from inspector.core.evaluation.summary import first_hits


def score(truth: str, predicted: str, metric: str) -> float:
    """The overall of a pair of one row; labels are single letters."""
    return opened([truth], [predicted], metric).overall


def opened(truths: list[str], predictions: list[str], metric: str) -> inspector.Inspection:
    ids = [f"row {number}" for number in range(len(truths))]
    frames = [
        pd.DataFrame({"id": ids, "label": [list(letters) for letters in lists]}) for lists in (truths, predictions)
    ]
    return inspector.open_pair(*frames, metric)


@pytest.mark.parametrize(
    ("predicted", "wanted"),
    [
        ("xpqrs", 1),
        ("px", 1 / 2),
        ("pqx", 1 / 3),
        ("pqrx", 1 / 4),
        ("pqrsx", 1 / 5),
        ("pqrst", 0),
        ("pxqxr", 1 / 2),
        ("pqrstx", 0),
        ("", 0),
    ],
)
def test_with_one_true_label_the_score_is_one_over_the_first_hit_rank(predicted: str, wanted: float) -> None:
    assert score("x", predicted, "map@5") == wanted


def test_the_overall_is_the_mean_of_the_rows() -> None:
    assert opened(["x", "x", "x"], ["xpqrs", "pqx", "pqrst"], "map@5").overall == pytest.approx(4 / 9, abs=1e-15)


@pytest.mark.parametrize(
    ("predicted", "k", "wanted"),
    [
        ("abcde", 1, 1),
        ("fbcde", 1, 0),
        ("bcade", 1, 1),
        ("afegb", 2, 0.5),
        ("afcgb", 3, 0.5555555555555555),
        ("dcbae", 3, 1),
        ("afcgb", 5, 0.4533333333333333),
    ],
)
def test_with_five_true_labels_ap_at_k_is_the_published_value(predicted: str, k: int, wanted: float) -> None:
    assert score("abcde", predicted, f"map@{k}") == pytest.approx(wanted, abs=1e-15)


@pytest.mark.parametrize(
    ("predicted", "k", "precision", "rel"),
    [("bcade", 1, 1, 1), ("fbcde", 1, 0, 0), ("afegb", 2, 1 / 2, 0), ("afcgb", 3, 2 / 3, 1), ("dcbae", 3, 1, 1)],
)
def test_precision_and_relevance_at_k_are_the_published_values(
    predicted: str, k: int, precision: float, rel: int
) -> None:
    step = opened(["abcde"], [predicted], f"map@{k}").explain("row 0").steps[k - 1]
    assert (step.precision, step.rel) == (pytest.approx(precision, abs=1e-15), rel)


@pytest.mark.parametrize(
    ("metric", "wanted"),
    [("map@3", 5 / 9), ("map(repeats=keep-rank)@3", 5 / 9), ("map(repeats=move-up)@3", 2 / 3)],
)
def test_a_repeated_label_keeps_its_rank_unless_it_is_dropped(metric: str, wanted: float) -> None:
    assert score("abc", "aab", metric) == pytest.approx(wanted, abs=1e-15)


# Truth a b c, predicted a f b: P(1) = 1 and P(3) = 2/3 count at K = 4, only P(1) at K = 2.
@pytest.mark.parametrize(
    ("divisor", "at_4", "at_2", "whole"),
    [
        ("min-m-k", 5 / 9, 1 / 2, 5 / 9),
        ("m", 5 / 9, 1 / 3, 5 / 9),
        ("min-n-k", 5 / 9, 1 / 2, 5 / 9),
        ("k", 5 / 12, 1 / 2, 5 / 9),
        ("hits", 5 / 6, 1, 5 / 6),
        ("1", 5 / 3, 1, 5 / 3),
    ],
)
def test_each_divisor_divides_the_same_sum(divisor: str, at_4: float, at_2: float, whole: float) -> None:
    for cut, wanted in (("@4", at_4), ("@2", at_2), ("", whole)):
        assert score("abc", "afb", f"map(divisor={divisor}){cut}") == pytest.approx(wanted, abs=1e-15)


def test_a_dropped_copy_is_not_a_predicted_label_of_the_divisor_either() -> None:
    assert score("a", "aa", "map(divisor=min-n-k, repeats=move-up)@5") == 1
    assert score("a", "aa", "map(divisor=min-n-k)@5") == 1 / 2


def test_a_row_without_truth_scores_zero_or_is_excluded() -> None:
    assert opened(["x", ""], ["x", "x"], "map@5").overall == 1 / 2
    skipping = opened(["x", ""], ["x", "x"], "map(empty=skip)@5")
    assert (skipping.overall, skipping.evaluation.scores.counted) == (1, 1)


def test_without_a_scored_row_there_is_no_overall() -> None:
    assert str(opened([""], ["x"], "map(empty=skip)@5").overall) == "nan"


def test_the_humpback_constant_scores_as_published_from_label_counts() -> None:
    folder = samples.find("humpback").folder()
    inspection = inspector.open_pair(folder / "truth.csv", folder / "constant.csv", "map@5")
    assert len(inspection.evaluation.table) == 25_361
    assert inspection.overall == pytest.approx(0.384443305337592, abs=1e-12)
    counts = first_hits(inspection.evaluation.scores.first_hit, 5).counts.tolist()
    assert counts == [9664, 73, 65, 62, 61, 0, 25_361 - 9664 - 73 - 65 - 62 - 61]
    inspection.set_metric("map@1")
    assert inspection.overall == pytest.approx(0.381057529277237, abs=1e-12)
