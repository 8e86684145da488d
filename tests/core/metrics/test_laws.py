"""Properties of the row scores of every metric family under all choices; every family needs an oracle."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from core.metrics.metric_strategies import (
    EVERY_METRIC,
    LABEL_FAMILIES,
    accepting,
    expected,
    fitting,
    metrics,
    scored_pairs,
)
from core.metrics.oracles import ORACLES, agree
from core.strategies import Lists, any_pairs, open_lists, pairs, weighted_pairs
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from inspector import InputError, Inspection, Metric
from inspector.core.metrics import Batch, Scores, open_scores

by_family = pytest.mark.parametrize("family", LABEL_FAMILIES)


def test_every_family_has_an_oracle_under_its_own_name() -> None:
    assert set(ORACLES) == set(LABEL_FAMILIES)
    assert all(family.name == name for name, family in LABEL_FAMILIES.items())


@pytest.mark.parametrize("family", LABEL_FAMILIES.values(), ids=LABEL_FAMILIES)
def test_a_family_says_what_it_is_and_what_each_of_its_choices_does(family: type[Metric]) -> None:
    assert family.title and family.formula and family.source
    for choice in family.choices().values():
        assert choice.question
        assert len(choice.values) > 1
        assert all(choice.values.values())
        assert choice.default == next(iter(choice.values))


# An example of Hypothesis takes an eighth of the metrics, the written one all of them.
eighths = st.integers(0, 7).map(lambda first: slice(first, None, 8))


def scored(lists: Lists, every: slice = slice(None)) -> Iterator[tuple[Metric, Scores]]:
    """The scores of one pair under every metric, or under some of them."""
    batches: dict[int, Batch] = {}
    for metric in accepting(lists)[every]:
        fit = fitting(lists, metric)
        most = max(map(len, fit.truths))
        if most not in batches:
            evaluation = open_lists(fit, "map@5").evaluation
            batches[most] = evaluation.batch(evaluation.all_rows)
        yield metric, open_scores(metric, batches[most])


def compare(lists: Lists, metric: Metric, scores: Scores) -> None:
    wanted = expected(fitting(lists, metric), metric)
    assert all(map(agree, scores.row.tolist(), wanted.rows)), (str(metric), scores.row, wanted.rows)
    assert agree(scores.overall, wanted.overall), (str(metric), scores.overall, wanted.overall)
    assert scores.first_hit.tolist() == wanted.first_hits, str(metric)
    assert all(map(agree, scores.ceiling.tolist(), wanted.ceilings)), str(metric)
    assert scores.counted == sum(not math.isnan(score) for score in wanted.rows), str(metric)


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=30)
def test_rows_first_hits_ceilings_and_overall_are_those_of_the_oracle(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    compare(lists, metric, open_lists(lists, metric).evaluation.scores)


@pytest.mark.slow
@given(weighted_pairs(), eighths)
@settings(max_examples=8)
@example(
    Lists(
        [["a", "b", "c"], [], ["b"], [], ["c", "a"], ["a"]],
        [["a", "a", "0", "b"], ["c"], None, [], ["never", "a", "c", "a"], [""]],
        [[0.5, 0.5, 0.9, 0.1], [0.9], [], [], [15.0, 0.5, 0.5, 0.5], [0.5]],
    ),
    slice(None),
)
def test_no_combination_of_choices_is_left_out(lists: Lists, every: slice) -> None:
    tried = 0
    for metric, scores in scored(lists, every):
        compare(lists, metric, scores)
        tried += 1
    assert tried == len([metric for metric in EVERY_METRIC if metric.value("missing") != "error"][every])


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=10)
def test_a_row_scores_between_zero_and_its_ceiling(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    scores = open_lists(lists, metric).evaluation.scores
    counted = ~np.isnan(scores.row)
    assert (scores.row[counted] >= 0).all()
    # NaN where the best prediction has no score.
    assert not (metric.improvement(scores.row[counted] - scores.ceiling[counted]) > 1e-12).any()


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=10)
def test_predicting_the_truth_itself_reaches_every_ceiling(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family, whole=True))
    assume(not getattr(metric, "one_label", "") or any(metric.one_label in truth for truth in lists.truths))
    # The only label that counts comes first, so that it is among the first K; a GAP of rows counts one label a row.
    right = [sorted(truth, key=lambda label: label != getattr(metric, "one_label", "")) for truth in lists.truths]
    right = [truth[:1] for truth in right] if metric.name == "gap" and metric.value("divisor") == "rows" else right
    fall = bool(getattr(metric, "one_label", ""))  # of equal confidences the names may decide
    sure = None if lists.confidences is None else [[1 / (1 + at * fall) for at in range(len(row))] for row in right]
    scores = open_lists(Lists(lists.truths, right, sure), metric).evaluation.scores
    counted = ~np.isnan(scores.row)
    assert scores.row[counted].tolist() == scores.ceiling[counted].tolist()


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=10)
def test_the_order_of_the_truth_labels_does_not_matter(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    shuffled = Lists([data.draw(st.permutations(t)) for t in lists.truths], lists.predictions, lists.confidences)
    one, other = open_lists(lists, metric).evaluation.scores, open_lists(shuffled, metric).evaluation.scores
    assert np.array_equal(one.row, other.row, equal_nan=True)
    assert np.array_equal(one.first_hit, other.first_hit)
    assert agree(one.overall, other.overall)


@pytest.mark.parametrize("family", ["f", "jaccard", "accuracy"])
@given(st.data())
@settings(max_examples=10)
def test_set_metrics_ignore_order_and_repeats(family: str, data) -> None:
    lists, metric = data.draw(pairs()), data.draw(metrics(family)).replace(k=None)
    shuffled = [None if p is None else data.draw(st.permutations([*p, *p[:1]])) for p in lists.predictions]
    one, other = (open_lists(Lists(lists.truths, p), metric).evaluation.scores for p in (lists.predictions, shuffled))
    assert np.array_equal(one.row, other.row, equal_nan=True)
    assert agree(one.overall, other.overall)


@pytest.mark.slow
@given(pairs(), eighths)
@settings(max_examples=8)
@example(
    Lists(
        [["a", "b", "c"], [], ["b"], ["c", "a"], ["a"]],
        [["a", "x", "b", "b"], ["c"], None, ["never", "a", "c"], []],
    ),
    slice(None),
)
def test_the_order_of_the_rows_moves_no_row_score(lists: Lists, every: slice) -> None:
    backwards = Lists(lists.truths[::-1], lists.predictions[::-1])
    for (metric, one), (_, other) in zip(scored(lists, every), scored(backwards, every), strict=True):
        assert np.array_equal(one.row[::-1], other.row, equal_nan=True), metric
        assert agree(one.overall, other.overall), metric


@pytest.mark.slow
@example(Lists([[], []], [[], None]), LABEL_FAMILIES["fmax"]())
@given(any_pairs, metrics())
def test_missing_error_refuses_a_pair_with_a_missing_row_and_only_that(lists: Lists, metric: Metric) -> None:
    lists, strict = fitting(lists, metric), metric.replace(missing="error")
    if metric.needs_confidence and lists.confidences is None:
        with pytest.raises(InputError, match="needs a confidence"):
            open_lists(lists, strict)
    elif None in lists.predictions:
        with pytest.raises(InputError, match="absent from the submission"):
            open_lists(lists, strict)
    else:
        assert isinstance(open_lists(lists, strict), Inspection)
