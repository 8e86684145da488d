"""Presentation mode enlarges the window and restores it; playback shows each edit before its score."""

from __future__ import annotations

from types import SimpleNamespace

import pyarrow as pa
import pytest
from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTableView,
    QToolBar,
    QToolButton,
    QWidget,
)
from ui.user import Control, Key, action, click_row, find, go_to, overwrite, press, section, text

import inspector
from inspector import Inspection
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.presentation.presentation_mode import PresentationMode
from inspector.ui.presentation.step_dots import StepDots
from inspector.ui.presentation.ticking_number import TickingNumber
from inspector.ui.settings import Settings
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.visibility import is_visible

_PANELS = ("stagePanel", "rowPanel")


def docks(window) -> dict[str, bool]:
    return {name: dock.isVisible() for name, dock in window.bench.docks.by_name.items()}


def number(window) -> TickingNumber:
    """The overall on stage."""
    return find(window, TickingNumber, "stageOverall")


@pytest.mark.slow
@pytest.mark.parametrize("leave", [Key.Key_F11, Key.Key_Escape])
def test_the_stage_is_the_whole_screen_and_leaves_all_as_it_was(show, pair: Inspection, theme, leave: Key) -> None:
    settings = Settings(temporary=True)
    window = show(pair, settings)
    find(window, QWidget, "firstHitDock").hide()
    window.resize(860, 600)
    before, size, layout = docks(window), window.size(), window.saveState()
    bars = [bar for bar in (window.menuBar(), window.statusBar(), *window.findChildren(QToolBar)) if bar.isVisible()]
    keys = list(window.actions())
    press(window, Key.Key_F11)
    assert window.isFullScreen()
    assert [name for name, visible in docks(window).items() if visible] == ["rowDock"]
    assert not any(bar.isVisible() for bar in [*bars, find(window, QWidget, "filterBar")])
    assert find(window, QWidget, "stageHeader").isVisible()
    assert number(window).text == f"{pair.overall:.5f}"
    press(window, leave)
    assert not window.isFullScreen()
    assert (docks(window), theme.scale, window.size()) == (before, 1.0, size)
    assert window.saveState() == layout
    assert all(bar.isVisible() for bar in [*bars, find(window, QWidget, "filterBar")])
    assert not find(window, QWidget, "stageHeader").isVisible()
    assert list(window.actions()) == keys
    assert settings.text_scale == 1.0


@pytest.mark.slow
def test_text_on_stage_is_read_from_the_last_row_of_seats(window, theme, qtbot) -> None:
    action(window, "stage").trigger()
    screen = window.screen().size()
    lines = screen.height() / QFontMetrics(QApplication.font()).height()
    letters = screen.width() / QFontMetrics(QApplication.font()).averageCharWidth()
    assert lines < 29 or letters < 90
    paint_heights = number(window).sizeHint().height()
    assert paint_heights > screen.height() / 10
    qtbot.waitUntil(lambda: find(window, QWidget, "rowDock").width() > 0.5 * window.width())
    assert theme.scale > 1.2


@pytest.mark.slow
def test_the_scores_are_in_sight_as_the_stage_begins(window) -> None:
    table = find(window, QTableView, "rowTable")
    window.resize(900, 600)
    click_row(table, 1, "predictions")
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())
    action(window, "stage").trigger()
    for _ in range(3):
        QCoreApplication.processEvents()
        assert table.horizontalScrollBar().value() == 0
    assert 0 <= table.columnViewportPosition(section(table, "score")) < table.viewport().width()


@pytest.mark.slow
def test_a_button_leaves_the_stage_too(window) -> None:
    action(window, "stage").trigger()
    find(window, QToolButton, "leaveStage").click()
    assert not window.isFullScreen()
    assert window.menuBar().isVisible()


@pytest.mark.slow
def test_keys_of_the_hidden_menus_work_on_stage_and_only_once(window, pair: Inspection) -> None:
    pair.edit("r05", ["e"])
    pair.edit("r05", ["b"])
    press(window, Key.Key_F11)
    find(window, QWidget, "rowTable").setFocus()
    press(window, Key.Key_Z, Control)
    assert pair.evaluation.labels(4) == ["e"]
    press(window, Key.Key_Escape)
    find(window, QWidget, "rowTable").setFocus()
    press(window, Key.Key_Z, Control)
    assert pair.evaluation.labels(4) == ["a", "b", "c"]


@pytest.mark.slow
def test_a_pair_opened_on_stage_brings_back_no_tool_bar(window, other, qtbot) -> None:
    press(window, Key.Key_F11)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    assert not find(window, QToolBar, "scoreToolBar").isVisible()
    assert number(window).text == f"{window.bench.inspection.overall:.5f}"
    press(window, Key.Key_F11)
    assert find(window, QToolBar, "scoreToolBar").isVisible()


@pytest.mark.slow
def test_neither_sorting_nor_a_filter_brings_back_a_bar_on_stage(window, pair: Inspection) -> None:
    press(window, Key.Key_F11)
    press(window, Key.Key_1, Control)
    pair.narrow("truth:a")
    assert not find(window, QWidget, "filterBar").isVisible()
    press(window, Key.Key_Escape)
    assert find(window, QWidget, "filterBar").isVisible()


@pytest.mark.slow
def test_a_window_closed_in_presentation_mode_reopens_without_it(show, pair: Inspection, theme) -> None:
    settings = Settings(temporary=True)
    first = show(pair, settings)
    before = docks(first)
    action(first, "stage").trigger()
    assert first.close()
    theme.set_scale(settings.text_scale)
    second = show(pair, settings)
    assert docks(second) == before
    assert not second.isFullScreen()
    assert second.menuBar().isVisible()


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
    assert text(played, "stagePrediction") == "e\u00a0✓  a  b  c"
    assert text(played, "stageRowScore") == "0.0000 → 1.0000"
    assert text(played, "stageScore").startswith("Overall MAP@3 ")
    assert text(played, "stageChange").startswith("▲ +")
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


@pytest.mark.slow
def test_esc_ends_it_and_on_stage_leaves_the_stage_first(played, pair: Inspection, qtbot) -> None:
    dock, button = find(played, QWidget, "stageDock"), find(played, QPushButton, "stageNext")
    press(played, Key.Key_F11)
    qtbot.waitUntil(button.hasFocus)
    press(played, Key.Key_Escape)
    assert (played.isFullScreen(), dock.isVisible()) == (False, True)
    button.setFocus()
    press(played, Key.Key_Escape)
    assert not dock.isVisible()
    assert (pair.redo_name, pair.evaluation.labels(2)[0]) == (None, "c")


@pytest.mark.slow
@pytest.mark.parametrize("front", ["rowDock", "matrixDock"])
def test_space_goes_on_on_stage_and_after_it(playing, pair: Inspection, qtbot, front: str) -> None:
    find(playing, QDockWidget, front).raise_()
    further, lines = find(playing, QPushButton, "stageNext"), find(playing, QLineEdit, "predictionEdit")
    for played, key in enumerate((Key.Key_F11, Key.Key_Escape, Key.Key_F11), start=1):
        press(playing, key)
        qtbot.waitUntil(further.hasFocus)
        press(playing, Key.Key_Space)
        assert (len(pair.evaluation.overlay), lines.text()[:1]) == (played, "z")
        press(playing, Key.Key_Left)
        press(playing, Key.Key_Space)
        press(playing, Key.Key_Space)


def test_an_edit_in_the_middle_ends_it(played, pair: Inspection) -> None:
    pair.edit("r07", ["a"])
    assert not find(played, QWidget, "stageDock").isVisible()


@pytest.mark.slow
def test_what_ends_the_steps_says_so_and_offers_them_again(played, pair: Inspection, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    for end in ("save", "put_truth_first"):
        action(played, end).trigger()
        assert not find(played, QWidget, "stageDock").isVisible()
        assert "The steps have ended" in text(played, "messageText")
        find(played, QPushButton, "messageOffer").click()
        assert find(played, QWidget, "stageDock").isVisible()
        assert not played.message.isVisible()
    find(played, QPushButton, "stageStop").click()
    assert not played.message.isVisible()  # which the user meant


@pytest.mark.slow
@pytest.mark.parametrize("further", ["save", "edit"])
def test_why_the_steps_ended_is_said_until_the_next_change(played, pair: Inspection, further: str, tmp_path) -> None:
    played.bench.change_queue.predict(6, pair.evaluation.prediction(6).with_labels(["y"]))
    assert played.message.isVisible()
    pair.save(tmp_path / "saved.csv") if further == "save" else pair.edit("r07", ["z"])
    assert not played.message.isVisible()


def test_a_prediction_that_is_half_typed_becomes_a_step(window, pair: Inspection) -> None:
    pair.edit("r02", ["b"])
    go_to(window, "r05")
    line = find(window, QLineEdit, "predictionEdit")
    overwrite(line, "e a")
    action(window, "play_steps").trigger()
    assert find(window, QWidget, "stageDock").isVisible()
    assert text(window, "stageTitle").startswith("Step 1 of 2")
    find(window, QPushButton, "stageStop").click()
    assert (pair.evaluation.labels(1), pair.evaluation.labels(4)) == (["b"], ["e", "a"])


def test_steps_are_not_played_while_an_edit_is_being_made(window, pair: Inspection, monkeypatch) -> None:
    pair.edit("r02", ["b"])
    with monkeypatch.context() as patch:
        patch.setattr(ChangeQueue, "is_editing", True)
        action(window, "play_steps").trigger()
    assert "an edit is still being made" in window.message.says
    assert not find(window, QWidget, "stageDock").isVisible()
    assert pair.evaluation.labels(1) == ["b"]


def test_undo_goes_one_step_back_and_redo_on(played, pair: Inspection) -> None:
    def now() -> tuple[str, str, str, int]:
        return text(played, "stageTitle")[:6], text(played, "stageScore"), text(played, "rowId"), pair.current

    seen = [now()]
    for _ in range(3):
        action(played, "redo").trigger()
        seen.append(now())
    assert [title for title, *_ in seen] == ["Step 1", "Step 1", "Step 2", "Step 2"]
    for before in seen[-2::-1]:
        action(played, "undo").trigger()
        assert now() == before
    action(played, "undo").trigger()
    assert "This is the first step" in played.statusBar().currentMessage()
    assert (now(), pair.undo_name) == (seen[0], "edit r02")
    find(played, QPushButton, "stageStop").click()
    assert (pair.undo_name, pair.redo_name) == ("put c at rank 1 of r03", None)


def test_a_step_names_its_prediction_otherwise_than_the_row_does(played) -> None:
    names = {part: {label.text() for label in find(played, QWidget, part).findChildren(QLabel)} for part in _PANELS}
    assert "changed to" in names["stagePanel"]
    assert "predicted" in names["rowPanel"]
    assert "predicted" not in names["stagePanel"]


def test_a_step_back_has_the_scores_of_before(played) -> None:
    press(played, Key.Key_Space)
    revealed = text(played, "stageRowScore"), text(played, "stageChange")
    press(played, Key.Key_Space)
    find(played, QPushButton, "stageBack").click()
    assert (text(played, "stageRowScore"), text(played, "stageChange")) == revealed


def test_before_the_first_step_there_is_no_way_back(played, qtbot) -> None:
    back, further = (find(played, QPushButton, name) for name in ("stageBack", "stageNext"))
    assert not back.isEnabled()
    press(played, Key.Key_Space)
    back.setFocus()
    press(played, Key.Key_Space)
    assert (back.isEnabled(), further.hasFocus(), text(played, "stageChange")) == (False, True, "")


def test_a_button_with_the_focus_has_no_further_frame_inside(played, qtbot) -> None:
    button = find(played, QPushButton, "stageNext")
    qtbot.waitUntil(button.hasFocus)
    button.setText("")
    image = button.grab(button.rect().adjusted(7, 7, -7, -7)).toImage()
    inks = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert len(inks) == 1


def test_the_title_keeps_its_sign_of_edits_while_steps_are_played(window, pair: Inspection) -> None:
    pair.edit("r05", ["e"])
    assert window.isWindowModified()
    action(window, "play_steps").trigger()
    assert window.isWindowModified()
    for _ in range(2):
        press(window, Key.Key_Space)
        assert window.isWindowModified()
    assert not find(window, QWidget, "stageDock").isVisible()
    pair.undo()
    assert not window.isWindowModified()


def test_another_view_goes_on_and_another_document_has_all_edits(played, pair: Inspection) -> None:
    queue = played.bench.change_queue
    queue.sort(lambda _: ())
    queue.change_notes(lambda notes: notes.with_text("r05", "x"))
    assert find(played, QWidget, "stageDock").isVisible()
    queue.change("switch", lambda: None)
    assert not find(played, QWidget, "stageDock").isVisible()
    assert len(pair.evaluation.overlay) == 3


@pytest.mark.slow
def test_what_is_exported_or_said_has_all_edits(played, pair: Inspection, monkeypatch, tmp_path, replacing) -> None:
    target = tmp_path / "rows.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(lambda *_: (str(target), "")))
    action(played, "export_rows").trigger()
    assert [line.split(",")[-2] for line in target.read_text().splitlines() if line.startswith("r05,")]
    assert len(pair.evaluation.overlay) == 3
    action(played, "play_steps").trigger()
    played.bench.save_controller.export_lines("Edits", lambda: pa.table({"edited": [len(pair.evaluation.overlay)]}))
    assert target.read_text() == "edited\n3\n"
    action(played, "play_steps").trigger()
    action(played, "copy_command").trigger()
    assert len(pair.evaluation.overlay) == 3


def test_without_an_edit_the_window_says_what_to_do(window) -> None:
    action(window, "play_steps").trigger()
    assert "Make an edit first" in text(window, "messageText")
    assert not find(window, QWidget, "stageDock").isVisible()


@pytest.mark.slow
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


def test_a_step_with_little_room_leaves_out_its_row_first(played) -> None:
    title = find(played, ElidedLabel, "stageTitle")
    title.setFixedWidth(title.fontMetrics().horizontalAdvance("Step 1 of 2: put e at rank 1 00"))
    assert title.visible_text == "Step 1 of 2: put e at rank 1"


def test_the_step_is_described_on_its_own_line(played) -> None:
    title, button = find(played, QLabel, "stageTitle"), find(played, QPushButton, "stageNext")
    assert title.geometry().bottom() < button.geometry().top()
    assert title.width() > button.x() - title.x() - 1


@pytest.fixture
def moving(show, pair: Inspection):
    """A window on stage whose settings allow animations; the values that the overall is painted with."""
    settings = Settings(temporary=True)
    settings.keep_text("animations", "on")
    window = show(pair, settings)
    press(window, Key.Key_F11)
    painted: list[str] = []
    number(window)._animation.valueChanged.connect(lambda _: painted.append(number(window).text))
    return window, painted


@pytest.mark.slow
def test_the_overall_counts_from_the_old_value_to_the_new(moving, pair: Inspection, qtbot) -> None:
    window, painted = moving
    before = pair.overall
    pair.edit("r05", ["e"])
    after = pair.overall
    qtbot.waitUntil(lambda: number(window).text == f"{after:.5f}")
    values = [float(value) for value in painted]
    assert values == sorted(values)
    assert any(before < value < after for value in values)
    assert number(window).accessibleName() == f"Overall score {after:.5f}"


@pytest.mark.slow
def test_a_newer_value_ends_the_counting_and_leaving_too(moving, pair: Inspection, qtbot) -> None:
    window, _ = moving
    pair.edit("r05", ["e"])
    pair.undo()
    qtbot.waitUntil(lambda: number(window).text == f"{pair.overall:.5f}")
    press(window, Key.Key_F11)
    pair.edit("r05", ["e"])
    press(window, Key.Key_F11)
    assert number(window).text == f"{pair.overall:.5f}"


@pytest.mark.slow
@pytest.mark.parametrize("choice", ["", "off"])
def test_nothing_moves_where_nobody_sees_it_or_the_settings_forbid_it(show, pair: Inspection, choice: str) -> None:
    settings = Settings(temporary=True)
    settings.keep_text("animations", choice)
    window = show(pair, settings)
    press(window, Key.Key_F11)
    pair.edit("r05", ["e"])
    assert number(window).text == f"{pair.overall:.5f}"


def test_each_step_has_a_dot_filled_when_it_is_revealed(played) -> None:
    dots = find(played, StepDots, "stepDots")
    told = []
    for _ in range(4):
        told.append((dots.count, dots.done, dots.current))
        press(played, Key.Key_Space)
    assert told == [(2, 0, 0), (2, 1, 0), (2, 1, 1), (2, 2, 1)]


def test_dots_are_painted_as_done_current_and_to_come(qtbot, theme) -> None:
    dots = StepDots(theme)
    qtbot.addWidget(dots)
    dots.show_steps(4, 2, 1)
    dots.resize(dots.sizeHint())
    image, pitch, colours = dots.grab().toImage(), dots.width() / 4, theme.colours
    middles = [image.pixelColor(round((step + 0.5) * pitch), dots.height() // 2).name() for step in range(4)]
    nothing = image.pixelColor(0, 0).name()
    assert middles == [colours.muted, colours.now, nothing, nothing]
    assert dots.accessibleName() == "Step 2 of 4, 2 revealed"
    dots.show_steps(41, 2, 1)
    assert not dots.isVisible()


@pytest.mark.slow
def test_steps_take_the_place_of_the_table_on_stage(played, qtbot) -> None:
    panel, table = find(played, QWidget, "stagePanel"), find(played, QWidget, "rowTable")
    assert table.isVisible()
    press(played, Key.Key_F11)
    qtbot.waitUntil(lambda: is_visible(panel))
    assert not table.isVisible()
    find(played, QPushButton, "stageStop").click()
    assert table.isVisible()
    action(played, "play_steps").trigger()
    assert not table.isVisible()
    press(played, Key.Key_F11)
    assert table.isVisible()


@pytest.mark.slow
def test_the_row_keeps_half_of_the_stage_with_every_reveal(playing, monkeypatch) -> None:
    monkeypatch.setattr(PresentationMode, "_larger", 1.2)  # the screen of the tests is as high as wide
    press(playing, Key.Key_F11)
    row, table = find(playing, QWidget, "rowDock"), find(playing, QTableView, "stepTable")
    playing.message.offer("Something else is said meanwhile", "Do it", playing.message.hide)
    for _ in range(5):
        QApplication.processEvents()
        assert not is_visible(playing.message)  # the stage is for the steps
        assert row.width() == pytest.approx(playing.screen().size().width() / 2, abs=2)
        assert not table.isColumnHidden(section(table, "P"))
        press(playing, Key.Key_Space)


@pytest.mark.slow
@pytest.mark.parametrize("size", [QSize(1280, 720), QSize(1024, 768)], ids=["wide", "narrow"])
def test_the_row_is_seen_whole_on_a_small_screen(sample_window, monkeypatch, size: QSize) -> None:
    monkeypatch.setattr(sample_window, "screen", lambda: SimpleNamespace(size=lambda: size))
    monkeypatch.setattr(sample_window, "setWindowState", lambda state: sample_window.resize(size))
    for pos in (3, 5):
        click_row(find(sample_window, QTableView, "rowTable"), pos, "predictions")
        action(sample_window, "put_truth_first").trigger()
    action(sample_window, "play_steps").trigger()
    QApplication.processEvents()
    press(sample_window, Key.Key_F11)
    press(sample_window, Key.Key_Space)
    QApplication.processEvents()
    assert sample_window.size() == size
    page = find(sample_window, QWidget, "rowPanel").findChild(ScrollPage)
    assert page.verticalScrollBar().maximum() == 0


def test_a_narrow_step_has_its_buttons_below_and_short_words(played, qtbot) -> None:
    panel, button = find(played, QWidget, "stagePanel"), find(played, QPushButton, "stageNext")
    row = find(played, QLabel, "stageRow")

    def is_below() -> bool:
        return button.y() > row.mapTo(panel, row.rect().bottomLeft()).y()

    assert not is_below()
    panel.setFixedWidth(30 * panel.fontMetrics().averageCharWidth())
    qtbot.waitUntil(is_below)
    assert find(played, ElidedLabel, "stageTitle").visible_text.startswith("Step 1 of 2: put")
    assert find(played, ElidedLabel, "stageScore").visible_text == "MAP@3 = ?"
    predicted = find(played, QLabel, "stagePrediction")
    panel.setFixedHeight(400)
    predicted.setText("w_1234567  " * 5)
    qtbot.waitUntil(lambda: predicted.height() >= 3 * predicted.fontMetrics().lineSpacing())  # all labels can be read
    button.click()
    score, change = (find(played, ElidedLabel, name) for name in ("stageScore", "stageChange"))
    assert (score.visible_text, change.visible_text) == (score.text().removeprefix("Overall MAP@3 "), change.text())


def test_a_panel_of_steps_asks_for_as_much_room_before_as_after_the_score(played) -> None:
    panel, button = find(played, QWidget, "stagePanel"), find(played, QPushButton, "stageNext")
    panel.setFixedWidth(30 * panel.fontMetrics().averageCharWidth())
    QApplication.processEvents()
    before = panel.minimumSizeHint().width()
    button.click()
    QApplication.processEvents()
    score = find(played, ElidedLabel, "stageRowScore")
    assert score.fontMetrics().horizontalAdvance(score.text()) <= score.minimumWidth()
    assert panel.minimumSizeHint().width() == before


def test_long_lists_of_a_step_push_no_button_and_no_score_out_of_sight(show, tmp_path) -> None:
    labels = [f"FR940202-2-{number:05}" for number in range(40)]
    pair = inspector.open_pair({"q": labels[::2]}, {"q": labels}, "map")
    window = show(pair)
    pair.edit("q", labels[::-1])
    action(window, "play_steps").trigger()
    panel = find(window, QWidget, "stagePanel")
    panel.setFixedSize(30 * panel.fontMetrics().averageCharWidth(), 300)
    QApplication.processEvents()
    for name in ("stageNext", "stageStop", "stageScore", "stageChange"):
        part = find(window, QWidget, name)
        assert part.height() >= part.fontMetrics().height() and part.geometry().bottom() < panel.height()
    assert text(window, "stageTruth").endswith("+15")
    assert text(window, "stagePrediction").endswith("+28")


@pytest.mark.slow
def test_what_is_typed_is_applied_before_the_stage(window, pair: Inspection) -> None:
    table = go_to(window, "r05")
    table.setFocus()
    press(table, Key.Key_F2)
    overwrite(table.findChild(LabelEdit), "e")
    action(window, "stage").trigger()
    assert pair.evaluation.labels(4) == ["e"]
    press(window, Key.Key_Escape)
    assert not window.isFullScreen()


def test_typing_goes_on_where_it_was_on_the_stage(window, pair: Inspection) -> None:
    go_to(window, "r05")
    line = find(window, QLineEdit, "predictionEdit")
    line.setFocus()
    line.end(False)
    QTest.keyClicks(line, " z")
    action(window, "stage").trigger()
    assert pair.evaluation.labels(4) == ["a", "b", "c", "z"]
    assert not line.isUndoAvailable()  # Undo takes back the edit
    QTest.keyClicks(line, "z")
    assert line.text() == "a b c zz"
    go_to(window, "r04")
    assert line.cursorPosition() == 0


def test_a_long_id_of_a_step_is_cut_in_the_middle(played) -> None:
    row = find(played, ElidedLabel, "stageRow")
    row.show_text("images/of/tails/00720437d.jpg and 2 more rows")
    row.setFixedWidth(row.fontMetrics().horizontalAdvance("0" * 24))
    assert row.visible_text.startswith("images/") and row.visible_text.endswith("more rows")
    assert "00720437d.jpg" in row.toolTip()


@pytest.mark.slow
def test_esc_restores_a_draft_first_and_then_leaves_the_stage(window, pair: Inspection) -> None:
    action(window, "stage").trigger()
    line = find(window, QLineEdit, "predictionEdit")
    before = line.text()
    overwrite(line, "z")
    press(window, Key.Key_Escape)
    assert (line.text(), window.isFullScreen()) == (before, True)
    press(window, Key.Key_Escape)
    assert not window.isFullScreen()


@pytest.fixture
def playing(window, pair: Inspection):
    """Three edits that are played as steps, before the first is revealed."""
    for id_ in ("r01", "r05", "r08"):
        pair.edit(id_, ["z"])
    action(window, "play_steps").trigger()
    assert len(pair.evaluation.overlay) == 0
    return window


@pytest.mark.slow
@pytest.mark.parametrize(
    "gesture",
    [
        lambda window: window.bench.save_controller.about_to_save.emit(),
        lambda window: window.bench.comparisons.controller.apply_typed(),
        lambda window: window.bench.inspection.set_metric("map@1"),
        lambda window: window.bench.docks.by_name["stageDock"].close(),
    ],
    ids=["save", "reload", "metric", "panel"],
)
def test_edits_that_are_played_are_all_there_again_before_anything_else(playing, pair: Inspection, gesture) -> None:
    gesture(playing)
    assert len(pair.evaluation.overlay) == 3
    assert not playing.bench.docks.stage.playback.is_playing


def test_an_edit_while_steps_are_played_loses_none_of_them(playing, pair: Inspection) -> None:
    playing.bench.change_queue.predict(2, pair.evaluation.prediction(2).with_labels(["y"]))
    assert len(pair.evaluation.overlay) == 4
    pair.undo()
    assert len(pair.evaluation.overlay) == 3


def test_closing_after_steps_tells_of_no_text_that_was_typed(playing, questions) -> None:
    questions.answer = QMessageBox.StandardButton.Cancel
    assert not playing.close()
    assert questions.asked == ["'submission' has edits in 3 rows that are not saved."]


@pytest.mark.slow
def test_the_keys_go_to_the_table_after_the_last_step_on_stage(playing) -> None:
    action(playing, "stage").trigger()
    find(playing, QPushButton, "stageNext").setFocus()
    for _ in range(6):
        press(playing, Key.Key_Space)
    assert find(playing, QWidget, "rowTable").hasFocus()
    press(playing, Key.Key_Space)
    assert playing.isFullScreen()
    action(playing, "stage").trigger()


@pytest.mark.slow
def test_the_table_is_as_wide_on_stage_after_the_steps_as_before(window, pair: Inspection, qtbot) -> None:
    pair.edit("r05", ["e"])
    press(window, Key.Key_F11)
    table = find(window, QWidget, "rowTable")
    qtbot.wait(1)  # the docks have their sizes
    before = table.width()
    action(window, "play_steps").trigger()
    qtbot.waitUntil(lambda: not table.isVisible())
    find(window, QPushButton, "stageStop").click()
    qtbot.waitUntil(lambda: table.width() == before)
    press(window, Key.Key_F11)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "back"), [(Key.Key_Right, Key.Key_Left), (Key.Key_PageDown, Key.Key_PageUp)], ids=["arrows", "pages"]
)
def test_the_keys_of_a_presenter_go_on_and_back(playing, pair: Inspection, key: Key, back: Key) -> None:
    press(playing, back)
    assert find(playing, QPushButton, "stageNext").hasFocus()
    press(playing, key)
    assert len(pair.evaluation.overlay) == 1
    press(playing, key)
    press(playing, key)
    assert len(pair.evaluation.overlay) == 2
    for _ in range(2):
        press(playing, back)
    assert len(pair.evaluation.overlay) == 1
    assert find(playing, QPushButton, "stageNext").hasFocus()


@pytest.mark.slow
def test_the_header_of_the_stage_is_no_wider_than_the_screen(window, theme) -> None:
    theme.set_scale(2.0)
    action(window, "stage").trigger()
    header, screen = find(window, QWidget, "stageHeader"), window.screen().size()
    assert header.minimumSizeHint().width() < screen.width()
    action(window, "stage").trigger()


@pytest.mark.slow
def test_the_header_of_the_stage_keeps_the_name_of_the_metric(window) -> None:
    action(window, "stage").trigger()
    header, metric = find(window, QWidget, "stageHeader"), find(window, ElidedLabel, "stageMetric")
    leave, wide = find(window, QToolButton, "leaveStage"), number(window).sizeHint()
    for width in (500, 400):
        header.setFixedWidth(width)
        QApplication.processEvents()
        assert (metric.visible_text, leave.text()) == ("MAP@3", "Esc")
        assert leave.geometry().right() < width
    assert number(window).sizeHint().width() < wide.width()
    header.setFixedWidth(800)
    QApplication.processEvents()
    assert (leave.text(), number(window).sizeHint()) == ("Leave the stage (Esc)", wide)
    action(window, "stage").trigger()


@pytest.mark.slow
def test_a_text_that_is_being_typed_leaves_the_docks_as_wide_as_before(show, prices: Inspection, monkeypatch) -> None:
    window = show(prices)
    # A screen as large as the window, and larger than that of the tests.
    monkeypatch.setattr(window, "setWindowState", lambda state: None)
    monkeypatch.setattr(PresentationMode, "_larger", 2.2)
    dock = find(window, QDockWidget, "rowDock")
    before = dock.width()
    action(window, "stage").trigger()
    QApplication.processEvents()
    line = find(window, QLineEdit, "predictionEdit")
    line.setFocus()
    overwrite(line, "5")
    QApplication.processEvents()
    QTest.mouseClick(find(window, QToolButton, "leaveStage"), Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert dock.width() == before


def test_a_step_that_changes_probabilities_alone_shows_them(show, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na,0\nb,1\nc,2\n")
    (tmp_path / "submission.csv").write_text("id,0,1,2\na,0.7,0.2,0.1\nb,0.25,0.5,0.25\nc,0.05,0.05,0.9\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mlogloss")
    window = show(pair)
    pair.edit("a", ["0", "1", "2"], [0.8, 0.15, 0.05])
    action(window, "play_steps").trigger()
    assert text(window, "stagePrediction") == "0\u00a0·\u00a00.8  1\u00a0·\u00a00.15  2\u00a0·\u00a00.05"
