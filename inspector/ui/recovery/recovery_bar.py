"""Bar that offers to restore unsaved edits. It does not block the window, and ignoring it loses nothing."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QWidget

from inspector.core.recovery.unsaved import UnsavedEdits
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme


class RecoveryBar(QFrame):
    """Hidden while there are no unsaved edits to restore."""

    restore_asked = Signal()
    list_asked = Signal()
    discard_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("leftoverBar")
        self.setAccessibleName("Edits that were not saved")
        self._theme = theme
        self._text = PlainLabel(self, name="leftoverText", wraps=True)
        self._buttons, self._line = QHBoxLayout(), QHBoxLayout(self)
        self._line.setContentsMargins(GAP, GRID, GAP, GRID)
        self._line.addWidget(self._text, 1)
        self._line.addLayout(self._buttons)
        for title, hint, signal in (
            (
                "Restore",
                "Make these edits again, as one step that can be undone; rows edited since stay as they are",
                self.restore_asked,
            ),
            ("Show list", "See each row before and after", self.list_asked),
            ("Discard", "Delete these edits permanently", self.discard_asked),
        ):
            button = QPushButton(title, self)
            button.setAccessibleName(f"{title} the edits that were not saved")
            button.setToolTip(tip(hint))
            button.clicked.connect(signal)
            self._buttons.addWidget(button)
        self._buttons.addStretch()
        theme.changed.connect(self._colour)
        self._colour()
        self.hide()

    def minimumSizeHint(self) -> QSize:
        """As wide as the buttons, which are then below the text."""
        return QSize(self._least, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        directions = QBoxLayout.Direction
        is_narrow = event.size().width() < 2 * self._least
        self._line.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)

    @property
    def _least(self) -> int:
        return self._buttons.minimumSize().width() + 2 * GAP

    def offer(self, unsaved: UnsavedEdits, others: int) -> None:
        """Show the offer; others: how many more follow."""
        count = len(unsaved.edits)
        text = (
            f"↺ {count:,} edit{'s' * (count != 1)} of {unsaved.submission.path.name} from {_timestamp(unsaved)}"
            f" {'were' if count != 1 else 'was'} not saved."
        )
        if unsaved.stale:
            text += " The files have changed since."
        if others:
            text += f" {others} more after this."
        self._text.setText(text)
        self.setToolTip(tip(f"{unsaved.submission.path}\nagainst {unsaved.truth.path}"))
        self.show()

    def _colour(self) -> None:
        colours = self._theme.colours
        self.setStyleSheet(
            f"#leftoverBar {{ background: {colours.base}; border-left: {GRID}px solid {colours.now};"
            f" border-bottom: 1px solid {colours.line}; }}"
        )


def _timestamp(unsaved: UnsavedEdits) -> str:
    """Day and time in English; the year only when it is not the current one."""
    when = unsaved.when
    year = "" if when.year == datetime.now().year else " yyyy"
    moment = QDateTime(when.year, when.month, when.day, when.hour, when.minute, when.second)
    return QLocale.c().toString(moment, f"d MMM{year} HH:mm")
