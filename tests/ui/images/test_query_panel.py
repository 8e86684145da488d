"""The query panel: the picture, text and label examples of the current row, and the messages without them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QDockWidget, QFileDialog, QLabel, QPlainTextEdit
from ui.conftest import ROWS, write_pair
from ui.images.drawing import BLUE, RED, draw
from ui.user import action, bring, find, go_to

import inspector
from inspector.core.rows.media import ImageSource
from inspector.ui.images.example_strip import ExampleStrip
from inspector.ui.images.picture import PictureCache
from inspector.ui.images.picture_view import PictureView
from inspector.ui.images.query_panel import QueryPanel
from inspector.ui.settings import Settings
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.theme import GAP


@pytest.fixture
def images(tmp_path: Path) -> Path:
    """Pictures of some rows: a red one, a blue one, others of label a, and one that is broken."""
    folder = tmp_path / "images"
    folder.mkdir()
    draw(folder / "r01.png", RED)
    draw(folder / "r02.jpg", BLUE)
    draw(folder / "r06.png", RED)
    draw(folder / "r07.webp", BLUE)
    (folder / "r03.jpg").write_bytes(b"RIFF\x20\0\0\0WEBPVP8 and no more")
    return folder


def panel(window) -> QueryPanel:
    return find(window, QueryPanel, "previewPanel")


def view(window) -> PictureView:
    """The large picture; the small ones are in the strip."""
    return panel(window).findChildren(PictureView)[0]


def is_reading(window) -> bool:
    return any(worker.is_busy for worker in panel(window).findChildren(Worker))


def strip(window) -> ExampleStrip:
    return find(window, ExampleStrip, "exampleStrip")


@pytest.fixture
def seen(window, images):
    """The window with the preview in front and the folder chosen."""
    bring(panel(window), find(window, QDockWidget, "previewDock"))
    panel(window).chosen.emit(ImageSource(images))
    return window


def colour(shown: PictureView) -> str:
    grabbed = shown.grab().toImage()
    return grabbed.pixelColor(grabbed.width() // 2, grabbed.height() // 2).name()


def looks(window, wanted: str) -> bool:
    return (
        view(window).image is not None
        and QColor(colour(view(window))).rgb() & 0xF0F0F0 == QColor(wanted).rgb() & 0xF0F0F0
    )


def test_the_picture_follows_the_current_row(seen, qtbot) -> None:
    go_to(seen, "r01")
    qtbot.waitUntil(lambda: looks(seen, RED))
    assert view(seen).accessibleName() == "Picture of r01"
    go_to(seen, "r02")
    qtbot.waitUntil(lambda: looks(seen, "#0000fe"))


def test_a_missing_and_a_broken_picture_are_reported(seen, qtbot) -> None:
    go_to(seen, "r05")
    qtbot.waitUntil(lambda: "no picture of r05" in view(seen).words)
    go_to(seen, "r03")
    qtbot.waitUntil(lambda: "r03.jpg" in view(seen).words)
    assert view(seen).image is None
    assert view(seen).accessibleDescription() == view(seen).words


def test_examples_of_true_and_predicted_labels_are_shown_next_to_it(seen, qtbot) -> None:
    go_to(seen, "r05")
    qtbot.waitUntil(lambda: strip(seen).isVisible())
    titles = [label.text() for label in strip(seen).findChildren(QLabel)]
    assert titles == ["predicted: a", "predicted: b"]
    pictures = strip(seen).findChildren(PictureView)
    assert [shown.accessibleName() for shown in pictures] == [
        f"Picture of {id_}, predicted: {label}"
        for id_, label in (("r01", "a"), ("r06", "a"), ("r07", "a"), ("r02", "b"))
    ]
    go_to(seen, "r06")
    qtbot.waitUntil(lambda: [label.text() for label in strip(seen).findChildren(QLabel)] == ["true: a", "predicted: b"])
    assert len(strip(seen).findChildren(PictureView)) == 3
    go_to(seen, "r11")
    qtbot.waitUntil(lambda: not strip(seen).isVisible())


def test_without_a_folder_the_panel_says_what_can_be_chosen(window) -> None:
    bring(panel(window), find(window, QDockWidget, "previewDock"))
    said = "Choose the folder with the images, or a column of paths or texts"
    assert view(window).words == said


def test_words_that_are_too_high_for_their_room_begin_at_the_top(qtbot) -> None:
    shown = PictureView(QSize(10, 10))
    qtbot.addWidget(shown)
    shown.setStyleSheet("color: black; background: white")
    ink = {}
    for height in (300, 2 * GAP + shown.fontMetrics().height()):
        shown.resize(80, height)
        shown.show_text("some words that need several lines here")
        image = shown.grab().toImage()
        rows = [y for y in range(image.height()) if any(image.pixelColor(x, y).value() < 200 for x in range(80))]
        ink[height] = rows[0]
    high, low = ink
    assert ink[high] > 60
    assert GAP <= ink[low] < GAP + shown.fontMetrics().ascent()


def test_a_hidden_preview_reads_nothing(window, images, monkeypatch) -> None:
    monkeypatch.setattr(PictureCache, "load", lambda *_: pytest.fail("a picture was read unseen"))
    find(window, QDockWidget, "previewDock").hide()
    panel(window).chosen.emit(ImageSource(images))
    go_to(window, "r01")
    assert not is_reading(window)
    assert view(window).image is None


def test_the_newest_request_wins(seen, qtbot, monkeypatch) -> None:
    asked = []
    plain = PictureCache.load
    monkeypatch.setattr(PictureCache, "load", lambda *given: asked.append(given[1].name) or plain(*given))
    for id_ in ("r01", "r06", "r01", "r02"):
        go_to(seen, id_)
    qtbot.waitUntil(lambda: looks(seen, "#0000fe"))
    qtbot.waitUntil(lambda: not is_reading(seen))
    assert "r02.jpg" in asked
    assert view(seen).accessibleName() == "Picture of r02"


@pytest.mark.slow
def test_the_menu_asks_for_the_folder_and_the_truth_file_remembers_it(
    show, pair_files, images, qtbot, monkeypatch
) -> None:
    settings = Settings(temporary=True)
    first = show(inspector.open_pair(*pair_files, "map@3"), settings)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(images))
    action(first, "ask_images").trigger()
    qtbot.waitUntil(lambda: looks(first, RED) or view(first).words != "")
    go_to(first, "r01")
    qtbot.waitUntil(lambda: looks(first, RED))
    second = show(inspector.open_pair(*pair_files, "map@3"), settings)
    assert second.bench.inspection.pictures == ImageSource(images)
    assert panel(second).isVisible()
    go_to(second, "r01")
    qtbot.waitUntil(lambda: looks(second, RED))


def test_another_pair_has_other_pictures_or_none(seen, pair, other) -> None:
    pair.load(inspector.open_pair(*other, "map@3").state)
    assert seen.bench.inspection.pictures == ImageSource()


@pytest.fixture
def noted(show, tmp_path, images):
    """A pair whose truth file has a column with a path, a hostile path, and texts that look like markup."""
    write_pair(tmp_path, ROWS[:4])
    notes = ["note", "images/r01.png", "../../etc/passwd", "<b>not bold</b> & long", ""]
    lines = (tmp_path / "truth.csv").read_text().splitlines()
    (tmp_path / "truth.csv").write_text("\n".join(f"{a},{b}" for a, b in zip(lines, notes, strict=True)) + "\n")
    window = show(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@3"))
    bring(panel(window), find(window, QDockWidget, "previewDock"))
    return window


@pytest.mark.slow
def test_a_column_holds_paths_beside_the_truth_file_or_texts(noted, qtbot) -> None:
    chooser, text = panel(noted).findChild(QComboBox), find(noted, QPlainTextEdit, "queryText")
    with qtbot.waitSignal(panel(noted).chosen) as said:
        chooser.setCurrentIndex(1)
    assert said.args == [ImageSource(None, "note")]
    go_to(noted, "r01")
    qtbot.waitUntil(lambda: looks(noted, RED))
    go_to(noted, "r03")
    qtbot.waitUntil(text.isVisible)
    assert text.toPlainText() == "<b>not bold</b> & long"
    go_to(noted, "r02")
    qtbot.waitUntil(lambda: text.toPlainText() == "../../etc/passwd")
    assert text.isVisible()
    go_to(noted, "r04")
    qtbot.waitUntil(lambda: "no picture of r04" in view(noted).words)
