"""The columns about the baseline: there while another submission is compared, with its name and its numbers."""

from __future__ import annotations

import numpy as np
import pytest

import inspector
from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.core.rows.columns import columns_of

IDS = [f"q{number}" for number in range(6)]
HOSTILE = "<b>a & very long name</b>"


@pytest.fixture
def compared() -> Inspection:
    """Six rows of which the open submission hits three at rank 1, and the baseline two others and a third at rank 2."""
    truth = {id_: {"a": 1} for id_ in IDS}
    opened = inspector.open_pair(truth, {id_: {"a" if at < 3 else "x": 0.9} for at, id_ in enumerate(IDS)}, "map@2")
    opened.add({id_: {"a": 0.9 if at in (0, 4) else 0.1, "b": 0.5} for at, id_ in enumerate(IDS)}, HOSTILE)
    return opened


def named(opened: Inspection) -> dict[str, str]:
    return {column.name: column.title for column in columns_of(opened.evaluation)}


def test_columns_of_the_baseline_come_and_go_with_it(compared: Inspection) -> None:
    assert named(compared)["delta"] == "Δ score"
    assert "baseline_score" not in named(compared)
    compared.baseline = HOSTILE
    assert named(compared)["delta"] == "Δ <b>a & very lon…"
    assert named(compared)["baseline_score"] == "<b>a & very lon…: score"
    assert all(HOSTILE in column.tip for column in columns_of(compared.evaluation) if "base" in column.name)
    compared.baseline = "file"
    assert "baseline_score" not in named(compared)


def test_the_numbers_are_those_of_the_baseline_and_are_exported(compared: Inspection) -> None:
    compared.baseline = HOSTILE
    frame = compared.rows()
    assert frame["baseline_score"].tolist() == [1, 0.5, 0.5, 0.5, 1, 0.5]
    assert frame["baseline_first_hit_rank"].tolist() == [1, 2, 2, 2, 1, 2]
    assert frame["delta"].tolist() == [0, 0.5, 0.5, -0.5, -1, -0.5]
    assert np.array_equal(frame["delta"], frame["score"] - frame["baseline_score"])


def test_rows_are_sorted_by_the_difference_to_any_baseline(compared: Inspection) -> None:
    compared.baseline = HOSTILE
    compared.sort(SortKey("delta"), SortKey("baseline_score", descending=True))
    assert compared.state.order.rows.tolist() == [4, 3, 5, 0, 1, 2]
    compared.sort(SortKey("delta", descending=True))
    assert compared.state.order.rows.tolist() == [1, 2, 0, 3, 5, 4]
    compared.sort(SortKey("baseline_first_hit_rank"))
    assert compared.state.order.rows.tolist() == [0, 4, 1, 2, 3, 5]
    compared.sort(SortKey("baseline_score"), SortKey("id", descending=True))
    compared.baseline = "file"
    assert compared.state.keys == (SortKey("id", descending=True),)
    assert compared.state.order.rows.tolist() == [5, 4, 3, 2, 1, 0]
