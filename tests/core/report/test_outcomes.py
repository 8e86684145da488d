"""What a report says of what came true: reliability, and matrices of few labels and levels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.report.pages import HOSTILE, Page

import inspector

CLASSES = ("cat", "dog", HOSTILE[0])
ROWS = 200


def classes(seed: int = 3) -> tuple[pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(seed)
    truth = pd.DataFrame({"id": [f"r{row}" for row in range(ROWS)], "label": rng.choice(CLASSES, ROWS)})
    shares = pd.DataFrame(rng.dirichlet([0.6] * 3, ROWS).round(4), columns=list(CLASSES))
    return truth, shares.assign(id=truth["id"])


def tables(inspection: inspector.Inspection, folder: Path) -> dict[str, list[list[str]]]:
    inspection.report(folder / "report.html", overwrite=True)
    return Page.of((folder / "report.html").read_text(encoding="utf-8")).tables


def markdown(inspection: inspector.Inspection, folder: Path) -> str:
    inspection.report(folder / "report.md", overwrite=True)
    return (folder / "report.md").read_text(encoding="utf-8")


def matrix_in(text: str, title: str) -> list[list[int]]:
    """The counts of the matrix with this title, 0 for blank cells."""
    lines = text[text.index(title) :].split("\n\n")[0].splitlines()[2:]
    return [[int(cell.replace(",", "") or 0) for cell in map(str.strip, line.split("|")[2:-1])] for line in lines]


def test_reliability_counts_rows_as_pandas_does(tmp_path: Path) -> None:
    truth, submission = classes()
    head, *lines = tables(inspector.open_pair(truth, submission, "mlogloss"), tmp_path)["Reliability"]
    assert head == ["probability", "rows", "mean probability", "came true", "95 % interval"]
    best = submission[list(CLASSES)].max(axis=1)
    right = submission[list(CLASSES)].idxmax(axis=1) == truth["label"]
    for name, rows, mean, share, _ in lines:
        low, high = map(float, name.split(" to "))
        inside = (best >= low) & ((best < high) | (high == 1))
        assert int(rows) == inside.sum()
        assert float(mean) == pytest.approx(best[inside].mean(), rel=1e-3)
        assert share == f"{right[inside].mean():.1%}"
    assert sum(int(line[1]) for line in lines) == ROWS


def test_the_matrix_of_classes_counts_rows_as_pandas_does(tmp_path: Path) -> None:
    truth, submission = classes()
    text = markdown(inspector.open_pair(truth, submission, "mlogloss"), tmp_path)
    first = submission[list(CLASSES)].idxmax(axis=1)
    counted = pd.crosstab(truth["label"], first)
    order = sorted(CLASSES)
    assert matrix_in(text, "| truth label (down)") == counted.loc[order, order].to_numpy().tolist()


def test_what_is_confused_is_worse_on_both_sides_of_the_diagonal(tmp_path: Path) -> None:
    pair = inspector.open_pair(*classes(), "mlogloss")
    pair.report(tmp_path / "report.html")
    page = Page.of((tmp_path / "report.html").read_text(encoding="utf-8"))
    kinds = [(told.get("class") or "").split()[0] for tag, told in page.tags if tag == "rect" and "class" in told]
    assert [kind for kind in kinds if kind in ("same", "better", "worse")].count("worse") == 6
    assert "better" not in kinds


def test_the_matrix_is_of_the_rows_shown(tmp_path: Path) -> None:
    truth, submission = classes()
    pair = inspector.open_pair(truth, submission, "mlogloss")
    pair.narrow("truth:cat")
    counts = matrix_in(markdown(pair, tmp_path), "| truth label (down)")
    assert np.sum(counts) == (truth["label"] == "cat").sum()


def test_levels_of_numbers_have_a_matrix_and_other_numbers_none(tmp_path: Path) -> None:
    grades = [0, 1, 2, 3, 3, 2]
    truth = pd.DataFrame({"id": range(6), "grade": grades})
    guess = truth.assign(grade=[0.2, 1.4, 1.6, 3.0, 0.0, 2.0])
    text = markdown(inspector.open_pair(truth, guess, "qwk", shape="numbers", truth_column="grade"), tmp_path)
    assert matrix_in(text, "| truth (down)") == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 2, 0], [1, 0, 0, 1]]
    other = markdown(inspector.open_pair(truth, guess, "rmse", shape="numbers", truth_column="grade"), tmp_path)
    assert "Confusions" not in other
    assert "Reliability" not in other


def test_many_labels_have_pairs_and_no_matrix(tmp_path: Path) -> None:
    truth = pd.DataFrame({"id": range(40), "label": [f"c{row}" for row in range(40)]})
    guess = truth.assign(label=np.roll(truth["label"], 1))
    text = markdown(inspector.open_pair(truth, guess, "map@1"), tmp_path)
    assert "Confusions" in text
    assert "truth label (down)" not in text


def test_a_row_without_a_prediction_has_a_column_of_its_own(tmp_path: Path) -> None:
    truth = pd.DataFrame({"id": range(4), "label": ["a", "a", "b", "b"]})
    guess = truth.assign(label=["a", "b", "", "b"])
    text = markdown(inspector.open_pair(truth, guess, "map@1"), tmp_path)
    assert matrix_in(text, "| truth label (down)") == [[1, 1, 0], [0, 1, 1], [0, 0, 0]]
    assert "(none)" in text


def test_probabilities_of_yes_have_bins_for_each_number(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    truth = pd.DataFrame({"id": range(60), "rain": rng.integers(0, 2, 60), "snow": rng.integers(0, 2, 60)})
    guess = truth.assign(rain=rng.random(60).round(3), snow=rng.random(60).round(3))
    text = markdown(inspector.open_pair(truth, guess, "logloss", shape="numbers"), tmp_path)
    assert text.count("what was predicted and what came true") == 2
    assert "Probability of rain" in text
