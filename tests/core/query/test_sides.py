"""Fields of the filter that compare submissions: the baseline's, both sides', and those of all that are loaded."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import inspector
from inspector import Inspection
from inspector.core.evaluation.sides import baseline_of, signs
from inspector.core.query import QueryError, parse
from inspector.core.query.candidates import field_names
from inspector.core.query.completion import completions
from inspector.core.statistics import cells
from inspector.core.statistics.cells import PairCodes

IDS = [f"q{number}" for number in range(8)]
LABELS = ["a", "b", "c", "d"]
TRUTH = {id_: {LABELS[i % 3]: 1} for i, id_ in enumerate(IDS)}
runs = st.dictionaries(
    st.sampled_from(IDS),
    st.dictionaries(st.sampled_from(LABELS), st.sampled_from([0.1, 0.3, 0.5, 0.9]), min_size=1),
    min_size=3,
)


def opened(*submissions: dict, baseline: str = "file", metric: str = "map@2") -> Inspection:
    """The first one open, the others named 1, 2, ..., compared with one of them."""
    inspection = inspector.open_pair(TRUTH, submissions[0], metric)
    for number, run in enumerate(submissions[1:], 1):
        inspection.add(run, str(number))
    inspection.baseline = baseline
    return inspection


def rows(inspection: Inspection, expression: str) -> list[int]:
    return np.flatnonzero(parse(expression).mask(inspection.evaluation)).tolist()


def where(condition) -> list[int]:
    return [row for row in range(len(IDS)) if condition(row)]


@pytest.mark.slow
@given(runs, runs, runs, st.sampled_from(["file", "1", "2"]))
@settings(max_examples=25)
def test_fields_of_either_side_select_the_rows_of_a_loop(first: dict, second: dict, third: dict, baseline: str) -> None:
    inspection = opened(first, second, third, baseline=baseline)
    inspection.edit(IDS[0], ["a", "d"], [0.9, 0.8])
    sides = [inspector.open_pair(TRUTH, run, "map@2") for run in (first, second, third)]
    before = sides[0 if baseline == "file" else int(baseline)].evaluation
    now = inspection.evaluation
    score, old = now.scores.row, before.scores.row
    rank, old_rank = now.scores.first_hit, before.scores.first_hit
    everyone = [now, sides[1].evaluation, sides[2].evaluation]
    expected = {
        "better": where(lambda row: score[row] > old[row]),
        "worse": where(lambda row: score[row] < old[row]),
        "same": where(lambda row: score[row] == old[row]),
        "delta<0": where(lambda row: score[row] < old[row]),
        "base.score=1": where(lambda row: old[row] == 1),
        "score>base.score": where(lambda row: score[row] > old[row]),
        "base.rank=none": where(lambda row: old_rank[row] == 0),
        "base.rank=after": where(lambda row: old_rank[row] > 2),
        "base.rank!=none": where(lambda row: old_rank[row] > 0),
        "rank<base.rank": where(lambda row: 0 < rank[row] < old_rank[row]),
        "rank!=base.rank": where(lambda row: 0 != rank[row] != old_rank[row] != 0),
        "base.pred:d": where(lambda row: "d" in before.labels(row)),
        "base.top:a": where(lambda row: before.labels(row)[:1] == ["a"]),
        "base.preds>1": where(lambda row: len(before.labels(row)) > 1),
        "hits=2": where(lambda row: sum(0 < one.scores.first_hit[row] <= 2 for one in everyone) == 2),
        "agree>=2": where(
            lambda row: (
                bool(now.labels(row)) and sum(one.labels(row)[:1] == now.labels(row)[:1] for one in everyone) > 1
            )
        ),
    }
    assert {expression: rows(inspection, expression) for expression in expected} == expected


@given(st.lists(st.tuples(*[st.sampled_from([0.0, 0.1 + 0.2, 0.3, 1 / 3, 1.0, math.nan])] * 2), min_size=1))
def test_signs_are_those_of_the_coded_pairs(pairs: list[tuple[float, float]]) -> None:
    baseline, now = np.array(pairs).T.copy()
    codes = PairCodes.of(baseline, now)
    assert cells.signs(baseline, now).tolist() == np.append(np.sign(codes.difference), 0)[codes.code].tolist()


def test_the_baseline_is_the_file_as_loaded_unless_another_is_chosen() -> None:
    inspection = opened({id_: {"a": 0.9} for id_ in IDS}, {id_: {"b": 0.9} for id_ in IDS})
    inspection.edit("q1", ["b"], [0.9])
    assert (rows(inspection, "better"), rows(inspection, "base.top:a")) == ([1], [*range(8)])
    assert baseline_of(inspection.evaluation).overlay.rows.tolist() == []
    inspection.baseline = "1"
    assert (rows(inspection, "better"), rows(inspection, "base.top:b")) == ([0, 3, 6], [*range(8)])
    inspection.baseline = inspection.open_submission.name
    assert (rows(inspection, "same"), signs(inspection.evaluation).any()) == ([*range(8)], np.False_)


def test_an_added_submission_and_another_metric_count_at_once() -> None:
    inspection = opened({id_: {"a": 0.9} for id_ in IDS})
    assert (rows(inspection, "agree=1"), rows(inspection, "hits=1")) == ([*range(8)], [0, 3, 6])
    inspection.add({id_: {"b": 0.9, "a": 0.5} for id_ in IDS}, "1")
    assert (rows(inspection, "hits=2"), rows(inspection, "hits=0")) == ([0, 3, 6], [2, 5])
    inspection.set_metric("map@1")
    assert (rows(inspection, "hits=2"), rows(inspection, "hits=1")) == ([], [0, 1, 3, 4, 6, 7])
    inspection.open("1")
    inspection.edit("q0", ["a"], [0.9])
    assert (rows(inspection, "agree=2"), rows(inspection, "hits=2")) == ([0], [0])


def test_a_filter_is_computed_again_for_another_baseline() -> None:
    inspection = opened({id_: {"a": 0.9} for id_ in IDS}, {id_: {"b": 0.9} for id_ in IDS})
    inspection.narrow("worse | agree>1")
    assert len(inspection.state.order) == 0
    inspection.baseline = "1"
    assert inspection.state.order.rows.tolist() == [1, 4, 7]
    inspection.add({id_: {"a": 0.1} for id_ in IDS}, "2")
    inspection.narrow("worse | agree>1")
    assert len(inspection.state.order) == 8


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("base.score=x", "base.score needs a number"),
        ("base.rank=never", "base.rank also takes none and after"),
        ("score>truth", "score needs a number"),
        ("base.truth:a", "Did you mean"),
        ("base.pred>1", "cannot be compared with >"),
    ],
)
def test_what_does_not_fit_is_said(expression: str, said: str) -> None:
    with pytest.raises(QueryError) as error:
        rows(opened({"q0": {"a": 1.0}}), expression)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("base.r", ["base.rank"]),
        ("base.rank=", ["none", "after"]),
        ("rank<base.r", ["base.rank"]),
        ("score>base.s", ["base.score"]),
        ("rank<pla", []),
        ("rank<", []),
        ("base.top:", LABELS),
        ("wors", ["worse"]),
    ],
)
def test_fields_of_both_sides_are_offered(typed: str, offered: list[str]) -> None:
    fields = field_names(opened({"q0": {"a": 1.0}}).evaluation)
    assert [*completions(typed, len(typed), fields, lambda *_: LABELS).texts] == offered
    for text, is_unfinished in (("score>base.s", True), ("score>base.score", False)):
        assert completions(text, len(text), fields, lambda *_: LABELS).is_unfinished is is_unfinished
