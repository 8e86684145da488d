"""The usual measures of trec_eval, for qrels and a run."""

from __future__ import annotations

import math

import pytest

import inspector
from inspector.core.analysis.overalls import overalls
from inspector.core.analysis.trec_eval import source_of, trec_eval, trec_values, whose_rule
from inspector.core.task import drain

NAMES = ["map", "ndcg_cut_10", "P_10", "recall_1000", "recip_rank"]


def usual(pair: tuple[str, str], metric: str) -> tuple[str, dict[str, float]]:
    evaluation = inspector.open_pair(*pair, metric).evaluation
    measures = trec_eval(evaluation)
    assert measures is not None
    return str(measures), trec_values(evaluation, measures)


@pytest.mark.parametrize(
    ("metric", "said", "average_precisions", "found"),
    [
        ("ndcg@5", "-c computes it: 1 topic is not in the run and counts 0", [7 / 12, 1 / 4, 0], [2, 1, 0]),
        ("map(relevant=2)", "-c -l2 computes it: 1 topic is not in the run and counts 0", [1 / 3, 1 / 2, 0], [1, 1, 0]),
        ("map(missing=skip)", "computes it: 1 topic is not in the run and left out", [7 / 12, 1 / 4], [2, 1]),
    ],
)
def test_grades_and_absent_topics_count_as_in_the_current_metric(
    qrels_and_run, metric: str, said: str, average_precisions: list[float], found: list[int]
) -> None:
    words, values = usual(qrels_and_run, metric)
    assert words == "as trec_eval " + said
    assert list(values) == NAMES
    n = len(found)
    assert values["map"] == pytest.approx(math.fsum(average_precisions) / n, abs=1e-15)
    assert values["P_10"] == pytest.approx(sum(found) / 10 / n, abs=1e-15)


@pytest.mark.parametrize(
    ("metric", "source", "whose"),
    [
        ("ndcg@10", "trec_eval -c: ndcg_cut_10", "trec_eval -c's"),
        ("ndcg@20", "trec_eval -c: ndcg_cut_K; Kaggle: Airbnb New User Bookings (NDCG@5)", "trec_eval -c's"),
        ("ndcg(missing=skip)@20", "trec_eval: ndcg_cut_K; Kaggle: Airbnb New User Bookings (NDCG@5)", "trec_eval's"),
    ],
)
def test_trec_eval_is_named_with_its_options_at_every_k(qrels_and_run, metric: str, source: str, whose: str) -> None:
    evaluation = inspector.open_pair(*qrels_and_run, metric).evaluation
    assert (source_of(evaluation), whose_rule(evaluation)) == (source, whose)


def test_a_topic_that_edits_brought_into_the_run_is_there(qrels_and_run) -> None:
    opened = inspector.open_pair(*qrels_and_run, "map")
    assert str(trec_eval(opened.evaluation)).endswith("1 topic is not in the run and counts 0")
    (absent,) = [opened.evaluation.table.id(row) for row in (~opened.evaluation.table.submitted).nonzero()[0].tolist()]
    opened.edit(absent, ["a"])
    assert str(trec_eval(opened.evaluation)) == "as trec_eval computes it"


def test_a_run_with_every_topic_needs_no_option(qrels_and_run, tmp_path) -> None:
    (tmp_path / "whole").write_text((tmp_path / "run").read_text() + "3 Q0 a 1 9 me\n")
    words, values = usual((qrels_and_run[0], str(tmp_path / "whole")), "map")
    assert words == "as trec_eval computes it"
    assert values["recip_rank"] == pytest.approx((1 / 2 + 1 / 2 + 1) / 3, abs=1e-15)


def test_edits_are_included(qrels_and_run) -> None:
    inspection = inspector.open_pair(*qrels_and_run, "map")
    inspection.edit("1", ["b", "a"])
    measures = trec_eval(inspection.evaluation)
    assert trec_values(inspection.evaluation, measures)["map"] == inspection.overall == (1 + 1 / 4) / 3


def test_other_files_have_no_such_measures(read) -> None:
    assert trec_eval(read(metric="map").evaluation) is None
    assert {line.measure for line in drain(overalls(read(metric="map").evaluation, None))} == {""}


@pytest.mark.parametrize("truth", ["id,label\na,x\n", "id,label\na,x\na,y\n"])
def test_a_truth_without_relevance_is_no_qrels(tmp_path, truth: str) -> None:
    (tmp_path / "t.csv").write_text(truth)
    (tmp_path / "s.csv").write_text("id,label,score\na,x,.9\na,y,.7\n")
    evaluation = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", shape="long").evaluation
    assert trec_eval(evaluation) is None


def test_qrels_may_be_a_table_with_a_relevance_column(tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label,relevance\na,x,1\na,y,0\nb,x,1\n")
    (tmp_path / "s.csv").write_text("id,label,score\na,x,.9\na,y,.7\nb,y,.2\nb,x,.1\n")
    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv")
    assert (str(inspection.metric), trec_eval(inspection.evaluation) is not None) == ("map", True)


def test_the_usual_measures_come_first_among_all_metrics(qrels_and_run) -> None:
    lines = drain(overalls(inspector.open_pair(*qrels_and_run, "ndcg@10").evaluation, 10))
    assert [(str(line.metric), line.measure) for line in lines[:6]] == [
        ("ndcg@10", "ndcg_cut_10"),
        ("map", "map"),
        ("precision@10", "P_10"),
        ("recall@1000", "recall_1000"),
        ("mrr", "recip_rank"),
        ("map@10", ""),
    ]
    assert len({line.metric for line in lines}) == len(lines)
