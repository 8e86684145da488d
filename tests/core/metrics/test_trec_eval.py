"""Every measure that trec_eval has too gives its values, on qrels with grades, unjudged documents and absent topics.

The values were printed by trec_eval 10.0-rc3 with all digits. Those of trec_eval-9 come from the same program with the
two lines of version 9 put back: the hits that a level of recall needs are rounded up, and absent topics are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from core.metrics.oracles import agree

import inspector
from inspector import InputError
from inspector.core.metrics import Metric, parse

FOLDER = Path(__file__).parent / "golden" / "trec_eval"
LINES = [line.split("\t") for line in (FOLDER / "values.tsv").read_text(encoding="utf-8").splitlines()]
PROGRAMS = sorted({line[0] for line in LINES})
NAMES = {
    "map": "map",
    "gm_map": "gmap",
    "Rprec": "rprecision",
    "bpref": "bpref",
    "recip_rank": "mrr",
    "ndcg": "ndcg",
    "11pt_avg": "iprec",
    "P_5": "precision@5",
    "P_10": "precision@10",
    "recall_10": "recall@10",
    "ndcg_cut_10": "ndcg@10",
    "map_cut_5": "map(divisor=m)@5",
    "success_5": "hit@5",
    **{f"iprec_at_recall_{level / 10:.2f}": f"iprec(recall={level / 10})" for level in range(11)},
}


@pytest.fixture(scope="module")
def topics() -> inspector.Inspection:
    """Seven topics: one without a relevant document, one absent from the run, one of grades 1 and 2 only."""
    return inspector.open_pair(FOLDER / "qrels", FOLDER / "run", "map")


def as_run(program: str, measure: str) -> Metric:
    """The metric with the choices that stand for the program and its options."""
    version, *options = program.split()
    metric = parse(NAMES[measure]).replace(missing="zero" if "-c" in options else "skip")
    if "-l2" in options and "relevant" in metric.choices():
        metric = metric.replace(relevant="2")
    return metric.replace(needed="nearest") if version == "trec_eval-10" else metric


@pytest.mark.parametrize("measure", NAMES)
def test_a_measure_may_be_named_as_trec_eval_names_it(measure: str) -> None:
    assert parse(measure) == parse(measure.lower()) == parse(f" {measure} ") == parse(NAMES[measure])


@pytest.mark.parametrize(
    ("measure", "own"),
    [
        ("P@10", "precision@10"),
        ("R@100", "recall@100"),
        ("AP", "map"),
        ("AP@100", "map(divisor=m)@100"),
        ("RR", "mrr"),
        ("RR@10", "mrr@10"),
        ("nDCG@10", "ndcg@10"),
        ("Success@5", "hit@5"),
        ("Rprec", "rprecision"),
        ("Bpref", "bpref"),
    ],
)
def test_a_measure_may_be_named_as_ir_measures_names_it(measure: str, own: str) -> None:
    assert parse(measure) == parse(own)
    assert parse("r2") == parse("r2()")


@pytest.mark.parametrize(
    "text",
    ["P@", "P@x", "R@100_5", "r", "P_", "P_0", "P_x", "P_10_5", "ndcg_cut", "map_10", "success_5.5", "P_" + "9" * 5000],
)
def test_what_trec_eval_does_not_measure_is_no_metric(text: str) -> None:
    with pytest.raises(InputError):
        parse(text)


def values(program: str, measure: str) -> Iterator[tuple[str, float]]:
    return ((topic, float(value)) for p, m, topic, value in LINES if (p, m) == (program, measure))


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_measure_is_that_of_trec_eval_topic_by_topic(topics: inspector.Inspection, program: str) -> None:
    measures = sorted({m for p, m, _, _ in LINES if p == program})
    for measure in measures:
        topics.set_metric(as_run(program, measure))
        evaluation = topics.evaluation
        for topic, value in values(program, measure):
            row = None if topic == "all" else evaluation.table.row_of(topic)
            found = evaluation.scores.overall if row is None else float(evaluation.scores.row[row])
            assert agree(found, value), (program, measure, topic, found, value)


def test_the_values_cover_what_sets_the_measures_apart() -> None:
    assert {measure for _, measure, _, _ in LINES} == set(NAMES)
    assert PROGRAMS == ["trec_eval-10 -c", "trec_eval-9", "trec_eval-9 -c", "trec_eval-9 -c -l2"]
    for measure in ("iprec_at_recall_0.20", "11pt_avg"):
        assert dict(values("trec_eval-9 -c", measure)) != dict(values("trec_eval-10 -c", measure))
    assert dict(values("trec_eval-9 -c", "bpref")) != dict(values("trec_eval-9 -c -l2", "bpref"))
    assert dict(values("trec_eval-9 -c", "map"))["all"] != dict(values("trec_eval-9", "map"))["all"]


def test_a_label_that_nobody_judged_is_told_from_a_wrong_one(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 d1 1\n1 0 d2 0\n1 0 d3 2\n1 0 d4 -1\n")
    (tmp_path / "run").write_text("".join(f"1 Q0 d{n} 1 {9 - n} me\n" for n in (2, 4, 5, 1, 3)))
    found = inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "bpref")
    explained = found.explain("1")
    assert [step.label for step in explained.steps] == ["d1", "d2", "d3", "d4", "d5"]
    assert [step.verdict for step in explained.steps] == ["hit", "miss", "hit", "unjudged", "unjudged"]
    assert [step.term for step in explained.steps] == [1, 0, 0, 0, 0]
    assert explained.divisor_rule == "m = 2 relevant labels; 1 judged not relevant"
    found.set_metric("bpref(relevant=2)")
    assert [step.verdict for step in found.explain("1").steps] == ["low grade", "miss", "hit", "unjudged", "unjudged"]
    assert found.overall == 0
    assert found.explain("1").remark == "Of 2 truth labels, 1 have the grade 2 or above."


def test_without_judged_wrong_labels_each_hit_of_bpref_adds_one(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 d1 1\n1 0 d3 1\n")
    (tmp_path / "run").write_text("".join(f"1 Q0 d{n} 1 {9 - n} me\n" for n in (2, 4, 5, 3)))
    assert inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "bpref").overall == 0.5


@pytest.mark.parametrize(("needed", "wanted"), [("up", 2 / 12), ("nearest", 1)])
def test_a_level_of_recall_between_two_hits_is_reached_by_rounding(tmp_path: Path, needed: str, wanted: float) -> None:
    # 10 % of 11 relevant documents are 1.1 of them; the first is at rank 1, the second at rank 12.
    (tmp_path / "qrels").write_text("".join(f"1 0 r{n} 1\n" for n in range(11)))
    ranked = ["r0", *(f"x{n}" for n in range(10)), "r1"]
    (tmp_path / "run").write_text("".join(f"1 Q0 {name} 1 {99 - rank} me\n" for rank, name in enumerate(ranked)))
    found = inspector.open_pair(tmp_path / "qrels", tmp_path / "run", f"iprec(recall=0.1, needed={needed})")
    assert found.overall == wanted
    assert f"from hit {2 if needed == 'up' else 1} on, of m = 11" in found.explain("1").divisor_rule
