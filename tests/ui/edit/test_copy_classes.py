"""Rows and cells of probabilities of classes, copied and pasted in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from ui.user import action, go_to

import inspector
from inspector import Inspection
from inspector.core.data.prediction import Prediction


@pytest.fixture
def classes(tmp_path: Path) -> Inspection:
    (tmp_path / "truth.csv").write_text("id,author\nq,EAP\nr,HPL\ns,MWS\n")
    (tmp_path / "submission.csv").write_text("id,EAP,HPL,MWS\nq,0.75,0.125,0.125\nr,0.25,0.5,0.25\ns,0.25,0.75,0\n")
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mlogloss")


@pytest.mark.slow
def test_a_copied_row_and_a_copied_cell_bring_their_probabilities(show, classes: Inspection) -> None:
    window, before = show(classes), classes.evaluation.prediction(0)
    table = go_to(window, "q")
    action(window, "copy").trigger()
    classes.edit("q", ["MWS"], [1.0])
    action(window, "paste").trigger()
    assert classes.evaluation.prediction(0) == before
    section = [column.name for column in table.model().columns].index("predictions")
    table.setCurrentIndex(table.currentIndex().siblingAtColumn(section))
    action(window, "copy_cell").trigger()
    assert QGuiApplication.clipboard().text() == "EAP:0.75 HPL:0.125 MWS:0.125"
    go_to(window, "r")
    action(window, "paste").trigger()
    assert classes.evaluation.prediction(1) == before == Prediction(("EAP", "HPL", "MWS"), (0.75, 0.125, 0.125))
