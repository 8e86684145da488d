"""The field `found` counts the hits of a row within K; `hits` counts submissions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import Inspection
from inspector.core.query import parse
from inspector.core.query.candidates import field_names

TRUTH = "id,labels\na,x y z\nb,x\nc,\nd,x y\n"
SUBMISSION = "id,labels\na,x q y z\nb,q q q x\nc,x\nd,x x y\n"


@pytest.fixture
def pair(tmp_path: Path) -> Inspection:
    for name, text in (("truth", TRUTH), ("submission", SUBMISSION)):
        (tmp_path / f"{name}.csv").write_text(text)
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@3")


def counts(pair: Inspection, field: str = "found") -> list[int]:
    """The number of each row that a field names."""
    found = [np.flatnonzero(parse(f"{field}={number}").mask(pair.evaluation)).tolist() for number in range(5)]
    return [next(number for number, rows in enumerate(found) if row in rows) for row in range(4)]


@pytest.mark.parametrize(
    ("metric", "found"),
    [
        ("map@3", [2, 0, 0, 2]),
        ("map@2", [1, 0, 0, 1]),
        ("map(repeats=move-up)@2", [1, 1, 0, 2]),
        ("ndcg", [3, 1, 0, 2]),
        ("mrr@1", [1, 0, 0, 1]),
        ("f1", [3, 1, 0, 2]),
        ("f1@2", [1, 1, 0, 2]),
        ("accuracy@1", [1, 0, 0, 1]),
    ],
)
def test_the_hits_of_a_row_are_those_within_k(pair: Inspection, metric: str, found: list[int]) -> None:
    pair.set_metric(metric)
    assert counts(pair) == found


def test_edits_count_and_the_baseline_has_its_own(pair: Inspection) -> None:
    pair.edit("b", ["x"])
    assert counts(pair) == [2, 1, 0, 2]
    assert counts(pair, "base.found") == [2, 0, 0, 2]
    assert counts(pair, "hits") == [1, 1, 0, 1]


def test_a_row_that_the_submission_lacks_has_none(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text(TRUTH)
    (tmp_path / "submission.csv").write_text("id,labels\na,x q y z\nb,q q q x\n")
    assert counts(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@3")) == [2, 0, 0, 0]


def test_it_is_offered_on_both_sides(pair: Inspection) -> None:
    assert {"found", "base.found"} <= {*field_names(pair.evaluation)}
