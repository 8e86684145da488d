"""The picture at full size: opened by a click, follows the rows shown, and says what is missing."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget
from ui.images.drawing import BLUE, RED, draw
from ui.user import Bare, Key, Left, action, bring, find, go_to, press

from inspector import InputError, Inspection
from inspector.core.rows.media import ImageSource
from inspector.ui.images import picture_search
from inspector.ui.images.picture import FULL_SIZE, PictureCache
from inspector.ui.images.picture_view import PictureView
from inspector.ui.images.picture_viewer import PictureViewer
from inspector.ui.images.query_panel import QueryPanel
from inspector.ui.widgets.elided_label import ElidedLabel


@pytest.fixture
def seen(window, tmp_path: Path, pair: Inspection):
    """The query panel in front; r01 and r06 are red, r02 is blue and large, the others have no picture."""
    draw(tmp_path / "r01.png", RED)
    draw(tmp_path / "r06.png", RED)
    draw(tmp_path / "r02.png", BLUE, QSize(900, 700))
    (tmp_path / "r03.webp").write_bytes(b"RIFF\x20\0\0\0WEBPVP8 and no more")
    panel = bring(find(window, QueryPanel, "previewPanel"), find(window, QDockWidget, "previewDock"))
    pair.pictures = ImageSource(tmp_path)
    panel.chosen.emit(ImageSource(tmp_path))
    return window


@pytest.fixture
def viewer(seen, qtbot) -> PictureViewer:
    """Opened on r01 by a click."""
    go_to(seen, "r01")
    view = find(seen, QueryPanel, "previewPanel").findChildren(PictureView)[0]
    qtbot.waitUntil(lambda: view.image is not None)
    QTest.mouseClick(view, Left, Bare, view.rect().center())
    opened = find(seen, PictureViewer, "pictureViewer")
    qtbot.waitUntil(lambda: opened.view.image is not None)
    qtbot.waitUntil(opened.view.hasFocus)
    return opened


def caption(viewer: PictureViewer) -> str:
    return find(viewer, ElidedLabel, "pictureCaption").text()


def test_a_click_opens_the_picture_at_full_size(seen, viewer, pair: Inspection, qtbot) -> None:
    assert caption(viewer).startswith("r01 · score 1.0000 · ")
    assert "60 × 40 pixels at 100%" in caption(viewer)
    go_to(seen, "r02")
    qtbot.waitUntil(lambda: viewer.view.image is not None and viewer.view.image.width() == 900)
    assert viewer.view.image.size() == QSize(900, 700)
    assert viewer.windowTitle() == "Picture of r02"


@pytest.mark.slow
def test_arrows_go_through_the_rows_shown_and_no_others(seen, viewer, pair: Inspection, qtbot) -> None:
    pair.narrow("id:r01 | id:r06 | id:r02")
    order = [pair.evaluation.table.id(int(row)) for row in pair.state.order.rows]
    pair.go_to(int(pair.state.order.rows[0]))
    visited = [caption(viewer).split(" ")[0]]
    for _ in range(3):
        press(viewer, Key.Key_Right)
        visited.append(caption(viewer).split(" ")[0])
    assert visited == [*order, order[-1]]
    press(viewer, Key.Key_Left)
    assert caption(viewer).startswith(order[1])
    assert "2 of 3" in caption(viewer)


@pytest.mark.slow
def test_a_missing_and_a_broken_picture_are_said_in_place(seen, viewer, qtbot) -> None:
    go_to(seen, "r05")
    qtbot.waitUntil(lambda: "There is no picture of r05 in " in viewer.view.words)
    go_to(seen, "r03")
    qtbot.waitUntil(lambda: "r03.webp is broken" in viewer.view.words)
    assert viewer.view.accessibleDescription() == viewer.view.words


@pytest.mark.slow
def test_a_picture_that_takes_long_is_not_belied_by_another(seen, viewer, monkeypatch, qtbot) -> None:
    gate, decode = threading.Event(), picture_search.decode
    monkeypatch.setattr(picture_search, "decode", lambda *given: gate.wait(30) and decode(*given))
    go_to(seen, "r02")
    qtbot.waitUntil(lambda: viewer.view.words == "Reading…")
    assert viewer.view.image is None
    gate.set()
    qtbot.waitUntil(lambda: viewer.view.image is not None)
    assert viewer.view.image.width() == 900


def test_a_reader_that_fails_is_said_in_place(seen, viewer, monkeypatch, qtbot) -> None:
    def fail(*_: object) -> None:
        raise InputError("no decoder")

    monkeypatch.setattr(picture_search, "decode", fail)
    with qtbot.waitSignal(viewer.failed):
        go_to(seen, "r02")
    assert viewer.view.words == "The picture could not be read"
    assert viewer.view.image is None


def test_esc_closes_it_and_the_keyboard_is_back(seen, viewer, qtbot) -> None:
    press(viewer, Key.Key_Escape)
    qtbot.waitUntil(lambda: seen.findChild(PictureViewer) is None)


@pytest.mark.slow
def test_a_picture_at_full_size_is_bounded_and_not_kept(seen, viewer, monkeypatch, qtbot) -> None:
    boxes = []
    plain = picture_search.decode
    monkeypatch.setattr(picture_search, "decode", lambda path, box: boxes.append(box) or plain(path, box))
    loaded = []
    plain_load = PictureCache.load
    monkeypatch.setattr(PictureCache, "load", lambda *given: loaded.append(given[2]) or plain_load(*given))
    go_to(seen, "r02")
    qtbot.waitUntil(lambda: viewer.view.image is not None and viewer.view.image.width() == 900)
    assert boxes == [FULL_SIZE]
    assert FULL_SIZE not in loaded
    # What it may take is below what Qt may decode.
    assert FULL_SIZE.width() * FULL_SIZE.height() * 4 < 256 << 20


def test_the_command_and_the_keyboard_open_it_too(seen, qtbot) -> None:
    action(seen, "open_picture").trigger()
    opened = find(seen, PictureViewer, "pictureViewer")
    opened.close()
    qtbot.waitUntil(lambda: seen.findChild(PictureViewer) is None)
    go_to(seen, "r01")
    view = find(seen, QueryPanel, "previewPanel").findChildren(PictureView)[0]
    qtbot.waitUntil(lambda: view.image is not None)
    view.setFocus()
    press(seen, Key.Key_Return)
    find(seen, PictureViewer, "pictureViewer").close()


def test_words_in_place_of_a_picture_open_nothing(seen, qtbot) -> None:
    go_to(seen, "r05")
    view = find(seen, QueryPanel, "previewPanel").findChildren(PictureView)[0]
    qtbot.waitUntil(lambda: "no picture of r05" in view.words)
    QTest.mouseClick(view, Left, Bare, view.rect().center())
    assert seen.findChild(PictureViewer) is None
