"""What orders the objects in a list: their ranks, else their scores, else their places."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.files.written import predictions

import inspector
from inspector import Inspection

ROWS = 12
RANKED = [("y", 2.5, 2), ("x", 4.5, 1), ("z", 1.5, 3)]


def objects(found: Sequence[tuple[str, float, int]], *keys: str) -> list[dict[str, Any]]:
    return [{key: hit[key] for key in keys} for hit in ({"doc": d, "score": s, "rank": r} for d, s, r in found)]


def opened(folder: Path, lists: Sequence[Any], ending: str = "jsonl", metric: str | None = "map@3") -> Inspection:
    """A pair whose submission has these lists, in which `x` is right."""
    ids = [f"q{row}" for row in range(len(lists))]
    (folder / "truth.csv").write_text("query,label\n" + "".join(f"{id_},x\n" for id_ in ids))
    path: Any = folder / f"hits.{ending}"
    if ending == "parquet":
        pq.write_table(pa.table({"query": ids, "hits": lists}), path)
    elif ending == "frame":
        path = pd.DataFrame({"query": ids, "hits": lists})
    else:
        lines = [{"query": id_, "hits": hits} for id_, hits in zip(ids, lists, strict=True)]
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return inspector.open_pair(folder / "truth.csv", path, metric)


def first(inspection: Inspection) -> list[str]:
    return [*predictions(inspection)["q0"].labels]


@pytest.mark.parametrize("ending", ["jsonl", "parquet", "frame"])
@pytest.mark.parametrize(("keys", "order"), [(("doc", "score", "rank"), "rank"), (("doc", "score"), "score")])
def test_ranks_order_objects_else_scores(tmp_path: Path, ending: str, keys: tuple[str, ...], order: str) -> None:
    inspection = opened(tmp_path, [objects(RANKED, *keys)] * 3, ending)
    assert first(inspection) == ["x", "y", "z"]
    assert f'in the order of "{order}"' in str(inspection.evaluation.pair.submission)
    assert inspection.overall == 1.0


def test_ranks_need_no_scores(tmp_path: Path) -> None:
    assert first(opened(tmp_path, [objects(RANKED, "rank", "doc")] * 2)) == ["x", "y", "z"]


def test_ranks_against_scores_are_a_problem_that_names_both(tmp_path: Path) -> None:
    found = [("x", 1.5, 1), ("y", 2.5, 2), ("z", 0.5, 3)]
    inspection = opened(tmp_path, [objects(RANKED, "doc", "score", "rank"), objects(found, "doc", "score", "rank")])
    (problem,) = inspection.problems
    assert problem.message == '1 id is in another order by "rank" than by "score"'
    assert problem.examples == ("q1",)
    assert 'they are ranked in the order of "rank"' in problem.consequence


def test_lists_in_another_order_than_their_scores_are_told(tmp_path: Path) -> None:
    falling = sorted(RANKED, key=lambda hit: -hit[1])
    inspection = opened(tmp_path, [objects(falling, "doc", "score"), objects(RANKED, "doc", "score")])
    (problem,) = inspection.problems
    assert problem.message == '1 id is in another order in the list than by "score"'
    assert problem.consequence == 'they are ranked in the order of "score"'
    assert problem.examples == ("q1",)


def test_many_lists_of_rising_scores_keep_their_order(tmp_path: Path) -> None:
    rising = [("x", 0.25, 1), ("y", 0.5, 2), ("z", 0.75, 3)]
    inspection = opened(tmp_path, [objects(rising, "doc", "score")] * ROWS)
    assert first(inspection) == ["x", "y", "z"]
    (problem,) = inspection.problems
    assert "they are ranked as in the list" in problem.consequence


def test_numbers_of_another_name_than_a_score_do_not_order(tmp_path: Path) -> None:
    near = [{"doc": label, "distance": far} for label, far in (("x", 0.25), ("y", 0.75), ("z", 0.5))]
    assert first(opened(tmp_path, [near] * 2)) == ["x", "y", "z"]


def test_an_edit_writes_one_list_in_its_new_order_and_leaves_the_others(tmp_path: Path) -> None:
    inspection = opened(tmp_path, [objects(RANKED, "doc", "score", "rank")] * 2)
    inspection.edit("q1", ["z", "x"])
    inspection.save(tmp_path / "saved.jsonl")
    before, after = ((tmp_path / name).read_text().splitlines() for name in ("hits.jsonl", "saved.jsonl"))
    assert after[0] == before[0]
    assert json.loads(after[1])["hits"] == objects([("z", 4.5, 1), ("x", 2.5, 2)], "doc", "score", "rank")


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_an_added_label_gets_the_next_lower_score(tmp_path: Path, ending: str) -> None:
    inspection = opened(tmp_path, [objects(RANKED, "doc", "score", "rank")] * 2, ending)
    inspection.edit("q1", ["w", "x", "y", "z"])
    assert predictions(inspection)["q1"].confidence == (4.5, 2.5, 1.5, 1.4999999)
