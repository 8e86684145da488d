"""A question before something is lost."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget
from shiboken6 import delete

from inspector.ui.widgets.input.question import Button, ask


@pytest.mark.parametrize("default", [Button.Cancel, Button.Discard])
def test_a_question_that_goes_with_its_parent_has_the_default_answer(qtbot, monkeypatch, default: Button) -> None:
    parent = QWidget()

    def go(_: QMessageBox) -> int:
        delete(parent)
        return 0

    monkeypatch.setattr(QMessageBox, "exec", go)
    assert ask(parent, "Note", "What was typed is not kept yet.", default=default) == default
