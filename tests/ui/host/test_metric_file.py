"""The file of a metric in the window: what the question shows of it, and that each change of it is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPlainTextEdit
from ui.host.acting import TEXT
from ui.user import find

from inspector.core.host.script import Script
from inspector.ui.host.consent_dialog import ConsentDialog
from inspector.ui.host.script_watcher import ScriptWatcher


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hidden", "seen"),
    [
        ("\u202e", "\\u202e"),
        ("\u2066", "\\u2066"),
        ("\u200b", "\\u200b"),
        ("\u2028", "\\u2028"),
        ("\x1b", "\\x1b"),
        ("\x7f", "\\x7f"),
        ("\r", "\\r"),
        ("\U000e0041", "\\U000e0041"),
        ("\r\n", "\n"),
        ("\t ä 猫", "\t ä 猫"),
    ],
)
def test_the_question_shows_what_would_not_be_seen(window, tmp_path: Path, hidden: str, seen: str) -> None:
    path = tmp_path / "hidden.py"
    path.write_bytes(f"{TEXT}# a{hidden}b\n".encode())
    dialog = ConsentDialog(Script.read(path), "higher", window)
    assert find(dialog, QPlainTextEdit, "consentCode").toPlainText() == f"{TEXT}# a{seen}b\n"


def test_a_file_that_goes_back_and_forth_is_told_each_time(window, metric: Path, qtbot) -> None:
    used, told, parent = Script.read(metric), list[str](), QObject(window)
    watcher = ScriptWatcher(parent)
    watcher.changed.connect(lambda script: told.append(script.text))
    watcher.watch([used])
    second, third = TEXT + "# 2\n", TEXT + "# 3\n"
    for text in (second, second, third, second, TEXT, second):
        metric.write_text(text)
        watcher._check()
    assert told == [second, third, second, second]
    watcher.close()
