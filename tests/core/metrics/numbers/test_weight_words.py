"""What is said of the weights of rows: in the arithmetic of a row, and where there is no such column."""

from __future__ import annotations

import pandas as pd
import pytest

import inspector
from inspector.core.errors import InputError

TRUTH = pd.DataFrame({"id": [*"abcd"], "y": [10.5, 12.25, 9.75, 14.5], "w": [1, 2, 0.5, 3], "area": [3, 3, 1, 1]})
SAID = TRUTH[["id", "y"]].assign(y=[10.2, 12.5, 9.5, 14.1])


@pytest.mark.parametrize("metric", ["rmse", "mae", "r2"])
def test_a_row_says_its_weight_and_its_share(metric: str) -> None:
    pair = inspector.open_pair(TRUTH, SAID, f"{metric}(weight=w)")
    assert pair.explain("b").remark == "The row weighs 2 (w), 30.8% of all rows that are scored."
    pair.set_metric(metric)
    assert not pair.explain("b").remark


def test_the_share_of_a_weight_is_of_the_rows_that_are_scored() -> None:
    pair = inspector.open_pair(TRUTH, SAID[1:], "rmse(weight=w)")
    assert pair.explain("b").remark.startswith("The row weighs 2 (w), 36.4%")
    assert "weighs" not in pair.explain("a").remark
    assert pair.explain("b").of_overall.endswith("the overall is the root of the weighted mean of all.")


def test_an_unknown_column_of_weights_names_the_columns() -> None:
    with pytest.raises(InputError) as caught:
        inspector.open_pair(TRUTH, SAID, "rmse(weight=foo)")
    assert str(caught.value) == "no column 'foo' to weigh rows by. Expected: 'w' | 'area'."
    with pytest.raises(InputError, match="Expected: a truth with a column of weights"):
        inspector.open_pair(TRUTH[["id", "y"]], SAID, "rmse(weight=foo)")


def test_what_is_no_weight_is_told_with_the_first_row_that_has_it() -> None:
    with pytest.raises(InputError, match="'-1' in the column 'w' is no weight; it is that of the row 'b'"):
        inspector.open_pair(TRUTH.assign(w=["1", "-1", "x", "-1"]), SAID, "rmse(weight=w)")
