"""Whether anybody can see a part of the window: what is hidden behind a tab need not be kept up to date."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget


def is_visible(widget: QWidget) -> bool:
    """Whether it lies within its window; a panel behind another one's tab is visible to Qt, and put far outside."""
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return widget.isVisible() and place.intersects(window.rect())
