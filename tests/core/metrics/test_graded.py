"""Graded truth: NDCG, and the grade from which a label is relevant, compared with the oracles and worked values."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pytest
from core.metrics.metric_strategies import LABEL_FAMILIES, chosen, of_family
from core.metrics.oracles import ORACLES, Row, agree, best_reordered
from hypothesis import given, settings

from inspector.core.arrays.ragged import Ragged
from inspector.core.metrics import Batch, open_scores, parse

METRICS = {
    family: [
        metric.replace(**grade)
        for metric in of_family(LABEL_FAMILIES[family])
        if metric.value("missing") != "error"
        for grade in ([{"relevant": grade} for grade in "123"] if "relevant" in metric.choices() else [{}])
    ]
    for family in ORACLES
    if family == "ndcg" or "relevant" in LABEL_FAMILIES[family].choices()
}
by_family = pytest.mark.parametrize("family", METRICS)
# The grade 0 marks a label that was judged and is not relevant.
grades = st.sampled_from([0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0.5, 10.0])
rows = st.lists(
    st.tuples(
        st.dictionaries(st.integers(0, 5), grades, max_size=4),
        st.one_of(st.none(), st.lists(st.integers(0, 6), max_size=5)),
    ),
    min_size=1,
    max_size=4,
)


def batch_of(given_rows) -> Batch:
    judged = Ragged.of([list(truth) for truth, _ in given_rows])
    weights = np.array([grade for truth, _ in given_rows for grade in truth.values()], np.float64)
    truth = Ragged(judged.offsets, judged.codes, weights).keep(weights > 0)
    predictions = Ragged.of([predicted or [] for _, predicted in given_rows])
    submitted = np.array([predicted is not None for _, predicted in given_rows])
    return Batch(truth, predictions, submitted, judged=judged if (weights == 0).any() else None)


def plain_rows(given_rows) -> list[Row]:
    return [
        Row(
            str(number),
            [str(label) for label, grade in truth.items() if grade],
            None if predicted is None else list(map(str, predicted)),
            grades={str(label): grade for label, grade in truth.items()},
            wrong=[str(label) for label, grade in truth.items() if not grade],
        )
        for number, (truth, predicted) in enumerate(given_rows)
    ]


@pytest.mark.slow
@by_family
@given(rows, st.data())
@settings(max_examples=50)
def test_graded_scores_ceilings_and_losses_are_those_of_the_oracle(family: str, given_rows, data) -> None:
    metric = data.draw(st.sampled_from(METRICS[family]))
    batch, plain = batch_of(given_rows), plain_rows(given_rows)
    oracle = ORACLES[metric.name]
    scores, wanted = open_scores(metric, batch), oracle(plain, metric.k, chosen(metric))
    assert all(map(agree, scores.row.tolist(), wanted.rows))
    assert all(map(agree, scores.ceiling.tolist(), wanted.ceilings))
    assert agree(scores.overall, wanted.overall)
    assert scores.first_hit.tolist() == wanted.first_hits
    best = metric.reordered(batch).tolist()
    for row, score in enumerate(wanted.rows):
        assert agree(best[row], best_reordered(oracle, plain, row, metric.k, chosen(metric)))
        if not math.isnan(score):
            assert score <= best[row] + 1e-15 <= scores.ceiling[row] + 1e-14


@pytest.mark.slow
@by_family
@given(rows, st.data())
@settings(max_examples=30)
def test_a_graded_row_is_explained_to_the_last_digit(family: str, given_rows, data) -> None:
    metric = data.draw(st.sampled_from(METRICS[family]))
    for row in given_rows:
        explained = metric.explain(batch_of([row]))
        assert agree(math.fsum(step.term for step in explained.steps), explained.total)
        score = float(metric.score(batch_of([row]))[0])
        assert repr(explained.score) == repr(score)
        if not math.isnan(score):
            assert score == (explained.total / explained.divisor if explained.divisor else 0)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("ndcg", (1 + 3 / 2) / (3 + 1 / math.log2(3))),
        ("ndcg@1", 1 / 3),
        ("ndcg(gain=exp2)", (1 + 7 / 2) / (7 + 1 / math.log2(3))),
        ("ndcg(gain=exp2)@2", 1 / (7 + 1 / math.log2(3))),
        ("ndcg(discount=log2)", (1 + 3 / math.log2(3)) / (3 + 1)),
        ("ndcg(discount=log2)@2", 1 / (3 + 1)),
    ],
)
def test_worked_values_of_graded_ndcg(text: str, wanted: float) -> None:
    # The label of grade 1 is at rank 1, that of grade 3 at rank 3.
    assert open_scores(parse(text), batch_of([({1: 1.0, 2: 3.0}, [1, 5, 2])])).overall == pytest.approx(
        wanted, abs=1e-15
    )


@pytest.mark.parametrize(
    ("text", "grades", "rule"),
    [
        ("ndcg", [1, 3], "the best 2 truth labels at the ranks 1..2: 3 ÷ log2(2) + 1 ÷ log2(3)"),
        ("ndcg(gain=exp2)@1", [1, 3], "the best 1 truth labels at the ranks 1..1: (2^3 − 1) ÷ log2(2)"),
        ("ndcg", [1] * 5, "the best 5 truth labels at the ranks 1..5: 1 ÷ log2(2) + 1 ÷ log2(3) + 1 ÷ log2(4) + …"),
    ],
)
def test_the_ideal_is_written_out_from_the_best_grade_on(text: str, grades: list[int], rule: str) -> None:
    truth = {code: float(grade) for code, grade in enumerate(grades, 1)}
    assert parse(text).explain(batch_of([(truth, [1, 7])])).divisor_rule == f"the ideal, {rule}"


def test_a_label_of_a_low_grade_is_a_miss_that_says_so() -> None:
    # Label 1 has grade 1, label 2 grade 3, label 3 grade 2 and is missed.
    explained = parse("map(relevant=2)").explain(batch_of([({1: 1.0, 2: 3.0, 3: 2.0}, [1, 5, 2])]))
    assert [step.verdict for step in explained.steps] == ["low grade", "miss", "hit"]
    assert [step.hit for step in explained.steps] == [False, False, True]
    assert (explained.total, explained.divisor) == (1 / 3, 2)
    assert explained.remark == "Of 3 truth labels, 2 have the grade 2 or above."


def test_in_a_pooled_overall_labels_of_a_low_grade_cost_nothing() -> None:
    batch = batch_of([({1: 1.0, 2: 3.0}, [5, 2]), ({1: 1.0, 3: 2.0}, [1])])
    metric = parse("recall(average=pooled, relevant=2)@1")
    scores = open_scores(metric, batch)
    assert scores.overall == 0
    losses = scores.losses(np.arange(2), lambda: batch)
    assert (losses.ordering.tolist(), losses.candidates.tolist()) == ([0.5, 0], [0, 0.5])


def test_for_bpref_a_label_of_a_low_grade_was_judged_not_relevant() -> None:
    batch = batch_of([({1: 1.0, 2: 3.0, 3: 3.0}, [2, 1, 3])])
    assert open_scores(parse("bpref"), batch).overall == 1
    assert open_scores(parse("bpref(relevant=2)"), batch).overall == 0.5


def test_the_grades_offered_are_those_of_the_truth() -> None:
    truth = batch_of([({1: 1.0, 2: 3.0}, [1])]).truth
    assert list(parse("map").offered(truth)["relevant"].values) == ["1", "2", "3"]
    assert list(parse("map(relevant=5)").offered(truth)["relevant"].values) == ["1", "2", "3", "4", "5"]
    assert "relevant" not in parse("map").offered(Ragged(truth.offsets, truth.codes))
    assert "relevant" not in parse("ndcg").choices()
    assert list(parse("ndcg").offered(truth)) == list(parse("ndcg").choices())
