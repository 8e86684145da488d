"""A number that counts from its old value to its new one, so that an audience sees it change."""

from __future__ import annotations

import math

from PySide6.QtCore import QAbstractAnimation, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from inspector.ui.settings import Settings
from inspector.ui.widgets.formatting import fixed_decimals, full_precision, tip
from inspector.ui.widgets.theme import GRID, Theme, scaled_font, tabular_font

_MILLISECONDS = 600


class TickingNumber(QWidget):
    """Paints a number as wide as its digits. Counts only where the settings and the desktop allow animations.

    The setting `animations` is "on", "off" or absent: then they are on, but not on a display that nobody sees.
    """

    def __init__(self, settings: Settings, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stageOverall")
        self._settings, self._theme = settings, theme
        self.text, self._decimals = "–", 5
        self._value, self._pixels = math.nan, 16
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(_MILLISECONDS)
        self._animation.valueChanged.connect(self._paint_number)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_number(self, value: float, decimals: int, *, count: bool) -> None:
        """Show a number; count: from the one before, as far as animations are allowed."""
        before, self._value, self._decimals = self._value, value, decimals
        self._animation.stop()
        self.setToolTip(tip(full_precision(value)))
        self.setAccessibleName(f"Overall score {fixed_decimals(value, decimals)}")
        if count and self._may_move and not math.isnan(before) and not math.isnan(value) and self.isVisible():
            self._animation.setStartValue(before)
            self._animation.setEndValue(value)
            self._animation.start(QAbstractAnimation.DeletionPolicy.KeepWhenStopped)
        else:
            self._paint_number(value)

    def set_height(self, pixels: int) -> None:
        """Use digits of this height."""
        self._pixels = max(1, pixels)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._digits)
        return QSize(metrics.horizontalAdvance(self.text) + GRID, metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._digits)
        painter.setPen(QColor(self._theme.colours.text))
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text)

    @property
    def _digits(self) -> QFont:
        """Not a font of the widget's own: a change of the theme would take it away."""
        font = tabular_font(scaled_font(self.font(), 1.0, bold=True))
        font.setPixelSize(self._pixels)
        return font

    @property
    def _may_move(self) -> bool:
        choice = self._settings.text("animations")
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        is_seen = QGuiApplication.platformName() != "offscreen" and self.style().styleHint(hint) > 0
        return choice == "on" or (choice != "off" and is_seen)

    def _paint_number(self, value: float) -> None:
        self.text = fixed_decimals(value, self._decimals)
        self.updateGeometry()
        self.update()
