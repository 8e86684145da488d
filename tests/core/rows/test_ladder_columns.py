"""The ladder as columns, fields, a DataFrame and a line of `explain`; only where the metric has one list."""

from __future__ import annotations

import csv
import io

import numpy as np
import pandas as pd
import pytest
from core.strategies import Lists, open_lists

import inspector
from inspector.core.data.order import SortKey
from inspector.core.errors import InputError
from inspector.core.query import Clause, chooses_by_outcome, field_of, parse
from inspector.core.rows.columns import columns_of

# By confidence: a wrong one, a right one, a wrong one, a right one, a wrong one; the last row has no prediction.
LISTS = Lists(
    [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]],
    [["x"], ["b"], ["x"], ["d"], ["x"], []],
    [[0.9], [0.8], [0.7], [0.6], [0.5], []],
)
COSTS = [(1 + 2 / 3 - 1) / 6, np.nan, (1 / 2 + 2 / 3 - 1) / 6, np.nan, 0, np.nan]
GAINS = [1 / 6, np.nan, (1 / 2 + 2 / 3 - 1) / 6, np.nan, np.nan, np.nan]


@pytest.fixture(scope="module")
def pair() -> inspector.Inspection:
    return open_lists(LISTS, "gap")


def test_rows_have_cost_and_gain_and_sort_by_them(pair: inspector.Inspection) -> None:
    rows = pair.rows()
    assert rows.ladder_cost.to_numpy() == pytest.approx(COSTS, abs=1e-12, nan_ok=True)
    assert rows.inversion_gain.to_numpy() == pytest.approx(GAINS, abs=1e-12, nan_ok=True)
    pair.sort(SortKey("ladder_cost", descending=True))
    assert pair.state.order.rows.tolist()[:3] == [0, 2, 4]
    pair.sort(SortKey("inversion_gain"))
    assert pair.state.order.rows.tolist()[:2] == [2, 0]
    pair.sort()


@pytest.mark.parametrize(
    ("expression", "rows"),
    [
        ("ladder>0", [0, 2]),
        ("ladder=0", [4]),
        ("ladder_cost>0.1", [0]),
        ("inversion>=0.01", [0, 2]),
        ("inversion>0.1", [0]),
    ],
)
def test_filters_by_cost_and_gain(pair: inspector.Inspection, expression: str, rows: list[int]) -> None:
    assert np.flatnonzero(parse(expression).mask(pair.evaluation)).tolist() == rows
    assert chooses_by_outcome([Clause(expression)], pair.evaluation)


def test_columns_are_named_as_the_fields_are() -> None:
    assert (field_of("ladder_cost"), field_of("inversion_gain")) == ("ladder", "inversion")


def test_metrics_without_one_list_have_no_ladder() -> None:
    other = open_lists(LISTS, "map@5")
    assert not {"ladder_cost", "inversion_gain"} & {column.name for column in columns_of(other.evaluation)}
    assert "ladder_cost" not in other.rows()
    assert not parse("ladder>=0 | inversion>=0").mask(other.evaluation).any()
    with pytest.raises(InputError, match="ladder_cost"):
        other.sort(SortKey("ladder_cost"))
    with pytest.raises(InputError, match="needs GAP"):
        other.ladder()


def test_the_ladder_as_a_frame(pair: inspector.Inspection) -> None:
    frame = pair.ladder()
    assert [*frame] == ["id", "place", "confidence", "hit", "cost", "partner", "gain"]
    assert frame.id.tolist() == pair.rows().id.tolist()[:5]
    assert frame.place.tolist() == [1, 2, 3, 4, 5] and frame.confidence.tolist() == [0.9, 0.8, 0.7, 0.6, 0.5]
    assert frame.hit.tolist() == [False, True, False, True, False]
    assert frame.cost.to_numpy() == pytest.approx(COSTS[:5], abs=1e-12, nan_ok=True)
    assert frame.gain.to_numpy() == pytest.approx(GAINS[:5], abs=1e-12, nan_ok=True)
    assert [None if pd.isna(partner) else partner for partner in frame.partner] == [
        frame.id[3] if gain == gain else None for gain in GAINS[:5]
    ]


def test_a_ladder_without_hits_or_predictions_is_a_frame_as_well() -> None:
    wrong = open_lists(Lists([["a"], ["b"]], [["x"], ["y"]], [[0.9], [0.8]]), "gap").ladder()
    assert wrong.cost.tolist() == [0, 0] and wrong.partner.isna().all() and wrong.gain.isna().all()
    assert not len(open_lists(Lists([["a"]], [[]], [[]]), "gap").ladder())


def test_the_terminal_writes_the_columns_and_explains_a_row(run, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\nr1,a\nr2,b\nr3,c\n")
    (tmp_path / "s.csv").write_text("id,label\nr1,x 0.9\nr2,b 0.8\nr3,c 0.7\n")
    pair = tmp_path / "t.csv", tmp_path / "s.csv", "-m", "gap"
    rows = [*csv.DictReader(io.StringIO(run("rows", *pair)[1]))]
    assert [row["ladder_cost"] for row in rows] == [repr((1 / 2 + 1 / 3) / 3), "", ""]
    words = f"Wrong at rank 1: costs the right ones below it {(1 / 2 + 1 / 3) / 3!r}."
    assert words in run("explain", *pair, "--id", "r1")[1]
    assert "Wrong at rank" not in run("explain", *pair, "--id", "r2")[1]
    assert "Wrong at rank" not in run("explain", *pair[:2], "-m", "map", "--id", "r1")[1]
