"""One line of text that ends in dots where it is too long. Its whole text stays its text, to be selected and copied."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel

_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter


class ElidedLabel(PlainLabel):
    """Takes the width that it is given; what does not fit is in its tooltip."""

    def __init__(
        self, name: str, parent: QWidget | None = None, *, figures: bool = False, selectable: bool = False
    ) -> None:
        super().__init__(parent, name=name, figures=figures, selectable=selectable)
        self._short = ""
        # At the left whatever the language of the text: lines below each other begin in one place.
        self.setAlignment(_FLAGS)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str, short: str = "") -> None:
        """Show a text, and all of it in the tooltip; where there is no room for it, the short one."""
        self._short = short
        self.setText(text)
        self.setToolTip(tip(text))

    @property
    def shown(self) -> str:
        """What can be read of the text at the width it has."""
        line = " ".join(self.text().splitlines())
        if self._short and self.fontMetrics().horizontalAdvance(line) > self.contentsRect().width():
            line = self._short
        return self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def sizeHint(self) -> QSize:
        """One line, whatever the text holds."""
        return QSize(super().sizeHint().width(), self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        # What is being selected has to be seen where it stands.
        if self.hasSelectedText() or self.shown == self.text():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), self.shown)
