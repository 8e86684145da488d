"""The words beside an overall from before the last edits, and what can be done about it: ask again, or undo."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QSize, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from inspector.core.metrics import Scores
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.theme import Theme

_OLD = "before the last edits"


class OldNote(QToolButton):
    """Empty while the overall is that of the predictions as they are.

    again: the metric is to be asked again; undone: the last edit is to be undone; changed: it has another text.
    """

    again = Signal()
    undone = Signal()
    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        hint = f"The overall is from {_OLD}: the metric has not answered for the predictions as they are"
        named(self, "oldNote", "Whether the overall is an old one", hint)
        self._theme, self._is_old, self._is_asking = theme, False, False
        self._menu = QMenu(self)
        self._menu.addAction("&Ask the metric again", lambda: self.again.emit()).setObjectName("askAgain")
        self._menu.addAction("&Undo the last edit", lambda: self.undone.emit()).setObjectName("undoEdit")
        self.clicked.connect(lambda: self._menu.popup(self.mapToGlobal(QPoint(0, self.height()))))

    @property
    def texts(self) -> tuple[str, str]:
        """What it says where there is room, and where there is little; empty for nothing."""
        if not self._is_old:
            return "", ""
        if self._is_asking:
            return f"{_OLD}, asking… ▾", "old score, asking… ▾"
        return f"{_OLD}: ask again or undo ▾", "old score ▾"

    def show_scores(self, scores: Scores) -> None:
        """Say whether the overall is an old one; the first one that is waited for is none."""
        self._is_old = not (scores.is_settled or math.isnan(scores.overall))
        self._say()

    def show_asking(self, is_asking: bool) -> None:
        """Say whether the metric is being asked now."""
        if is_asking != self._is_asking:
            self._is_asking = is_asking
            self._say()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _say(self) -> None:
        if self.text() not in self.texts:
            self.setText(self.texts[0])
            if self._is_old:
                self.setAccessibleName(self.texts[0].removesuffix(" ▾"))
            self.setStyleSheet(f"color: {self._theme.colours.worse}")
            self.changed.emit()
