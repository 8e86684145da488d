"""Scores under further metrics: those that the metric itself would give, through edits, undo and other metrics."""

from __future__ import annotations

from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from core.strategies import Lists, edits, open_lists, pairs
from hypothesis import given, settings

import inspector
from inspector import InputError
from inspector.core.data.order import SortKey
from inspector.core.evaluation.further import parse_metrics
from inspector.core.query import Clause, QueryError
from inspector.core.query.cell import conditions
from inspector.core.rows import export
from inspector.core.task import drain

METRICS = ("ndcg@2", "f1", "map(divisor=m, repeats=move-up)@3", "mrr")
PAIR = Lists([["a"], ["b"]], [["c", "a"], ["b"]])


@pytest.fixture
def inspection() -> inspector.Inspection:
    return open_lists(PAIR, "map@5")


def assert_as_alone(inspection: inspector.Inspection) -> None:
    """The further scores are those of an inspection with that metric in force."""
    assert [*inspection.evaluation.further.by_metric] == [*METRICS]
    for metric in inspection.evaluation.further.metrics:
        alone = inspection.evaluation.under(metric).scores
        np.testing.assert_array_equal(inspection.evaluation.further.row(str(metric)), alone.row)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=40, deadline=None)
def test_further_scores_are_those_of_the_metric_alone_through_edits(data) -> None:
    lists = data.draw(pairs())
    inspection = open_lists(lists, "map@5")
    inspection.show_metrics(*METRICS)
    for _ in range(3):
        row, prediction = data.draw(edits(lists))
        inspection.predict(row, prediction)
        assert_as_alone(inspection)
    inspection.undo()
    inspection.set_metric("map@1")
    assert_as_alone(inspection)


def test_a_reload_and_a_snapshot_keep_them(inspection) -> None:
    inspection.show_metrics("mrr")
    before = inspection.evaluation.snapshot()
    inspection.edit(PAIR.ids[0], ["a"])
    assert before.further.row("mrr").tolist() == [0.5, 1]
    inspection.commit(drain(inspection.rebase_task(open_lists(PAIR, "map@5").state)))
    assert inspection.evaluation.further.row("mrr").tolist() == [1, 1]


def test_they_are_columns_to_sort_filter_and_export(inspection) -> None:
    inspection.show_metrics("mrr", "recall(divisor=m)@1")
    assert inspection.rows()["mrr"].tolist() == [0.5, 1]
    assert export.rows_table(inspection.evaluation, np.arange(2)).column_names[1:4] == ["score", "mrr", "recall@1"]
    inspection.sort(SortKey("metric:mrr", descending=True))
    assert inspection.state.order.rows.tolist() == [1, 0]
    inspection.narrow('mrr<1 & "recall@1"=0')
    assert inspection.state.order.rows.tolist() == [0]


def test_a_column_that_is_gone_takes_its_sort_key_along_but_not_a_filter(inspection) -> None:
    inspection.show_metrics("mrr")
    inspection.sort(SortKey("metric:mrr", descending=True), SortKey("id"))
    inspection.narrow("mrr<1")
    with pytest.raises(QueryError, match="no field 'mrr'"):
        inspection.show_metrics()
    assert inspection.evaluation.further.by_metric
    inspection.filter_by(())
    inspection.show_metrics()
    assert inspection.state.keys == (SortKey("id"),)


def test_adding_one_does_not_sort_again(inspection) -> None:
    inspection.edit(PAIR.ids[1], ["c"])  # now the worst, and still second
    before = inspection.state.order.rows.tolist()
    inspection.show_metrics("mrr")
    assert inspection.state.order.rows.tolist() == before == [0, 1]


def test_a_metric_that_does_not_fit_changes_nothing(inspection) -> None:
    with pytest.raises(InputError, match="gap needs a confidence"):
        inspection.show_metrics("mrr", "gap")
    assert not inspection.evaluation.further.by_metric


@pytest.mark.parametrize(
    ("text", "metrics"),
    [
        ("ndcg@10 mrr, recall@100", ["ndcg@10", "mrr", "recall@100"]),
        ("map(divisor=m, empty=skip) @ 5 mrr mrr", ["map(divisor=m, empty=skip)@5", "mrr"]),
        ('f1(label="a, (b)")', ['f1(label="a, (b)")']),
        ("  ", []),
    ],
)
def test_several_metrics_are_read_from_one_line(text: str, metrics: list[str]) -> None:
    assert [*map(str, parse_metrics(text))] == metrics


def test_what_is_no_metric_is_refused() -> None:
    with pytest.raises(InputError, match="'mapp' is not a metric"):
        parse_metrics("mrr mapp@5")


def test_a_column_of_the_files_with_that_name_stays(tmp_path: Path) -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"], "mrr": ["7", "8"]})
    inspection = inspector.open_pair(truth, truth[["id", "label"]], "map@5")
    inspection.show_metrics("mrr")
    frame = inspection.rows()
    assert [frame[name].tolist() for name in frame.columns if name.startswith("mrr")] == [[1.0, 1.0], ["7", "8"]]


def test_a_cell_of_a_metric_column_becomes_a_filter(inspection) -> None:
    inspection.show_metrics("recall@1")
    (condition,) = conditions(inspection.evaluation, "metric:recall@1", 1)
    inspection.narrow(condition)
    assert inspection.state.order.rows.tolist() == [1]


def test_a_column_of_the_files_goes_before_a_metric_of_its_name() -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"], "mrr": ["7", "8"]})
    inspection = inspector.open_pair(truth, truth[["id", "label"]], "map@5")
    for metrics in ((), ("mrr",)):
        inspection.show_metrics(*metrics)
        inspection.filter_by([Clause("mrr>7")])
        assert inspection.state.order.rows.tolist() == [1]
    inspection.filter_by([Clause('"metric:mrr"=1')])
    assert len(inspection.state.order) == 2


def test_a_reload_keeps_a_sort_by_them_and_drops_those_that_do_not_fit(inspection) -> None:
    sure = open_lists(Lists(PAIR.truths, PAIR.predictions, [[0.5, 0.4], [0.9]]), "map@5")
    sure.show_metrics("gap", "mrr")
    sure.sort(SortKey("metric:mrr", descending=True))
    sure.commit(drain(sure.rebase_task(inspection.state)))
    assert [*sure.evaluation.further.by_metric] == ["mrr"]
    assert sure.state.keys == (SortKey("metric:mrr", descending=True),)


@pytest.mark.parametrize("text", ["()", "ndcg@10, map@5)", "mrr ("])
def test_no_part_of_a_line_of_metrics_is_passed_over(text: str) -> None:
    with pytest.raises(InputError, match="cannot be read as metrics"):
        parse_metrics(text)


def test_names_in_a_file_are_unique() -> None:
    assert export.unique_names(["a", "a", "a (1)"]) == ["a", "a (1)", "a (1) (2)"]


def test_further_metrics_are_typed_as_trec_eval_names_them() -> None:
    typed = "P_10, ndcg_cut_10 map_cut_10,recall_100 recip_rank, success_5"
    wanted = ["precision@10", "ndcg@10", "map(divisor=m)@10", "recall@100", "mrr", "hit@5"]
    assert [*map(str, parse_metrics(typed))] == wanted
    frame = pd.DataFrame({"id": ["a"], "label": ["x"]})
    pair = inspector.open_pair(frame, frame, "map@5")
    pair.show_metrics("P_1", "recip_rank")
    assert [*pair.evaluation.further.by_metric] == ["precision@1", "mrr"]
    for typed in ("P_1>0.5", '"metric:p_1">0.5', "recip_rank=1"):
        pair.narrow(typed)
        assert len(pair.state.order) == 1
    pair.sort(SortKey("metric:P_1"))
