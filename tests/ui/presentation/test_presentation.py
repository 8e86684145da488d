"""Presentation mode enlarges the window and restores it; playback shows each edit before its score."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget
from ui.user import Key, action, find, go_to, press, text

from inspector import Inspection
from inspector.ui.settings import Settings
from inspector.ui.widgets.visibility import is_visible


def docks(window) -> dict[str, bool]:
    return {name: dock.isVisible() for name, dock in window.bench.docks.by_name.items()}


def test_presentation_mode_enlarges_text_and_restores_the_layout(show, pair: Inspection, theme) -> None:
    settings = Settings(temporary=True)
    window = show(pair, settings)
    find(window, QWidget, "firstHitDock").hide()
    window.resize(860, 600)
    before, score = docks(window), find(window, QLabel, "overallScore")
    height, size = score.sizeHint().height(), window.size()
    press(window, Key.Key_F11)
    assert [name for name, visible in docks(window).items() if visible] == ["rowDock"]
    assert score.sizeHint().height() > 1.8 * height
    assert theme.scale == 1.5
    assert not find(window, QLabel, "lossLedger").isVisible()
    press(window, Key.Key_F11)
    assert (docks(window), theme.scale, window.size()) == (before, 1.0, size)
    assert score.sizeHint().height() == height
    assert settings.text_scale == 1.0


def test_a_window_closed_in_presentation_mode_reopens_without_it(show, pair: Inspection, theme) -> None:
    settings = Settings(temporary=True)
    first = show(pair, settings)
    before = docks(first)
    action(first, "stage").trigger()
    assert first.close()
    theme.set_scale(settings.text_scale)
    assert docks(show(pair, settings)) == before


@pytest.fixture
def played(window, pair: Inspection):
    """Playback of two steps after a mark."""
    pair.edit("r02", ["b"])
    action(window, "record_steps").trigger()
    for id_ in ("r05", "r03"):
        go_to(window, id_)
        action(window, "put_truth_first").trigger()
    action(window, "play_steps").trigger()
    return window


def test_a_step_shows_the_prediction_and_hides_the_score_until_space(played, pair: Inspection, qtbot) -> None:
    button = find(played, QPushButton, "stageNext")
    qtbot.waitUntil(button.hasFocus)
    assert text(played, "stageTitle") == "Step 1 of 2: put e at rank 1 of r05"
    assert (text(played, "stageRow"), text(played, "stageTruth")) == ("r05", "e")
    assert text(played, "stagePrediction") == "e  a  b  c"
    assert text(played, "stageScore") == "What will the overall MAP@3 be?"
    assert (pair.evaluation.labels(4), pair.current) == (["a", "b", "c"], 4)
    overall = pair.overall
    press(played, Key.Key_Space)
    assert text(played, "stagePrediction") == "e ✓  a  b  c"
    assert text(played, "stageRowScore") == "0.0000 → 1.0000"
    assert text(played, "stageScore").startswith("MAP@3 ")
    assert "▲ +" in text(played, "stageScore")
    assert pair.overall > overall
    press(played, Key.Key_Space)
    assert text(played, "stageTitle").startswith("Step 2 of 2: put c at rank 1 of r03")
    assert text(played, "stageScore") == "What will the overall MAP@3 be?"
    press(played, Key.Key_Space)
    assert button.text() == "&Finish"
    press(played, Key.Key_Space)
    assert not find(played, QWidget, "stageDock").isVisible()
    assert (pair.redo_name, pair.evaluation.labels(1)) == (None, ["b"])


def test_stopping_and_loading_end_it(played, pair: Inspection, other, qtbot) -> None:
    find(played, QPushButton, "stageStop").click()
    assert not find(played, QWidget, "stageDock").isVisible()
    assert (pair.redo_name, pair.evaluation.labels(2)[0]) == (None, "c")
    action(played, "play_steps").trigger()
    assert find(played, QWidget, "stageDock").isVisible()
    with qtbot.waitSignal(played.bench.open_controller.opened):
        played.bench.open_controller.open(*other)
    assert not find(played, QWidget, "stageDock").isVisible()


def test_an_edit_in_the_middle_ends_it(played, pair: Inspection) -> None:
    pair.edit("r07", ["a"])
    assert not find(played, QWidget, "stageDock").isVisible()


def test_without_an_edit_the_window_says_what_to_do(window) -> None:
    action(window, "play_steps").trigger()
    assert "Make an edit first" in text(window, "messageText")
    assert not find(window, QWidget, "stageDock").isVisible()


def test_playback_steps_span_the_window_in_front_of_the_problems(played, qtbot) -> None:
    panel, problems = find(played, QWidget, "stagePanel"), find(played, QWidget, "problemsPanel")
    find(played, QToolButton, "problemsButton").click()
    qtbot.waitUntil(lambda: is_visible(problems))
    assert not is_visible(panel)
    action(played, "play_steps").trigger()
    for _ in range(3):
        qtbot.waitUntil(lambda: is_visible(panel))
        assert not is_visible(problems)
        assert panel.width() >= played.centralWidget().width()
        action(played, "stage").trigger()


def test_the_step_is_described_on_its_own_line(played) -> None:
    title, button = find(played, QLabel, "stageTitle"), find(played, QPushButton, "stageNext")
    assert title.geometry().bottom() < button.geometry().top()
    assert title.width() > button.geometry().right() - title.x() - 1
