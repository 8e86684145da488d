"""Whatever a user does to numbers, the scores are those of the file that would be saved, to the last bit."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings

import inspector

ROWS, METRICS = 7, ("mae", "rmse", "mse", "rmse(columns=together)", "medae", "r2")
values = st.floats(-1e3, 1e3).map(lambda value: round(value, 3))
gestures = st.one_of(
    st.tuples(st.just("edit"), st.integers(0, ROWS - 1), st.lists(values, min_size=2, max_size=2)),
    st.tuples(st.sampled_from(["undo", "redo", "reset"]), st.integers(0, ROWS - 1), st.none()),
    st.tuples(st.just("metric"), st.sampled_from(METRICS), st.none()),
    st.tuples(st.just("filter"), st.sampled_from(["error>0", "true<5 & edited", '"error.two y"<0', ""]), st.none()),
)


def frame(numbers: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({"id": [f"r{row}" for row in range(len(numbers))], "x": numbers[:, 0], "two y": numbers[:, 1]})


def opened(truth: pd.DataFrame, submission: pd.DataFrame, metric: str) -> inspector.Inspection:
    return inspector.open_pair(truth, submission, metric, shape="numbers")


def do(inspection: inspector.Inspection, kind: str, what: object, numbers: list[float] | None) -> None:
    if kind == "edit":
        inspection.edit(f"r{what}", ["x", "two y"], numbers)
    elif kind == "reset":
        inspection.reset([int(str(what))])
    elif kind == "metric":
        inspection.set_metric(str(what))
    elif kind == "filter":
        inspection.narrow(str(what), "test")
    else:
        (inspection.undo if kind == "undo" else inspection.redo)()


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 99), done=st.lists(gestures, min_size=1, max_size=8))
def test_scores_are_those_of_the_edited_file_after_anything(seed, done) -> None:
    rng = np.random.default_rng(seed)
    true = rng.normal(0, 50, (ROWS, 2)).round(2)
    truth, submission = frame(true), frame(true + rng.normal(0, 9, (ROWS, 2)).round(2))
    inspection = opened(truth, submission, "rmse")
    for gesture in done:
        do(inspection, *gesture)
    now = np.array([inspection.evaluation.prediction(row).confidence for row in range(ROWS)])
    fresh = opened(truth, frame(now), str(inspection.metric))
    assert inspection.overall == fresh.overall
    rows, expected = inspection.rows().set_index("id"), fresh.rows().set_index("id")
    for name in ("score", "error", "cost", "predictions:two y"):
        np.testing.assert_array_equal(rows[name], expected[name], err_msg=name)
    inspection.reset()
    before = opened(truth, submission, str(inspection.metric))
    assert inspection.overall == before.overall
    np.testing.assert_array_equal(inspection.rows()["score"], before.rows()["score"])
