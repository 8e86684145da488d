"""Numbers near the end of floats: what they lose may be infinite, and nothing warns of it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.analysis.slices.grouping import groupings
from inspector.core.analysis.slices.slices import slices


@pytest.mark.parametrize(
    ("metric", "overall"), [("rmse", np.inf), ("mse", np.inf), ("r2", -np.inf), ("mae", 2.5e299), ("pinball", 1.25e299)]
)
def test_a_huge_number_is_scored_edited_and_sliced(metric: str, overall: float) -> None:
    truth = pd.DataFrame({"id": [*"abcd"], "y": [1.5, 2.5, 3.5, 9.25], "zone": [*"nnss"]})
    given = pd.DataFrame({"id": truth["id"], "y": [1e300, 2.7, 3.1, 9.2]})
    pair = inspector.open_pair(truth, given, metric)
    assert pair.overall == pytest.approx(overall)
    pair.edit("c", ["y"], [2e300])
    pair.edit("a", ["y"], [1.0])
    evaluation = pair.evaluation
    assert [*np.sign(pair.metric.improvement(evaluation.deltas()))] == [1, 0, -1, 0]
    assert evaluation.costs(evaluation.all_rows)[3] < 1
    assert all(len(slices(evaluation, grouping)) for grouping in groupings(evaluation))
