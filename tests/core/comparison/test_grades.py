"""Submissions of grades compared: a row is better where it is nearer to its true grade, whatever chance gives."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.comparison.comparison import Comparison
from inspector.core.task import drain

ROWS = 90
IDS = [f"r{row}" for row in range(ROWS)]
DRAW = np.random.default_rng(6)
TRUE, MINE, OTHER = DRAW.integers(1, 7, (3, ROWS))


def frame(grades: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({"id": IDS, "grade": grades})


@pytest.fixture
def pair() -> inspector.Inspection:
    """A submission compared with another one; both are decimals that QWK rounds."""
    found = inspector.open_pair(frame(TRUE), frame(MINE + 0.25), "qwk")
    found.add(frame(OTHER - 0.25), "other")
    found.baseline = "other"
    return found


def counts(pair: inspector.Inspection) -> tuple[int, int, int]:
    """How many rows the open submission scores better than the baseline, worse and the same."""
    line = pair.compare().set_index("name").loc["submission"]
    return int(line["better"]), int(line["worse"]), int(line["same"])


def test_rows_are_better_that_are_nearer(pair) -> None:
    mine, other = np.abs(MINE - TRUE), np.abs(OTHER - TRUE)
    nearer, farther = mine < other, mine > other
    assert counts(pair) == (nearer.sum(), farther.sum(), ROWS - nearer.sum() - farther.sum())
    deltas = pair.differences("submission").delta.to_numpy()
    assert (np.sign(deltas) == nearer.astype(int) - farther).all()
    pair.narrow("better")
    assert len(pair.state.order) == nearer.sum()


def test_an_edit_makes_no_difference_to_other_rows(pair) -> None:
    pair.baseline = "file"
    row = int(np.argmax(np.abs(MINE - TRUE)))
    pair.edit(IDS[row], ["grade"], [float(TRUE[row])])
    deltas = pair.evaluation.deltas()
    assert deltas[row] > 0
    assert not np.delete(deltas, row).any()
    assert counts(pair) == (1, 0, ROWS - 1)
    pair.narrow("delta!=0")
    assert len(pair.state.order) == 1


def test_the_score_of_a_row_in_the_baseline_adds_up_with_the_difference(pair) -> None:
    found = pair.differences("submission")
    np.testing.assert_allclose(found.score - found.baseline_score, found.delta, atol=1e-12)
    # Of the open submission, the scores are those that its overall is the mean of.
    assert found.score.mean() == pytest.approx(pair.overall)


def test_who_is_nearest_alone_is_told_of_all(pair) -> None:
    pair.add(frame(TRUE), "right")
    line = pair.compare().set_index("name")
    near = np.abs(np.array([MINE, OTHER, TRUE]) - TRUE)
    mean = np.square(np.subtract.outer(MINE, TRUE)).mean()
    won = np.square(near) < mean
    assert line["alone"].loc["right"] == (won[2] & ~won[0] & ~won[1]).sum()


def test_a_row_whose_metric_is_not_known_is_scored_all_the_same(pair) -> None:
    row = np.flatnonzero((MINE == TRUE) & (OTHER == TRUE))[:1]
    verdict = drain(Comparison.of(pair.evaluation).verdict_task(row))
    words = verdict.words("mine", "other")
    assert words == "The metric of 1 row alone is not known, so that mine cannot be compared there."


def test_rows_that_are_filled_make_no_difference_to_others_under_r2() -> None:
    pair = inspector.open_pair(frame(TRUE), frame(MINE + 0.25).iloc[5:], "r2")
    pair.edit("r0", ["grade"], [float(TRUE[0])])
    assert np.count_nonzero(pair.rows()["delta"].fillna(0)) == 0
    pair.narrow("better | worse")
    assert len(pair.state.order) == 0
