"""Numbers that are read as labels, or under the name of the other class, are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import inspector

COUNT = 60
TRUE = np.random.default_rng(3).integers(1950, 2020, COUNT)
OTHERS = np.random.default_rng(4).integers(1950, 2020, COUNT)
YES = (TRUE > 1985).astype(int)
SHARES = np.random.default_rng(5).random(COUNT).round(4)


@pytest.fixture
def kinds(tmp_path: Path) -> Callable[..., set[str]]:
    def kinds_of(truth: object, given: object, metric: str | None = None, name: str = "target") -> set[str]:
        for file, header, cells in (("truth", "target", truth), ("submission", name, given)):
            lines = [f"id,{header}", *(f"{row},{cell}" for row, cell in enumerate(cells))]
            (tmp_path / f"{file}.csv").write_text("\n".join(lines) + "\n")
        opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric)
        return {problem.kind for problem in opened.problems}

    return kinds_of


def test_years_of_which_none_is_right_but_by_chance_are_told(kinds) -> None:
    assert kinds(TRUE, OTHERS, "accuracy") == {"numbers-as-labels"}
    right = np.where(np.arange(COUNT) % 3 == 0, OTHERS, TRUE)
    assert not kinds(TRUE, right, "accuracy")
    assert "numbers-as-labels" not in kinds([f"w{year}" for year in TRUE], [f"w{year}" for year in OTHERS], "accuracy")
    assert "numbers-as-labels" not in kinds([f"0{year}" for year in TRUE], [f"0{year}" for year in OTHERS], "accuracy")


@pytest.mark.parametrize("form", ["{}%", "${}", "{} °C"])
def test_labels_that_are_numbers_with_a_unit_are_told(kinds, form: str) -> None:
    near = np.where(np.arange(COUNT) % 3 == 0, TRUE + 1, TRUE)
    assert kinds(*([form.format(value - 1950) for value in side] for side in (TRUE, near))) == {"numbers-as-labels"}


def test_probabilities_of_no_that_do_not_surely_rise_with_yes_are_told(kinds) -> None:
    assert kinds(YES, SHARES, "rocauc", "prob_0") == {"probability-of-no"}
    assert kinds(np.where(YES, "yes", "no"), SHARES, "rocauc", "no") == {"probability-of-no"}
    assert not kinds(YES, SHARES, "rocauc", "prob_1")
    assert not kinds(YES, (0.5 * YES + SHARES / 2).round(4), "rocauc", "prob_0")


def test_probabilities_beside_other_numbers_than_0_and_1_are_told(kinds) -> None:
    assert kinds(2 * YES - 1, SHARES) == {"not-yes-and-no"}
    assert kinds(np.where(np.arange(COUNT) % 9 == 0, -1, YES), SHARES) == {"not-yes-and-no"}
    assert not kinds(YES, SHARES)
    assert "not-yes-and-no" not in kinds(2 * YES - 1, 4 * SHARES - 2, "rmse")


def test_decimals_of_ids_that_repeat_are_told(tmp_path: Path) -> None:
    rows = [f"{row % 5},{share},{other}" for row, (share, other) in enumerate(zip(SHARES, SHARES[::-1], strict=True))]
    (tmp_path / "oof.csv").write_text("\n".join(["store_id,y_true,y_pred", *rows]) + "\n")
    opened = inspector.open_pair(tmp_path / "oof.csv")
    assert "numbers-as-labels" in {problem.kind for problem in opened.problems}


def test_whole_numbers_that_happen_to_be_ids_are_no_groups(kinds) -> None:
    prices = np.random.default_rng(8).gamma(2, 5, COUNT).round(1)
    assert "numbers-as-labels" in kinds(prices.repeat(2)[:COUNT], np.random.default_rng(9).integers(0, COUNT, COUNT))
