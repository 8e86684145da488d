"""F-max: worked values, its threshold, and that edits in other rows move it exactly."""

from __future__ import annotations

import pytest
from core.strategies import Lists, open_lists

from inspector import InputError

# Two proteins. At 0.8: precisions 1 and none, recalls 1/2 and 0. At 0.5: 1 and 1/2, 1/2 and 1. At 0.3: 2/3, 1/2; 1, 1.
PROTEINS = Lists([["a", "b"], ["c"]], [["a", "x", "b"], ["y", "c"]], [[0.9, 0.3, 0.35], [0.6, 0.5]])


def f(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall)


def test_the_overall_is_the_best_f_of_the_averages_at_one_threshold() -> None:
    # At 0.35 nothing is wrong in the first row: precisions 1 and 1/2, recalls 1 and 1.
    assert open_lists(PROTEINS, "fmax").overall == pytest.approx(f(3 / 4, 1), abs=1e-15)


def test_a_row_has_its_own_best_threshold_and_says_that_of_the_overall() -> None:
    inspection = open_lists(PROTEINS, "fmax")
    assert inspection.evaluation.scores.row.tolist() == [1.0, pytest.approx(2 / 3, abs=1e-15)]
    explained = inspection.explain("05")
    assert explained.divisor_rule == "2 predicted with at least 0.01 + 1 truth labels"
    assert explained.of_overall == "The overall is best with the labels of at least 0.31 in every row."
    assert [step.verdict for step in inspection.explain("01").steps] == ["hit", "not counted", "hit"]


def test_a_label_counts_from_its_confidence_on() -> None:
    for confidence, wanted in ((0.29, f(1, 1 / 2)), (0.01, f(1, 1 / 2)), (0.009, f(1, 1 / 2)), (0.0, f(1, 1 / 2))):
        lists = Lists([["a", "b"]], [["a", "x"]], [[0.3, confidence]])
        assert open_lists(lists, "fmax").overall == pytest.approx(wanted, abs=1e-15)
    below = Lists([["a"]], [["a"]], [[0.009]])
    assert open_lists(below, "fmax").overall == 0


def test_a_row_that_predicts_nothing_lowers_only_the_recall() -> None:
    lists = Lists([["a"], ["b"]], [["a"], []], [[0.9], []])
    assert open_lists(lists, "fmax").overall == pytest.approx(f(1, 1 / 2), abs=1e-15)
    inspection = open_lists(lists, "fmax")
    losses = inspection.evaluation.losses(inspection.evaluation.all_rows)
    assert losses.cost.tolist() == [0, pytest.approx(1 - f(1, 1 / 2), abs=1e-15)]


def test_reordering_gains_what_the_highest_confidences_for_the_hits_give() -> None:
    lists = Lists([["a"], ["b"]], [["x", "a"], ["b"]], [[0.9, 0.2], [0.9]])
    inspection = open_lists(lists, "fmax")
    gain = float(inspection.evaluation.losses(inspection.evaluation.all_rows).ordering[0])
    before = inspection.overall
    inspection.edit("01", ["a", "x"])
    assert inspection.overall - before == pytest.approx(gain, abs=1e-15)
    assert gain > 0


def test_without_confidences_it_is_refused(read) -> None:
    with pytest.raises(InputError, match="fmax needs a confidence"):
        read(metric="fmax")
