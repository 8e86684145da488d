"""A pair that nobody needs any more leaves the memory at once, not when Python next looks for garbage."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

import inspector
from inspector import Inspection
from inspector.core.data.table import Table

LABELS = {"a": {"x": 1, "y": 1}, "b": {"y": 1}}, {"a": {"x": 0.9, "z": 0.5}, "b": {"x": 0.7}}
OTHER = {"a": {"y": 0.8}, "b": {"y": 0.9, "x": 0.3}}


@pytest.fixture(autouse=True)
def _without_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def used(metric: str) -> Inspection:
    """An inspection of which most has been asked."""
    found = inspector.open_pair(*LABELS, metric)
    found.add(OTHER, "other")
    found.edit("a", ["y"])
    found.undo()
    found.narrow("score<1", "elsewhere")
    for ask in (found.rows, found.compare, found.interval, found.luck, found.evaluation.all_losses):
        ask()
    found.evaluation.explain(0)
    found.evaluation.tie_range()
    return found


@pytest.mark.parametrize("metric", ["map@3", "gap", "lrap", "cmap", "f1", "ndcg@3"])
def test_a_pair_is_freed_with_its_inspection(metric: str) -> None:
    inspection = used(metric)
    tables: list[weakref.ref[Table]] = [weakref.ref(one.evaluation.table) for one in inspection.submissions]
    assert len(tables) == 2
    del inspection
    assert [table() for table in tables] == [None, None]


def test_a_pair_is_freed_when_another_one_is_open() -> None:
    inspection = used("gap")
    table = weakref.ref(inspection.evaluation.table)
    inspection.load(used("map@3").state)
    assert table() is None
