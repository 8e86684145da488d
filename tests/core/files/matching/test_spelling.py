"""Texts without what tools change in them: two that may mean the same are equal."""

from __future__ import annotations

import pytest

from inspector.core.arrays.arrow import texts
from inspector.core.files.matching.spelling import plain

SAME = {
    "7": ["007", "7.0", " 7 ", "07.00"],
    "0": ["000", "0.0", "0"],
    "img_1": ["IMG 1.JPG", "img_1.png", "Img_1"],
    "00x": ["x"],
    "": ["", " "],
}


@pytest.mark.parametrize("text", SAME)
def test_what_tools_change_makes_no_difference(text: str) -> None:
    assert {*plain(texts([text, *SAME[text]])).to_pylist()} == {*plain(texts([text])).to_pylist()}


def test_other_texts_stay_different() -> None:
    written = ["0", "", "10", "1", "a.b c", "ab", "1.5", "15", "x00", "x"]
    assert len({*plain(texts(written)).to_pylist()}) == len(written)
