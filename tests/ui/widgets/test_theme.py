"""The colours: every text can be read on every background, in light and dark."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtGui import QColor

from inspector.ui.widgets.theme import DARK, LIGHT, Colours
from inspector.ui.widgets.theme.shades import shades

TEXT = ("text", "muted", "faint", "now", "hit", "better", "worse")
MARKS = ("bar", "outline")
BACKGROUNDS = ("window", "base", "stripe", "now_soft")
SCHEMES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


def luminance(name: str) -> float:
    """Relative luminance of sRGB, WCAG 2.2."""
    colour = QColor(name)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.getRgbF()[:3]]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def too_close(colours: Colours, pairs: list[tuple[str, str]], least: float) -> list[tuple[str, str]]:
    return [(a, b) for a, b in pairs if contrast(getattr(colours, a), getattr(colours, b)) < least]


def test_what_changes_nothing_styles_nothing(theme, qtbot) -> None:
    with qtbot.assertNotEmitted(theme.changed):
        theme.choose("light")
        theme.set_scale(1.0)
    with qtbot.waitSignal(theme.changed):
        theme.set_scale(1.5)
    with qtbot.waitSignal(theme.changed):
        theme.choose("dark")


@SCHEMES
def test_text_can_be_read_on_every_background(colours) -> None:
    soft = [(name, f"{name}_soft") for name in ("hit", "better", "worse")]
    assert too_close(colours, [*product(TEXT, BACKGROUNDS), *soft, ("text", "chip")], 4.5) == []


@SCHEMES
def test_marks_can_be_told_from_what_is_behind_them(colours) -> None:
    assert too_close(colours, [*product(MARKS, BACKGROUNDS[:3]), ("outline", "now_soft")], 3) == []


@SCHEMES
@pytest.mark.parametrize("name", ["bar", "hit", "worse", "better"])
def test_the_text_on_every_shade_can_be_read(colours, name: str) -> None:
    ramp = shades(colours, name)
    assert [shade for shade in ramp if contrast(shade.fill.name(), shade.text.name()) < 4.5] == []
    far = [contrast(shade.fill.name(), colours.base) for shade in ramp]
    assert far == sorted(far)
    assert ramp[-1].fill == QColor(getattr(colours, name)) or name == "bar"
    assert len(ramp) > 30
