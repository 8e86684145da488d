"""A line of text that is elided only where it does not fit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont

from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.theme import fixed_font

SIZES = [8.0, 9.3, 11.0, 13.7, 20.74, 27.66]


@pytest.fixture
def label(qtbot) -> ElidedLabel:
    made = ElidedLabel("name")
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("size", SIZES)
def test_a_text_that_has_its_room_is_whole(label: ElidedLabel, size: float) -> None:
    font = QFont(label.font())
    font.setPointSizeF(size)
    label.setFont(font)
    for text in ("MAP@5", "recall@12", "0.70960", "w_0709fd0"):
        label.show_text(text)
        label.resize(label.sizeHint())
        assert label.visible_text == text
        label.resize(label.width() - 8, label.height())
        assert label.visible_text.endswith("…")


@pytest.mark.parametrize("size", SIZES)
def test_an_underscore_is_seen(label: ElidedLabel, size: float) -> None:
    font = fixed_font()
    font.setPointSizeF(size)
    label.setFont(font)
    label.show_text("w_e")

    def ink(higher: int) -> int:
        label.resize(label.sizeHint() + QSize(0, higher))
        picture = label.grab().toImage()
        paper = picture.pixel(picture.width() - 1, 0)
        places = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
        return sum(picture.pixel(x, y) != paper for x, y in places)

    assert ink(0) == ink(20) > 0


def test_whole_parts_are_left_out_before_one_is_cut(label: ElidedLabel) -> None:
    said, width = "one part · another · the last", label.fontMetrics().horizontalAdvance
    label.show_text(said)
    seen = []
    for room in range(width(said), 0, -1):
        label.resize(room, 20)
        seen.append(label.visible_text)
    assert [*dict.fromkeys(seen)][:3] == [said, "one part · another …", "one part …"]
