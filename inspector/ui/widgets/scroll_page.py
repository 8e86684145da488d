"""Scroll area that scrolls its page vertically only."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStyle, QWidget


class ScrollPage(QScrollArea):
    """At least as wide as its page, of any height; takes no focus itself."""

    def __init__(self, page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self._page = page
        self._told: tuple[QSize, QSize] | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(page)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell of other sizes that the page needs; for less, all around it up to the window would be laid out anew."""
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            needs = self.minimumSizeHint(), self.sizeHint()
            if needs != self._told:
                self._told = needs
                self.updateGeometry()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """The size hint of the page."""
        return self._page.sizeHint()

    def minimumSizeHint(self) -> QSize:
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        return QSize(self._page.minimumSizeHint().width() + bar, 2 * self.fontMetrics().height())
