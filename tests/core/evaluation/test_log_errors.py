"""Errors of logarithms: their column, their field, and the strips of a metric that compares logarithms."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.data.order import SortKey
from inspector.core.errors import InputError
from inspector.core.evaluation.marks import strips
from inspector.core.query.candidates import field_names
from inspector.core.rows.columns import columns_of, find_column

TRUE = np.array([10.0, 1000.0, 100_000.0, 50.0, 7.0])
PREDICTED = np.array([40.0, 1100.0, 90_000.0, -3.0, np.nan])
IDS = [*"abcde"]


def opened(metric: str) -> inspector.Inspection:
    frames = (pd.DataFrame({"id": IDS, "price": side}) for side in (TRUE, PREDICTED))
    return inspector.open_pair(*frames, metric, shape="numbers")


LOGS = np.log1p(np.maximum(PREDICTED, 0)) - np.log1p(TRUE)


def test_a_column_holds_them_and_sorts() -> None:
    pair = opened("rmsle")
    column = find_column("log_error")
    np.testing.assert_allclose(column.values(pair.evaluation, pair.evaluation.all_rows), LOGS)
    pair.sort(SortKey("log_error"))
    assert [IDS[row] for row in pair.state.order.rows.tolist()] == [*"dcbae"]


@pytest.mark.parametrize(("metric", "has_them"), [("rmsle", True), ("rmse", False), ("mae", False)])
def test_only_a_metric_of_logarithms_offers_them(metric: str, has_them: bool) -> None:
    evaluation = opened(metric).evaluation
    assert ("log_error" in {column.name for column in columns_of(evaluation)}) is has_them
    assert ("log_error" in field_names(evaluation)) is has_them


def test_a_filter_finds_rows_by_them() -> None:
    pair = opened("rmsle")
    pair.narrow("log_error>0.7 | log_error<-0.7")
    assert sorted(IDS[row] for row in pair.state.order.rows.tolist()) == ["a", "d"]


def test_of_several_numbers_each_has_its_own() -> None:
    frames = (pd.DataFrame({"id": IDS, "price": side, "rent": side * 2}) for side in (TRUE, PREDICTED))
    pair = inspector.open_pair(*frames, "rmsle", shape="numbers")
    pair.narrow("log_error.rent>0.7")
    assert [IDS[row] for row in pair.state.order.rows.tolist()] == ["a"]
    pair.filter_by(())
    pair.set_metric("rmse")
    with pytest.raises(InputError, match="log_error"):
        pair.narrow("log_error.rent>0.7")


def test_bars_are_as_long_as_what_the_metric_sees() -> None:
    by_logs, plain = (strips(opened(metric).evaluation, np.arange(3), 10) for metric in ("rmsle", "rmse"))
    assert (by_logs > 0).sum(axis=1).argmax() == 0  # four times too high
    assert (plain > 0).sum(axis=1).argmax() == 2  # 10,000 too low
