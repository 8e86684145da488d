"""Columns of a submission that are not read although they may hold what is meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import inspector

COUNT = 60
DRAW = np.random.default_rng(7)
TRUE = DRAW.normal(5, 3, COUNT).round(6)
GUESS = (TRUE + DRAW.normal(0, 1, COUNT)).round(3)


@pytest.fixture
def kinds(tmp_path: Path) -> Callable[..., set[str]]:
    def kinds_of(
        names: str, *columns: object, truth: object = TRUE, metric: str | None = "rmse", **options: str
    ) -> set[str]:
        for name, header, cells in (("truth", "id,target", [truth]), ("submission", names, columns)):
            lines = [",".join(map(str, row)) for row in zip(range(1, COUNT + 1), *cells, strict=True)]
            (tmp_path / f"{name}.csv").write_text("\n".join([header, *lines]) + "\n")
        opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric, **options)
        return {problem.kind for problem in opened.problems}

    return kinds_of


@pytest.mark.parametrize("value", [0, 0.5])
def test_numbers_beside_a_column_that_never_changes_are_told(kinds, value: float) -> None:
    assert "beside-constant" in kinds("id,target,final", [value] * COUNT, GUESS)
    assert "beside-constant" not in kinds("id,target", [value] * COUNT)
    assert "beside-constant" not in kinds("id,target,fold", [value] * COUNT, np.arange(COUNT) % 5)
    yes = (TRUE > 5).astype(int)
    assert "beside-constant" in kinds("id,target,final", [int(value)] * COUNT, GUESS, truth=yes, metric=None)


def test_a_rounded_copy_of_the_truth_beside_a_prediction_is_told(kinds) -> None:
    for copy in (TRUE.round(3), TRUE.astype(np.float32).astype(float)):
        assert kinds("id,target,final", copy, GUESS) == {"true-column"}
    assert not kinds("id,target,final", TRUE.round(0), GUESS)


def test_two_columns_of_one_name_are_told_unless_they_are_equal(kinds) -> None:
    assert kinds("id,target,target", GUESS, GUESS + 1) == {"same-names"}
    assert not kinds("id,target,target", GUESS, GUESS)


def test_lists_of_probabilities_in_a_cell_are_told(kinds) -> None:
    yes = (TRUE > 5).astype(int)
    vectors = [f'"[{1 - share:.3f}, {share:.3f}]"' for share in DRAW.random(COUNT)]
    answers = (GUESS > 5).astype(float)
    assert kinds("id,probability,prediction", vectors, answers, truth=yes, metric="rocauc") == {
        "unread-vectors",
        "hard-answers",
    }


@pytest.mark.parametrize("metric", ["auc", "mlogloss", "mbrier"])
def test_a_confidence_of_the_predicted_label_alone_is_told(kinds, metric: str) -> None:
    words, yes = np.array(["no", "yes"]), (TRUE > 5).astype(int)
    answers, sure, no = (
        words[(GUESS > 5).astype(int)],
        DRAW.uniform(0.5, 1, COUNT).round(3),
        DRAW.random(COUNT).round(3),
    )
    assert "lone-confidences" in kinds("id,answer,score", answers, sure, truth=words[yes], metric=metric)
    assert "lone-confidences" not in kinds("id,answer,score", answers, sure, truth=words[yes], metric="gap")
    assert "lone-confidences" not in kinds("id,no,yes", no, (1 - no).round(3), truth=words[yes], metric=metric)
    assert "lone-confidences" not in kinds("id,yes", no, truth=yes, metric=metric)


def test_one_read_column_of_a_distribution_is_told(tmp_path: Path) -> None:
    edges = np.arange(-20, 30)
    yards = DRAW.normal(4, 6, COUNT).round().astype(int)
    shares = 1 / (1 + np.exp(-(edges - DRAW.normal(4, 2, (COUNT, 1))) / 4))
    truth = ["PlayId,Yards", *(f"{2018123 + row},{value}" for row, value in enumerate(yards))]
    given = [",".join(["PlayId", *(f"Yards{edge}" for edge in edges)])]
    given += [",".join([str(2018123 + row), *(f"{share:.5f}" for share in of)]) for row, of in enumerate(shares)]
    for name, lines in (("truth", truth), ("submission", given)):
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n")
    opened = inspector.open_pair(
        tmp_path / "truth.csv", tmp_path / "submission.csv", "rmse", submission_column="Yards3"
    )
    assert "unread-columns" in {problem.kind for problem in opened.problems}


def test_targets_that_are_counted_from_another_number_are_told(tmp_path: Path) -> None:
    names = {"truth": "id,y1,y2", "submission": "id,y0,y1"}
    for name, header in names.items():
        rows = [f"{row},{value},{value + 1}" for row, value in enumerate((TRUE if name == "truth" else GUESS).tolist())]
        (tmp_path / f"{name}.csv").write_text("\n".join([header, *rows]) + "\n")
    opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "rmse")
    assert "unpaired-columns" in {problem.kind for problem in opened.problems}


def test_a_second_column_of_probabilities_is_told(kinds) -> None:
    yes, shares = (TRUE > 5).astype(int), (1 / (1 + np.exp(5 - GUESS))).round(4)
    both = shares, (shares**2).round(4)
    read = {"truth": yes, "metric": "rocauc", "submission_column": "raw_prob"}
    assert kinds("id,raw_prob,calibrated_prob", *both, **read) == {"further-probabilities"}
    assert not kinds("id,raw_prob,fold", *both, **read)
    assert not kinds("id,prob_1,prob_0", shares, (1 - shares).round(4), truth=yes, metric="rocauc")


@pytest.mark.parametrize("given", [TRUE, DRAW.permutation(TRUE)])
def test_a_truth_that_is_guessed_of_several_columns_is_told(tmp_path: Path, given: np.ndarray) -> None:
    columns = zip(TRUE.tolist(), DRAW.normal(5, 3, COUNT).round(3).tolist(), given.tolist(), strict=True)
    rows = [(f"{row},{true},{other}", f"{row},{one}") for row, (true, other, one) in enumerate(columns)]
    for name, header, at in (("truth", "id,lag,sales", 0), ("submission", "id,final", 1)):
        (tmp_path / f"{name}.csv").write_text("\n".join([header, *(row[at] for row in rows)]) + "\n")
    files = tmp_path / "truth.csv", tmp_path / "submission.csv"
    opened = inspector.open_pair(*files, "rmse", truth_column="lag")
    assert "guessed-truth" in {problem.kind for problem in opened.problems}


def test_y_is_a_true_number_as_much_as_target(tmp_path: Path) -> None:
    draw = np.random.default_rng(0)
    true = draw.normal(10, 3, COUNT).round(2)
    feature = (true + draw.normal(0, 1, COUNT)).round(2)
    columns = zip(feature, true, (feature + draw.normal(0, 0.5, COUNT)).round(2), strict=True)
    rows = [(f"{row},{one},{right}", f"{row},{given}") for row, (one, right, given) in enumerate(columns)]
    for name, header, at in (("truth", "id,x1,y", 0), ("submission", "id,pred", 1)):
        (tmp_path / f"{name}.csv").write_text("\n".join([header, *(row[at] for row in rows)]) + "\n")
    with pytest.raises(inspector.InputError, match="several ways"):
        inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "rmse")
