"""The light and the dark colours, and the palette that Qt's own widgets take them from."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette


@dataclass(frozen=True)
class Colours:
    """A colour scheme. now: current or selected; hit, worse and better are always used together with a sign.

    Text (`text`, `muted`, `faint`, `now`, `hit`, `better`, `worse`) has a contrast of at least 4.5 with every
    background (`window`, `base`, `stripe`, `now_soft`), hits, better and worse with their soft ones, and `text` with
    `chip`; marks (`bar`, `outline`) have one of at least 3 with `window`, `base` and `stripe`, an `outline` with
    `now_soft`, too.
    """

    window: str
    base: str
    stripe: str
    text: str
    muted: str
    faint: str
    outline: str
    line: str
    chip: str
    now: str
    now_soft: str
    hit: str
    hit_soft: str
    better: str
    better_soft: str
    worse: str
    worse_soft: str
    bar: str


# Each light and dark.
_PAIRS = {
    "window": ("#f4f5f6", "#26292d"),
    "base": ("#ffffff", "#1c1e21"),
    "stripe": ("#f8f9fa", "#202225"),
    "text": ("#1c2024", "#e3e6e9"),
    "muted": ("#4c545d", "#b4bcc5"),
    "faint": ("#626a73", "#9ba3ac"),
    "outline": ("#7f8790", "#7b838c"),
    "line": ("#d8dce0", "#43484f"),
    "chip": ("#e8ebee", "#363a40"),
    "now": ("#1f69a8", "#6cb4ee"),
    "now_soft": ("#e0edf8", "#203a50"),
    "hit": ("#006e50", "#35c79d"),
    "hit_soft": ("#d8f1e8", "#173d33"),
    "better": ("#00659e", "#62b8f0"),
    "better_soft": ("#ddeefa", "#1d3a50"),
    "worse": ("#a84600", "#ff8d4d"),
    "worse_soft": ("#fdeadb", "#4a2c18"),
    "bar": ("#5d8fbd", "#5f8fbb"),
}
LIGHT, DARK = (Colours(**{name: pair[at] for name, pair in _PAIRS.items()}) for at in range(2))


def palette(colours: Colours) -> QPalette:
    """The colours as a palette."""
    palette = QPalette()
    roles = QPalette.ColorRole
    for role, colour in {
        roles.Window: colours.window,
        roles.WindowText: colours.text,
        roles.Base: colours.base,
        roles.AlternateBase: colours.stripe,
        roles.Text: colours.text,
        roles.Button: colours.window,
        roles.ButtonText: colours.text,
        roles.ToolTipBase: colours.base,
        roles.ToolTipText: colours.text,
        roles.PlaceholderText: colours.faint,
        roles.Highlight: colours.now_soft,
        roles.HighlightedText: colours.text,
        roles.Link: colours.now,
        roles.Accent: colours.now,
        roles.Mid: colours.line,
        roles.Midlight: colours.line,
        roles.Dark: colours.outline,
        roles.Light: colours.base,
        roles.BrightText: colours.base,
    }.items():
        palette.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.outline))
    return palette
