"""Properties of explanations: the arithmetic gives exactly the row score, step by step."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from core.metrics.metric_strategies import BY_CONFIDENCE, LABEL_FAMILIES, chosen, expected, scored_pairs
from core.metrics.oracles import agree, indices, read
from core.metrics.oracles.common import moved_up
from core.metrics.oracles.gap import entries
from core.strategies import Lists, edits, open_lists
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import inspector
from inspector.core.metrics import Explanation, Metric

by_family = pytest.mark.parametrize("family", LABEL_FAMILIES)
RANKED = [name for name, family in LABEL_FAMILIES.items() if "repeats" in family.choices()]
SETS = ["f", "jaccard", "accuracy"]


def same_bits(left: float, right: float) -> bool:
    return repr(float(left)) == repr(float(right))


def ends_in(explained: Explanation, score: float) -> None:
    assert same_bits(explained.score, score)
    assert agree(math.fsum(step.term for step in explained.steps), explained.total)
    assert explained.divisor_rule or explained.divisor == 1
    if math.isnan(score):
        assert explained.remark
    elif explained.divisor:
        assert score == explained.total / explained.divisor
    else:  # two empty sets score 1 by definition, which the remark says
        assert score == float("scores 1" in explained.remark)
        assert explained.total == 0


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=20)
def test_a_row_is_explained_step_by_step_and_ends_in_its_score(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    inspection = open_lists(lists, metric)
    if data.draw(st.booleans()):  # an edited row is explained before any other, and leaves no trace once undone
        inspection.predict(*data.draw(edits(lists)))
        check_scores(inspection, lists)
        inspection.undo()
    check_scores(inspection, lists)
    # All laws look at one pair, because opening it takes most of the time.
    check_outcomes(inspection, lists, family)
    if family in [*RANKED, *SETS]:
        check_counted(inspection, lists, metric, family)
    if family in RANKED:
        check_ranks(inspection, lists, metric, family)
    if family in SETS:
        check_sets(inspection, lists, metric, family)


def check_scores(inspection: inspector.Inspection, lists: Lists) -> None:
    """The explained arithmetic ends in exactly the row score."""
    for row, id_ in enumerate(lists.ids):
        ends_in(inspection.explain(id_), float(inspection.evaluation.scores.row[row]))


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=25)
def test_another_prediction_is_explained_as_it_is_previewed(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    evaluation = open_lists(lists, metric).evaluation
    row, prediction = data.draw(edits(lists))
    ends_in(evaluation.explain(row, prediction), evaluation.preview(row, prediction).score)


def check_outcomes(inspection: inspector.Inspection, lists: Lists, family: str) -> None:
    """The steps are the predicted labels with their outcome."""
    for row, id_ in enumerate(lists.ids):
        written, truth = lists.predictions[row] or [], lists.truths[row]
        every = inspection.explain(id_).steps
        steps = every[: len(written)]
        assert inspection.evaluation.table.vocab.texts(np.array([step.code for step in steps])) == list(written)
        assert [step.position for step in steps] == list(range(1, len(written) + 1))
        assert [step.hit for step in steps] == [label in truth for label in written]
        assert family == "mbrier" or all(step.term == 0 for step in every if not step.rel)
        assert all(step.verdict == "missed" and step.position == 0 for step in every[len(written) :])
        if family not in BY_CONFIDENCE or lists.confidences is None:
            counted = [step for step in steps if step.verdict != "not counted"]
            codes = [step.code for step in counted]
            assert [step.repeat for step in counted] == [code in codes[:at] for at, code in enumerate(codes)]
            assert [step.rel for step in counted] == [int(step.hit and not step.repeat) for step in counted]


def check_counted(inspection: inspector.Inspection, lists: Lists, metric: Metric, family: str) -> None:
    """The steps that count are those that the metric reads."""
    for row, id_ in zip(lists.rows(), lists.ids, strict=True):
        steps = inspection.explain(id_).steps[: len(row.predicted or [])]
        counted = {step.position - 1 for step in steps if step.verdict != "not counted"}
        assert counted == set(indices(row, chosen(metric), family))
        assert all(step.rank == step.rel == step.term == 0 for step in steps if step.verdict == "not counted")


def check_ranks(inspection: inspector.Inspection, lists: Lists, metric: Metric, family: str) -> None:
    """Ranks and precisions count down the row."""
    for row, id_ in enumerate(lists.ids):
        every, order = inspection.explain(id_).steps, indices(lists.rows()[row], chosen(metric), family)
        steps = [every[index] for index in order if every[index].code >= 0]
        ranked = sorted((step for step in steps if step.rank), key=lambda step: step.rank)
        assert [step.rank for step in ranked] == list(range(1, len(ranked) + 1))
        skips_repeats = metric.value("repeats") == "move-up"
        assert ranked == [step for step in steps if not (skips_repeats and step.repeat)]
        assert [math.isnan(step.precision) for step in steps] == [step.rank == 0 for step in steps]
        found = np.cumsum([step.rel for step in ranked]).tolist()
        assert [step.precision for step in ranked] == [n / k for k, n in enumerate(found, start=1)]
        for step in ranked:
            behind = metric.k is not None and step.rank > metric.k
            wanted = "no credit" if step.repeat else "beyond K" if behind else "hit" if step.hit else "miss"
            assert step.verdict == wanted
            if behind:
                assert step.term == 0
        # The first scoring label is at the first-hit rank.
        first = next((step.rank for step in ranked if step.rel), 0)
        assert first == inspection.evaluation.scores.first_hit[row]


def check_sets(inspection: inspector.Inspection, lists: Lists, metric: Metric, family: str) -> None:
    """A set is explained label by label, with missed ones last."""
    text = inspection.evaluation.table.vocab.text
    for row, id_ in zip(read(lists.rows(), chosen(metric), family), lists.ids, strict=True):
        steps, truth = inspection.explain(id_).steps, set(row.truth)
        beyond = {text(step.code) for step in steps if step.verdict == "beyond K"}
        by = {verdict: {text(step.code) for step in steps if step.verdict == verdict} for verdict in verdicts(steps)}
        predicted, near = set(row.labels), set(moved_up(row.labels)[: metric.k])
        assert by.get("hit", set()) == truth & near
        assert by.get("wrong", set()) - {""} == near - truth
        assert beyond - {""} == predicted - near
        unread = by.get("not counted", set()) - predicted
        assert by.get("missed", set()) | unread & truth == truth - predicted
        assert not by.get("missed", set()) & unread
        assert all(step.rank == 0 and math.isnan(step.precision) for step in steps)


def verdicts(steps) -> set[str]:
    return {step.verdict for step in steps}


@pytest.mark.slow
@given(st.data())
@settings(max_examples=80)
def test_gap_explains_the_rank_of_each_prediction_among_those_of_all_rows(data) -> None:
    lists, metric = data.draw(scored_pairs("gap"))
    rows = lists.rows()
    ranked = entries(rows, chosen(metric), metric.k)
    ranks = {(entry.row, entry.position): rank for rank, entry in enumerate(ranked, start=1)}
    inspection = open_lists(lists, metric)
    credited, found, precision = set(), 0, {}
    for entry in ranked:
        what = (entry.row, entry.label if metric.value("divisor") == "labels" else "")
        rel = entry.label in rows[entry.row].truth and what not in credited
        credited |= {what} if rel else set()
        found += rel
        precision[entry.row, entry.position] = (rel, found / ranks[entry.row, entry.position])
    for row, id_ in enumerate(lists.ids):
        for step in inspection.explain(id_).steps:
            at = (row, step.position - 1)
            assert step.rank == ranks.get(at, 0)
            rel, value = precision.get(at, (False, math.nan))
            assert (bool(step.rel), step.term) == (rel, value if rel else 0.0)
            assert agree(step.precision, value)


def test_equal_confidences_are_explained_in_the_scored_order() -> None:
    for ties, wanted in (("id", [2, 1, 3]), ("file", [1, 2, 3])):
        inspection = open_lists(Lists([["a"]], [["b", "a", "c"]], [[0.5, 0.5, 0.5]]), f"gap(ties={ties})")
        steps = inspection.explain("01").steps
        assert [step.rank for step in steps] == wanted, ties
        assert [step.verdict for step in steps] == ["miss", "hit", "miss"], ties


@given(st.data())
@settings(max_examples=25)
def test_a_row_alone_is_explained_by_the_metric_itself(data) -> None:
    lists, metric = data.draw(scored_pairs(most_rows=1))
    assume(not math.isnan(expected(lists, metric).rows[0]))
    evaluation = open_lists(lists, metric).evaluation
    alone = metric.explain(evaluation.batch(evaluation.all_rows))
    assert same_bits(alone.score, metric.score(evaluation.batch(evaluation.all_rows))[0])
    assert agree(alone.score, expected(lists, metric).rows[0])


def test_an_excluded_row_says_why() -> None:
    lists = Lists([[], ["a"], []], [["x"], None, []])
    for text, row, words in [
        ("map(empty=skip)@5", 0, "no truth"),
        ("map(missing=skip)@5", 1, "no row with this id"),
        ("f1(both_empty=skip)", 2, "Neither truth nor prediction"),
        ("f1(both_empty=one)", 2, "scores 1"),
        ("jaccard(missing=skip)", 1, "left out"),
    ]:
        assert words in open_lists(lists, text).explain(lists.ids[row]).remark, text


def worked_out(working: str) -> float:
    """The value of `(2^3 − 1) ÷ log2(4)` and the like."""
    python = working.replace("÷", "/").replace("−", "-").replace("^", "**")
    return eval(python, {"__builtins__": {}, "log2": math.log2})  # written by the program, without labels


@pytest.mark.parametrize("family", ["mrr", "ndcg", "bpref"])
@given(st.data())
@settings(max_examples=20)
def test_the_working_of_a_step_gives_its_term(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    inspection = open_lists(lists, metric)
    for id_ in lists.ids:
        for step in inspection.explain(id_).steps:
            assert agree(worked_out(step.working), step.term) if step.working else step.term in (0, 1)


@pytest.mark.parametrize(
    ("metric", "workings"),
    [
        ("ndcg", ["3 ÷ log2(2)", "", "1 ÷ log2(4)"]),
        ("ndcg(gain=exp2, discount=log2)", ["(2^3 − 1) ÷ 1", "", "(2^1 − 1) ÷ log2(3)"]),
        ("mrr", ["1 ÷ 1", "", ""]),
        ("map", ["", "", ""]),
    ],
)
def test_gains_and_discounts_are_said(tmp_path: Path, metric: str, workings: list[str]) -> None:
    (tmp_path / "qrels").write_text("q 0 a 3\nq 0 b 0\nq 0 c 1\n")
    (tmp_path / "run").write_text("q Q0 a 1 9 r\nq Q0 b 2 8 r\nq Q0 c 3 7 r\n")
    inspection = inspector.open_pair(tmp_path / "qrels", tmp_path / "run", metric)
    assert [step.working for step in inspection.explain("q").steps] == workings
