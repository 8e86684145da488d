"""Visibility check, so that panels behind a tab need not be kept up to date."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget


def is_visible(widget: QWidget) -> bool:
    """Whether a widget lies within its window. Qt moves a panel behind a tab outside, but calls it visible."""
    window = widget.window()
    rect = QRect(widget.mapTo(window, QPoint()), widget.size())
    return widget.isVisible() and rect.intersects(window.rect())
