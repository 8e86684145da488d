"""The test collection of trec_eval: every common measure agrees by topic to its 4 digits."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector

Published = dict[tuple[str, str], float]

CUTS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
MEASURES = {
    "map": "map(divisor=m)",
    "recip_rank": "mrr",
    "ndcg": "ndcg",
    "Rprec": "rprecision",
    "bpref": "bpref",
    "11pt_avg": "iprec(needed=nearest)",
    **{f"iprec_at_recall_{n / 10:.2f}": f"iprec(recall={n / 10}, needed=nearest)" for n in range(11)},
    **{f"map_cut_{k}": f"map(divisor=m)@{k}" for k in CUTS},
    **{f"P_{k}": f"precision@{k}" for k in CUTS},
    **{f"recall_{k}": f"recall@{k}" for k in CUTS},
    **{f"ndcg_cut_{k}": f"ndcg@{k}" for k in CUTS},
}


@pytest.fixture(scope="module")
def topics(real_data: Path) -> inspector.Inspection:
    """Relevant documents as truth; the run by score, the later document name first where scores are equal."""
    folder = real_data / "trec_eval"
    return inspector.open_pair(folder / "qrels.test", folder / "results.test", "map(divisor=m)")


@pytest.fixture(scope="module")
def published(real_data: Path) -> Published:
    """The output of trec_eval, by measure and topic."""
    lines = (real_data / "trec_eval" / "out.test.aq").read_text().splitlines()
    parts = [line.split() for line in lines]
    return {(measure, topic): float(value) for measure, topic, value in parts if measure in {*MEASURES, "gm_map"}}


def test_the_collection_is_read_whole(topics: inspector.Inspection, published: Published) -> None:
    assert topics.evaluation.table.truth.lengths.tolist() == [474, 77, 10]
    assert int(topics.evaluation.table.predictions.lengths.sum()) == 1500
    assert len(published) == 4 * len(MEASURES) + 1


@pytest.mark.parametrize("measure", MEASURES)
def test_a_measure_is_that_of_trec_eval_topic_by_topic(
    topics: inspector.Inspection, published: Published, measure: str
) -> None:
    topics.set_metric(MEASURES[measure])
    scores = topics.evaluation.scores
    ids = [topics.evaluation.table.id(row) for row in range(3)]
    for topic, score in zip((*ids, "all"), (*scores.row.tolist(), scores.overall), strict=True):
        assert score == pytest.approx(published[measure, topic], abs=5.1e-5), (measure, topic)


def test_the_geometric_mean_is_that_of_trec_eval(topics: inspector.Inspection, published: Published) -> None:
    topics.set_metric("gmap")
    assert topics.overall == pytest.approx(published["gm_map", "all"], abs=5.1e-5)
