"""Labels of a million letters: Qt is given no more of them than a screen shows, and the rest is not lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTableView, QWidget
from ui.conftest import write_pair
from ui.user import find, make_panels, overwrite, section

import inspector
from inspector.ui.widgets.formatting import MOST_SHOWN, start, tip
from inspector.ui.window.main_window import MainWindow

LONG = "<" + "x" * 100_000
MOST = 5 * MOST_SHOWN  # `&lt;` for each letter of a tooltip


@pytest.fixture
def window(show, tmp_path: Path) -> MainWindow:
    write_pair(tmp_path, ((LONG, LONG, f"a {LONG} {LONG}y"), ("r02", "a", "b")))
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@3")
    window = show(pair)
    pair.go_to(0)
    return window


@pytest.fixture
def measured(monkeypatch) -> list[int]:
    """The lengths of the texts that Qt measures."""
    found: list[int] = []
    for name in ("elidedText", "horizontalAdvance"):
        qts = getattr(QFontMetrics, name)
        monkeypatch.setattr(
            QFontMetrics, name, lambda self, text, *more, qts=qts: found.append(len(text)) or qts(self, text, *more)
        )
    return found


def texts_of(model: QAbstractItemModel) -> list[str]:
    cells = [model.index(row, column) for row in range(model.rowCount()) for column in range(model.columnCount())]
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    return [str(cell.data(role) or "") for cell in cells for role in roles]


@pytest.mark.slow
def test_no_panel_gives_qt_more_than_a_screen_shows(window, measured) -> None:
    for dock in window.bench.docks.by_name.values():
        dock.raise_()
        QApplication.processEvents()
        for table in window.findChildren(QTableView):
            assert max(map(len, texts_of(table.model())), default=0) <= MOST, table.objectName()
    assert max(len(part.toolTip()) for part in window.findChildren(QWidget)) <= MOST
    window.grab()
    assert measured
    assert max(measured) <= MOST


@pytest.mark.slow
def test_a_label_measures_only_what_it_can_show(window, measured) -> None:
    make_panels(window)
    for label in window.findChildren(QLabel):
        label.sizeHint()
    assert max(measured) <= MOST


def test_the_whole_label_is_edited(window) -> None:
    table = find(window, QTableView, "rowTable")
    cell = table.model().index(table.currentIndex().row(), section(table, "predictions"))
    assert cell.data(Qt.ItemDataRole.EditRole) == f"a {LONG} {LONG}y"
    assert find(window, QLineEdit, "predictionEdit").text() == f"a {LONG} {LONG}y"


def test_a_label_too_long_to_be_shown_is_not_suggested(window) -> None:
    line = find(window, QLineEdit, "predictionEdit")
    overwrite(line, "<xx")
    assert not line._popup.isVisible()


def test_a_tooltip_is_cut_before_it_is_escaped() -> None:
    assert start("a" * MOST_SHOWN) == "a" * MOST_SHOWN
    assert tip("<" * 2 * MOST_SHOWN) == "<qt>" + "&lt;" * (MOST_SHOWN - 1) + "…</qt>"
