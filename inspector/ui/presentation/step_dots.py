"""One dot a step of the playback: filled when it is done, with a ring around the current one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.widgets.theme import GAP, Theme

# Of more steps, dots say nothing; the title counts them.
_MOST = 40


class StepDots(QWidget):
    """Hidden without steps, and where there are too many to be told apart."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stepDots")
        self._theme = theme
        self.count = self.done = 0
        self.current: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.updateGeometry)
        self.hide()

    def show_steps(self, count: int, done: int, current: int) -> None:
        """Show `count` dots, the first `done` of them filled; current: the step that is shown, from 0."""
        self.count, self.done, self.current = count, done, current
        self.setAccessibleName(f"Step {current + 1} of {count}, {done} revealed")
        self.setVisible(1 < count <= _MOST)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self.count * 2 * self._size), round(2 * self._size))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, round(2 * self._size))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), self._theme.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Closer together where there is too little room.
        pitch = min(2 * self._size, self.width() / max(1, self.count))
        radius = min(self._size, pitch * 0.7) * 0.36
        for step in range(self.count):
            middle, is_now = QPointF((step + 0.5) * pitch, self.height() / 2), step == self.current
            colour = QColor(colours.now if is_now else colours.muted)
            painter.setPen(QPen(colour, max(1.0, radius / 3)))
            painter.setBrush(colour if step < self.done else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, radius, radius)
            if is_now:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(middle, radius * 1.8, radius * 1.8)

    @property
    def _size(self) -> float:
        return max(float(GAP), self.fontMetrics().height() * 0.7)
