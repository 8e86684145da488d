"""Files without a header: their first line is a row, and the numbers of their columns are no names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import inspector
from inspector import InputError

ROWS = 300
DRAW = np.random.default_rng(7)
IDS = np.arange(1, ROWS + 1)
YES = DRAW.integers(0, 2, ROWS)
SHARES = (0.3 + 0.4 * YES + DRAW.normal(0, 0.2, ROWS)).clip(0.001, 0.999).round(4)
PRICES = DRAW.normal(10, 3, ROWS).round(2)


def written(folder: Path, name: str, *columns: Iterable[object], head: str = "") -> Path:
    path = folder / f"{name}.csv"
    body = "\n".join(",".join(map(str, cells)) for cells in zip(*columns, strict=True))
    path.write_text(f"{head}{body}\n")
    return path


def test_of_two_probabilities_that_of_yes_is_read(tmp_path: Path) -> None:
    truth = written(tmp_path, "truth", IDS, YES)
    submission = written(tmp_path, "submission", IDS, (1 - SHARES).round(4), SHARES)
    found = inspector.open_pair(truth, submission, "auc")
    assert found.evaluation.pair.submission.label_name == "column 3"
    assert found.evaluation.scores.overall == pytest.approx(roc_auc_score(YES, SHARES), abs=1e-12)


def test_a_text_in_the_truth_hides_no_column_of_the_submission(tmp_path: Path) -> None:
    towns = np.array(["Bergen", "Oslo", "Voss"])[DRAW.integers(0, 3, ROWS)]
    truth = written(tmp_path, "truth", IDS, towns, PRICES)
    found = inspector.open_pair(truth, written(tmp_path, "submission", IDS, PRICES + 0.5), "rmse")
    assert found.evaluation.scores.overall == pytest.approx(0.5, abs=1e-9)


def test_columns_without_names_are_no_labels(tmp_path: Path) -> None:
    shares = DRAW.dirichlet(np.ones(5), ROWS).round(5)
    submission = written(tmp_path, "submission", IDS, *shares.T)
    with pytest.raises(InputError, match="no predicted label is among the labels"):
        inspector.open_pair(written(tmp_path, "truth", IDS, DRAW.integers(0, 5, ROWS)), submission)


@pytest.mark.parametrize("rows", [3, 8])
def test_the_first_of_a_few_rows_is_no_header(tmp_path: Path, rows: int) -> None:
    truth = written(tmp_path, "truth", IDS[:rows], PRICES[:rows])
    submission = written(tmp_path, "submission", IDS[:rows], (PRICES[:rows] + 1.25).round(3))
    found = inspector.open_pair(truth, submission, "rmse")
    assert len(found.evaluation.table) == rows
    assert found.evaluation.scores.overall == pytest.approx(1.25)


def test_a_first_line_that_counts_on_to_the_ids_below_is_a_row(tmp_path: Path) -> None:
    truth = written(tmp_path, "truth", range(41, 46), [3, 5, 4, 1, 2])
    found = inspector.open_pair(truth, written(tmp_path, "submission", range(41, 46), [4, 5, 4, 2, 2]), "mae")
    assert len(found.evaluation.table) == 5
    assert found.evaluation.scores.overall == pytest.approx(0.4)


def test_labels_that_are_numbers_name_the_columns_of_a_few_rows(tmp_path: Path) -> None:
    truth = written(tmp_path, "truth", ["a", "b", "c"], [1, 2, 3], head="id,label\n")
    shares = ([0.7, 0.1, 0.3], [0.2, 0.8, 0.3], [0.1, 0.1, 0.4])
    submission = written(tmp_path, "submission", ["a", "b", "c"], *shares, head="id,1,2,3\n")
    assert inspector.open_pair(truth, submission, "mlogloss").evaluation.scores.overall == pytest.approx(
        -np.log([0.7, 0.8, 0.4]).mean()
    )
