"""Fonts, the height of the rows of tables, which follow changes of the text size, and colours of single widgets."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QHeaderView, QTableView, QWidget

from inspector.ui.widgets.theme.sizes import GAP


def tabular_font(font: QFont) -> QFont:
    """The font with digits of equal width, so that columns of numbers line up."""
    tabular = QFont(font)
    tabular.setFeature(QFont.Tag("tnum"), 1)
    return tabular


def fixed_font() -> QFont:
    """The fixed-width font of the system, for labels and ids that are typed."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(QApplication.font().pointSizeF())
    return font


def scaled_font(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """The font, scaled by a factor."""
    scaled = QFont(font)
    scaled.setPointSizeF(font.pointSizeF() * factor)
    scaled.setBold(bold)
    return scaled


TEXT_STYLES: dict[str, Callable[[], QFont]] = {
    "typed": fixed_font,
    "small": lambda: scaled_font(QApplication.font(), 0.9),
    "heading": lambda: scaled_font(QApplication.font(), 1.2),
    "title": lambda: scaled_font(QApplication.font(), 1.6),
    "score": lambda: tabular_font(scaled_font(QApplication.font(), 1.9, bold=True)),
}


def set_text_style(widget: QWidget, style: str) -> None:
    """Give a widget one of the fonts of TEXT_STYLES; it follows changes of the text size."""
    widget.setProperty("textStyle", style)
    apply_text_style(widget)


def uniform_row_height(table: QTableView) -> None:
    """Set single-line rows of equal height, without row numbers and grid; follows changes of the text size."""
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.setProperty("evenLines", True)
    apply_text_style(table)


def row_height(table: QTableView) -> int:
    """The height of a row in the font that the table has; its header follows a change of the font only later."""
    return table.fontMetrics().height() + GAP + 2


def restyle(widget: QWidget, sheet: str) -> None:
    """Give a widget a style sheet of its own. For the one that it has, Qt would look at all its rules again, too."""
    if widget.styleSheet() != sheet:
        widget.setStyleSheet(sheet)


def apply_text_style(widget: QWidget) -> None:
    """Give a widget the font or the row height that it was set to."""
    if style := widget.property("textStyle"):
        widget.setFont(TEXT_STYLES[style]())
    if widget.property("evenLines") and isinstance(widget, QTableView):
        widget.verticalHeader().setDefaultSectionSize(row_height(widget))
