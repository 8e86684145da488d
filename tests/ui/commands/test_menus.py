"""The menus: every action has its position, texts and shortcut, and works."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QAction, QColor, QGuiApplication, QStatusTipEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMessageBox,
    QTableView,
    QWidget,
)
from ui.user import Control, Key, Shift, action, find, go_to, menu_actions, press

from inspector import Inspection
from inspector.ui.settings import Settings
from inspector.ui.widgets.theme import DARK
from inspector.ui.widgets.visibility import is_visible


def test_undo_and_redo_say_what_they_would_do(window, pair: Inspection) -> None:
    undo, redo = action(window, "undo"), action(window, "redo")
    assert (undo.isEnabled(), redo.isEnabled(), undo.text()) == (False, False, "&Undo")
    go_to(window, "r10")
    action(window, "put_truth_first").trigger()
    assert (undo.text(), undo.isEnabled()) == ("&Undo: put &&amp at rank 1 of r10", True)
    press(window, Key.Key_Z, Control)
    assert (undo.isEnabled(), redo.text()) == (False, "&Redo: put &&amp at rank 1 of r10")
    press(window, Key.Key_Z, Control | Shift)
    go_to(window, "r14 & <i>")
    action(window, "clear_row").trigger()
    assert undo.text() == "&Undo: clear r14 && <i>"
    action(window, "reset_all").trigger()
    assert undo.text() == "&Undo: reset 2 rows"


def test_selected_rows_are_reset_in_one_step(window, pair: Inspection) -> None:
    for id_ in ("r01", "r02", "r03"):
        pair.edit(id_, ["x"])
    table = go_to(window, "r01")
    table.selectAll()
    pair.undo()
    press(window, Key.Key_R, Control)
    assert [pair.evaluation.is_edited(row) for row in range(3)] == [False] * 3
    action(window, "undo").trigger()
    assert [pair.evaluation.is_edited(row) for row in range(3)] == [True, True, False]


def test_every_action_has_a_text_and_a_hint_and_a_place_in_the_menus(window) -> None:
    entries = menu_actions(window)
    assert len(entries) > 25
    for entry in entries:
        assert entry.text().replace("&", "").strip(), entry
    for entry in window.findChildren(QAction):
        if entry.shortcuts():
            assert entry in entries, entry.text()
            assert entry.statusTip().strip(), entry.text()
            assert entry.toolTip().strip(), entry.text()


def test_no_two_actions_share_a_key_or_a_mnemonic_of_a_menu(window) -> None:
    keys = Counter(key.toString() for entry in window.findChildren(QAction) for key in entry.shortcuts())
    assert [key for key, times in keys.items() if times > 1] == []
    shared = {}
    for top in window.menuBar().actions():
        titles = [entry.text().replace("&&", "") for entry in top.menu().actions()]
        letters = Counter(title[title.index("&") + 1].lower() for title in titles if "&" in title)
        shared |= {(top.text(), letter): titles for letter, times in letters.items() if times > 1}
    assert shared == {}


def test_the_hint_of_an_action_is_read_in_the_status_line(window) -> None:
    QApplication.sendEvent(window, QStatusTipEvent(action(window, "sort_worst").statusTip()))
    assert window.statusBar().currentMessage() == action(window, "sort_worst").statusTip()


@pytest.mark.slow
def test_the_theme_is_changed_live_and_kept(show, pair, theme, tmp_path, monkeypatch) -> None:
    settings = Settings(temporary=True)
    window = show(pair, settings)
    entries = {entry.text(): entry for entry in menu_actions(window)}
    for title, dark in (("Dark", True), ("Light", False)):
        entries[title].trigger()
        assert (theme.colours is DARK) == dark
        assert settings.theme == title.lower()
        assert entries[title].isChecked()
        table = find(window, QTableView, "rowTable")
        table.clearSelection()
        corner = table.viewport().grab().toImage().pixelColor(table.viewport().width() - 3, 3)
        assert (corner.lightness() < 128) == dark
        assert window.palette().window().color() == QColor(theme.colours.window)


def test_the_terminal_command_names_files_and_metric(window, pair_files) -> None:
    action(window, "copy_command").trigger()
    command = QGuiApplication.clipboard().text()
    assert command.startswith("submission-inspector score ")
    assert str(pair_files[0]) in command
    assert "--metric map@3" in command


def test_docks_are_hidden_and_shown_from_the_view_menu(window) -> None:
    entries = {entry.text(): entry for entry in menu_actions(window)}
    row = find(window, QWidget, "rowPanel")
    assert row.isVisible()
    entries["Row"].trigger()
    assert not row.isVisible()
    press(window, Key.Key_L, Control)
    assert row.isVisible()
    assert find(window, QLineEdit, "predictionEdit").hasFocus()


def test_a_panel_that_the_view_menu_shows_comes_to_the_front(window, qtbot) -> None:
    dock = find(window, QDockWidget, "slicesDock")
    turn = dock.toggleViewAction()
    dock.hide()
    turn.trigger()
    qtbot.waitUntil(lambda: is_visible(dock))
    turn.trigger()
    assert (dock.isHidden(), turn.isChecked()) == (True, False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["show_shortcuts", "show_about"])
def test_help_is_shown_and_names_every_key_and_version(window, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    said: list[str] = []

    def read(dialog: QDialog) -> int:
        said.extend(label.text() for label in dialog.findChildren(QLabel))
        said.append(dialog.text() if isinstance(dialog, QMessageBox) else "")
        return 0

    monkeypatch.setattr(QDialog, "exec", read)
    monkeypatch.setattr(QMessageBox, "exec", read)
    action(window, name).trigger()
    wanted = ["Ctrl+Z", "Ctrl+O", "Alt+Up"] if name == "show_shortcuts" else ["Python", "numpy", "pyarrow"]
    assert all(word in "\n".join(said) for word in wanted)
