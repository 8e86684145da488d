"""A button of two lines: what it opens, and what that is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QCommandLinkButton, QWidget

from inspector.ui.widgets.formatting import menu, tip
from inspector.ui.widgets.theme import GAP, GRID, Theme

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class Card(QCommandLinkButton):
    """Paints itself: the style's own has bold type, room for an icon, and twice the height."""

    def __init__(self, title: str, story: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(menu(title), menu(story, 100), parent)
        self._theme, self._lines = theme, (title, story)
        self.setIcon(QIcon())
        self.setToolTip(tip(f"{title}\n{story}"))
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
        metrics, room = self.fontMetrics(), self.rect().adjusted(GAP, GRID, -GAP, -GRID)
        for line, (text, ink) in enumerate(zip(self._lines, (colours.text, colours.muted), strict=True)):
            place = QRect(room.left(), room.top() + line * (metrics.height() + GRID), room.width(), metrics.height())
            painter.setPen(QColor(ink))
            plain = " ".join(text.splitlines())
            painter.drawText(place, _LEFT, metrics.elidedText(plain, Qt.TextElideMode.ElideRight, room.width()))
