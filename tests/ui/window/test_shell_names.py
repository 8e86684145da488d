"""Every widget has a name; every action has texts, an icon and a palette entry."""

from __future__ import annotations

import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStyleHints
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QLineEdit, QMenu, QWidget
from ui.conftest import METRIC
from ui.user import Key, Modifier, Shift, action, bring, find, make_panels, menu_actions, press, text

from inspector.ui.plots.numbers.number_panel import NumberPanel
from inspector.ui.widgets.formatting import plain
from inspector.ui.widgets.theme import DARK
from inspector.ui.window import palette
from inspector.ui.window.main_window import MainWindow


def all_menus(window: MainWindow) -> list[QMenu]:
    tops = [top.menu() for top in window.menuBar().actions()]
    return [*tops, *(entry.menu() for top in tops for entry in top.actions() if entry.menu())]


def focusable(window: MainWindow) -> list[QWidget]:
    """The widgets that the keyboard or a screen reader can reach, without viewports and other inner parts."""
    return [
        part
        for part in window.findChildren(QWidget)
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus
        and part.window() is window
        and part.focusProxy() is None
        and not (isinstance(part.parentWidget(), QAbstractScrollArea) and not isinstance(part, QLineEdit))
        and not part.objectName().startswith("qt_")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("opened", [True, False])
def test_every_part_that_takes_the_focus_has_a_name(window, empty, qtbot, opened: bool) -> None:
    shown = window if opened else empty
    make_panels(shown)
    for dock in shown.bench.docks.by_name.values():
        dock.show()
    assert len(focusable(shown)) > (15 if opened else 5)

    def all_are_named() -> None:
        assert [part for part in focusable(shown) if not (part.accessibleName() or getattr(part, "text", str)())] == []

    qtbot.waitUntil(all_are_named)


@pytest.mark.slow
def test_every_plot_has_a_name_and_a_description(window) -> None:
    panels = [panel.plot if isinstance(panel, NumberPanel) else panel for panel in make_panels(window)]
    plots = [panel for panel in panels if isinstance(panel, pg.PlotWidget)]
    assert len(plots) == 10
    for plot in plots:
        assert plot.accessibleName(), plot.objectName()
        assert plot.focusPolicy() & Qt.FocusPolicy.TabFocus, plot.objectName()
        dock = next(dock for dock in window.bench.docks.by_name.values() if dock.isAncestorOf(plot))
        dock.show()  # also where the metric gives it nothing to show
        if dock.widget() in (plot, plot.parent()):  # a panel may show another of its views
            bring(plot, dock)
        assert plot.accessibleDescription(), plot.objectName()


def test_every_action_has_texts_and_is_in_the_palette(window) -> None:
    offered = {choice.text for choice in palette.choices(window.bench)}
    for name, entry in window.commands.by_name.items():
        assert entry.text().replace("&", "").strip(), name
        assert entry.toolTip().strip(), name
        assert entry.statusTip().strip(), name
        assert name == "show_palette" or plain(entry.text()) in offered, name


def test_every_entry_of_every_menu_stands_in_the_palette(window) -> None:
    entries = {plain(entry.text()) for entry in menu_actions(window)}
    assert entries - {"Command palette"} <= {choice.text for choice in palette.choices(window.bench)}
    assert len(entries) > 40


def test_an_action_has_an_icon_where_others_of_its_menu_have_one(window) -> None:
    for menu in all_menus(window):
        ours = [entry for entry in menu.actions() if entry.objectName() or entry.menu()]
        if any(not entry.icon().isNull() for entry in ours):
            assert [entry.text() for entry in ours if entry.icon().isNull()] == []


@pytest.mark.slow
def test_icons_take_their_colour_from_the_theme(window, theme) -> None:
    def ink() -> int:
        image = action(window, "open_files").icon().pixmap(32, 32).toImage()
        seen = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
        return max(colour.lightness() for colour in seen if colour.alpha() > 200)

    light = ink()
    theme.choose("dark")
    assert light < 128 < ink()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Dark, Qt.ColorScheme.Light])
def test_a_window_that_follows_the_system_changes_with_it_plots_included(
    window, theme, qapp, scheme: Qt.ColorScheme, monkeypatch: pytest.MonkeyPatch
) -> None:
    dark = scheme == Qt.ColorScheme.Dark
    # The offscreen platform has no colour scheme.
    now = [Qt.ColorScheme.Light if dark else Qt.ColorScheme.Dark]
    monkeypatch.setattr(QStyleHints, "colorScheme", lambda hints: now[0])
    theme.choose("system")
    assert (theme.colours is DARK) != dark
    now[0] = scheme
    qapp.styleHints().colorSchemeChanged.emit(scheme)
    plot = find(window, QWidget, "scoreHistogram")
    assert (plot.grab().toImage().pixelColor(plot.width() - 6, 6).lightness() < 128) == dark
    assert (window.palette().window().color().lightness() < 128) == dark


def test_f6_goes_round_the_panes_and_back(window) -> None:
    table = find(window, QWidget, "rowTable")
    table.setFocus()
    seen = [QApplication.focusWidget().objectName()]
    for _ in range(12):
        press(window, Key.Key_F6)
        seen.append(QApplication.focusWidget().objectName())
    assert {"rowTable", "scoreHistogram", "firstHitHistogram", "predictionEdit"} <= set(seen)
    assert seen.index("scoreHistogram") < seen.index("predictionEdit")
    while not table.hasFocus():
        press(window, Key.Key_F6)
    press(window, Key.Key_F6)
    press(window, Key.Key_F6, Shift)
    assert table.hasFocus()


def test_a_line_along_the_top_marks_the_pane_with_the_focus(window) -> None:
    table, plot = find(window, QWidget, "rowTable"), find(window, QWidget, "scoreHistogram")
    colour = window.theme.colours.now

    def marked(part: QWidget) -> bool:
        image = part.grab().toImage()
        top, side = image.pixelColor(part.width() // 2, 0), image.pixelColor(0, part.height() // 2)
        return top.name() == colour != side.name()

    plot.setFocus()
    assert (marked(plot), marked(table)) == (True, False)
    table.setFocus()
    table.selectionModel().clear()
    assert (marked(plot), marked(table)) == (False, True)


def test_tab_moves_through_the_row_panel_and_the_table_keeps_its_row(window, pair) -> None:
    table = find(window, QWidget, "rowTable")
    table.setFocus()
    press(window, Key.Key_Down)
    press(window, Key.Key_Down)
    row = pair.current
    find(window, QWidget, "predictionEdit").setFocus()
    press(window, Key.Key_Tab)
    steps = find(window, QWidget, "stepTable")
    assert steps.hasFocus()
    press(window, Key.Key_Down)
    press(window, Key.Key_Down, Modifier.AltModifier)
    assert (pair.current, table.currentIndex().isValid()) == (row, True)
    while not table.hasFocus():
        press(window, Key.Key_Tab)
    assert pair.current == row
    press(window, Key.Key_Down)
    assert pair.current != row


def test_the_metric_is_named_for_a_screen_reader(window) -> None:
    assert find(window, QLabel, "metricTitle").text() == METRIC.upper()


def test_the_status_bar_says_the_rule_in_words(window, pair) -> None:
    pair.set_metric("map(divisor=m)@2")
    metric, _, rule = text(window, "ruleStatus").partition("   ")
    assert metric == "map(divisor=m)@2"
    assert rule.split(" · ")[:2] == ["divide by m", "repeats keep their rank"]
    assert "=" not in rule
