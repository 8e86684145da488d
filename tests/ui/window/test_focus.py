"""F6 goes from pane to pane, and takes nothing from Python."""

from __future__ import annotations

import gc

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QFocusFrame, QWidget
from ui.user import Key, action, press

from inspector.ui.widgets.theme import RADIUS
from inspector.ui.widgets.visibility import is_visible


def test_f6_goes_through_the_panes_and_comes_back_to_the_table(window) -> None:
    seen = []
    while "rowTable" not in seen:
        press(window, Key.Key_F6)
        seen.append(QApplication.focusWidget().objectName())
        assert len(seen) < 20, seen
    assert {"scoreHistogram", "firstHitHistogram", "predictionEdit", "metricChooser"} <= {*seen}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "dock"),
    [
        ("edit_row", "rowDock"),
        ("show_matrix", "matrixDock"),
        ("show_luck", "luckDock"),
        ("show_versions", "versionsDock"),
        ("show_submissions", "submissionsDock"),
        ("show_suspects", "suspectsDock"),
    ],
)
def test_a_command_raises_the_panel_that_it_focuses(window, command: str, dock: str) -> None:
    docks = window.bench.docks
    for before in ("slicesDock", "problemsDock"):
        docks.bring(before)
    QApplication.processEvents()
    action(window, command).trigger()
    QApplication.processEvents()
    panel, focused = docks.by_name[dock].panel, QApplication.focusWidget()
    assert is_visible(panel)
    assert focused is panel or panel.isAncestorOf(focused)


@pytest.mark.slow
def test_after_f6_a_floated_dock_leaves_python_its_widgets(window) -> None:
    """Python may lose what Qt deletes, such as an empty title; it kept no tab bar and no menu bar after F6."""
    window.bench.theme.choose("dark")  # holds every widget for a moment
    held = [part for part in QApplication.allWidgets() if part.objectName() or type(part) is not QWidget]
    kept = {type(part).__name__ for part in held}
    dock = window.bench.docks.by_name["problemsDock"]
    press(window, Key.Key_F6)
    for floats in (True, False):
        dock.setFloating(floats)
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    lost = {type(part).__name__ for part in held if not shiboken6.isValid(part)}
    assert "QMenuBar" in kept
    assert not lost & {"QMenuBar", "QMenu", "QHeaderView", "QLineEdit"}
    window.bench.theme.choose("light")


@pytest.mark.slow
def test_every_stop_of_f6_has_a_visible_mark(window) -> None:
    colour = QColor(window.theme.colours.now)
    stops: list[QWidget] = []
    for _ in range(20):
        press(window, Key.Key_F6)
        QApplication.processEvents()
        stop, ring = QApplication.focusWidget(), window.findChild(QFocusFrame)
        if stop in stops:
            break
        image = ring.parentWidget().grab().toImage()
        assert colour in [image.pixelColor(x, 1) for x in range(RADIUS, image.width() - RADIUS, 8)], stop.objectName()
        assert ring.isVisible(), stop.objectName()
        stops.append(stop)
    assert stop is stops[0]
    assert 6 <= len(stops) <= 10, [stop.objectName() for stop in stops]
