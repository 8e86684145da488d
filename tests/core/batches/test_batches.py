"""Record batches: any partition gives the rows and the overall of one machine, and what cannot refuses in words."""

from __future__ import annotations

import math
import subprocess
import sys
from random import Random

import numpy as np
import pyarrow as pa
import pytest
from core.batches.record_batches import cut, cuts, table_of
from core.metrics.metric_strategies import EVERY_METRIC, fits
from core.strategies import Lists, any_pairs, open_lists, pairs, weighted_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector import InputError, batches
from inspector.core.batches.kinds import Way, way_of
from inspector.core.batches.sums import Sums, added
from inspector.core.metrics import Metric, Scores, open_scores, parse


def _way(metric: Metric) -> Way | None:
    try:
        return way_of(metric)
    except InputError:
        return None


BY_ROW = [metric for metric in EVERY_METRIC if _way(metric) not in (None, Way.LIST)]
LISTED = [metric for metric in EVERY_METRIC if _way(metric) is Way.LIST]


def one_machine(lists: Lists, metric: Metric) -> Scores:
    evaluation = open_lists(lists, "map@5").evaluation
    return open_scores(metric, evaluation.batch(evaluation.all_rows))


def same(found: list[float | None], wanted: np.ndarray) -> bool:
    numbers = np.array([math.nan if value is None else value for value in found], float)
    return np.allclose(numbers, wanted, rtol=0, atol=1e-12, equal_nan=True)


@pytest.mark.slow
@given(st.data(), any_pairs)
@settings(max_examples=60)
def test_any_partition_scores_rows_as_one_machine_does(data: st.DataObject, lists: Lists) -> None:
    metric = data.draw(st.sampled_from([metric for metric in BY_ROW if fits(metric, lists)]))
    wanted, rows = one_machine(lists, metric), table_of(lists)
    parts = data.draw(cuts(rows.num_rows))
    results = list(batches.scores(metric)(cut(rows, parts)))
    order = np.concatenate([np.arange(rows.num_rows)[part] for part in parts])
    found = pa.Table.from_batches(results)
    assert found.schema == batches.SCORES
    assert found["id"].to_pylist() == [lists.ids[row] for row in order]
    assert same(found["score"].to_pylist(), wanted.row[order])
    assert found["first_hit"].to_pylist() == wanted.first_hit[order].tolist()
    assert same([batches.overall(metric, results)], np.array([wanted.overall]))
    assert batches.sums(metric, results).scored == wanted.counted


@pytest.mark.slow
@given(st.data(), pairs())
def test_sums_of_a_pool_are_those_of_one_machine_to_the_bit(data: st.DataObject, lists: Lists) -> None:
    metric = parse(data.draw(st.sampled_from(["f1(average=micro)", "recall(average=pooled)@3", "f2(average=micro)@2"])))
    wanted, rows = one_machine(lists, metric), table_of(lists)
    results = list(batches.scores(metric)(cut(rows, data.draw(cuts(rows.num_rows)))))
    assert list(batches.sums(metric, results).pool) == wanted.pool.ravel().tolist()
    found = batches.overall(metric, results)
    assert found == wanted.overall or (math.isnan(found) and math.isnan(wanted.overall))


@given(st.lists(st.floats(-1e9, 1e9, allow_subnormal=False), min_size=1, max_size=12), st.randoms())
def test_the_overall_of_parts_is_the_same_to_the_bit_in_any_order(totals: list[float], random: Random) -> None:
    parts = [Sums(rows=1, scored=1, totals=(total,)) for total in totals]
    shuffled = random.sample(parts, len(parts))
    wanted = math.fsum(totals) / len(totals)
    assert added(parts).overall(parse("map@3")) == added(shuffled).overall(parse("map@3")) == wanted


@pytest.mark.slow
@given(st.data(), weighted_pairs())
@settings(max_examples=60)
def test_gap_in_two_passes_is_that_of_one_machine(data: st.DataObject, lists: Lists) -> None:
    metric = data.draw(st.sampled_from([metric for metric in LISTED if fits(metric, lists)]))
    wanted, rows = one_machine(lists, metric), table_of(lists)
    parts = cut(rows, data.draw(cuts(rows.num_rows)))
    records = pa.Table.from_batches(batches.listed(metric)(parts), batches.RECORDS).sort_by(batches.order(metric))
    truths = pa.Table.from_batches(batches.truths(metric)(parts), batches.TRUTHS)
    m, before, earned = max(1, sum(truths["truths"].to_pylist())), batches.Before(), dict.fromkeys(lists.ids, 0.0)
    at = sorted(data.draw(st.lists(st.integers(0, len(records)), max_size=3)))
    for low, high in zip([0, *at], [*at, len(records)], strict=True):
        part = records.slice(low, high - low).combine_chunks()
        part = pa.record_batch(part.columns and [c.combine_chunks() for c in part.columns], schema=batches.RECORDS)
        for row in batches.credited(part, before).to_pylist():
            earned[row["id"]] += row["earned"] / m
        before += batches.counted(part)
    counts = dict(zip(truths["id"].to_pylist(), truths["counts"].to_pylist(), strict=True))
    assert same([earned[id_] if counts[id_] else None for id_ in lists.ids], wanted.row)
    hits = dict(zip(truths["id"].to_pylist(), truths["first_hit"].to_pylist(), strict=True))
    assert [hits[id_] for id_ in lists.ids] == wanted.first_hit.tolist()


@pytest.mark.parametrize(
    ("metric", "why"),
    [
        ("f1(average=macro)", "counts each label"),
        ("fmax", "each threshold"),
        ("auc", "a curve for each label"),
        ("map(group=topic)@3", "groups of rows"),
        ("lrap", "the last place among all labels"),
        ("gap(ties=file)", "the order in which a file lists"),
    ],
)
def test_a_metric_that_needs_all_rows_says_why(metric: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        batches.scores(metric)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_cells_of_text_are_split_at_blanks(kind: pa.DataType) -> None:
    rows = pa.record_batch({"id": ["a"], "truth": ["01 2"], "prediction": pa.array(["9 01 01"]).cast(kind)})
    assert next(batches.scores("map@3")([rows])).to_pylist()[0] == {
        "id": "a", "score": 0.25, "first_hit": 2, "pool": None
    }  # fmt: skip


def test_cells_of_text_hold_confidences_where_the_metric_needs_them() -> None:
    rows = pa.record_batch({"id": ["a", "b"], "truth": ["x", "y"], "prediction": ["x 0.5", "z 0.9"]})
    records = next(batches.listed("gap")([rows])).to_pylist()
    assert [(row["confidence"], row["id"], row["hit"]) for row in records] == [(0.9, "b", False), (0.5, "a", True)]


def test_a_label_that_the_truth_repeats_counts_once() -> None:
    rows = pa.record_batch({"id": ["a"], "truth": [["x", "", "x", None]], "prediction": [["x", None, "y"]]})
    assert next(batches.scores("recall")([rows]))["score"].to_pylist() == [1.0]


def test_importing_costs_no_qt_and_no_pandas() -> None:
    code = "import sys, inspector.batches; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "pyarrow" in loaded
    assert not {*loaded} & {"PySide6", "pandas", "pyspark", "click"}


def test_a_column_tells_absent_rows_from_empty_ones() -> None:
    given = {"id": ["a", "b"], "truth": [["x"], ["y"]], "prediction": pa.nulls(2, pa.string())}
    rows = pa.record_batch({**given, "submitted": [True, False]})
    assert next(batches.scores("map(missing=skip)@3")([rows]))["score"].to_pylist() == [0.0, None]


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"id": ["a"], "truth": ["x"]}, "no column prediction"),
        ({"id": ["a"], "truth": ["x"], "prediction": [7]}, "cannot be read as labels"),
        ({"id": ["a"], "truth": ["x"], "prediction": [[7]]}, "are no texts"),
    ],
)
def test_other_columns_are_refused_in_words(columns: dict[str, list[object]], words: str) -> None:
    with pytest.raises(InputError, match=words):
        next(batches.scores("map@3")([pa.record_batch(columns)]))


def test_the_two_passes_are_for_gap_and_scores_are_for_the_rest() -> None:
    rows = pa.record_batch({"id": ["a"], "truth": ["x"], "prediction": ["x 0.5"]})
    with pytest.raises(InputError, match="orders all predictions"):
        next(batches.scores("gap")([rows]))
    with pytest.raises(InputError, match="orders no predictions"):
        batches.order("map@3")
