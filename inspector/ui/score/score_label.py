"""Label of the overall score: leading digits large, the remaining digits small."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetrics, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from inspector.ui.widgets.formatting import full_precision
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GRID, TEXT_STYLES, Theme, tabular_font

_LEADING = 7


class ScoreLabel(PlainLabel):
    """Paints a number in two sizes; its text is the full value."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, name="overallScore")
        self.setAccessibleName("Overall score")
        self._theme = theme
        self._cut = "score"
        theme.changed.connect(self._update_size)

    def show_score(self, value: float, reason: str = "") -> None:
        """Show a score. NaN is shown as a dash, with `reason` as tooltip."""
        self.setText("–" if math.isnan(value) else full_precision(value))
        self.setToolTip(reason or f"{full_precision(value)}\nRight-click to copy")
        self.updateGeometry()

    def enlarge(self, large: bool) -> None:
        """Show the leading digits in presentation size, or in normal size."""
        self._cut = "stage" if large else "score"
        self._update_size()

    def sizeHint(self) -> QSize:
        leading, rest = self._parts()
        width = self._metrics().horizontalAdvance(leading) + GRID + self.fontMetrics().horizontalAdvance(rest)
        return QSize(width + GRID, self._metrics().height())

    def minimumSizeHint(self) -> QSize:
        """Room for the leading digits; the tooltip shows the others."""
        return QSize(self._metrics().horizontalAdvance(self._parts()[0]) + GRID, self._metrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        leading, rest = self._parts()
        base = (self.height() + self._metrics().ascent() - self._metrics().descent()) // 2
        painter.setFont(TEXT_STYLES[self._cut]())
        painter.setPen(QColor(self._theme.colours.text))
        painter.drawText(0, base, leading)
        if self.width() < self.sizeHint().width():
            return
        painter.setFont(tabular_font(self.font()))
        painter.setPen(QColor(self._theme.colours.faint))
        painter.drawText(self._metrics().horizontalAdvance(leading) + GRID // 2, base, rest)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction("Copy the score", self.copy)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def copy(self) -> None:
        """Copy the full value to the clipboard."""
        QGuiApplication.clipboard().setText(self.text())

    def _update_size(self) -> None:
        self.updateGeometry()
        self.update()

    def _parts(self) -> tuple[str, str]:
        plain = "e" not in self.text()
        return (self.text()[:_LEADING], self.text()[_LEADING:]) if plain else (self.text(), "")

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(TEXT_STYLES[self._cut]())
