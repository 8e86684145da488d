"""What is lost by the order and by the choice of labels: a small stacked bar with the overall, and words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.marks import named_losses
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.formatting import fixed_decimals, full_precision, tip
from inspector.ui.widgets.theme import GAP, GRID, Theme


class LossBar(QWidget):
    """Three parts, each from 0 to 1: won, lost by the order (hatched), lost by the choice of labels (filled).

    Of a loss, which has no end, nothing is won: the parts are those of the loss.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "lossBar", "Shares of the overall")
        self._theme = theme
        self.parts = (0.0, 0.0, 0.0)
        theme.changed.connect(self.update)

    def show_losses(self, overall: float, losses: Sequence[tuple[str, float]], *, is_loss: bool = False) -> None:
        """Show an overall with what it lacks and by what, where there is an order first by that.

        All shares are 0 where there is no score.
        """
        most = max(1.0, overall) if is_loss else 1.0
        won, lost = 0.0 if is_loss else _share(overall), [(name, _share(part / most)) for name, part in losses]
        before, self.parts = self.parts, (won, sum(part for _, part in lost[:-1]), lost[-1][1])
        looks = ("hatched", "filled")[-len(lost) :]
        told = [
            f"{fixed_decimals(part * most, 4)} lost: {name} ({look})"
            for (name, part), look in zip(lost, looks, strict=True)
        ]
        words = " · ".join([*([] if is_loss else [f"{fixed_decimals(won, 4)} won"]), *told])
        self.setToolTip(tip(words))
        self.setAccessibleDescription(words)
        if self.parts != before:
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
        for share, brush in zip(self.parts, (QColor(colours.bar), hatched, QColor(colours.worse)), strict=True):
            painter.fillRect(QRectF(left, whole.top(), share * whole.width(), whole.height()), brush)
            left += share * whole.width()


def _share(part: float) -> float:
    """0 to 1; 0 for NaN."""
    return min(max(0.0, part), 1.0)


def loss_words(evaluation: Evaluation) -> tuple[str, str]:
    """What is lost by the order and the choice of labels, and what that means; in a few words, and with all digits."""
    if not evaluation.scores.tells_losses:
        return "", "What rows could win is not known: the metric can only be asked for the score of a whole submission."
    if not evaluation.table.kind.names_labels:
        return "", ""
    named, ties = named_losses(evaluation), evaluation.tie_range()
    words = f"Lost: {' · '.join(f'{lost:.4f} {name}' for name, lost in named)}"
    *by_order, of_choice = (full_precision(lost) for _, lost in named)
    if not by_order:
        return words, f"The right labels would win {of_choice} of the overall."
    each = ", each with 1," if evaluation.metric.scores_class_probabilities else ""
    meaning = (
        f"The best order of every row's own labels would win {by_order[0]} of the overall; "
        f"the right labels{each} would then win {of_choice} more."
    )
    if ties is None:
        return words, meaning
    low, high = map(full_precision, ties)
    return f"{words} · ties {ties[0]:.6f}–{ties[1]:.6f}", f"{meaning} All orders of equal confidences: {low} to {high}."
