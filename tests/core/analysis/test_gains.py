"""What groups of rows could win and have won: sums of a loop, and what the overall really becomes."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from core.comparison.test_matrix import IDS, TRUTH, compared, runs
from hypothesis import given, settings
from sklearn.metrics import cohen_kappa_score

import inspector
from inspector.core.analysis.failures import failure_groups, group_figures
from inspector.core.analysis.gains import RowGains
from inspector.core.analysis.labels import label_table
from inspector.core.analysis.slices.grouping import groupings
from inspector.core.analysis.slices.slices import slices
from inspector.core.arrays.ragged import Ragged
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import open_scores
from inspector.core.metrics import parse as parse_metric
from inspector.core.metrics.host.scores import HostScores
from inspector.core.query import parse
from inspector.core.statistics.testing.corrections import benjamini_hochberg, p_in_groups
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
    found, split = slices(evaluation, groupings(evaluation)[0], among), groupings(evaluation)[0].split(evaluation)
    single = p_in_groups(difference(evaluation)[among], split.of_row[among], len(split.names))
    assert found.p == pytest.approx(benjamini_hochberg(single)[np.unique(split.of_row[among])], nan_ok=True)
    for line in range(len(found)):
        rows = parse(found.clause(line)).mask(evaluation) & among
        assert found.perfect[line] == pytest.approx(perfect(evaluation, rows))
        assert found.won[line] == pytest.approx(won(evaluation, rows))
    table = label_table(evaluation)
    for at, code in enumerate(table.codes.tolist()):
        rows = np.array([code in evaluation.table.truth[row] for row in range(len(IDS))])
        assert table.perfect[at] == pytest.approx(perfect(evaluation, rows))
        assert table.won[at] == pytest.approx(won(evaluation, rows))


def test_all_rows_won_the_difference_of_the_overalls() -> None:
    evaluation = compared({id_: {"a": 0.9} for id_ in IDS}, {id_: {"c": 0.9} for id_ in IDS}, "map@3").evaluation
    assert RowGains.of(evaluation).won.sum() == pytest.approx(evaluation.delta)
    assert RowGains.of(evaluation).open.sum() == pytest.approx(1 - evaluation.scores.overall)


def test_failures_ask_no_metric_of_a_host(tmp_path, monkeypatch) -> None:
    (tmp_path / "metric.py").write_text("def score(solution, submission, row_id_column_name):\n    return 1.0\n")
    pair = inspector.open_pair(TRUTH, {"q1": {"a": 0.9}}, "map@3")
    evaluation = pair.evaluation.under(parse_metric(str(tmp_path / "metric.py")))
    scores = evaluation.scores
    scores.answers.overall[scores.key()] = 0.5
    scores.take_answers()
    monkeypatch.setattr(HostScores, "total_losses", lambda *_: pytest.fail("asked"))
    figures = drain(group_figures(evaluation))
    assert scores.overall == 0.5
    assert np.isnan([*figures.perfect, *figures.won]).all()


def overall_with(evaluation: Evaluation, rows: np.ndarray, lists: Ragged) -> float:
    """The overall, scored anew, with other predictions in some rows."""
    batch = evaluation.batch(evaluation.all_rows, evaluation.predictions(evaluation.all_rows).replace(rows, lists))
    return open_scores(evaluation.metric, batch).overall


@given(runs, runs, st.sampled_from(["f1(average=micro)", "gap"]))
@settings(max_examples=8)
def test_groups_are_tried_where_the_overall_is_no_mean_of_rows(first: dict, second: dict, metric: str) -> None:
    evaluation = compared(first, second, metric).evaluation
    found, figures = slices(evaluation, groupings(evaluation)[0]), drain(group_figures(evaluation))
    failures = [group.clause for group in figures.groups]
    clauses = [*map(found.clause, range(len(found))), *failures]
    told = np.concatenate([found.perfect, figures.perfect]), np.concatenate([found.won, figures.won])
    for clause, perfected, gained in zip(clauses, *told, strict=True):
        rows = np.flatnonzero(parse(clause).mask(evaluation))
        before = evaluation.baseline.predictions(evaluation, rows)
        assert gained == pytest.approx(evaluation.scores.overall - overall_with(evaluation, rows, before), nan_ok=True)
        if metric != "gap":  # where the best labels keep the confidences of the list
            best = evaluation.metric.best_labels(evaluation.batch(rows)).predictions
            assert perfected == pytest.approx(overall_with(evaluation, rows, best), nan_ok=True)
    assert found.cost == pytest.approx(found.perfect - evaluation.scores.overall, nan_ok=True)


def test_slices_of_grades_tell_what_the_whole_slice_would_win_and_has_won() -> None:
    draw = np.random.default_rng(4)
    true, mine, other = draw.integers(1, 7, (3, 80))
    ids, where = [f"r{row}" for row in range(80)], draw.choice(list("abc"), 80)
    pair = inspector.open_pair(
        pd.DataFrame({"id": ids, "grade": true, "where": where}),
        pd.DataFrame({"id": ids, "grade": mine + 0.25}),
        "qwk",
    )
    pair.add(pd.DataFrame({"id": ids, "grade": other - 0.25}), "other")
    pair.baseline = "other"
    found = slices(pair.evaluation, groupings(pair.evaluation)[1])

    def qwk(predicted: np.ndarray) -> float:
        return cohen_kappa_score(true, predicted, weights="quadratic")

    for line in range(3):
        here = where == found.name(line)
        assert found.cost[line] == pytest.approx(qwk(np.where(here, true, mine)) - qwk(mine))
        assert found.won[line] == pytest.approx(qwk(mine) - qwk(np.where(here, other, mine)))
