"""Splits of downloaded contest files: formulas against simulation, and parts of pooled overalls and of one list."""

from __future__ import annotations

import csv
import math
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.luck.parts import parts_of
from inspector.core.luck.split import Split
from inspector.core.luck.split_scores import drawn
from inspector.core.task import drain


def test_formulas_agree_with_splits_of_real_rankings(real_data: Path) -> None:
    folder = real_data / "humpback"
    with (folder / "submission_0.894.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    truth = pd.DataFrame([(row[0], row[1].split()[0]) for row in rows], columns=head)
    opened = inspector.open_pair(truth, folder / "submission_0.842.csv", "map@5")
    opened.add(folder / "submission_0.866.csv")
    luck = opened.luck(public=0.8)
    assert (luck.rows, luck.method) == (7960, "formula")
    split, sides = luck.split, [opened.evaluation, opened.others[0].evaluation]
    units = np.arange(7960)
    found = drain(drawn([parts_of(side, units, units) for side in sides], split, 7960, 1, seed=1))
    assert len(found) == 2000
    assert luck.opened.deviation_public == pytest.approx(found.public[0].std(), rel=0.06)
    assert luck.opened.margin == pytest.approx(np.quantile(np.abs(found.gaps[0]), 0.95), rel=0.08)
    moves = (1 - split.share) * np.abs(found.gaps[1] - found.gaps[0])
    assert luck.lines[1].smallest_move == pytest.approx(np.quantile(moves, 0.95), rel=0.08)
    assert luck.lines[0].first == pytest.approx(found.first()[0], abs=0.03)


@pytest.mark.slow
def test_splits_of_a_real_list_of_all_predictions(real_data: Path) -> None:
    folder = real_data / "landmark_2018"
    side = inspector.open_pair(folder / "submission_0.084.csv", folder / "submission_0.073.csv", "gap").evaluation
    rows = side.all_rows
    parts = replace(parts_of(side, rows, rows), splits=20)
    found = drain(drawn([parts], Split.of(len(rows), 0.3), len(rows), 1, seed=0))
    assert found.public.mean() == pytest.approx(side.scores.overall, abs=0.002)
    assert 0.0005 < found.public.std() < 0.004
    chosen = np.random.default_rng(0).permutation(rows)[:35_000]
    alone = side.scores.part(np.sort(chosen), partial(side.batch, np.sort(chosen)))
    assert parts.overalls(np.bincount(chosen, minlength=len(rows))[None]) == pytest.approx([alone], abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["f1", "f1(average=micro)"])
def test_splits_of_real_sets_of_labels(real_data: Path, metric: str) -> None:
    opened = inspector.open_pair(real_data / "plant_pathology_2021" / "predicted_and_true.csv", metric=metric)
    luck = opened.luck()
    assert luck.method == ("formula" if metric == "f1" else "simulated")
    # Whether a row is right or wrong is nearly all of both.
    share = opened.overall
    rough = 1.96 * math.sqrt(share * (1 - share) * luck.split.of_gap)
    assert luck.opened.margin == pytest.approx(rough, rel=0.2)
