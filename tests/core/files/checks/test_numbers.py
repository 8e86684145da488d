"""A ranking whose ranks and scores contradict each other is read by one of them, which is said."""

from __future__ import annotations

from pathlib import Path

import hypothesis.strategies as st
import pytest
from core.files.written import predictions
from hypothesis import given

import inspector
from inspector import Inspection
from inspector.core.files.problem import Problem

QRELS = "1 0 a 1\n2 0 a 1\n3 0 a 1\n"
# Topic 1 agrees, though two scores are equal; topics 2 and 3 do not.
RUN = """1 Q0 a 1 9 me
1 Q0 c 2 8 me
1 Q0 b 3 8 me
2 Q0 a 1 7 me
2 Q0 b 2 9 me
3 Q0 a 2 1 me
3 Q0 b 1 0 me
"""


def opened(folder: Path, run: str, name: str = "run") -> Inspection:
    (folder / "qrels").write_text(QRELS)
    (folder / name).write_text(run)
    return inspector.open_pair(folder / "qrels", folder / name, "map")


def found(inspection: Inspection) -> list[Problem]:
    return [problem for problem in inspection.problems if problem.kind == "rank-against-score"]


def table(run: str) -> str:
    rows = [line.split() for line in run.splitlines()]
    return "topic,document,rank,score\n" + "".join(f"{r[0]},{r[2]},{r[3]},{r[4]}\n" for r in rows)


def test_a_run_is_read_by_score_and_says_so(tmp_path: Path) -> None:
    inspection = opened(tmp_path, RUN)
    (problem,) = found(inspection)
    assert {id_: "".join(given.labels) for id_, given in predictions(inspection).items()}["2"] == "ba"
    rule = 'in the order of "score", equal ones by "document" from z to a, as trec_eval does'
    assert rule in str(inspection.evaluation.pair.submission)
    assert problem.consequence == f"they are scored {rule}"
    assert problem.message == '2 ids are in another order by "rank" than by "score"'
    assert (problem.count, problem.examples, problem.line) == (2, ("2", "3"), 4)
    assert (problem.rejects, problem.column, problem.rows.tolist()) == (False, "rank", [1, 2])


def test_a_table_with_both_is_read_by_rank_and_says_so(tmp_path: Path) -> None:
    inspection = opened(tmp_path, table(RUN + "3 Q0 c 0 nan me\n"), "run.csv")
    (problem,) = found(inspection)
    assert {id_: "".join(given.labels) for id_, given in predictions(inspection).items()}["2"] == "ab"
    assert 'in the order of "rank"' in str(inspection.evaluation.pair.submission)
    assert problem.consequence == 'they are scored in the order of "rank"'
    assert (problem.count, problem.line) == (2, 5)


@pytest.mark.parametrize("run", [RUN[: RUN.index("2 Q0")], "1 Q0 a 0 9 me\n1 Q0 b 0 10 me\n"])
def test_equal_ranks_or_scores_contradict_nothing(tmp_path: Path, run: str) -> None:
    assert not found(opened(tmp_path, run))


ranked = st.lists(
    st.tuples(st.integers(1, 3), st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=8, unique_by=lambda r: r
)


@pytest.mark.slow
@given(ranked)
def test_a_contradiction_is_a_better_rank_of_a_lower_score(tmp_path_factory, records: list) -> None:
    lines = [f"{topic} Q0 d{n} {rank} {score} me" for n, (topic, rank, score) in enumerate(records)]
    inspection = opened(tmp_path_factory.mktemp("run"), "\n".join(lines) + "\n")
    wanted = {str(t) for t, rank, score in records for other, r, s in records if t == other and rank < r and score < s}
    ids = inspection.evaluation.table.ids.to_pylist()
    assert {ids[row] for problem in found(inspection) for row in problem.rows} == wanted


def test_a_label_judged_twice_differently_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 1 a 1\n1 1 b 0\n2 1 a 2\n2 1 b 1\n2 2 b 0\n2 3 c 1\n2 3 c 1\n3 0 a -1\n")
    (tmp_path / "run").write_text(RUN)
    inspection = inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "map")
    (problem,) = (problem for problem in inspection.problems if problem.kind == "judged-twice")
    assert (problem.count, problem.examples, problem.line) == (1, ("2",), 5)
    assert problem.message == "1 id has a label that is judged twice, with different relevance, such as 'b'"
    assert problem.consequence == 'the first "relevance" of a label counts; trec_eval refuses such a file'


def test_a_label_judged_twice_alike_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text(QRELS + "1 0 a 1\n3 0 b -2\n")
    (tmp_path / "run").write_text(RUN)
    inspection = inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "map")
    assert not [problem for problem in inspection.problems if problem.kind == "judged-twice"]
