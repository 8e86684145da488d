"""Slices, failure groups and label costs, compared with counting row by row."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import pandas as pd
import pytest
from core.strategies import any_pairs, open_lists
from hypothesis import given, settings

import inspector
from inspector.core.analysis.failures import failure_groups, group_figures
from inspector.core.analysis.labels import label_table
from inspector.core.analysis.slices.every import MOST_GROUPS, every_slice
from inspector.core.analysis.slices.grouping import BANDS, groupings
from inspector.core.analysis.slices.slices import Slices, slices, uncorrected
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import parse
from inspector.core.statistics.testing.corrections import benjamini_hochberg
from inspector.core.task import drain

COLUMNS = {
    "fold": ["1", "2", "", "2", "10", "1"],
    "score": ["a", "a", "b", 'c "d"', "a | b", "b"],
    "extra:x": ["=", "=", "!", "#", "(", "("],
}
TRUTH = pd.DataFrame({"id": list("abcdef"), "label": [["x"], ["x", "y"], [], ["z"], ["x"], ["y"]], **COLUMNS})
SUBMISSION = pd.DataFrame({"id": list("abcde"), "label": [["x", "x"], ["q", "y"], ["x"], [], ["q"]]})


def opened_with_columns(metric: str = "map(empty=skip)@2") -> Evaluation:
    return inspector.open_pair(TRUTH, SUBMISSION, metric).evaluation


def slow_count(evaluation: Evaluation, key) -> dict[object, tuple[int, float, float]]:
    """Rows, mean score and cost of each group, counted row by row."""
    found = defaultdict(list)
    for row in range(len(evaluation.table)):
        found[key(evaluation, row)].append(row)
    costs = evaluation.costs(evaluation.all_rows)
    return {
        group: (len(rows), evaluation.scores.mean(np.array(rows)), math.fsum(c for c in costs[rows] if c == c))
        for group, rows in found.items()
    }


def band(evaluation: Evaluation, row: int) -> int:
    support = [
        sum(label in evaluation.truth(other) for other in range(len(evaluation.table)))
        for label in evaluation.truth(row)
    ]
    return max(i for i, low in enumerate(BANDS) if low <= min(support, default=0))


def assert_same(evaluation: Evaluation, found: Slices, wanted: dict[object, tuple[int, float, float]]) -> None:
    assert sorted(found.rows.tolist()) == sorted(rows for rows, _, _ in wanted.values())
    assert found.rows.sum() == len(evaluation.table)
    total = sum(cost for _, _, cost in wanted.values())
    for line in range(len(found)):
        mask = parse(found.clause(line)).mask(evaluation)
        assert mask.sum() == found.rows[line]
        rows, scores = np.flatnonzero(mask), evaluation.scores
        alone = scores.mean(rows) if scores.is_mean else scores.part(rows, lambda rows=rows: evaluation.batch(rows))
        assert found.mean[line] == pytest.approx(alone, nan_ok=True)
        added = float(np.nansum(evaluation.costs(evaluation.all_rows)[mask]))
        tried = evaluation.metric.improvement(found.perfect[line] - scores.overall)
        is_sum = scores.tells_gains or np.isnan(tried)
        assert found.cost[line] == pytest.approx(added if is_sum else tried, abs=1e-12)
        assert found.share[line] == pytest.approx(added / total if total else 0.0, abs=1e-9)


@pytest.mark.slow
@settings(max_examples=60)
@given(any_pairs)
def test_every_slice_has_the_rows_that_its_filter_shows_and_their_figures(lists) -> None:
    for metric in ("map(empty=skip)@3", "f1(average=micro)"):
        evaluation = open_lists(lists, metric).evaluation
        is_of_one = max(len(evaluation.truth(row)) for row in range(len(evaluation.table))) == 1
        keys = (lambda s, row: (s.truth(row) or [""])[0]) if is_of_one else (lambda s, row: len(s.truth(row))), band
        for grouping, key in zip(groupings(evaluation), keys, strict=True):
            assert_same(evaluation, slices(evaluation, grouping), slow_count(evaluation, key))


def test_rows_of_one_label_each_are_grouped_by_it() -> None:
    truth = pd.DataFrame({"id": list("abcd"), "label": ["y", 'x"1"', "", "y"]})
    evaluation = inspector.open_pair(truth, SUBMISSION, "map(empty=skip)@2").evaluation
    grouping = groupings(evaluation)[0]
    found = slices(evaluation, grouping)
    assert grouping.title == "true label"
    assert [found.name(line) for line in range(len(found))] == ['x"1"', "y", "no truth label"]
    assert_same(evaluation, found, slow_count(evaluation, lambda one, row: (one.truth(row) or [""])[0]))


@pytest.mark.parametrize("name", COLUMNS)
def test_a_further_column_is_a_grouping_whatever_it_is_called_and_holds(name: str) -> None:
    evaluation = opened_with_columns()
    (grouping,) = [g for g in groupings(evaluation) if g.title == name]
    found = slices(evaluation, grouping)
    wanted = ["1", "2", "10", "no number"] if name == "fold" else sorted(set(COLUMNS[name]))
    assert [found.name(line) for line in range(len(found))] == wanted
    assert_same(evaluation, found, slow_count(evaluation, lambda _, row: COLUMNS[name][row]))


def test_slices_follow_an_edit() -> None:
    inspection = inspector.open_pair(TRUTH, SUBMISSION, "map@2")
    before = slices(inspection.evaluation, groupings(inspection.evaluation)[0])
    inspection.edit("d", ["z"])
    after = slices(inspection.evaluation, groupings(inspection.evaluation)[0])
    assert before.mean[1] < after.mean[1]
    assert before.cost[1] > after.cost[1]


@pytest.mark.slow
@settings(max_examples=60)
@given(any_pairs)
def test_label_costs_add_up_to_the_cost_of_the_rows_with_truth(lists) -> None:
    evaluation = open_lists(lists, "map@3").evaluation
    table, costs = label_table(evaluation), evaluation.costs(evaluation.all_rows)
    for code, cost in zip(table.codes.tolist(), table.cost.tolist(), strict=True):
        own = [
            costs[row] / len(evaluation.truth(row))
            for row in range(len(evaluation.table))
            if evaluation.table.vocab.text(code) in evaluation.truth(row) and costs[row] == costs[row]
        ]
        assert cost == pytest.approx(math.fsum(own), abs=1e-12)


def fails(evaluation: Evaluation, row: int) -> dict[str, bool]:
    """The failure groups of a row, derived from the files."""
    k, score, labels = (
        evaluation.metric.k,
        evaluation.scores.row[row],
        [label for label in evaluation.labels(row) if label],
    )
    ranks = [rank for rank, label in enumerate(evaluation.labels(row), 1) if label and label in evaluation.truth(row)]
    absent = not evaluation.table.submitted[row] and not evaluation.labels(row)
    weights = evaluation.prediction(row).confidence or ()
    doubtful = not all(map(math.isfinite, weights)) or any(row in each.rows for each in evaluation.pair.problems)
    return {
        "score=0": score == 0,
        "rank=2": bool(ranks) and ranks[0] == 2,
        "rank=after": bool(ranks) and ranks[0] > k,
        "rank=none": not ranks,
        "empty": not labels,
        "missing": absent,
        "repeats": len(set(labels)) < len(labels),
        "problem": not labels or absent or len(set(labels)) < len(labels) or doubtful,
        "edited": evaluation.is_edited(row),
    }


@pytest.mark.slow
@settings(max_examples=60)
@given(any_pairs)
def test_a_failure_group_counts_the_rows_that_fail_so(lists) -> None:
    evaluation = open_lists(lists, "map@2").evaluation
    wanted = [fails(evaluation, row) for row in range(len(evaluation.table))]
    counts = dict(
        zip([group.clause for group in failure_groups(evaluation)], drain(group_figures(evaluation)).rows, strict=True)
    )
    assert counts == {clause: sum(row[clause] for row in wanted) for clause in wanted[0]}


@pytest.mark.parametrize("metric", ["mlogloss", "mbrier"])
def test_failures_of_probabilities_are_told_by_that_of_the_true_class(metric: str) -> None:
    truth = pd.DataFrame({"id": [*"qrstu"], "label": ["cat", "dog", "dog", "cat", "eel"]})
    cat = [1.0, 0.2, 0.95, 0.45, 0.995]
    sure = pd.DataFrame({"id": [*"qrstu"], "cat": cat, "dog": [round(1 - share, 3) for share in cat]})
    evaluation = inspector.open_pair(truth, sure, metric).evaluation
    counts = zip(failure_groups(evaluation), drain(group_figures(evaluation)).rows, strict=True)
    told = {group.name: count for group, count in counts}
    assert [*told.items()][:5] == [
        ("Sure and wrong", 2),
        ("Ruled out", 1),
        ("Another first", 2),
        ("Close call", 1),
        ("No probability", 1),
    ]


@pytest.mark.parametrize(
    ("metric", "name"), [("map@2", "First hit at 2"), ("map@3", "First hit at 2 to 3"), ("map@1", "First hit after 1")]
)
def test_the_ranks_behind_the_first_are_named(metric: str, name: str) -> None:
    assert failure_groups(opened_with_columns(metric))[1].name == name


def test_without_k_no_row_has_its_first_hit_beyond_it() -> None:
    clauses = [group.clause for group in failure_groups(opened_with_columns("f1"))]
    assert "rank>=2" in clauses
    assert "rank=after" not in clauses


def test_every_slice_is_that_of_its_column_and_the_p_of_all_are_corrected() -> None:
    inspection = inspector.open_pair(TRUTH, SUBMISSION, "map(empty=skip)@2")
    inspection.edit("d", ["z"])
    inspection.edit("f", ["x"])
    evaluation, among = inspection.evaluation, np.array([True, True, False, True, True, True])
    every, at, single = drain(every_slice(evaluation, among)), 0, []
    for grouping in groupings(evaluation):
        found = slices(evaluation, grouping, among)
        if len(found) == 1:
            continue
        single += uncorrected(evaluation, grouping.split(evaluation), among).p.tolist()
        for line in range(len(found)):
            assert every.name(at) == f"{grouping.title}: {found.name(line) or '(nothing)'}"
            assert every.clause(at) == found.clause(line)
            for figure in ("rows", "mean", "baseline", "share", "excess", "cost", "perfect", "won"):
                wanted = getattr(found, figure)[line]
                assert getattr(every, figure)[at] == pytest.approx(wanted, nan_ok=True), figure
            at += 1
    assert len(every) == at > 8
    assert every.p == pytest.approx(benjamini_hochberg(np.array(single)), nan_ok=True)
    assert np.isfinite(every.p).any()


def test_the_excess_is_the_share_of_the_cost_over_that_of_the_scored_rows() -> None:
    truth = pd.DataFrame({"id": range(8), "y": [*[5.0] * 7, np.nan], "kind": [*"pppqqqqq"]})
    guess = pd.DataFrame({"id": range(8), "y": [6.0, 6.0, 6.0, 6.0, 5.0, 5.0, 5.0, 9.0]})
    evaluation = inspector.open_pair(truth, guess, "mae", truth_column="y").evaluation
    found = slices(evaluation, groupings(evaluation)[1])
    assert found.excess == pytest.approx([3 / 4 - 3 / 7, 1 / 4 - 4 / 7])  # the row without truth is not scored
    exact = inspector.open_pair(truth, truth[["id", "y"]], "mae", truth_column="y").evaluation
    assert slices(exact, groupings(exact)[1]).excess.tolist() == [0.0, 0.0]


def test_columns_of_many_or_of_one_group_are_left_out() -> None:
    n = 2 * MOST_GROUPS + 2
    frame = pd.DataFrame({"id": range(n), "label": np.resize(["x", "y"], n)})
    frame = frame.assign(word=[f"w{row // 2}" for row in range(n)], always="a", kind=np.resize(["p", "q", "r"], n))
    evaluation = inspector.open_pair(frame, frame[["id", "label"]], "accuracy", truth_column="label").evaluation
    every = drain(every_slice(evaluation))
    names = [every.name(line) for line in range(len(every))]
    assert names == ["true label: x", "true label: y", "kind: p", "kind: q", "kind: r"]


def test_the_truth_is_no_column_where_rows_of_one_truth_have_no_overall() -> None:
    frame = pd.DataFrame({"id": range(8), "y": [0, 1] * 4, "kind": [*"ppppqqqq"]})
    guess = pd.DataFrame({"id": range(8), "y": np.linspace(0.1, 0.9, 8)})
    every = drain(every_slice(inspector.open_pair(frame, guess, "auc", truth_column="y").evaluation))
    assert [every.name(line) for line in range(len(every))] == ["kind: p", "kind: q"]
    assert every.mean.tolist() == [0.75, 0.75]
