"""After a crash, typed text waits in its row again, and edits meet what another program has written since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QFrame, QLabel, QLineEdit, QPushButton, QTableView
from ui.recovery.test_recovery import bar, cells, kept, offered, push
from ui.user import Key, action, find, go_to, overwrite, press, text

import inspector
from inspector import Inspection
from inspector.core.recovery.unsaved import UnsavedEdits, find_unsaved
from inspector.core.task import drain
from inspector.ui.settings import Settings

TEXT = "id,label\na,1 0.9\nb,3 0.8\nc,2 0.7\n"


@pytest.fixture
def gap(tmp_path: Path) -> Inspection:
    (tmp_path / "t.csv").write_text("id,label\na,1\nb,2\nc,2\n")
    (tmp_path / "s.csv").write_text(TEXT)
    return opened(tmp_path)


def opened(tmp_path: Path) -> Inspection:
    return inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "gap")


def typed_in(path: Path) -> dict[str, str]:
    """The typed texts that a journal holds."""
    found = [json.loads(line) for line in path.read_bytes().splitlines()]
    return next((line["typed"] for line in reversed(found) if isinstance(line, dict) and "typed" in line), {})


def crashed(folder: Path, journal: bytes) -> UnsavedEdits:
    """Leave what a journal held at a moment, as a killed program does."""
    for path in kept(folder):
        path.unlink()
    folder.mkdir(exist_ok=True)
    (folder / "0123456789abcdef-1-1.jsonl").write_bytes(journal)
    return drain(find_unsaved(folder))[0]


@pytest.fixture
def journal(show, qtbot, gap: Inspection, folder: Path, keeping: Settings) -> bytes:
    """The journal while a row is edited, a text waits for another row, and a third is being typed."""
    window = show(gap, keeping)
    gap.edit("a", ["1", "4"], [0.9, 0.1])
    go_to(window, "b")
    line = find(window, QLineEdit, "predictionEdit")
    overwrite(line, "2 0.9x7")
    go_to(window, "c")
    overwrite(line, "9 0.5")
    wanted = {"b": "2 0.9x7", "c": "9 0.5"}
    qtbot.waitUntil(lambda: bool(kept(folder)) and typed_in(kept(folder)[0]) == wanted)
    content = kept(folder)[0].read_bytes()
    press(line, Key.Key_Escape)
    go_to(window, "b")
    press(line, Key.Key_Escape)
    qtbot.waitUntil(lambda: typed_in(kept(folder)[0]) == {})
    gap.undo()
    qtbot.waitUntil(lambda: not kept(folder))
    return content


@pytest.mark.slow
def test_typed_text_waits_in_its_row_after_a_crash(
    show,
    qtbot,
    tmp_path,
    folder,
    keeping,
    journal,
) -> None:
    crashed(folder, journal)
    window = show(pair := opened(tmp_path), keeping)
    assert offered(qtbot, window).startswith("↺ 1 edit and text typed for 2 rows of s.csv from ")
    push(window, "Restore")
    assert pair.evaluation.table.id(pair.current) == "b"  # where a text still has to be applied
    assert pair.evaluation.labels(0) == ["1", "4"]
    assert [pair.evaluation.labels(row) for row in (1, 2)] == [["3"], ["2"]]
    line, note = find(window, QLineEdit, "predictionEdit"), find(window, QLabel, "draftNote")
    go_to(window, "c")
    assert (line.text(), note.isVisible()) == ("9 0.5", True)
    line.setFocus()
    press(line, Key.Key_Return)
    assert pair.evaluation.labels(2) == ["9"]
    go_to(window, "b")
    assert (line.text(), note.isVisible()) == ("2 0.9x7", True)
    qtbot.waitUntil(lambda: [typed_in(path) for path in kept(folder)] == [{"b": "2 0.9x7"}])
    assert drain(find_unsaved(folder)) == []


@pytest.mark.slow
def test_restored_text_is_applied_only_once_the_user_goes_on_with_it(
    show, qtbot, tmp_path, folder, keeping, journal
) -> None:
    crashed(folder, journal)
    window = show(pair := opened(tmp_path), keeping)
    offered(qtbot, window)
    push(window, "Restore")
    line, note = find(window, QLineEdit, "predictionEdit"), find(window, QLabel, "draftNote")
    for _ in range(2):
        go_to(window, "c")
        assert (line.text(), note.isVisible()) == ("9 0.5", True)
        assert note.text() == "draft: Enter applies, Esc reverts"  # leaving does not
        line.setFocus()
        find(window, QTableView, "rowTable").setFocus()
        go_to(window, "a")
        assert (line.text(), note.isVisible()) == ("1 0.9 4 0.1", False)
        assert pair.evaluation.labels(2) == ["2"]
    qtbot.waitUntil(lambda: [typed_in(path) for path in kept(folder)] == [{"b": "2 0.9x7", "c": "9 0.5"}])
    go_to(window, "c")
    overwrite(line, "8 0.5")
    go_to(window, "a")
    assert pair.evaluation.labels(2) == ["8"]
    go_to(window, "b")
    line.setFocus()
    press(line, Key.Key_Escape)
    assert (line.text(), note.isVisible()) == ("3 0.8", False)
    qtbot.waitUntil(lambda: [typed_in(path) for path in kept(folder)] == [{}])
    go_to(window, "c")
    go_to(window, "b")
    assert (line.text(), note.isVisible()) == ("3 0.8", False)


@pytest.mark.slow
def test_typed_text_alone_is_offered(show, qtbot, tmp_path, folder, keeping, journal) -> None:
    lines = [line for line in journal.splitlines(keepends=True) if line.startswith(b"{")]
    assert len(crashed(folder, b"".join(lines)).edits) == 0
    window = show(opened(tmp_path), keeping)
    assert "text typed for 2 rows of s.csv" in offered(qtbot, window)
    push(window, "Restore")
    assert find(window, QLineEdit, "predictionEdit").text() == "2 0.9x7"
    assert not bar(window).isVisible()
    said = window.statusBar().currentMessage()
    assert said == "The text typed for 'b' and 'c' waits in its row; Enter applies it there."


@pytest.mark.slow
def test_the_list_shows_typed_text_too(show, qtbot, qtmodeltester, tmp_path, folder, keeping, journal) -> None:
    crashed(folder, journal)
    window = show(opened(tmp_path), keeping)
    offered(qtbot, window)
    push(window, "Show list")
    view = find(window, QTableView, "leftoverTable")
    qtmodeltester.check(view.model())
    qtbot.waitUntil(lambda: cells(view)[0][1] != "…")
    assert cells(view) == [
        ["a", "1 0.9", "1 0.9  4 0.1"],
        ["b", "3 0.8", "2 0.9x7  (typed, not applied)"],
        ["c", "2 0.7", "9 0.5  (typed, not applied)"],
    ]
    view.window().close()


@pytest.mark.slow
def test_a_save_says_that_restored_text_is_not_in_the_file(
    show, qtbot, tmp_path, folder, keeping, journal, monkeypatch
) -> None:
    crashed(folder, journal)
    window = show(opened(tmp_path), keeping)
    offered(qtbot, window)
    push(window, "Restore")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "saved.csv"), ""))
    action(window, "save").trigger()
    assert window.statusBar().currentMessage().endswith("saved.csv. What was typed for 'b', 'c' is not applied")
    assert (tmp_path / "saved.csv").read_text() == "id,label\na,1 0.9 4 0.1\nb,3 0.8\nc,2 0.7\n"


@pytest.mark.slow
@pytest.mark.parametrize("is_new", [True, False])
def test_restored_edits_that_meet_changes_on_disk_are_named(
    show,
    qtbot,
    tmp_path,
    folder,
    keeping,
    journal,
    is_new: bool,
) -> None:
    content = journal if is_new else journal.replace(b',["1"],[0.9]]', b"]")  # a journal of an older form
    crashed(folder, content)
    (tmp_path / "s.csv").write_text(TEXT.replace("a,1 0.9", "a,7 0.95"))
    window = show(pair := opened(tmp_path), keeping)
    offered(qtbot, window)
    push(window, "Restore")
    assert pair.evaluation.labels(0) == ["1", "4"]
    offer = find(window, QPushButton, "messageOffer")
    assert (find(window, QFrame, "messageBar").isVisible() and offer.isVisible()) == is_new
    if is_new:
        said = text(window, "messageText")
        assert "1 row was edited here and changed on disk, too; your edits are kept" in said
        assert "Recovered 1 edit." in said
        assert offer.text() == "Choose…"
