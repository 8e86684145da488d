"""Small stacked bar: the overall, and what is lost by the order and by the choice of labels."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from inspector.ui.widgets.formatting import fixed_decimals, tip
from inspector.ui.widgets.theme import GAP, GRID, Theme


class LossBar(QWidget):
    """Three parts of 1: won, lost by the order (hatched), lost by the choice of labels (filled)."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lossBar")
        self.setAccessibleName("Shares of the overall")
        self._theme = theme
        self._parts = (0.0, 0.0, 0.0)
        theme.changed.connect(self.update)

    @property
    def parts(self) -> tuple[float, float, float]:
        """The shares that are won, lost by the order and by the choice of labels; each is 0 to 1."""
        return self._parts

    def show_losses(self, overall: float, losses: Sequence[tuple[str, float]]) -> None:
        """Show an overall with what it lacks and by what, where there is an order first by that.

        All shares are 0 where there is no score.
        """
        won, lost = _share(overall), [(name, _share(part)) for name, part in losses]
        before, self._parts = self._parts, (won, sum(part for _, part in lost[:-1]), lost[-1][1])
        looks = ("hatched", "filled")[-len(lost) :]
        told = [
            f"{fixed_decimals(part, 4)} lost: {name} ({look})" for (name, part), look in zip(lost, looks, strict=True)
        ]
        words = " · ".join([f"{fixed_decimals(won, 4)} won", *told])
        self.setToolTip(tip(words))
        self.setAccessibleDescription(words)
        if self._parts != before:
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(14 * GAP, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = self._theme.colours, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(0, (self.height() - GAP) / 2, self.width(), GAP)
        outline = QPainterPath()
        outline.addRoundedRect(whole, GRID, GRID)
        painter.setClipPath(outline)
        painter.fillRect(whole, QColor(colours.line))
        hatched = QBrush(QColor(colours.worse), Qt.BrushStyle.BDiagPattern)
        left = whole.left()
        for share, brush in zip(self._parts, (QColor(colours.bar), hatched, QColor(colours.worse)), strict=True):
            painter.fillRect(QRectF(left, whole.top(), share * whole.width(), whole.height()), brush)
            left += share * whole.width()


def _share(part: float) -> float:
    """0 to 1; 0 for NaN."""
    return min(max(0.0, part), 1.0)
