"""Layout at every window size: nothing is elided, hidden or larger than the window without need."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest
from pyqtgraph import BarGraphItem
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QCommandLinkButton,
    QDialogButtonBox,
    QDockWidget,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabBar,
    QTableView,
    QToolButton,
    QWidget,
)
from ui.user import Key, Left, action, bring, click_header, find, go_to, overwrite, press, section, shown, text

import inspector
from inspector import Inspection
from inspector.ui.open.open_dialog import OpenDialog
from inspector.ui.plots.label_bars import LabelBars
from inspector.ui.plots.precision_plot import PrecisionPlot
from inspector.ui.problems.problems_panel import ProblemsPanel
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.formatting import fixed_decimals
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP
from inspector.ui.widgets.visibility import is_visible

SMALL = (900, 600)


def columns(view: QTableView) -> list[str]:
    """The titles of the visible columns."""
    model, orientation = view.model(), Qt.Orientation.Horizontal
    places = [place for place in range(model.columnCount()) if not view.isColumnHidden(place)]
    return [model.headerData(place, orientation) for place in places]


def is_visible_at(view: QTableView, title: str) -> int:
    """The number of visible pixels of a column."""
    place = [view.model().headerData(at, Qt.Orientation.Horizontal) for at in range(view.model().columnCount())]
    left, width = view.columnViewportPosition(place.index(title)), view.columnWidth(place.index(title))
    return max(0, min(left + width, view.viewport().width()) - max(0, left))


def test_in_a_small_window_other_columns_hide_before_the_predictions(window, pair: Inspection, qtbot) -> None:
    view = find(window, QTableView, "rowTable")
    pair.edit("r02", ["b"])
    window.resize(1500, 800)
    qtbot.waitUntil(lambda: "cost" in columns(view))
    window.resize(*SMALL)
    qtbot.waitUntil(lambda: "Δ score" not in columns(view))
    assert {"id", "score", "truth", "predictions"} <= set(columns(view))
    assert is_visible_at(view, "predictions") >= view.fontMetrics().horizontalAdvance("0" * 20)
    window.resize(1500, 800)
    qtbot.waitUntil(lambda: "Δ score" in columns(view))


def test_a_start_page_that_was_never_shown_takes_no_room(window) -> None:
    window.resize(*SMALL)
    assert window.stack.minimumSizeHint().width() < 100
    assert window.width() == SMALL[0]


def test_the_id_column_widens_for_long_ids_only_where_there_is_room(show, qtbot) -> None:
    long = [f"{'folder/of/pictures/' * 2}{row:06d}.jpeg" for row in range(3)]
    truth = pd.DataFrame({"id": long, "label": "x"})
    many = truth.assign(label=" ".join(map(str, range(1000, 1030))))
    window = show(inspector.open_pair(truth, many, "map@5"))
    view = find(window, QTableView, "rowTable")
    wide = view.fontMetrics().horizontalAdvance
    window.resize(1900, 800)
    qtbot.waitUntil(lambda: view.columnWidth(0) >= wide(long[0]) + 2 * GAP)
    assert view.columnWidth(0) <= wide(long[0]) + 4 * GAP
    assert is_visible_at(view, "predictions") >= wide("0" * 48)
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: view.columnWidth(0) < wide(long[0]))
    assert is_visible_at(view, "predictions") >= wide("0" * 26)
    window.resize(*SMALL)
    qtbot.waitUntil(lambda: view.columnWidth(0) < wide(long[0]))
    assert is_visible_at(view, "predictions") >= wide("0" * 20)
    assert {"score", "truth"} <= set(columns(view))
    view.column_choice.note_width("id", 90)
    window.resize(1900, 800)
    view.column_choice.apply()
    assert abs(view.columnWidth(0) - 90) <= wide("0")


def test_of_all_that_may_hide_differences_stay_longest(show, qtbot) -> None:
    labels = " ".join(f"document-{number:07d}" for number in range(10))
    truth = pd.DataFrame({"id": ["a", "b"], "label": "document-0000003"})
    pair = inspector.open_pair(truth, truth.assign(label=labels), "map@10")
    view = find(window := show(pair), QTableView, "rowTable")
    window.resize(1440, 900)
    pair.edit("a", ["document-0000003"])
    qtbot.waitUntil(lambda: "cost" not in columns(view))
    assert "Δ score" in columns(view)
    assert is_visible_at(view, "predictions") >= view.fontMetrics().horizontalAdvance("0" * 24)


@pytest.mark.slow
def test_the_first_edit_cuts_no_label_that_was_whole(show) -> None:
    labels = " ".join(f"w_{number:07d}" for number in range(5))
    truth = pd.DataFrame({"id": [f"{row:08d}.jpg" for row in range(9)], "label": "w_0000003"})
    pair = inspector.open_pair(truth, truth.assign(label=labels), "map@5")
    view = find(window := show(pair), QTableView, "rowTable")
    window.resize(1280, 800)
    before = columns(view), is_visible_at(view, "predictions")
    pair.edit("00000000.jpg", ["w_0000003", *labels.split()[:3]])
    assert (columns(view), is_visible_at(view, "predictions")) == before
    window.resize(1600, 800)
    assert "Δ score" in columns(view)


def test_rows_that_a_filter_hides_have_their_room(window, pair: Inspection) -> None:
    view = find(window, QTableView, "rowTable")
    window.resize(1500, 800)
    before = {title: view.columnWidth(section(view, title)) for title in columns(view)}
    pair.narrow("score>7")
    for name in ("larger_text", "usual_text"):
        action(window, name).trigger()
    pair.filter_by([])
    assert {title: view.columnWidth(section(view, title)) for title in columns(view)} == before


def test_short_predictions_leave_room_for_long_ids(show, qtbot) -> None:
    truth = pd.DataFrame({"id": ["folder/" * 12], "label": "x"})
    view = find(show(inspector.open_pair(truth, truth, "map@5")), QTableView, "rowTable")
    view.window().resize(1280, 800)
    left = view.fontMetrics().horizontalAdvance("0" * 24)
    qtbot.waitUntil(lambda: left <= is_visible_at(view, "predictions") <= left + 3 * GAP)
    assert view.columnWidth(0) > view.fontMetrics().horizontalAdvance("folder/" * 3)


@pytest.mark.slow
def test_differences_have_a_column_from_the_first_edit_on(window, pair: Inspection, show) -> None:
    view = find(window, QTableView, "rowTable")
    window.resize(1500, 800)
    menu = window.commands.submenus["columns"]
    menu.aboutToShow.emit()
    entry = next(entry for entry in menu.actions() if entry.text().startswith("Δ score"))
    assert (entry.text(), entry.isChecked(), "Δ score" in columns(view)) == ("Δ score", False, False)
    pair.edit("r02", ["b"])
    assert "Δ score" in columns(view)
    title = section(view, "Δ score")
    assert view.columnWidth(title) >= view.fontMetrics().horizontalAdvance("▲ +0.000000")
    pair.undo()
    assert "Δ score" in columns(view)  # undo and redo move no columns
    other = show(inspector.open_pair({"q": ["a"]}, {"q": ["b"]}, "map@3"))
    view = find(other, QTableView, "rowTable")
    other.resize(1500, 800)
    assert "Δ score" not in columns(view)
    other.bench.table.column_choice.show("delta", True)
    assert "Δ score" in columns(view)


@pytest.mark.slow
def test_a_column_hidden_for_lack_of_room_can_be_shown_from_the_menu(window, show, pair) -> None:
    view = find(window, QTableView, "rowTable")
    pair.edit("r02", ["b"])
    window.resize(*SMALL)
    menu = window.commands.submenus["columns"]
    menu.aboutToShow.emit()
    entry = next(entry for entry in menu.actions() if entry.text().startswith("Δ score"))
    assert entry.text() == "Δ score (no room)"
    assert not entry.isChecked()
    entry.trigger()
    assert "Δ score" in columns(view)
    window.resize(890, 600)
    assert "Δ score" in columns(view)
    kept = Settings(temporary=True)
    kept.keep_text("columns", window.bench.table.column_choice.kept())
    other = show(pair, kept)
    other.resize(*SMALL)
    assert "Δ score" in columns(find(other, QTableView, "rowTable"))


def test_every_verdict_fits_the_narrowest_panel(window, pair: Inspection) -> None:
    pair.edit("r04", ["x", "x", "c", "d"])
    go_to(window, "r04")
    steps = find(window, QTableView, "stepTable")
    window.resizeDocks([window.bench.docks.by_name["rowDock"]], [1], Qt.Orientation.Horizontal)
    verdicts = shown(steps, "hit")
    assert "✓ beyond K" in verdicts
    place = columns(steps).index("hit")
    room = steps.columnWidth(2) - 2 * GAP
    assert place >= 0
    assert max(map(steps.fontMetrics().horizontalAdvance, map(str, verdicts))) <= room
    assert steps.columnWidth(1) >= steps.fontMetrics().horizontalAdvance("w_0000") + 2 * GAP


def test_a_narrow_row_panel_hides_the_arithmetic_before_the_labels(window, qtbot) -> None:
    go_to(window, "r02")
    steps, dock = find(window, QTableView, "stepTable"), window.bench.docks.by_name["rowDock"]
    window.resizeDocks([dock], [500], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: "P" in columns(steps))
    window.resizeDocks([dock], [1], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: "P" not in columns(steps))
    assert columns(steps)[:2] == ["k", "predicted"]
    assert steps.horizontalScrollBar().maximum() == 0


def test_a_draft_needs_no_wider_row_panel(window) -> None:
    go_to(window, "r02")
    panel = find(window, QWidget, "rowPanel")
    before = panel.minimumSizeHint().width()
    overwrite(find(window, QLineEdit, "predictionEdit"), "x")
    note = find(window, QLabel, "draftNote")
    assert note.isVisible()
    assert note.width() >= note.sizeHint().width()
    assert panel.minimumSizeHint().width() == before


def test_a_low_row_panel_scrolls_and_its_lines_do_not_overlap(window, qtbot) -> None:
    go_to(window, "r01")
    window.resizeDocks([window.bench.docks.by_name["rowDock"]], [1], Qt.Orientation.Vertical)
    page = find(window, QWidget, "rowPanel").findChild(ScrollPage)
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0)
    names = ("rowId", "rowTruth", "rowScore", "rowOverall", "predictionEdit", "stepTable", "rowSum")
    parts = [find(window, QWidget, name) for name in names]
    places = [QRect(part.mapTo(window, QPoint()), part.size()) for part in parts]
    assert all(above.bottom() < below.top() for above, below in pairwise(places))


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, (1280, 800)])
def test_a_window_keeps_its_size_when_text_grows(window, pair: Inspection, size: tuple[int, int]) -> None:
    window.resize(*size)
    pair.edit("r01", ["b", "a"])
    for _ in range(4):
        action(window, "larger_text").trigger()
        QCoreApplication.processEvents()
        assert (window.width(), window.height()) == size
    action(window, "usual_text").trigger()
    assert (window.width(), window.height()) == size


@pytest.mark.slow
def test_a_window_with_confidences_keeps_its_size_however_large_text_is(show) -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"]})
    window = show(inspector.open_pair(truth, truth.assign(label=["x 0.25 y 0.125", "x 0.5"]), "gap"))
    window.resize(*SMALL)
    steps = find(window, QTableView, "stepTable")
    assert "conf." in columns(steps)
    for _ in range(8):
        action(window, "larger_text").trigger()
        QCoreApplication.processEvents()
        assert (window.width(), window.height()) == SMALL
    # Confidences are edited there, so they stay.
    assert columns(steps) == ["k", "predicted", "hit", "adds", "conf."]
    assert steps.columnWidth(1) >= steps.fontMetrics().horizontalAdvance("x")
    action(window, "usual_text").trigger()
    QCoreApplication.processEvents()
    assert "conf." in columns(steps)


@pytest.mark.slow
def test_the_hidden_start_page_needs_no_room(window, empty) -> None:
    wide = find(empty, QWidget, "emptyState").minimumSizeHint().width()
    assert empty.stack.minimumSizeHint().width() >= wide > window.stack.minimumSizeHint().width()


@pytest.mark.slow
def test_presentation_mode_fits_a_small_window(window, pair: Inspection) -> None:
    window.resize(*SMALL)
    pair.edit("r01", ["b", "a"])
    action(window, "stage").trigger()
    action(window, "play_steps").trigger()
    find(window, QPushButton, "stageNext").click()
    assert (window.width(), window.height()) == SMALL
    for name in ("stageScore", "stageChange", "stageRowScore", "stageTitle"):
        label = find(window, ElidedLabel, name)
        assert "…" not in label.visible_text
        assert not label.geometry().intersects(find(window, QPushButton, "stageNext").geometry())
    action(window, "stage").trigger()


@pytest.mark.slow
def test_the_filter_line_returns_to_its_height_with_the_text_size(window, qtbot) -> None:
    edit = find(window, QLineEdit, "filterEdit")
    before = edit.height()
    for _ in range(3):
        action(window, "larger_text").trigger()
    qtbot.waitUntil(lambda: edit.height() > before)
    action(window, "usual_text").trigger()
    qtbot.waitUntil(lambda: edit.height() == before)
    overwrite(edit, "score<")
    qtbot.waitUntil(lambda: bool(edit.accessibleDescription()))
    assert edit.height() == before
    press(edit, Key.Key_Escape)


def test_the_score_bar_hides_parts_before_it_elides_any(window, pair: Inspection) -> None:
    pair.edit("r01", ["b", "a"])
    for width in (1280, 900, 700, 500):
        window.bench.score_bar.setFixedWidth(width)
        QCoreApplication.processEvents()
        parts = [part for part in window.bench.score_bar.children() if isinstance(part, QWidget) and part.isVisible()]
        places = sorted((part.geometry() for part in parts), key=QRect.left)
        assert all(left.right() < right.left() for left, right in pairwise(places))
        assert places[-1].right() <= width
        assert text(window, "overallScore")
    assert find(window, QToolButton, "ruleButton").isVisible()
    assert not find(window, QComboBox, "metricChooser").isVisible()
    window.bench.score_bar.setFixedWidth(1280)
    QCoreApplication.processEvents()
    assert find(window, QToolButton, "ruleButton").text().startswith("Rule: ")
    assert find(window, QComboBox, "metricChooser").isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["gap", "f1@1"])
@pytest.mark.parametrize("width", [884, 700])
def test_the_rule_and_k_stay_in_a_narrow_score_bar(sure, theme, metric: str, width: int) -> None:
    pair, bar = sure.bench.inspection, sure.bench.score_bar
    pair.set_metric(metric)
    pair.edit("a", ["y"])
    theme.set_scale(1.21)
    bar.setFixedWidth(width)
    QCoreApplication.processEvents()
    parts = ["ruleButton", "cutChooser", "scoreDelta"]
    assert [name for name in parts if find(bar, QWidget, name).isVisible()] == parts
    assert "✎ 1" in text(sure, "scoreDelta")
    assert "1 row edited" in find(bar, QLabel, "scoreDelta").toolTip()


def titled(window) -> set[str]:
    """The docks that show a title bar."""
    docks = window.bench.docks.by_name.values()
    return {dock.objectName() for dock in docks if dock.isVisible() and dock.titleBarWidget() is None}


def tabs_of(window, title: str) -> tuple[QTabBar, int]:
    """The tab bar with a tab of this title, and its index."""
    for tabs in window.findChildren(QTabBar):
        for place in range(tabs.count()):
            if tabs.tabText(place) == title and tabs.isVisible():
                return tabs, place
    raise AssertionError(f"there is no tab {title}")


def test_a_dock_has_a_title_bar_only_when_it_has_no_tab(window, qtbot) -> None:
    qtbot.waitUntil(lambda: titled(window) == {"scoreDock"})  # under MAP it shares its place with no other plot
    window.bench.docks.by_name["groupsDock"].close()
    window.bench.docks.by_name["previewDock"].close()
    window.bench.docks.by_name["metricsDock"].close()
    qtbot.waitUntil(lambda: titled(window) == {"scoreDock", "firstHitDock"})
    window.bench.docks.by_name["groupsDock"].show()
    qtbot.waitUntil(lambda: titled(window) == {"scoreDock"})
    window.bench.docks.turn_problems(True)
    assert titled(window) == {"scoreDock", "problemsDock"}


@pytest.fixture
def sure(show):
    """A window on a pair with confidences, which fits every kind of plot."""
    truth = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"]})
    return show(inspector.open_pair(truth, truth.assign(label=["x 0.25 y 0.125", "x 0.5"]), "gap"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("front", "metric", "other", "fitting"),
    [
        ("labelBarsDock", "f1", "map@2", "scoreDock"),
        ("precisionDock", "gap", "map@2", "scoreDock"),
        ("precisionDock", "gap", "f1", "labelBarsDock"),
    ],
)
def test_a_plot_is_there_under_metrics_that_it_fits_only(
    sure, qtbot, front: str, metric: str, other: str, fitting: str
) -> None:
    docks, pair = sure.bench.docks.by_name, sure.bench.inspection
    pair.set_metric(metric)
    bring(docks[front].panel, docks[front])
    assert docks[front].toggleViewAction().isEnabled()
    pair.set_metric(other)
    qtbot.waitUntil(lambda: is_visible(docks[fitting]) and docks[front].isHidden())
    assert not docks[front].toggleViewAction().isEnabled()
    pair.set_metric(metric)
    bring(docks[front].panel, docks[front])


def test_a_plot_that_was_closed_stays_closed_under_metrics_alike(sure) -> None:
    docks, pair = sure.bench.docks.by_name, sure.bench.inspection
    pair.set_metric("f1")
    docks["labelBarsDock"].close()
    pair.set_metric("f2")
    assert docks["labelBarsDock"].isHidden()


def test_the_score_dock_stays_in_front_when_another_pair_opens(window, other, qtbot) -> None:
    dock = window.bench.docks.by_name["scoreDock"]
    bring(dock.panel, dock)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other, "f1")
    QCoreApplication.processEvents()
    assert is_visible(dock.panel)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ladderDock", "submissionsDock", "problemsDock", "previewDock", "luckDock"])
def test_a_panel_that_is_asked_for_is_as_high_as_it_needs(sure, name: str) -> None:
    sure.resize(*SMALL)
    for _ in range(2):
        action(sure, "larger_text").trigger()
    docks = sure.bench.docks
    docks.bring(name)
    panel = docks.by_name[name].panel
    sure.layout().activate()
    assert panel.height() >= panel.minimumSizeHint().height() > 0


@pytest.mark.slow
def test_tabs_scroll_rather_than_lose_their_names(window, qtbot) -> None:
    window.resize(*SMALL)
    for _ in range(2):
        action(window, "larger_text").trigger()
    window.bench.docks.bring("luckDock")
    tabs, luck = tabs_of(window, "Luck")
    qtbot.waitUntil(lambda: tabs.currentIndex() == luck)
    assert tabs.elideMode() == Qt.TextElideMode.ElideNone
    assert tabs.rect().contains(tabs.tabRect(luck))


def test_a_panel_behind_a_tab_floats_where_it_would_be_seen(window) -> None:
    dock, place = window.bench.docks.by_name["slicesDock"], window.bench.docks.by_name["rowDock"].size()
    panels = window.commands.submenus["panels"].actions()
    floating = next(entry for entry in panels if entry.menu()).menu().actions()
    next(entry for entry in floating if entry.text() == "Float Slices").trigger()
    assert dock.isFloating()
    assert dock.is_made
    assert window.geometry().contains(dock.geometry().center())
    assert dock.width() == place.width()


@pytest.mark.slow
def test_a_double_click_floats_a_tab_and_its_menu_closes_it(window, qtbot) -> None:
    tabs, place = tabs_of(window, "Slices")
    QTest.mouseDClick(tabs, Left, Qt.KeyboardModifier.NoModifier, tabs.tabRect(place).center())
    dock = window.bench.docks.by_name["slicesDock"]
    assert dock.isFloating()
    qtbot.waitUntil(lambda: titled(window) == {"scoreDock", "slicesDock"})
    entry = next(entry for entry in window.commands.submenus["panels"].actions() if entry.menu())
    floating = next(entry for entry in entry.menu().actions() if entry.text() == "Float Slices")
    assert floating.isChecked()
    floating.trigger()
    assert not dock.isFloating()
    tabs, place = tabs_of(window, "Slices")
    tabs.customContextMenuRequested.emit(tabs.tabRect(place).center())
    menu = tabs.findChild(object, "tabMenu")
    next(entry for entry in menu.actions() if entry.text() == "Close Slices").trigger()
    assert window.bench.docks.by_name["slicesDock"].isHidden()
    menu.close()


def test_the_first_click_sorts_numbers_descending_and_texts_ascending(window, qtbot) -> None:
    bring(find(window, QWidget, "labelsPanel"), find(window, QDockWidget, "labelsDock"))
    view = find(window, QTableView, "labelTable")
    qtbot.waitUntil(lambda: view.model().rowCount() > 0)
    for title in ("wrong", "missed"):
        click_header(view, title)
        counts = [int(str(count)) for count in shown(view, title)]
        assert counts == sorted(counts, reverse=True)
        assert counts != sorted(counts)
    click_header(view, "label")
    assert shown(view, "label")[0] == min(map(str, shown(view, "label")))


@pytest.mark.slow
def test_a_plot_with_nothing_to_draw_has_no_axes_and_says_why(window, pair: Inspection) -> None:
    for name, kind, metric in (("labelBars", LabelBars, "f1"), ("precisionPlot", PrecisionPlot, None)):
        dock = find(window, QDockWidget, name.removesuffix("Plot") + "Dock")
        dock.show()  # as a program may, for it is hidden under MAP
        plot = bring(find(window, kind, name), dock)
        assert not plot.getAxis("bottom").isVisible()
        assert "Only" in plot.accessibleDescription()
        if metric:
            pair.set_metric(metric)
            window.grab()
            assert plot.getAxis("bottom").isVisible()
            pair.set_metric("map@3")


def test_the_label_plot_has_room_for_six_bars(empty, tmp_path: Path, qtbot) -> None:
    rows = "".join(f"{n},label_{n % 6}\n" for n in range(60))
    for name in ("truth.csv", "sub.csv"):
        (tmp_path / name).write_text("id,label\n" + rows)
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_controller.open(tmp_path / "truth.csv", tmp_path / "sub.csv", "f1")
    plot = find(empty, LabelBars, "labelBars")
    all_rows = next(item for item in plot.plotItem.items if isinstance(item, BarGraphItem))
    qtbot.waitUntil(lambda: len(all_rows.opts["y"]) == 6)
    plot.resize(plot.width(), 10 * plot.fontMetrics().height() + GAP)
    assert len(all_rows.opts["y"]) == 6


def test_an_empty_table_says_that_no_row_fits(window, pair: Inspection) -> None:
    view = find(window, QTableView, "rowTable")
    pair.narrow("score>7")
    assert view.model().rowCount() == 0
    seen = view.viewport().grab().toImage()
    middle = seen.height() // 2
    inks = {seen.pixel(x, y) for y in range(middle - 10, middle + 10) for x in range(seen.width())}
    assert len(inks) > 1


def test_the_texts_of_a_problem_and_its_repair_are_not_elided(show, tmp_path: Path, qtbot) -> None:
    ids = [f"image_{n}" for n in range(20)]
    (tmp_path / "truth.csv").write_text("id,label\n" + "".join(f"{id_}.jpg,a\n" for id_ in ids))
    (tmp_path / "sub.csv").write_text(
        "id,label\n" + "".join(f"{id_}{'.jpg' if n > 4 else ''},a\n" for n, id_ in enumerate(ids))
    )
    window = show(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "sub.csv", metric="map@5"))
    window.bench.docks.turn_problems(True)
    panel = find(window, ProblemsPanel, "problemsPanel")
    buttons = panel.findChildren(QPushButton)
    assert buttons
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in buttons))
    for line in range(panel.rowCount()):
        for column in range(4):
            room = QRect(0, 0, panel.columnWidth(column) - 2 * GAP, 10_000)
            words = panel.item(line, column).text()
            needed = panel.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), words).height()
            assert panel.rowHeight(line) >= needed
    fixes = [problem.fix for problem in window.bench.inspection.problems if problem.fix]
    assert any(f"repair: {fixes[0].words} ({fixes[0].counted})" in panel.item(0, 3).text() for _ in buttons)


def test_the_open_dialog_keeps_its_buttons_on_a_low_screen(theme, qtbot) -> None:
    theme.set_scale(2.0)
    dialog = OpenDialog(None, None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.findChild(QToolButton, "readingFold").click()
    assert dialog.height() <= dialog.screen().availableSize().height()
    theme.set_scale(1.0)
    dialog.resize(dialog.width(), 400)
    buttons = dialog.findChild(QDialogButtonBox)
    assert dialog.height() == 400
    assert dialog.rect().contains(QRect(buttons.mapTo(dialog, QPoint()), buttons.size()))
    page = dialog.findChild(ScrollPage)
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0)


def test_the_open_dialog_unfolded_fits_a_screen_of_800(qtbot) -> None:
    dialog = OpenDialog(None, None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.findChild(QToolButton, "readingFold").click()
    assert dialog.findChild(ScrollPage).verticalScrollBar().maximum() == 0
    assert dialog.height() < 760


def test_a_small_start_page_fits_recent_pairs_and_unsaved_edits(show, tmp_path: Path) -> None:
    settings = Settings(temporary=True)
    for number in range(6):
        for name in ("truth", "submission"):
            (tmp_path / f"{name}{number}.csv").write_text("id,label\n")
        settings.remember(RecentPair(tmp_path / f"truth{number}.csv", tmp_path / f"submission{number}.csv", "map@5"))
    window = show(Inspection(), settings)
    window.resize(*SMALL)
    assert (window.width(), window.height()) == SMALL


def test_without_recent_pairs_the_samples_are_at_the_top(empty) -> None:
    page = find(empty, QWidget, "emptyState")
    cards, target = page.findChildren(QCommandLinkButton), page.findChild(QFrame, "dropTarget")
    left = {card.mapTo(page, QPoint()).x() for card in cards}
    assert len(cards) == 8
    assert left == {target.mapTo(page, QPoint()).x()}


def test_a_line_with_margins_has_room_for_its_letters(qtbot) -> None:
    label = ElidedLabel("caption")
    qtbot.addWidget(label)
    plain = label.sizeHint().height()
    label.setContentsMargins(8, 1, 8, 4)
    assert (label.sizeHint().height(), label.minimumSizeHint().height()) == (plain + 5, plain + 5)


def test_a_long_line_is_elided_and_keeps_its_text(qtbot) -> None:
    label = ElidedLabel("long")
    qtbot.addWidget(label)
    label.show_text("w" * 300)
    label.resize(100, 20)
    assert label.visible_text.endswith("…")
    assert label.fontMetrics().horizontalAdvance(label.visible_text) <= 100
    assert label.text() == "w" * 300
    assert "w" * 300 in label.toolTip()
    label.show_text("w" * 300, "wide")
    assert label.visible_text == "wide"
    label.show_text("short", "no need")
    assert label.visible_text == "short"


def test_an_error_names_the_dialog_fields_and_no_terminal_option(empty_pair, show) -> None:
    truth, submission = empty_pair
    window = show(Inspection())
    with pytest.raises(inspector.InputError) as raised:
        inspector.open_pair(truth, submission)
    window.report(raised.value)
    words = text(window, "messageText")
    assert "Id column of the truth" in words
    assert "--" not in words


@pytest.fixture
def empty_pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two files without a common id."""
    (tmp_path / "truth.csv").write_text("id,label\na1,x\na2,y\n")
    (tmp_path / "sub.csv").write_text("id,label\nb1,x\nb2,y\n")
    return tmp_path / "truth.csv", tmp_path / "sub.csv"


def test_the_arithmetic_of_five_labels_fits_the_first_window(show, tmp_path) -> None:
    for name, labels in (("truth.csv", "v"), ("submission.csv", "v w x y z")):
        (tmp_path / name).write_text("id,label\n" + "".join(f"r{number},{labels}\n" for number in range(40)))
    window = show(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@5"))
    window.resize(1280, 800)
    steps, page = find(window, QTableView, "stepTable"), find(window, QWidget, "rowPanel").findChild(ScrollPage)
    assert steps.viewport().height() >= 5 * steps.verticalHeader().defaultSectionSize()
    assert page.verticalScrollBar().maximum() == 0


def test_the_rule_is_no_wider_than_its_window(window) -> None:
    window.resize(640, 600)
    find(window, QToolButton, "ruleButton").click()
    panel = find(window, QFrame, "rulePanel")
    assert panel.width() <= window.width() < panel.screen().availableGeometry().width()
    assert abs(panel.frameGeometry().left() - window.geometry().left()) <= 2  # the frame of the offscreen platform
    assert panel.findChild(ScrollPage).horizontalScrollBar().maximum() == 0
    panel.close()


def test_the_rule_shows_large_numbers_whole(show, qtbot, prices: Inspection) -> None:
    window = show(prices)
    prices.set_metric("rmse")
    find(window, QToolButton, "ruleButton").click()
    panel = find(window, QFrame, "rulePanel")
    labels = panel.findChildren(QLabel)
    qtbot.waitUntil(lambda: "…" not in [label.text() for label in labels])
    overall = [label for label in labels if label.text() == fixed_decimals(prices.overall, 6)]
    assert overall
    assert all(label.width() >= label.fontMetrics().horizontalAdvance(label.text()) for label in overall)
    panel.close()


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["map@3", "f1"])
def test_the_rule_stays_on_the_screen_however_large_text_is(window, theme, pair: Inspection, metric: str) -> None:
    pair.set_metric(metric)
    theme.set_scale(2.0)
    find(window, QToolButton, "ruleButton").click()
    panel = find(window, QFrame, "rulePanel")
    # The offscreen platform moves windows by the frame that it gives even to popups.
    assert panel.screen().availableGeometry().adjusted(0, 0, 2, 2).contains(panel.frameGeometry())
    page = panel.findChild(ScrollPage)
    assert page.horizontalScrollBar().maximum() == 0
    labels = [label for label in panel.findChildren(QLabel) if label.isVisible()]
    assert len(labels) > 10
    cut = [label.text() for label in labels if label.height() < label.heightForWidth(label.width())]
    assert not cut
    page.ensureWidgetVisible(labels[-1])
    assert page.rect().contains(labels[-1].mapTo(page, labels[-1].rect().center()))
    panel.close()
