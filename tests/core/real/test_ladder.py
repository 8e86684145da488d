"""The ladder of the landmark files: blanking and exchanging predictions one by one gains what it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import Inspection
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.core.ladder.cuts import Cuts
from inspector.core.ladder.inversions import inversions_of
from inspector.core.ladder.ladder import ladder_of

EXACT = 1e-12


@pytest.fixture(scope="module")
def landmarks(real_data: Path) -> Inspection:
    """The better submission as the truth, which is not public, of the other one: 117,703 rows."""
    folder = real_data / "landmark_2018"
    return inspector.open_pair(folder / "submission_0.084.csv", folder / "submission_0.073.csv", "gap")


@pytest.mark.slow
def test_blanking_one_by_one_gains_the_costs(landmarks: Inspection) -> None:
    evaluation, ladder = landmarks.evaluation, ladder_of(landmarks.evaluation)
    assert ladder is not None and ladder.m == 116_028
    wrong = np.flatnonzero(~ladder.hit)
    for place in wrong[np.unique(np.geomspace(1, len(wrong), 300).astype(int)) - 1].tolist():
        row = int(ladder.row[place])
        blank = evaluation.prediction(row).with_labels([""])
        gained = evaluation.preview(row, blank).overall - evaluation.scores.overall
        assert ladder.cost[place] == pytest.approx(gained, abs=EXACT)


def test_all_costs_are_those_of_the_formula(landmarks: Inspection) -> None:
    """The sum over the hits j below of C_j (1 / (j - 1) - 1 / j) / M, written out for each wrong prediction."""
    ladder = ladder_of(landmarks.evaluation)
    assert ladder is not None
    place = np.flatnonzero(ladder.hit) + 1.0
    with np.errstate(divide="ignore"):
        terms = np.arange(1, len(place) + 1) * (1 / (place - 1) - 1 / place) / ladder.m
    for at in np.flatnonzero(~ladder.hit)[::500]:
        assert ladder.cost[at] == pytest.approx(terms[place > at + 1].sum(), abs=EXACT)
    costs = ladder.cost[~ladder.hit]
    assert (np.diff(costs) <= 0).all() and costs[0] > 4e-5 and costs[-1] == 0


@pytest.mark.slow
def test_exchanging_with_the_partner_gains_what_is_said(landmarks: Inspection) -> None:
    evaluation, ladder, found = (
        landmarks.evaluation,
        ladder_of(landmarks.evaluation),
        inversions_of(landmarks.evaluation),
    )
    assert ladder is not None and found is not None
    known = np.flatnonzero(~np.isnan(found.gain))
    for place in known[:: len(known) // 20].tolist():
        rows = np.sort(ladder.row[[place, found.partner]].astype(np.int64))
        lists = evaluation.predictions(rows)
        assert lists.weights is not None and lists.lengths.tolist() == [1, 1]
        edit = Edit(rows, Ragged(lists.offsets, lists.codes, lists.weights[::-1].copy()), "")
        gained = evaluation.preview_edit(edit, {}) - evaluation.scores.overall
        assert found.gain[place] == pytest.approx(gained, abs=EXACT)


def test_cutting_costs_gap_and_wins_precision(landmarks: Inspection) -> None:
    ladder = ladder_of(landmarks.evaluation)
    assert ladder is not None
    cuts = Cuts.of(ladder)
    assert cuts.gap[0] == pytest.approx(landmarks.overall, abs=EXACT) and (np.diff(cuts.gap) <= EXACT).all()
    half = cuts.nearest(len(ladder) / 2)
    assert cuts.precision[half] > cuts.precision[0] and cuts.coverage[half] < cuts.coverage[0]
