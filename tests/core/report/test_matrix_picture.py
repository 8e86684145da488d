"""The matrix of a report: its names stay apart and within the picture."""

from __future__ import annotations

import math
import re

import pytest

from inspector.core.report.blocks import Matrix
from inspector.core.report.html.matrix import matrix_picture

LETTER, CELL = 6.2, 42.0


def drawn(*names: str) -> tuple[float, dict[str, str | None]]:
    """The width of the picture, and how each name over a column is turned."""
    counts = tuple(tuple(1 for _ in names) for _ in names)
    picture = matrix_picture(Matrix(line_title="truth", column_title="first", names=names, counts=counts))
    over = [one for one in picture.iter("text") if one.text in names and one.get("text-anchor") != "end"]
    return float(picture.get("viewBox", "").split()[2]), {str(one.text): one.get("transform") for one in over}


def test_short_names_stand_upright_over_their_columns() -> None:
    assert drawn("cat", "dog", "ship") == (560, {"cat": None, "dog": None, "ship": None})


@pytest.mark.parametrize("many", [2, 10, 16])
def test_names_that_would_touch_are_turned_and_stay_within_the_picture(many: int) -> None:
    width, turned = drawn(*(f"airplane {at:x}" for at in range(many)))
    assert len(turned) == many
    for transform in turned.values():
        degrees, x, y = map(float, re.findall(r"-?[\d.]+", str(transform)))
        across, up = (way(math.radians(-degrees)) * 10 * LETTER for way in (math.cos, math.sin))
        assert x + across <= width
        assert y - up > 34  # below both titles
        assert math.sin(math.radians(-degrees)) * CELL > 11  # lines of this height do not touch
