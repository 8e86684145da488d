"""The bars between menu and table, which the user can neither move nor close."""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from inspector.ui.widgets.layout_boundary import LayoutBoundary


def top_bar(name: str, title: str, content: QWidget, window: QMainWindow) -> QToolBar:
    """A bar with one widget, added beside those that there are."""
    bar = QToolBar(title, window)
    bar.setObjectName(name)
    bar.setMovable(False)
    bar.toggleViewAction().setEnabled(False)
    bar.addWidget(LayoutBoundary(content, bar))
    window.addToolBar(bar)
    return bar
