"""Label of the overall score, rounded; the tooltip and a copy have all digits."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetrics, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from inspector.ui.widgets.formatting import full_precision, score_text
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GRID, TEXT_STYLES, Theme


class ScoreLabel(PlainLabel):
    """Paints a number rounded as leaderboards round it, always as wide; its text is the full value."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, name="overallScore")
        self.setAccessibleName("Overall score")
        self._theme, self._is_waiting = theme, False
        theme.changed.connect(self._update_size)

    def show_score(self, value: float, reason: str = "", *, is_waiting: bool = False) -> None:
        """Show a score. NaN is shown as a dash, with `reason` as tooltip; greyed while a newer one is waited for."""
        before, self._is_waiting = (self.text(), self._is_waiting), is_waiting
        self.setText(("…" if is_waiting else "–") if math.isnan(value) else full_precision(value))
        old = is_waiting and not math.isnan(value)
        waiting = "From before the last edits: the metric has not answered for the predictions as they are\n"
        self.setToolTip(reason or f"{waiting if old else ''}{full_precision(value)}\nRight-click to copy")
        self.setAccessibleName("Overall score from before the last edits" if old else "Overall score")
        if before != (self.text(), is_waiting):
            self._update_size()  # a text that stays is not painted again by itself

    def sizeHint(self) -> QSize:
        return QSize(self._metrics().horizontalAdvance(self._shown()) + GRID, self._metrics().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(TEXT_STYLES["score"]())
        painter.setPen(QColor(self._theme.colours.muted if self._is_waiting else self._theme.colours.text))
        base = (self.height() + self._metrics().ascent() - self._metrics().descent()) // 2
        painter.drawText(0, base, self._shown())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction(f"Copy the {self.accessibleName().lower()}", self.copy)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def copy(self) -> None:
        """Copy the full value to the clipboard."""
        QGuiApplication.clipboard().setText(self.text())

    def _update_size(self) -> None:
        self.updateGeometry()
        self.update()

    def _shown(self) -> str:
        """The value rounded to five digits; text that is no number as it is."""
        try:
            return score_text(float(self.text()))
        except ValueError:
            return self.text()

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(TEXT_STYLES["score"]())
