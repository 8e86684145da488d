"""Button with two lines, a title and a description, beside a small histogram and a badge."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QCommandLinkButton, QWidget

from inspector.ui.widgets.formatting import menu, one_line, start, tip
from inspector.ui.widgets.theme import GAP, GRID, RADIUS, Theme

_LINE, _BAR = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, 4


class Card(QCommandLinkButton):
    """Custom-painted: the style draws QCommandLinkButton in bold, with room for an icon and twice the height.

    badge: short text at the right; bars: heights of a histogram at the left, of which the highest fills the card;
    cut: where the description is cut if it is too long.
    """

    def __init__(
        self,
        title: str,
        description: str,
        theme: Theme,
        parent: QWidget,
        *,
        badge: str = "",
        bars: Sequence[float] = (),
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(menu(title), menu(description, 100), parent)
        self._theme, self._lines = theme, ((title, Qt.TextElideMode.ElideRight), (description, cut))
        self._badge, self._bars = badge, bars
        self.setIcon(QIcon())
        self.setAccessibleName(start(" ".join(filter(None, (title, badge)))))
        self.setToolTip(tip("\n".join(filter(None, (title, description, badge)))))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(30 * line, 2 * line + 3 * GRID)

    def minimumSizeHint(self) -> QSize:
        return QSize(12 * self.fontMetrics().height(), self.sizeHint().height())

    def heightForWidth(self, width: int) -> int:
        return self.sizeHint().height()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_card(painter)
        inner = self.rect().adjusted(GAP, GRID, -GAP, -GRID)
        inner.setRight(self._paint_badge(painter, inner))
        inner.setLeft(self._paint_bars(painter, inner))
        self._paint_lines(painter, inner)

    def _paint_card(self, painter: QPainter) -> None:
        colours, lit = self._theme.colours, self.underMouse() or self.hasFocus()
        painter.setPen(QColor(colours.now if lit else colours.line))
        painter.setBrush(QColor(colours.now_soft if self.isDown() else colours.base))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)

    def _paint_badge(self, painter: QPainter, inner: QRect) -> int:
        """Paint the badge; return where the room to its left ends."""
        if not self._badge:
            return inner.right()
        colours, metrics = self._theme.colours, self.fontMetrics()
        width = min(metrics.horizontalAdvance(self._badge) + 2 * GAP, inner.width() // 3)
        badge = QRect(
            inner.right() - width, inner.center().y() - metrics.height() // 2 - 2, width, metrics.height() + 4
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.now_soft))
        painter.drawRoundedRect(badge, RADIUS, RADIUS)
        painter.setPen(QColor(colours.now))
        text = metrics.elidedText(self._badge, Qt.TextElideMode.ElideRight, width - GAP)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)
        return badge.left() - GAP

    def _paint_bars(self, painter: QPainter, inner: QRect) -> int:
        """Paint the histogram; return where the room to its right begins."""
        if not self._bars:
            return inner.left()
        highest, room = max(self._bars), inner.height() - 2 * GRID
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.bar))
        for place, height in enumerate(self._bars):
            if height:
                tall = max(2.0, room * height / highest)
                left, top = inner.left() + place * (_BAR + 1), inner.bottom() - GRID - tall
                painter.drawRect(QRectF(left, top, _BAR, tall))
        return inner.left() + len(self._bars) * (_BAR + 1) + GAP

    def _paint_lines(self, painter: QPainter, inner: QRect) -> None:
        colours, metrics = self._theme.colours, self.fontMetrics()
        for line, ((text, cut), colour) in enumerate(zip(self._lines, (colours.text, colours.muted), strict=True)):
            rect = QRect(inner.left(), inner.top() + line * (metrics.height() + GRID), inner.width(), metrics.height())
            painter.setPen(QColor(colour))
            painter.drawText(rect, int(_LINE), metrics.elidedText(one_line(text), cut, inner.width()))
