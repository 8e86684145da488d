"""The lines for paths: their completions do not stand in the way of a complete path."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from inspector.ui.open.paths import path_edit


def test_completions_of_a_folder_that_is_listed_late_leave(qtbot, tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\n")
    parent = QWidget()
    qtbot.addWidget(parent)
    edit = path_edit(parent, "path", None)
    with qtbot.waitActive(parent):
        parent.show()
    edit.setFocus()
    edit.setText(str(tmp_path / "truth.csv"))
    QCoreApplication.processEvents()
    popup = edit.completer().popup()
    popup.show()
    edit.completer().model().directoryLoaded.emit(str(tmp_path))
    assert popup.isVisible()
    qtbot.waitUntil(lambda: not popup.isVisible())
