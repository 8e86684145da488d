"""What groups of rows could win and have won: sums of a loop, and what the overall really becomes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core.comparison.test_matrix import IDS, compared, runs
from hypothesis import given, settings

from inspector.core.analysis.failures import failure_groups, group_figures
from inspector.core.analysis.gains import RowGains
from inspector.core.analysis.labels import label_table
from inspector.core.analysis.slices import groupings, slices
from inspector.core.query import parse
from inspector.core.statistics.testing.corrections import p_in_groups
from inspector.core.task import drain


def perfect(evaluation, rows: np.ndarray) -> float:
    """The overall with the best score in some rows."""
    scores = np.where(rows, evaluation.scores.ceiling, evaluation.scores.row)
    return float(np.nanmean(scores))


def difference(evaluation) -> np.ndarray:
    return evaluation.scores.row - evaluation.compared.row


def won(evaluation, rows: np.ndarray) -> float:
    return float(difference(evaluation)[rows].sum() / len(rows))


@given(runs, runs)
@settings(max_examples=15)
def test_groups_of_rows_would_make_and_won_what_a_loop_says(first: dict, second: dict) -> None:
    evaluation = compared(first, second, "map@3").evaluation
    among = np.arange(len(IDS)) % 3 > 0
    figures = drain(group_figures(evaluation, among))
    for at, group in enumerate(failure_groups(evaluation)):
        rows = parse(group.clause).mask(evaluation) & among
        assert figures.perfect[at] == pytest.approx(perfect(evaluation, rows))
        assert figures.won[at] == pytest.approx(won(evaluation, rows))
    found = slices(evaluation, groupings(evaluation)[0], among)
    for line in range(len(found)):
        rows = parse(found.clause(line)).mask(evaluation) & among
        assert found.perfect[line] == pytest.approx(perfect(evaluation, rows))
        assert found.won[line] == pytest.approx(won(evaluation, rows))
        chance = p_in_groups(difference(evaluation)[among], found.split.of_row[among], len(found.split.names))
        assert found.p[line] == pytest.approx(chance[found.groups[line]], nan_ok=True)
    table = label_table(evaluation)
    for at, code in enumerate(table.codes.tolist()):
        rows = np.array([code in evaluation.table.truth[row] for row in range(len(IDS))])
        assert table.perfect[at] == pytest.approx(perfect(evaluation, rows))
        assert table.won[at] == pytest.approx(won(evaluation, rows))


def test_all_rows_won_the_difference_of_the_overalls() -> None:
    evaluation = compared({id_: {"a": 0.9} for id_ in IDS}, {id_: {"c": 0.9} for id_ in IDS}, "map@3").evaluation
    assert RowGains.of(evaluation).won.sum() == pytest.approx(evaluation.delta)
    assert RowGains.of(evaluation).open.sum() == pytest.approx(1 - evaluation.scores.overall)


@pytest.mark.parametrize("metric", ["f1(average=micro)", "gap"])
def test_nothing_is_said_where_the_overall_is_no_mean_of_rows(metric: str) -> None:
    evaluation = compared({"q1": {"a": 0.9}}, {"q1": {"c": 0.9}}, metric).evaluation
    figures = drain(group_figures(evaluation))
    assert all(map(math.isnan, [*figures.perfect, *figures.won]))
    assert np.isnan(slices(evaluation, groupings(evaluation)[0]).perfect).all()
