"""A run is one in any form: qrels beside lists with scores suggest MAP and trec_eval's measures, not GAP."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inspector
from inspector import Inspection
from inspector.core.analysis.trec_eval import trec_eval

Run = Mapping[str, Sequence[tuple[str, float]]]
RUN = {f"t{topic}": [(f"d{topic + place}", 9.5 - place) for place in range(5 + topic)] for topic in range(4)}
SHORT = {topic: found[:1] for topic, found in RUN.items()}
QRELS = "".join(f"t{topic} 0 d{topic + place} {int(place == 2)}\n" for topic in range(4) for place in range(9))


def as_lines(run: Run) -> str:
    rows = ({"topic": id_, "hits": [{"doc": d, "score": s} for d, s in found]} for id_, found in run.items())
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def as_cells(run: Run) -> str:
    return "topic,docs\n" + "".join(f"{id_},{' '.join(f'{d}:{s}' for d, s in of)}\n" for id_, of in run.items())


def as_pairs(run: Run) -> str:
    return json.dumps({id_: [[*hit] for hit in found] for id_, found in run.items()})


def as_run(run: Run) -> str:
    return "".join(f"{id_} Q0 {d} 1 {s} me\n" for id_, found in run.items() for d, s in found)


def opened(folder: Path, run: str, qrels: str = QRELS) -> Inspection:
    (folder / "qrels").write_text(qrels)
    (folder / "run").write_text(run)
    return inspector.open_pair(folder / "qrels", folder / "run")


@pytest.mark.parametrize("form", [as_run, as_lines, as_cells, as_pairs])
def test_each_form_of_a_run_is_one(tmp_path: Path, form: Callable[[Run], str]) -> None:
    inspection = opened(tmp_path, form(RUN))
    assert str(inspection.metric) == "map"
    assert inspection.overall == opened(tmp_path, as_run(RUN)).overall
    assert trec_eval(inspection.evaluation) is not None


def test_structs_are_a_run(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text(QRELS)
    lists = [[{"item": d, "rating": s} for d, s in found] for found in RUN.values()]
    pq.write_table(pa.table({"topic": [*RUN], "items": lists}), tmp_path / "run.parquet")
    assert str(inspector.open_pair(tmp_path / "qrels", tmp_path / "run.parquet").metric) == "map"


def test_one_prediction_a_row_with_its_confidence_is_scored_by_gap(tmp_path: Path) -> None:
    inspection = opened(tmp_path, as_cells(SHORT))
    assert inspection.metric.name == "gap"
    assert trec_eval(inspection.evaluation) is None


def test_lists_with_confidences_against_plain_truths_are_scored_by_gap(tmp_path: Path) -> None:
    truth = "topic,labels\n" + "".join(f"t{topic},d{topic + 2}\n" for topic in range(4))
    assert opened(tmp_path, as_cells(RUN), truth).metric.name == "gap"
