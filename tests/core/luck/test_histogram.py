"""The histogram of private - public."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.luck.luck import Luck, gap_bars


def luck_of(rows: int, **question: object) -> Luck:
    right = np.random.default_rng(1).random(rows) < 0.7
    truth = pd.DataFrame({"id": range(rows), "label": "a"})
    return inspector.open_pair(truth, truth.assign(label=np.where(right, "a", "b")), "map@1").luck(**question)  # type: ignore[arg-type]


@pytest.mark.parametrize("rows", [12, 60, 2500])
def test_all_splits_are_in_the_bars_and_most_within_reach(rows: int) -> None:
    luck = luck_of(rows)
    edges, shares = gap_bars(luck)
    assert len(edges) == len(shares) + 1
    assert len(shares) % 2 == 1
    assert edges == pytest.approx(-edges[::-1])
    assert shares.sum() == pytest.approx(1, abs=0.001)
    middle = (edges[:-1] + edges[1:]) / 2
    within = shares[np.abs(middle) <= luck.opened.margin + (edges[1] - edges[0]) / 2].sum()
    assert 0.9 < within <= 1.001


def test_the_bars_of_a_formula_are_those_of_the_normal_splits() -> None:
    luck = luck_of(2500)
    edges, shares = gap_bars(luck)
    assert luck.method == "formula"
    drawn = luck.split_scores
    assert np.histogram(drawn.gaps[0], edges)[0] / len(drawn) == pytest.approx(shares, abs=0.015)


def test_without_luck_there_are_no_bars() -> None:
    frame = pd.DataFrame({"id": range(9), "label": "a"})
    edges, shares = gap_bars(inspector.open_pair(frame, frame, "map@1").luck())
    assert (len(edges), len(shares)) == (0, 0)
