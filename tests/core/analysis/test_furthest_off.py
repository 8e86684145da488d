"""The failure of rows that are furthest off, where many are off alike."""

from __future__ import annotations

import pandas as pd
import pytest

import inspector
from inspector.core.analysis.failures import failure_groups
from inspector.core.query import parse


@pytest.mark.parametrize(
    ("errors", "clause", "count"),
    [
        ([0] * 60 + [1] * 20 + [-1] * 12 + [2] * 5 + [-3] * 3, "error>1.0 | error<-1.0", 8),
        ([0] * 60 + [1 / 3] * 38 + [2.0] * 2, "error>0.3333333333333333 | error<-0.3333333333333333", 2),
        ([0] * 95 + [0.5] * 5, "error>0.0 | error<-0.0", 5),
        ([0] * 85 + [1] * 10 + [-2] * 5, "error>=1.0 | error<=-1.0", 15),
        ([0] * 3 + [1], "error>=0.7 | error<=-0.7", 1),
        ([0] * 60 + [1, -1] * 20, "", 0),
        ([0] * 100, "", 0),
    ],
)
def test_the_furthest_off_are_few_where_many_are_off_alike(errors: list[float], clause: str, count: int) -> None:
    truth = pd.DataFrame({"id": range(len(errors)), "y": 0.0})
    evaluation = inspector.open_pair(truth, truth.assign(y=errors), "rmse", shape="numbers").evaluation
    furthest = [group for group in failure_groups(evaluation) if group.name == "Furthest off"]
    assert [group.clause for group in furthest] == [clause] * bool(clause)
    assert [parse(group.clause).mask(evaluation).sum() for group in furthest] == [count] * bool(clause)
    assert all(group.tip.startswith("Off by more than") == (">=" not in group.clause) for group in furthest)
