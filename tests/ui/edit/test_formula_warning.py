"""Exporting and copying rows warns of cells that a spreadsheet would take for formulas."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QTableView
from ui.user import action, find


@pytest.mark.slow
@pytest.mark.parametrize("label", ["=1+1", "x"])
def test_exporting_and_copying_formulas_shows_one_warning(window, pair, monkeypatch, tmp_path, label: str) -> None:
    pair.edit("r05", [label])
    target = str(tmp_path / "rows.csv")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(lambda *told: (target, "")))
    told: list[str] = []
    window.statusBar().messageChanged.connect(told.append)
    action(window, "export_rows").trigger()
    assert Path(target).exists()
    assert told[-1].startswith(f"Written: {target}")
    assert ("1 cell begins" in told[-1]) == (label == "=1+1")
    assert "\n" not in told[-1]

    find(window, QTableView, "rowTable").selectAll()
    action(window, "copy").trigger()
    assert label in QGuiApplication.clipboard().text()
    assert told[-1].startswith("Copied: 1 cell begins" if label == "=1+1" else "Written")
