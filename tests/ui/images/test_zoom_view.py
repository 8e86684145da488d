"""A picture that is enlarged and moved: what is under the pointer stays there, and the picture is never lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from ui.user import Bare, Key, Left, press

from inspector.ui.images.zoom_view import ZoomView


def image(width: int, height: int) -> QImage:
    """Red on the left, blue on the right."""
    made = QImage(QSize(width, height), QImage.Format.Format_RGB32)
    made.fill(QColor("#ff0000"))
    for x in range(width // 2, width):
        for y in range(height):
            made.setPixelColor(x, y, QColor("#0000ff"))
    return made


@pytest.fixture
def view(qtbot) -> ZoomView:
    """400 x 200 pixels for a picture of 800 x 200."""
    made = ZoomView()
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show_image(image(800, 200), "")
    with qtbot.waitExposed(made):
        made.show()
    return made


def wheel(view: ZoomView, at: QPointF, notches: int) -> None:
    turned = QPoint(0, 120 * notches)
    where = QPointF(view.mapToGlobal(at.toPoint()))
    phase = Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(view, QWheelEvent(at, where, QPoint(), turned, Qt.MouseButton.NoButton, Bare, phase, False))


def near(found: QPointF, wanted: QPointF) -> bool:
    return (found - wanted).manhattanLength() < 1e-6


def test_a_picture_fits_and_is_never_enlarged_for_it(view) -> None:
    assert view.scale == 0.5
    view.show_image(image(20, 10), "")
    assert view.scale == 1.0
    view.show_image(image(800, 200), "")
    view.resize(200, 200)
    assert view.scale == 0.25


def test_the_wheel_zooms_at_the_pointer(view) -> None:
    at = QPointF(320, 90)
    before = view.in_picture(at)
    for notches in (1, 3, -2):
        wheel(view, at, notches)
        assert near(view.in_picture(at), before)
    assert view.scale == pytest.approx(0.5 * 1.25**2)
    pixel = view.grab().toImage().pixelColor(320, 90)
    assert pixel == QColor("#0000ff")


@given(st.lists(st.tuples(st.integers(0, 399), st.integers(0, 199), st.integers(-30, 30)), max_size=12))
def test_no_turn_of_the_wheel_loses_the_picture(qapp, turns) -> None:
    view = ZoomView()
    view.resize(400, 200)
    view.show_image(QImage(QSize(800, 200), QImage.Format.Format_RGB32), "")
    for x, y, notches in turns:
        wheel(view, QPointF(x, y), notches)
        assert 0.5 <= view.scale <= 40
        middle = view.in_picture(QPointF(view.rect().center()))
        assert -2 <= middle.x() <= 802
        assert -2 <= middle.y() <= 202
    view.deleteLater()


def test_a_drag_moves_the_picture_with_the_hand(view) -> None:
    view.zoom(4)
    before = view.in_picture(QPointF(200, 100))
    QTest.mousePress(view, Left, Bare, QPoint(200, 100))
    QTest.mouseMove(view, QPoint(150, 80))
    QTest.mouseRelease(view, Left, Bare, QPoint(150, 80))
    assert near(view.in_picture(QPointF(150, 80)), before)
    QTest.mouseMove(view, QPoint(10, 10))
    assert near(view.in_picture(QPointF(150, 80)), before)


def test_a_double_click_shows_single_pixels_and_fits_again(view) -> None:
    at = QPoint(300, 100)
    before = view.in_picture(QPointF(at))
    QTest.mouseDClick(view, Left, Bare, at)
    assert view.scale == 1.0
    assert near(view.in_picture(QPointF(at)), before)
    QTest.mouseDClick(view, Left, Bare, at)
    assert view.scale == 0.5


def test_keys_zoom_and_fit(view) -> None:
    view.setFocus()
    press(view, Key.Key_Plus)
    assert view.scale == 0.625
    press(view, Key.Key_Minus)
    press(view, Key.Key_1)
    assert view.scale == 1.0
    press(view, Key.Key_0)
    assert view.scale == 0.5


def test_words_stand_where_there_is_no_picture(view) -> None:
    view.show_image(None, "There is no picture of r05")
    assert view.accessibleDescription() == "There is no picture of r05"
    view.zoom(2)
    wheel(view, QPointF(3, 3), 2)
    assert view.grab().toImage().pixelColor(0, 0) == view.palette().base().color()
