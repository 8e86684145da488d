"""Contests of numbers without any option: the host's columns are read, or the program asks; labels stay labels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.files.understanding.contests_of_numbers import CONTESTS, Numbers

import inspector
from inspector import InputError, Inspection
from inspector.core.data.numbers import values_of


def opened(made: Numbers, folder: Path, metric: str | None = None) -> Inspection:
    paths = [folder / f"{name}.csv" for name, _ in zip(("truth", "submission"), made.texts, strict=False)]
    for path, text in zip(paths, made.texts, strict=True):
        path.write_text(text)
    return inspector.open_pair(*paths, metric=metric)


def made(name: str, seed: int = 1) -> Numbers:
    return CONTESTS[name](np.random.default_rng(seed))


@pytest.mark.slow
@pytest.mark.parametrize("name", CONTESTS)
def test_a_contest_of_numbers_is_read_rightly(name: str, tmp_path: Path) -> None:
    contest = made(name)
    table = opened(contest, tmp_path).evaluation.table
    assert table.kind.words == ("numbers" if contest.read else "labels")
    if contest.read:
        for which, lists in enumerate((table.truth, table.predictions)):
            np.testing.assert_array_equal(values_of(lists), contest.values(which))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("name", CONTESTS)
def test_a_contest_of_numbers_is_never_misread_in_silence(name: str, seed: int, tmp_path: Path) -> None:
    contest = made(name, seed)
    try:
        table = opened(contest, tmp_path).evaluation.table
    except InputError:
        return
    assert table.kind.words == ("numbers" if contest.read else "labels")
    if contest.read:
        np.testing.assert_array_equal(values_of(table.predictions), contest.values(1))


@pytest.mark.parametrize("name", ["Titanic", "Toxic Comments", "MoA", "Diabetic Retinopathy"])
def test_yes_and_no_and_levels_are_numbers_for_a_metric_of_numbers(name: str, tmp_path: Path) -> None:
    contest = made(name)
    table = opened(contest, tmp_path, "rmse").evaluation.table
    names = [column for column in contest.submission if column in contest.truth][1:]
    assert table.kind.words == "numbers"
    assert table.vocab.texts(np.arange(len(table.vocab))) == names


@pytest.mark.parametrize("name", ["Toxic Comments", "MoA"])
def test_columns_of_targets_are_classes_by_their_shape_alone(name: str, tmp_path: Path) -> None:
    targets = opened(made(name), tmp_path, "mlogloss").evaluation
    assert (str(targets.metric), targets.assumption.split(",")[0]) == ("logloss", "logloss")
    paths = tmp_path / "truth.csv", tmp_path / "submission.csv"
    classes = inspector.open_pair(*paths, metric="mlogloss", shape="wide").evaluation
    assert (str(classes.metric), classes.table.kind.words) == ("mlogloss", "labels")
    answers = pd.read_csv(paths[1], index_col=0).round().astype(int)
    answers.to_csv(tmp_path / "answers.csv")
    assert inspector.open_pair(paths[0], tmp_path / "answers.csv").evaluation.table.kind.words == "labels"
