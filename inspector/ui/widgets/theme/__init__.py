"""The look of all widgets in one place: colours, sizes, fonts and the style sheet."""

from inspector.ui.widgets.theme.colours import DARK, LIGHT, Colours
from inspector.ui.widgets.theme.sizes import GAP, GRID, RADIUS
from inspector.ui.widgets.theme.text import (
    TEXT_STYLES,
    fixed_font,
    restyle,
    row_height,
    scaled_font,
    set_text_style,
    tabular_font,
    uniform_row_height,
)
from inspector.ui.widgets.theme.theme import Theme

__all__ = (
    "DARK",
    "GAP",
    "GRID",
    "LIGHT",
    "RADIUS",
    "TEXT_STYLES",
    "Colours",
    "Theme",
    "fixed_font",
    "restyle",
    "row_height",
    "scaled_font",
    "set_text_style",
    "tabular_font",
    "uniform_row_height",
)
