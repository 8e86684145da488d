"""An overall that is no mean of the row scores is told beside the arithmetic of a row."""

from __future__ import annotations

import pytest
from core.strategies import Lists, open_lists

import inspector
from inspector import Inspection
from inspector.core.evaluation.marks import named_losses

ROWS = Lists([["a", "b"], ["c"]], [["a", "x", "b"], ["y", "c"]], [[0.9, 0.35, 0.3], [0.6, 0.5]])
BY_COUNTS = "The overall is that of the counts of all rows, no mean of rows."
TOLD = {
    "f1": "",
    "map@3": "",
    "f1(average=macro)": "The overall is the mean of the labels, not of the rows.",
    "f1(average=weighted)": "The overall is the mean of the labels, weighted by their rows, not of the rows.",
    "f1(average=micro)": BY_COUNTS,
    "recall(average=pooled)@2": BY_COUNTS,
    "f1(label=a)": BY_COUNTS,
    "gmap": "The overall is the geometric mean of the rows' scores.",
    "gap": "The overall is the sum of the rows' scores.",
    "auc": "The overall is the mean of the labels' scores, to which each row adds.",
    "map(group=id-start)@3": "",
    "f1(group=id-start)": "",
}


def opened(metric: str) -> Inspection:
    return open_lists(ROWS, metric)


@pytest.mark.parametrize("metric", TOLD)
def test_the_arithmetic_of_a_row_ends_with_what_the_overall_is(metric: str) -> None:
    assert opened(metric).explain("01").of_overall == TOLD[metric]


def test_roots_and_medians_of_numbers_are_told(tmp_path) -> None:
    for name, numbers in (("truth", (1, 2, 3)), ("predicted", (1, 3, 5))):
        (tmp_path / f"{name}.csv").write_text("id,y\n" + "".join(f"r{at},{one}\n" for at, one in enumerate(numbers)))
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "predicted.csv", "rmse", shape="numbers")
    for metric, told in (("rmse", "the root of the mean"), ("medae", "the median"), ("mse", ""), ("r2", "")):
        pair.set_metric(metric)
        assert told in pair.explain("r1").of_overall
        assert bool(told) == bool(pair.explain("r1").of_overall)


def test_a_set_loses_nothing_by_its_order() -> None:
    assert [name for name, _ in named_losses(opened("f1").evaluation)] == ["wrong or missing labels"]
    for metric in ("f1@2", "f1(threshold=0.4)", "map@3"):
        assert len(named_losses(opened(metric).evaluation)) == 2
