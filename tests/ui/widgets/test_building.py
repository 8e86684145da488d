"""Dialogs, buttons and cells that are made in one call."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialogButtonBox, QLabel

from inspector.ui.widgets.building.buttons import flat_button, push_button
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.static_table import fill, put, static_table
from inspector.ui.widgets.theme import GAP


@pytest.fixture
def dialog(qapp) -> Iterator[Dialog]:
    made = Dialog(None, "aDialog", "A title", QSize(480, 10))
    yield made
    made.deleteLater()


def test_a_dialog_has_its_name_margins_and_least_size(dialog: Dialog) -> None:
    layout = dialog.lay_out(QLabel("x", dialog), dialog.button_box(QDialogButtonBox.StandardButton.Ok))
    assert (dialog.objectName(), dialog.windowTitle()) == ("aDialog", "A title")
    assert layout.contentsMargins().left() == 2 * GAP and layout.spacing() == GAP
    assert dialog.sizeHint().width() >= 480 and dialog.sizeHint().height() > 10


def test_the_buttons_of_a_dialog_accept_and_reject_it(dialog: Dialog) -> None:
    kinds = QDialogButtonBox.StandardButton
    buttons = dialog.button_box(kinds.Ok | kinds.Cancel)
    for kind, result in ((kinds.Ok, Dialog.DialogCode.Accepted), (kinds.Cancel, Dialog.DialogCode.Rejected)):
        buttons.button(kind).click()
        assert dialog.result() == result.value


def test_a_button_does_what_it_is_given(dialog: Dialog) -> None:
    done = list[str]()
    button = push_button(dialog, "Text", "name", "hint", lambda: done.append("done"))
    button.click()
    flat = flat_button(dialog, "✕", "flat", "Close", "hint")
    assert done == ["done"] and (button.text(), button.objectName(), button.toolTip()) == ("Text", "name", "hint")
    assert flat.autoRaise() and (flat.text(), flat.accessibleName()) == ("✕", "Close")


def test_cells_show_texts_with_whole_ones_in_tooltips(dialog: Dialog) -> None:
    table = static_table(dialog, "cells", "Cells", ("a", "b"), wide=(1,))
    fill(table, [("1", "<b>"), ("2", "y")])
    assert [[table.item(line, at).text() for at in range(2)] for line in range(2)] == [["1", "<b>"], ["2", "y"]]
    assert "&lt;b&gt;" in table.item(0, 1).toolTip()
    item = put(table, 1, 1, "short", hint="longer", side=Qt.AlignmentFlag.AlignRight)
    assert "longer" in item.toolTip() and item.textAlignment() == Qt.AlignmentFlag.AlignRight
    assert table.item(1, 1) is item
