"""The perfect submission that a host's metric is asked about, and that asking leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.host.scripts import doing, running

import inspector
from inspector.core.data.edits import Overlay
from inspector.core.data.numbers import values_of
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.host.frames import Frames
from inspector.core.host.perfect import perfect


def evaluation(truth: pd.DataFrame, submission: pd.DataFrame, metric: str) -> Evaluation:
    return inspector.open_pair(truth, submission, metric).evaluation


def test_numbers_are_the_true_ones_and_stay_where_there_is_none() -> None:
    truth = pd.DataFrame({"id": [*"abc"], "x": [1.5, 2.5, 3.5], "y": [4.5, np.nan, 6.5]})
    found = perfect(evaluation(truth, truth.assign(x=2.25, y=4.75), "mae").pair, Overlay.empty())
    assert values_of(found.predictions).tolist() == [[1.5, 4.5], [2.5, 4.75], [3.5, 6.5]]


def test_labels_are_the_true_ones_and_stay_in_a_row_without_truth() -> None:
    truth = pd.DataFrame({"id": [*"abc"], "labels": ["x y", "", "z"]})
    of = evaluation(truth, truth.assign(labels=["z", "y x", "x y z"]), "map@3")
    found = perfect(of.pair, of.overlay).predictions
    assert [of.table.vocab.texts(found[row]) for row in range(3)] == [["x", "y"], ["y", "x"], ["z"]]


def test_a_class_without_a_column_has_no_place() -> None:
    truth = pd.DataFrame({"id": range(6), "label": ["cat", "cow", "emu"] * 2})
    shares = pd.DataFrame({"id": range(6), "cat": [0.25, 0.5] * 3, "cow": [0.75, 0.5] * 3})
    pair = evaluation(truth, shares, "logloss").pair
    with pytest.raises(InputError, match="no place for the truth"):
        perfect(pair, Overlay.empty())


@pytest.mark.slow
def test_another_content_is_scored_and_not_kept(tmp_path: Path) -> None:
    truth = pd.DataFrame({"id": [*"abcdef"], "y": [1.5, 2.5, 3.5, 4.5, 5.5, 6.5]})
    of = evaluation(truth, truth.assign(y=truth.y + 2), "mae")
    frames = Frames(of.pair)
    with running(tmp_path, doing("return (solution.y - submission.y).abs().mean()")) as host:
        assert host.score(frames, of.overlay).overall == 2
        assert host.score_aside(frames, of.overlay, perfect(of.pair, of.overlay)) == 0
        assert host.score(frames, of.overlay).overall == 2
