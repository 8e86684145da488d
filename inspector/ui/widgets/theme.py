"""Colours, fonts and distances, light and dark, in one place. Everything that is drawn takes its colours from here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication, QHeaderView, QTableView, QWidget

GRID = 4
GAP = 8
_SMALLEST, _LARGEST = 0.7, 2.5
# A dock draws its title in another size only when the style sheet's size differs from the one that it has already.
_A_HAIR = 0.01
# What the style keeps free on both sides of a cell's text.
_MARGIN = 3


@dataclass(frozen=True)
class Colours:
    """One set of colours. `now` marks what is current or chosen; hit, worse and better never stand without a sign."""

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
    """Which colours are in force, the system's scheme or the one that the user chose, and how large text is.

    changed: the colours or the size of text are others now, and every widget has them.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._choice = "system"
        # Not the font of the program, which another window before this one may have made larger.
        self._points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
        self._scale = 1.0
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def colours(self) -> Colours:
        """The colours in force."""
        return self._colours

    @property
    def choice(self) -> str:
        """`system`, `light` or `dark`."""
        return self._choice

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are in force."""
        return self._colours is DARK

    def choose(self, choice: str) -> None:
        """Follow the system, or stay light or dark."""
        self._choice = choice
        self._apply()

    @property
    def scale(self) -> float:
        """How large text is: 1 as the system has it."""
        return self._scale

    def set_scale(self, scale: float) -> None:
        """Make all text larger or smaller, within what can be read and fits; 1 as the system has it."""
        self._scale = min(max(scale, _SMALLEST), _LARGEST)
        font = self._app.font()
        font.setPointSizeF(self._points * self._scale)
        self._app.setFont(font)
        self._apply()

    def _wanted(self) -> Colours:
        system = "dark" if self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"
        return DARK if (system if self._choice == "system" else self._choice) == "dark" else LIGHT

    def _apply(self) -> None:
        self._colours = self._wanted()
        self._app.setPalette(_palette(self.colours))
        self._app.setStyleSheet(_sheet(self.colours, self._points * self._scale))
        for widget in self._app.allWidgets():
            _dress(widget)
        self.changed.emit()


def numbers(font: QFont) -> QFont:
    """The same font with figures of equal width, so that columns of numbers line up."""
    tabular = QFont(font)
    tabular.setFeature(QFont.Tag("tnum"), 1)
    return tabular


def fixed() -> QFont:
    """The system's font of fixed width, for labels and ids that are typed."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(QApplication.font().pointSizeF())
    return font


def sized(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """The same font, larger or smaller."""
    scaled = QFont(font)
    scaled.setPointSizeF(font.pointSizeF() * factor)
    scaled.setBold(bold)
    return scaled


CUTS: dict[str, Callable[[], QFont]] = {
    "typed": fixed,
    "small": lambda: sized(QApplication.font(), 0.9),
    "heading": lambda: sized(QApplication.font(), 1.2),
    "title": lambda: sized(QApplication.font(), 1.6),
    "score": lambda: numbers(sized(QApplication.font(), 1.9, bold=True)),
    "stage": lambda: numbers(sized(QApplication.font(), 2.6, bold=True)),
}


def set_text_style(widget: QWidget, cut: str) -> None:
    """Give a widget one of the CUTS; it follows when text becomes larger or smaller."""
    widget.setProperty("cut", cut)
    _dress(widget)


def uniform_row_height(table: QTableView) -> None:
    """Single lines of one height, without numbers and grid; they follow when text becomes larger or smaller."""
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.setProperty("evenLines", True)
    _dress(table)


def _dress(widget: QWidget) -> None:
    if cut := widget.property("cut"):
        widget.setFont(CUTS[cut]())
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


def _sheet(colours: Colours, points: float) -> str:
    """What a palette cannot say: hairlines instead of frames, flat bars, dock titles of the text's size."""
    return f"""
        QToolBar, QStatusBar {{ background: {colours.window}; border: 0; }}
        QToolBar {{ border-bottom: 1px solid {colours.line}; padding: {GRID}px {GAP}px; spacing: {GAP}px; }}
        QStatusBar {{ border-top: 1px solid {colours.line}; }}
        QStatusBar::item {{ border: 0; }}
        QMainWindow::separator {{ background: {colours.line}; width: 1px; height: 1px; }}
        QMainWindow::separator:hover {{ background: {colours.now}; }}
        QDockWidget {{ font-size: {points + _A_HAIR}pt; }}
        QDockWidget::title {{ background: {colours.window}; padding: {GRID}px {GAP}px; }}
        QTableView {{ border: 0; outline: 0; gridline-color: {colours.line}; }}
        QTableView::item {{ padding: 0 {GAP - _MARGIN}px; }}
        #problemsPanel::item {{ padding: {GRID}px {GAP - _MARGIN}px; }}
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
