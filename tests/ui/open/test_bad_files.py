"""Files that cannot be opened: one clear message that stays, and the open pair is unchanged."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QTableView
from ui.user import action, find, shown, text

from inspector import Inspection

GOOD = "id,label\n" + "".join(f"r{number:02},a b\n" for number in range(1, 15))


def zipped(*names: str) -> bytes:
    bytes_ = io.BytesIO()
    with zipfile.ZipFile(bytes_, "w") as archive:
        for name in names:
            archive.writestr(name, GOOD)
    return bytes_.getvalue()


BAD = {
    "empty": b"",
    "header only": b"id,label\n",
    "binary": bytes(range(256)) * 20,
    "truncated gzip": gzip.compress(GOOD.encode())[:60],
    "zip of several": zipped("a.csv", "b.csv"),
    "one very long line": b"id,label\n" + b"x" * (9 << 20),
    "ragged lines": b"id,label\nr01,a,b\nr02\n",
    "unclosed quote": b'id,label\nr01,"a\nr02,b\n',
    "NUL bytes": b"id,label\nr01,\0a\n",
    "latin-1": "id,label\nr01,\xe9t\xe9\n".encode("latin-1"),
    "duplicate ids": b"id,label\nr01,a\nr01,b\n",
    "no common id": b"id,label\nq1,a\nq2,b\n",
    "one column": b"label\na\n",
}


def assert_refused_with_one_message(window, pair: Inspection, name: str, told: list[Exception], before: tuple) -> None:
    bar = find(window, QFrame, "messageBar")
    assert bar.isVisible()
    assert len(told) == 1
    said = text(window, "messageText")
    assert name in said
    assert said.endswith((".", "?"))
    assert "Traceback" not in said
    assert "\n" not in said
    assert seen(window, pair) == before
    assert not window.bench.open_controller.worker.is_busy


def seen(window, pair: Inspection) -> tuple:
    table = find(window, QTableView, "rowTable")
    return (
        id(pair.evaluation),
        shown(table, "id"),
        text(window, "overallScore"),
        text(window, "rowId"),
        window.windowTitle(),
    )


@pytest.mark.slow
def test_an_unusable_file_keeps_the_open_pair(window, pair, pair_files, qtbot, tmp_path) -> None:
    pair.edit("r05", ["e"])
    before, told = seen(window, pair), []
    window.bench.open_controller.failed.connect(told.append)
    for name, content in BAD.items():
        bad = tmp_path / f"bad, {name}.csv"
        bad.write_bytes(content)
        with qtbot.waitSignal(window.bench.open_controller.failed):
            window.bench.open_controller.open(pair_files[0], bad)
        assert_refused_with_one_message(window, pair, bad.name, told, before)
        told.clear()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["gone", "a folder", "not permitted"])
def test_an_unreachable_file_keeps_the_open_pair(window, pair, pair_files, qtbot, tmp_path, kind) -> None:
    bad, told = tmp_path / "out of reach.csv", []
    if kind == "a folder":
        bad.mkdir()
    elif kind == "not permitted":
        if os.geteuid() == 0:
            pytest.skip("nothing is out of the reach of root")
        bad.write_text(GOOD)
        bad.chmod(0)
    before = seen(window, pair)
    window.bench.open_controller.failed.connect(told.append)
    with qtbot.waitSignal(window.bench.open_controller.failed):
        window.bench.open_controller.open(bad, pair_files[1])
    assert_refused_with_one_message(window, pair, "out of reach.csv", told, before)


@pytest.mark.slow
@pytest.mark.parametrize(
    "content", [b"", b"\0\0\0", b"id,label\n", bytes(range(256))], ids=["empty", "NUL", "header", "binary"]
)
def test_a_bad_file_dropped_with_a_good_one_is_rejected_too(window, pair, pair_files, qtbot, tmp_path, content) -> None:
    bad, told = tmp_path / "dropped.csv", []
    bad.write_bytes(content)
    before = seen(window, pair)
    window.bench.open_controller.failed.connect(told.append)
    with qtbot.waitSignal(window.bench.open_controller.failed):
        window.bench.open_controller.open_dropped([pair_files[0], bad])
    assert_refused_with_one_message(window, pair, "dropped.csv", told, before)


@pytest.mark.slow
def test_an_unknown_metric_keeps_the_open_pair(window, pair, pair_files, qtbot) -> None:
    before = seen(window, pair)
    with qtbot.waitSignal(window.bench.open_controller.failed):
        window.bench.open_controller.open(*pair_files, "map@0")
    assert find(window, QFrame, "messageBar").isVisible()
    assert seen(window, pair) == before


@pytest.mark.slow
def test_a_bad_file_leaves_the_empty_window_empty(show, pair_files, qtbot, tmp_path) -> None:
    window, inspection = None, Inspection()
    window = show(inspection)
    with qtbot.waitSignal(window.bench.open_controller.failed):
        window.bench.open_controller.open(pair_files[0], tmp_path / "gone.csv")
    assert "gone.csv" in text(window, "messageText")
    assert not inspection.is_open
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*pair_files)
    assert not find(window, QFrame, "messageBar").isVisible()


def test_a_message_stays_until_it_is_dismissed_and_can_be_copied(window, pair, pair_files, qtbot) -> None:
    with qtbot.waitSignal(window.bench.open_controller.failed):
        window.bench.open_controller.open(pair_files[0], Path("nowhere/<b>gone</b>.csv"))
    bar, label = find(window, QFrame, "messageBar"), find(window, QLabel, "messageText")
    for name in ("sort_best", "next_row", "put_truth_first", "undo"):
        action(window, name).trigger()
    assert bar.isVisible()
    assert "<b>gone</b>.csv" in label.text()
    buttons = {button.text(): button for button in bar.findChildren(QPushButton)}
    buttons["Copy message"].click()
    assert QGuiApplication.clipboard().text() in label.text()
    assert "<b>gone</b>.csv" in QGuiApplication.clipboard().text()
    buttons["Dismiss"].click()
    assert not bar.isVisible()
