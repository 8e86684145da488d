"""Numbers near the end of floats: what they lose may be infinite, and nothing warns of it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.analysis.slices.grouping import groupings
from inspector.core.analysis.slices.slices import slices
from inspector.core.errors import InputError


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


def test_relative_errors_of_huge_numbers_are_right() -> None:
    truth = pd.DataFrame({"id": [*"abc"], "y": [-1e308, 1.5e308, 4.0]})
    given = pd.DataFrame({"id": truth["id"], "y": [1e308, -0.5e308, 5.0]})
    assert inspector.open_pair(truth, given, "smape").rows()["score"].tolist() == [200, 200, 100 / 4.5]
    assert inspector.open_pair(truth, given, "mape").rows()["score"].tolist() == pytest.approx([2, 4 / 3, 0.25])


def test_the_median_of_two_huge_errors_is_between_them() -> None:
    truth = pd.DataFrame({"id": [*"ab"], "y": [0.0, 0.0]})
    given = pd.DataFrame({"id": truth["id"], "y": [1.5e308, -1.6e308]})
    assert inspector.open_pair(truth, given, "medae").overall == 1.55e308


METRICS = ["mae", "mse", "rmse", "r2", "medae", "mape", "smape", "pinball", "mae(weight=w)", "rmse(columns=together)"]


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("pool", [[1e308, -1.7e308, 1.6e308], [1e308, -1e308, 3.5], [5e-324, 0.0], [1e155, 2.5]])
def test_numbers_at_the_ends_of_floats_warn_of_nothing(tmp_path, metric: str, pool: list[float]) -> None:
    draw, names = np.random.default_rng(0), ["x", "y"]
    ids = [f"r{number}" for number in range(12)]
    for name in ("t", "a", "b"):
        columns = {column: draw.choice(pool, len(ids)) for column in names}
        rest = {"zone": [*"nnssnnssnnss"], "w": [2] * len(ids)} if name == "t" else {}
        pd.DataFrame({"id": ids, **columns, **rest}).to_csv(tmp_path / f"{name}.csv", index=False)
    chosen = {"shape": "numbers", "truth_column": "x+y", "submission_column": "x+y"}
    pair = inspector.open_pair(tmp_path / "t.csv", tmp_path / "a.csv", metric, **chosen)
    told = "huge-numbers" in [problem.kind for problem in pair.problems]
    assert told is (max(pool) > 1e150)
    pair.add(tmp_path / "b.csv", name="b")
    pair.baseline = "b"
    assert len(pair.rows()) == len(ids) and len(pair.slices()) >= len(pair.slices("zone")) == 2
    assert pair.explain("r3").steps
    pair.report(tmp_path / "report.html")
    for ask in (pair.compare, pair.luck, pair.interval):
        try:
            ask()
        except InputError as error:
            assert "Statistics need" in error.what or "cannot be split" in error.what
