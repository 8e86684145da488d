"""The grid of pictures: reads only what is in sight, says what is missing, and moves the current row."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget
from ui.images.drawing import BLUE, RED, draw
from ui.user import Bare, Key, Left, action, find, press

from inspector import Inspection
from inspector.core.rows.media import ImageSource
from inspector.ui.images import picture
from inspector.ui.images.grid_places import GridPlaces
from inspector.ui.images.picture import PictureCache
from inspector.ui.images.picture_grid import PictureGrid
from inspector.ui.images.picture_viewer import PictureViewer
from inspector.ui.images.query_panel import QueryPanel
from inspector.ui.tasks.worker import Worker


def grid_of(window) -> PictureGrid:
    return find(window, PictureGrid, "pictureGrid")


def use(window, folder: Path) -> None:
    """Choose a folder of pictures, as its dialog does."""
    find(window, QueryPanel, "previewPanel").chosen.emit(ImageSource(folder))


def is_reading(grid: PictureGrid) -> bool:
    return any(worker.is_busy for worker in grid.findChildren(Worker))


def shown(grid: PictureGrid, inspection: Inspection) -> dict[str, str]:
    """What is said, or shown, of each row that was looked for."""
    return {
        inspection.evaluation.table.id(row): "picture" if found and found.image else grid._words_of(row)
        for row, found in grid._found.items()
    }


@pytest.fixture
def grid(window, tmp_path: Path, qtbot) -> PictureGrid:
    """In sight, over pictures of some rows: a red one, a blue one and a broken one."""
    folder = tmp_path / "images"
    folder.mkdir()
    draw(folder / "r01.png", RED)
    draw(folder / "r02.png", BLUE)
    (folder / "r03.webp").write_bytes(b"RIFF\x20\0\0\0WEBPVP8 and no more")
    use(window, folder)
    action(window, "show_pictures").trigger()
    made = grid_of(window)
    qtbot.waitUntil(lambda: made.isVisible() and not is_reading(made) and bool(made._found))
    return made


@given(st.integers(0, 10**7), st.integers(1, 3000), st.integers(0, 10**9), st.integers(1, 2000))
def test_places_are_where_the_cells_are(count: int, width: int, top: int, height: int) -> None:
    places = GridPlaces(count, width, QSize(136, 170))
    seen = places.within(top, height)
    for pos in {*seen[:2], *seen[-2:]}:
        rect = places.rect(pos)
        assert places.at(rect.center()) == pos
        assert rect.bottom() >= top
        assert rect.top() < top + height
    if count:
        assert places.rect(count - 1).bottom() == places.height - 1
        assert len(seen) <= (height // 170 + 2) * places.columns
    assert places.columns * places.cell.width() <= max(width, 136)


def test_the_rows_shown_have_their_pictures_or_words(grid, pair: Inspection, qtbot) -> None:
    pair.narrow("id:r01 | id:r03 | id:r05")
    qtbot.waitUntil(lambda: len(grid._found) == 3 and not is_reading(grid))
    assert shown(grid, pair) == {
        "r01": "picture",
        "r03": "r03.webp is broken: Unable to read image data",
        "r05": "no picture",
    }
    pos = pair.state.order.pos(pair.evaluation.table.row_of("r01"))
    middle = grid.places.rect(pos).center()
    image = grid.viewport().grab().toImage()
    inks = {image.pixelColor(middle.x(), y).name() for y in range(grid.places.rect(pos).top(), middle.y())}
    assert QColor(RED).name() in inks


@pytest.mark.slow
def test_only_what_is_in_sight_is_read_and_kept(show, sample: Inspection, tmp_path, monkeypatch, qtbot) -> None:
    asked: list[str] = []
    monkeypatch.setattr("inspector.ui.images.picture_search.find", lambda base, name: asked.append(name))
    window = show(sample)
    use(window, tmp_path)
    monkeypatch.setattr("inspector.ui.images.query_panel.find_picture", None)
    asked.clear()
    action(window, "show_pictures").trigger()
    made = grid_of(window)
    qtbot.waitUntil(lambda: bool(made._found) and not is_reading(made))
    seen = len(made._in_sight)
    assert 0 < len(made._found) <= seen < 100
    made.verticalScrollBar().setValue(made.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: not is_reading(made))
    assert set(made._found) == {sample.state.order.row(pos) for pos in made._in_sight}
    assert len(made._found) < 100


@pytest.mark.slow
def test_a_hidden_grid_reads_nothing(window, tmp_path, pair: Inspection, monkeypatch) -> None:
    monkeypatch.setattr(PictureCache, "load", lambda *_: pytest.fail("a picture was read unseen"))
    find(window, QDockWidget, "previewDock").hide()
    use(window, tmp_path)
    pair.narrow("truth:a")
    assert not is_reading(grid_of(window))
    assert grid_of(window)._found == {}


def test_a_click_and_the_arrows_move_the_current_row(grid, window, pair: Inspection) -> None:
    order, columns = [int(row) for row in pair.state.order.rows], grid.places.columns
    QTest.mouseClick(grid.viewport(), Left, Bare, grid.places.rect(1).center())
    assert pair.current == order[1]
    grid.setFocus()
    press(window, Key.Key_Right)
    assert pair.current == order[2]
    press(window, Key.Key_Down)
    assert pair.current == order[2 + columns]
    press(window, Key.Key_Home)
    assert pair.current == order[0]
    press(window, Key.Key_End)
    assert pair.current == order[-1]
    last = grid.places.rect(len(order) - 1)
    assert last.bottom() - grid.verticalScrollBar().value() <= grid.viewport().height()
    assert grid.accessibleDescription().startswith(pair.evaluation.table.id(order[-1]))
    QTest.mouseClick(grid.viewport(), Left, Bare, grid.viewport().rect().bottomRight())
    assert pair.current in order


def test_enter_and_a_double_click_open_the_picture(grid, window, qtbot) -> None:
    for opens in (
        lambda: (grid.setFocus(), press(window, Key.Key_Return)),
        lambda: QTest.mouseDClick(grid.viewport(), Left, Bare, grid.places.rect(0).center()),
    ):
        opens()
        viewer = find(window, PictureViewer, "pictureViewer")
        viewer.close()
        qtbot.waitUntil(lambda: window.findChild(PictureViewer) is None)


@pytest.mark.slow
def test_without_pictures_or_rows_the_grid_says_why(window, pair: Inspection, grid) -> None:
    pair.narrow("score>5")
    assert grid.words() == "No rows match the filter"
    find(window, QueryPanel, "previewPanel").chosen.emit(ImageSource())
    pair.filter_by([])
    assert "Choose the folder" in grid.words()
    press(window, Key.Key_Return)
    assert window.findChild(PictureViewer) is None
    grid.viewport().grab()


def test_what_screen_readers_are_told_follows_every_change(grid, pair: Inspection, tmp_path, qtbot) -> None:
    pair.go_to(pair.evaluation.table.row_of("r02"))
    assert grid.accessibleDescription() == "r02, score 0.5000"
    pair.edit("r02", ["b"])
    assert grid.accessibleDescription() == "r02, score 1.0000"
    empty = tmp_path / "empty"
    empty.mkdir()
    use(grid.window(), empty)
    qtbot.waitUntil(lambda: grid.accessibleDescription() == "r02, score 1.0000, no picture")
    pair.narrow("id:r01")
    pair.filter_by([])
    pair.narrow("score>5")
    assert grid.accessibleDescription() == grid.words() == "No rows match the filter"


def test_another_pair_has_none_of_the_pictures(window, grid, other, qtbot) -> None:
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    assert grid._found == {}


def test_decoded_pictures_are_kept_up_to_a_number_of_bytes(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(picture, "_MOST_KEPT_BYTES", 100_000)
    cache = PictureCache()
    for number in range(20):
        cache.load(draw(tmp_path / f"{number}.png", RED, QSize(100, 50)), QSize(128, 128))
        cache.load(tmp_path / "0.png", QSize(128, 128))
        assert sum(kept.bytes for kept in cache._kept.values()) == cache._bytes <= 100_000
    assert len(cache) == 4
    assert any(key[0].name == "0.png" for key in cache._kept)
