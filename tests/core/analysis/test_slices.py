"""Slices, failure groups and the cost of a label, each against counting row by row."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import pandas as pd
import pytest
from core.strategies import any_pairs, open_lists
from hypothesis import given, settings

import inspector
from inspector.core.analysis.failures import failure_groups, group_counts
from inspector.core.analysis.labels import label_table
from inspector.core.analysis.slices import BANDS, Slices, groupings, slices
from inspector.core.document.state import State
from inspector.core.query import parse
from inspector.core.task import drain

COLUMNS = {
    "fold": ["1", "2", "", "2", "10", "1"],
    "score": ["a", "a", "b", 'c "d"', "a | b", "b"],
    "extra:x": ["=", "=", "!", "#", "(", "("],
}
TRUTH = pd.DataFrame({"id": list("abcdef"), "label": [["x"], ["x", "y"], [], ["z"], ["x"], ["y"]], **COLUMNS})
SUBMISSION = pd.DataFrame({"id": list("abcde"), "label": [["x", "x"], ["q", "y"], ["x"], [], ["q"]]})


def opened_with_columns(metric: str = "map(empty=skip)@2") -> State:
    return inspector.open_pair(TRUTH, SUBMISSION, metric).state


def by_hand(state: State, key) -> dict[object, tuple[int, float, float]]:
    """Rows, mean score and cost of each group, a row at a time."""
    found = defaultdict(list)
    for row in range(len(state.table)):
        found[key(state, row)].append(row)
    costs = state.costs(state.all_rows)
    return {
        group: (len(rows), state.scores.mean(np.array(rows)), math.fsum(c for c in costs[rows] if c == c))
        for group, rows in found.items()
    }


def band(state: State, row: int) -> int:
    support = [sum(label in state.truth(other) for other in range(len(state.table))) for label in state.truth(row)]
    return max(i for i, low in enumerate(BANDS) if low <= min(support, default=0))


def assert_same(state: State, found: Slices, wanted: dict[object, tuple[int, float, float]]) -> None:
    assert sorted(found.rows.tolist()) == sorted(rows for rows, _, _ in wanted.values())
    assert found.rows.sum() == len(state.table)
    total = sum(cost for _, _, cost in wanted.values())
    for line in range(len(found)):
        mask = parse(found.clause(line)).mask(state)
        assert mask.sum() == found.rows[line]
        assert found.mean[line] == pytest.approx(state.scores.mean(np.flatnonzero(mask)), nan_ok=True)
        assert found.cost[line] == pytest.approx(float(np.nansum(state.costs(state.all_rows)[mask])), abs=1e-12)
        assert found.share[line] == pytest.approx(found.cost[line] / total if total else 0.0, abs=1e-9)


@settings(max_examples=60)
@given(any_pairs)
def test_every_slice_has_the_rows_that_its_filter_shows_and_their_figures(lists) -> None:
    for metric in ("map(empty=skip)@3", "f1(average=micro)"):
        state = open_lists(lists, metric).state
        keys = (lambda s, row: len(s.truth(row)), band)
        for grouping, key in zip(groupings(state), keys, strict=True):
            assert_same(state, slices(state, grouping), by_hand(state, key))


@pytest.mark.parametrize("name", COLUMNS)
def test_a_further_column_is_a_grouping_whatever_it_is_called_and_holds(name: str) -> None:
    state = opened_with_columns()
    (grouping,) = [g for g in groupings(state) if g.title == name]
    found = slices(state, grouping)
    assert [found.name(line) for line in range(len(found))] == sorted(set(COLUMNS[name]))
    assert_same(state, found, by_hand(state, lambda _, row: COLUMNS[name][row]))


def test_slices_follow_an_edit() -> None:
    inspection = inspector.open_pair(TRUTH, SUBMISSION, "map@2")
    before = slices(inspection.state, groupings(inspection.state)[0])
    inspection.edit("d", ["z"])
    after = slices(inspection.state, groupings(inspection.state)[0])
    assert before.mean[1] < after.mean[1]
    assert before.cost[1] > after.cost[1]


@settings(max_examples=60)
@given(any_pairs)
def test_what_the_labels_cost_together_is_what_the_rows_with_truth_lose(lists) -> None:
    state = open_lists(lists, "map@3").state
    table, costs = label_table(state), state.costs(state.all_rows)
    for code, cost in zip(table.codes.tolist(), table.cost.tolist(), strict=True):
        own = [
            costs[row] / len(state.truth(row))
            for row in range(len(state.table))
            if state.table.vocab.text(code) in state.truth(row) and costs[row] == costs[row]
        ]
        assert cost == pytest.approx(math.fsum(own), abs=1e-12)


def fails(state: State, row: int) -> dict[str, bool]:
    """Which failure groups a row is in, from what a reader of the files would see."""
    k, score, labels = state.metric.k, state.scores.row[row], [label for label in state.labels(row) if label]
    ranks = [rank for rank, label in enumerate(state.labels(row), 1) if label and label in state.truth(row)]
    absent = not state.table.submitted[row] and not state.labels(row)
    weights = state.prediction(row).confidence or ()
    doubtful = not all(map(math.isfinite, weights)) or any(row in each.rows for each in state.pair.problems)
    return {
        "score=0": score == 0,
        f"rank>=2 & rank<={k}": bool(ranks) and 2 <= ranks[0] <= k,
        "rank=after": bool(ranks) and ranks[0] > k,
        "rank=none": not ranks,
        "empty": not labels,
        "missing": absent,
        "repeats": len(set(labels)) < len(labels),
        "problem": not labels or absent or len(set(labels)) < len(labels) or doubtful,
        "edited": state.is_edited(row),
    }


@settings(max_examples=60)
@given(any_pairs)
def test_a_failure_group_counts_the_rows_that_fail_so(lists) -> None:
    state = open_lists(lists, "map@2").state
    wanted = [fails(state, row) for row in range(len(state.table))]
    counts = dict(zip([group.clause for group in failure_groups(state)], drain(group_counts(state)), strict=True))
    assert counts == {clause: sum(row[clause] for row in wanted) for clause in wanted[0]}


def test_without_a_cut_no_row_hits_behind_it() -> None:
    clauses = [group.clause for group in failure_groups(opened_with_columns("f1"))]
    assert "rank>=2" in clauses
    assert "rank=after" not in clauses
