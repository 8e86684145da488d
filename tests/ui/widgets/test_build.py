"""Names, layouts of parts in a line, and actions that can be ticked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from inspector.ui.widgets.building.build import add_tick, arrange, named


@pytest.fixture
def panel(qtbot) -> QWidget:
    panel = QWidget()
    qtbot.addWidget(panel)
    return panel


def test_a_widget_gets_the_names_that_are_given_and_keeps_others(panel: QWidget) -> None:
    button = QPushButton("Go", panel)
    button.setToolTip("as before")
    assert named(button, "go", "Go on") is button
    assert (button.objectName(), button.accessibleName(), button.toolTip()) == ("go", "Go on", "as before")


def test_parts_stand_in_a_line_with_their_stretch(panel: QWidget) -> None:
    first, second, inner = QPushButton(panel), QPushButton(panel), QHBoxLayout()
    line = arrange(QVBoxLayout(panel), first, 2, (second, 1), (inner, 3), spacing=5, margins=(1, 2, 3, 4))
    assert panel.layout() is line
    assert [line.itemAt(at).widget() for at in (0, 2)] == [first, second]
    assert line.itemAt(1).spacerItem() is not None
    assert line.itemAt(3).layout() is inner
    assert [line.stretch(at) for at in range(line.count())] == [0, 2, 1, 3]
    assert (line.spacing(), line.contentsMargins()) == (5, QMargins(1, 2, 3, 4))


def test_a_line_has_no_margins_and_the_spacing_of_the_style_by_default(panel: QWidget) -> None:
    usual = QHBoxLayout(QWidget(panel)).spacing()
    line = arrange(QHBoxLayout(panel), QPushButton(panel))
    assert (line.spacing(), line.contentsMargins()) == (usual, QMargins())


def test_an_action_is_ticked_and_tells_of_its_turns(panel: QWidget) -> None:
    turned: list[bool] = []
    menu = QMenu(panel)
    action = add_tick(menu, "On", True, lambda is_on: turned.append(is_on), "a hint")
    assert menu.actions() == [action]
    assert (action.isCheckable(), action.isChecked(), action.toolTip()) == (True, True, "a hint")
    action.trigger()
    action.trigger()
    assert turned == [False, True]
