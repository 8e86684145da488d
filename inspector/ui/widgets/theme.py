"""Colours (light and dark), fonts and spacing of all widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication, QHeaderView, QTableView, QWidget

GRID = 4
GAP = 8
_MIN_SCALE, _MAX_SCALE = 0.7, 2.5
# QDockWidget applies the font size of the style sheet only if it differs from the current one.
_FONT_SIZE_OFFSET = 0.01
# Pixels that the style leaves free on both sides of the text of a cell.
_CELL_MARGIN = 3


@dataclass(frozen=True)
class Colours:
    """A colour scheme. now: current or selected; hit, worse and better are always used together with a sign."""

    window: str
    base: str
    stripe: str
    text: str
    muted: str
    faint: str
    line: str
    now: str
    now_soft: str
    hit: str
    hit_soft: str
    better: str
    worse: str
    bar: str


LIGHT = Colours(
    window="#f4f5f6",
    base="#ffffff",
    stripe="#f8f9fa",
    text="#1c2024",
    muted="#5d6670",
    faint="#9aa2ab",
    line="#d8dce0",
    now="#2a73b2",
    now_soft="#d6e7f5",
    hit="#00805d",
    hit_soft="#d3efe6",
    better="#0072b2",
    worse="#c25200",
    bar="#6f9cc4",
)
DARK = Colours(
    window="#2b2e32",
    base="#1c1e21",
    stripe="#212326",
    text="#e3e6e9",
    muted="#a0a8b1",
    faint="#6b737c",
    line="#43484f",
    now="#6cb4ee",
    now_soft="#26435c",
    hit="#35c79d",
    hit_soft="#173d33",
    better="#62b8f0",
    worse="#ff8d4d",
    bar="#557fa6",
)


class Theme(QObject):
    """The colours and the text size in use; the scheme follows the system or the choice of the user.

    changed: emitted after all widgets have the new colours and text size.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._choice = "system"
        # Not the application font, which an earlier window may have scaled.
        self._points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
        self._scale = 1.0
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def colours(self) -> Colours:
        """The colours in use."""
        return self._colours

    @property
    def choice(self) -> str:
        """`system`, `light` or `dark`."""
        return self._choice

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are in use."""
        return self._colours is DARK

    def choose(self, choice: str) -> None:
        """Choose `system`, `light` or `dark`."""
        self._choice = choice
        self._apply()

    @property
    def scale(self) -> float:
        """Scale of the text size; 1 is the size of the system."""
        return self._scale

    def set_scale(self, scale: float) -> None:
        """Scale all text; 1 is the size of the system. The scale is limited to what is readable and fits."""
        self._scale = min(max(scale, _MIN_SCALE), _MAX_SCALE)
        font = self._app.font()
        font.setPointSizeF(self._points * self._scale)
        self._app.setFont(font)
        self._apply()

    def _current_colours(self) -> Colours:
        system = "dark" if self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"
        return DARK if (system if self._choice == "system" else self._choice) == "dark" else LIGHT

    def _apply(self) -> None:
        self._colours = self._current_colours()
        self._app.setPalette(_palette(self.colours))
        self._app.setStyleSheet(_style_sheet(self.colours, self._points * self._scale))
        for widget in self._app.allWidgets():
            _apply_text_style(widget)
        self.changed.emit()


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
    "stage": lambda: tabular_font(scaled_font(QApplication.font(), 2.6, bold=True)),
}


def set_text_style(widget: QWidget, cut: str) -> None:
    """Give a widget one of the fonts of CUTS; it follows changes of the text size."""
    widget.setProperty("cut", cut)
    _apply_text_style(widget)


def uniform_row_height(table: QTableView) -> None:
    """Set single-line rows of equal height, without row numbers and grid; follows changes of the text size."""
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.setProperty("evenLines", True)
    _apply_text_style(table)


def _apply_text_style(widget: QWidget) -> None:
    if cut := widget.property("cut"):
        widget.setFont(TEXT_STYLES[cut]())
    if widget.property("evenLines") and isinstance(widget, QTableView):
        widget.verticalHeader().setDefaultSectionSize(widget.fontMetrics().height() + 2 * GRID)


def _palette(colours: Colours) -> QPalette:
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
        roles.Dark: colours.faint,
        roles.Light: colours.base,
        roles.BrightText: colours.base,
    }.items():
        palette.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.faint))
    return palette


def _style_sheet(colours: Colours, points: float) -> str:
    """The style that a palette cannot express: hairlines instead of frames, flat bars, small dock titles."""
    return f"""
        QToolBar, QStatusBar {{ background: {colours.window}; border: 0; }}
        QToolBar {{ border-bottom: 1px solid {colours.line}; padding: {GRID}px {GAP}px; spacing: {GAP}px; }}
        QStatusBar {{ border-top: 1px solid {colours.line}; }}
        QStatusBar::item {{ border: 0; }}
        QMainWindow::separator {{ background: {colours.line}; width: 1px; height: 1px; }}
        QMainWindow::separator:hover {{ background: {colours.now}; }}
        QDockWidget {{ font-size: {points + _FONT_SIZE_OFFSET}pt; }}
        QDockWidget::title {{ background: {colours.window}; padding: {GRID}px {GAP}px; }}
        QTableView {{ border: 0; outline: 0; gridline-color: {colours.line}; }}
        QTableView::item {{ padding: 0 {GAP - _CELL_MARGIN}px; }}
        QAbstractItemView::indicator:unchecked {{ border: 1px solid {colours.muted}; background: {colours.base}; }}
        #problemsPanel::item {{ padding: {GRID}px {GAP - _CELL_MARGIN}px; }}
        QTabBar::tab {{
            color: {colours.muted}; padding: {GRID}px {GAP - 2}px; margin: 0 2px;
            border: 0; border-bottom: 2px solid transparent;
        }}
        QTabBar::tab:selected {{ color: {colours.text}; border-bottom: 2px solid {colours.now}; }}
        QTabBar::tab:hover {{ color: {colours.text}; }}
        QDialogButtonBox, QMessageBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
        #palette, #shortcuts {{ border: 1px solid {colours.line}; }}
        #rulePanel {{ border: 1px solid {colours.faint}; background: {colours.window}; }}
        QHeaderView {{ background: {colours.window}; }}
        QHeaderView::section {{
            background: {colours.window}; color: {colours.muted}; padding: {GRID}px {GAP}px;
            border: 0; border-bottom: 1px solid {colours.line};
        }}
        QLabel[quiet="true"] {{ color: {colours.muted}; }}
        QToolTip {{ color: {colours.text}; background: {colours.base}; border: 1px solid {colours.line}; }}
    """
