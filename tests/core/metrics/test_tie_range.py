"""GAP: contributions that add up, and the range of the overall over every order of equal confidences."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core.metrics.metric_strategies import chosen, metrics
from core.metrics.oracles import agree, tie_range
from core.metrics.oracles.gap import orders
from core.strategies import Lists, edits, open_lists, weighted_pairs
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from inspector.core.data.prediction import Prediction
from inspector.core.metrics import Metric, parse

COPIES = Lists([["a"], ["b", "c"]], [["a", "a"], ["c", "x", "c", "b"]], [[0.5, 0.5], [0.5, 0.5, 0.5, 0.5]])


@pytest.mark.slow
@given(weighted_pairs(), metrics("gap"))
def test_the_contributions_add_up_to_the_overall(lists: Lists, metric: Metric) -> None:
    scores = open_lists(lists, metric).evaluation.scores
    if math.isnan(scores.overall):
        assert not any(truth for truth, given in zip(lists.truths, lists.predictions, strict=True) if given is not None)
    else:
        assert agree(math.fsum(score for score in scores.row.tolist() if not math.isnan(score)), scores.overall)


@pytest.mark.slow
@example(COPIES, parse("gap"))
@example(Lists([["a"]], [["a", "a"]], [[0.5, 0.5]]), parse("gap"))
@given(weighted_pairs(most_rows=4, most_labels=3), metrics("gap"))
@settings(max_examples=120)
def test_the_tie_range_is_that_of_trying_every_order(lists: Lists, metric: Metric) -> None:
    rows, choices = lists.rows(), chosen(metric)
    assume(orders(rows, choices, metric.k) <= 720)
    compare(open_lists(lists, metric).evaluation.scores.tie_range, tie_range(rows, choices, metric.k))


@pytest.mark.slow
@given(st.data(), metrics("gap"))
def test_the_tie_range_contains_the_overall_under_every_tie_choice(data, metric: Metric) -> None:
    lists = data.draw(weighted_pairs(most_rows=4, most_labels=3))
    inspection = open_lists(lists, metric)
    for _ in range(2):
        inspection.predict(*data.draw(edits(lists, most_labels=3)))
    ranges = set()
    for ties in ("id", "id-desc", "file"):
        inspection.set_metric(metric.replace(ties=ties))
        overall, found = inspection.overall, inspection.evaluation.scores.tie_range
        ranges.add(None if found is None or math.isnan(overall) else found)
        if found is not None and not math.isnan(overall):
            assert found[0] - 1e-12 <= overall <= found[1] + 1e-12
    assert len(ranges) == 1


def compare(found: tuple[float, float] | None, wanted: tuple[float, float] | None) -> None:
    if wanted is not None and math.isnan(wanted[0]):
        wanted = None  # without an overall there is no range
    assert (found is None) == (wanted is None)
    if found is not None and wanted is not None:
        assert agree(found[0], wanted[0]), (found, wanted)
        assert agree(found[1], wanted[1]), (found, wanted)


def test_the_tie_range_needs_gap_and_equal_confidences() -> None:
    lists = Lists([["a"], ["b"]], [["a"], ["b"]], [[0.5], [0.25]])
    inspection = open_lists(lists, "gap")
    assert inspection.evaluation.scores.tie_range is None
    inspection.predict(1, Prediction(("b",), (0.5,)))
    assert inspection.evaluation.scores.tie_range == (1.0, 1.0)
    inspection.set_metric("map@5")
    assert inspection.evaluation.scores.tie_range is None


def test_sorting_by_confidence_alone_gives_a_value_within_the_range() -> None:
    # Ten rows with equal confidences, six right and four wrong: the score depends on their order only.
    lists = Lists([["t"]] * 10, [["t"] if row % 3 else ["x"] for row in range(10)], [[0.5]] * 10)
    low, high = open_lists(lists, "gap").evaluation.scores.tie_range
    assert low < high
    assert agree(high, 0.6)
    assert agree(low, sum(n / (4 + n) for n in range(1, 7)) / 10)


@pytest.mark.parametrize("ties", ["id", "id-desc", "file"])
def test_each_tie_choice_puts_another_row_first(ties: str) -> None:
    # The text order of the ids "01" "05" "09" is that of the rows; the file lists them as 2, 0, 1.
    lists = Lists([["a"], ["b"], ["c"]], [["x"], ["b"], ["c"]], [[0.5]] * 3)
    assert lists.order == [2, 0, 1]
    wanted = {"id": (1 / 2 + 2 / 3) / 3, "id-desc": (1 + 1) / 3, "file": (1 + 2 / 3) / 3}[ties]
    assert agree(open_lists(lists, f"gap(ties={ties})").overall, wanted)


def test_without_an_overall_there_is_no_range_of_it() -> None:
    assert open_lists(Lists([[]], [["a", "b"]], [[0.5, 0.5]]), "gap").evaluation.scores.tie_range is None


def test_equal_confidences_within_a_row_are_ordered_by_label_text() -> None:
    lists = Lists([["b"]], [["c", "b"]], [[0.5, 0.5]])
    assert open_lists(lists, "gap").overall == 1
    assert open_lists(lists, "gap(ties=id-desc)").overall == 1
    assert open_lists(lists, "gap(ties=file)").overall == 1 / 2
    assert np.isnan(open_lists(Lists([[]], [["c"]], [[0.5]]), "gap").overall)
