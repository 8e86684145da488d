"""Button with two lines: a title and a description."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QCommandLinkButton, QWidget

from inspector.ui.widgets.formatting import menu, start, tip
from inspector.ui.widgets.theme import GAP, GRID, Theme

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class Card(QCommandLinkButton):
    """Custom-painted: the style draws QCommandLinkButton in bold, with room for an icon and twice the height."""

    def __init__(self, title: str, description: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(menu(title), menu(description, 100), parent)
        self._theme, self._lines = theme, (title, description)
        self.setIcon(QIcon())
        self.setToolTip(tip(f"{title}\n{description}"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(30 * line, 2 * line + 3 * GRID)

    def minimumSizeHint(self) -> QSize:
        return QSize(12 * self.fontMetrics().height(), self.sizeHint().height())

    def heightForWidth(self, width: int) -> int:
        return self.sizeHint().height()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = self._theme.colours, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.isDown():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.now_soft if self.isDown() else colours.base))
            painter.drawRoundedRect(self.rect(), GRID, GRID)
        metrics, inner = self.fontMetrics(), self.rect().adjusted(GAP, GRID, -GAP, -GRID)
        for line, (text, colour) in enumerate(zip(self._lines, (colours.text, colours.muted), strict=True)):
            rect = QRect(inner.left(), inner.top() + line * (metrics.height() + GRID), inner.width(), metrics.height())
            painter.setPen(QColor(colour))
            plain = " ".join(start(text).splitlines())
            painter.drawText(rect, _LEFT, metrics.elidedText(plain, Qt.TextElideMode.ElideRight, inner.width()))
