"""The first-hit matrix: counts as in a loop, kept up to date by edits, and cells whose clause selects their rows."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import inspector
from inspector import Inspection
from inspector.core.comparison.matrix import BECAME, FirstHitMatrix
from inspector.core.query import parse

IDS = [f"q{number}" for number in range(9)]
LABELS = ["a", "b", "c", "d", "e"]
TRUTH = {id_: {LABELS[i % 3]: 1, LABELS[(i * 2) % 5]: 1} for i, id_ in enumerate(IDS)}
runs = st.dictionaries(
    st.sampled_from(IDS),
    st.dictionaries(st.sampled_from(LABELS), st.sampled_from([0.1, 0.3, 0.5, 0.7, 0.9]), min_size=1),
    min_size=3,
)


def compared(first: dict, second: dict, metric: str) -> Inspection:
    inspection = inspector.open_pair(TRUTH, first, metric)
    inspection.baseline = inspection.add(second, "other")
    return inspection


def place(rank: int, k: int) -> int:
    """The line of a rank, 0 for none."""
    return k + 1 if rank == 0 else min(rank, k + 1) - 1


def loop(inspection: Inspection, k: int, among: np.ndarray) -> np.ndarray:
    now, before = inspection.evaluation.scores, inspection.evaluation.compared
    layers = np.zeros((3, k + 2, k + 2), int)
    for row in np.flatnonzero(among):
        line, column = place(before.first_hit[row], k), place(now.first_hit[row], k)
        layers[0 if column < line else 2 if column > line else 1, line, column] += 1
    return layers


def layers(matrix: FirstHitMatrix) -> list:
    return [matrix.counts([name]).tolist() for name in BECAME]


masks = st.lists(st.booleans(), min_size=len(IDS), max_size=len(IDS))
metrics = st.sampled_from(["map@2", "map@3", "ndcg@1", "mrr"])


@pytest.mark.slow
@given(runs, runs, metrics, masks, st.lists(st.tuples(st.sampled_from(IDS), st.permutations(LABELS)), max_size=4))
@settings(max_examples=30)
def test_counts_are_those_of_a_loop_and_edits_keep_them_so(first, second, metric, mask, edits) -> None:
    inspection, among = compared(first, second, metric), np.array(mask)
    whole, part = FirstHitMatrix(inspection.evaluation), FirstHitMatrix(inspection.evaluation, among)
    assert layers(whole) == loop(inspection, whole.k, np.ones(len(IDS), bool)).tolist()
    assert layers(part) == loop(inspection, part.k, among).tolist()
    assert whole.counts().sum() == sum(whole.totals().values()) == len(IDS)
    for id_, labels in edits:
        inspection.edit(id_, labels[:3], [0.9, 0.5, 0.1])
        for matrix in (whole, part):
            matrix.move(inspection.evaluation, np.array([IDS.index(id_)]))
    assert layers(whole) == loop(inspection, whole.k, np.ones(len(IDS), bool)).tolist()
    assert layers(part) == loop(inspection, part.k, among).tolist()


@pytest.mark.slow
@given(runs, runs, metrics, st.data())
@settings(max_examples=30)
def test_the_clause_of_cells_selects_the_rows_that_they_count(first, second, metric, data) -> None:
    inspection = compared(first, second, metric)
    matrix = FirstHitMatrix(inspection.evaluation)
    ends = st.tuples(*[st.integers(0, matrix.k + 1)] * 2).map(sorted).map(lambda ends: range(ends[0], ends[1] + 1))
    lines, columns = data.draw(ends), data.draw(ends)
    became = data.draw(st.sets(st.sampled_from(BECAME), min_size=1))
    rows = parse(matrix.clause(lines, columns, became)).mask(inspection.evaluation)
    assert rows.sum() == matrix.counts(became)[np.ix_(lines, columns)].sum()


def test_the_clause_of_everything_is_empty_and_others_are_short() -> None:
    matrix = FirstHitMatrix(compared({"q1": {"a": 1.0}}, {"q1": {"b": 1.0}}, "map@3").evaluation)
    every = range(5)
    assert matrix.clause(every, every) == ""
    assert matrix.clause([4], every) == "base.rank=none"
    assert matrix.clause([1], [0]) == "base.rank=2 & rank=1"
    worse = "base.rank>=2 & base.rank<=3 & (rank>3 | rank=none)"
    assert matrix.clause([1, 2], [3, 4], ["worse"]) == worse  # all of these cells are worse
    better = "rank<base.rank | base.rank=none & rank!=none"
    assert matrix.clause(every, every, ["better"]) == better
    assert matrix.clause([1, 2], [1, 2], ["same", "worse"]).endswith(f" & rank<=3 & !({better})")
    assert matrix.clause(every, every, ["better", "worse"]) == "!(rank=base.rank | rank=none & base.rank=none)"


def test_better_and_worse_are_about_the_first_hit_and_not_about_the_score() -> None:
    truth = {"q": {"a": 1, "b": 1}}
    inspection = inspector.open_pair(truth, {"q": {"x": 0.9, "a": 0.8, "b": 0.7}}, "map@5")
    inspection.baseline = inspection.add({"q": {"a": 0.9, "x": 0.8}}, "other")
    assert inspection.evaluation.deltas()[0] > 0
    matrix = FirstHitMatrix(inspection.evaluation)
    assert matrix.totals() == {"better": 0, "same": 0, "worse": 1}
    assert parse(matrix.clause(range(7), range(7), ["worse"])).mask(inspection.evaluation).tolist() == [True]


@pytest.mark.parametrize("baseline", ["file", "submission"])
def test_a_submission_against_itself_is_on_the_diagonal(baseline: str) -> None:
    inspection = inspector.open_pair(TRUTH, {id_: {"a": 1.0} for id_ in IDS}, "map@3")
    inspection.baseline = baseline if baseline == "file" else inspection.open_submission.name
    matrix = FirstHitMatrix(inspection.evaluation)
    assert np.trace(matrix.counts(["same"])) == matrix.counts().sum() == len(IDS)
    inspection.edit("q1", ["b"], [0.5])
    matrix.move(inspection.evaluation, np.array([1]))
    assert matrix.totals() == {"better": int(baseline == "file"), "same": 9 - (baseline == "file"), "worse": 0}
