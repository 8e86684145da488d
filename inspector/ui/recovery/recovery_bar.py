"""Bar that offers to restore unsaved edits. It does not block the window, and ignoring it loses nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QWidget

from inspector.core.recovery.unsaved import UnsavedEdits
from inspector.ui.recovery.words import offered_words
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import push_button
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
        named(self, "leftoverBar", "Edits that were not saved")
        self._theme = theme
        self._text = PlainLabel(self, name="leftoverText", wraps=True)
        self._buttons = arrange(QHBoxLayout())
        self._line = arrange(QHBoxLayout(self), (self._text, 1), self._buttons, margins=(GAP, GRID, GAP, GRID))
        for title, hint, signal in (
            (
                "Restore",
                "Make these edits again in the submission that is open, as one step that can be undone; rows edited "
                "since stay as they are, and no file changes until you save",
                self.restore_asked,
            ),
            ("Show list", "See each row before and after", self.list_asked),
            ("Discard", "Delete these edits permanently", self.discard_asked),
        ):
            button = push_button(self, title, "", tip(hint), signal.emit)
            button.setAccessibleName(f"{title} the edits that were not saved")
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

    def offer(self, offered: Sequence[UnsavedEdits], others: Sequence[UnsavedEdits]) -> None:
        """Show the offer of edits of one truth; others: those that are offered next."""
        self._text.setText(offered_words(offered, others))
        files = [one.name if one.generated is not None else str(one.submission.path) for one in offered]
        self.setToolTip(tip("\n".join([*files, f"against {offered[0].truth.path}"])))
        self.show()

    def _colour(self) -> None:
        colours = self._theme.colours
        self.setStyleSheet(
            f"#leftoverBar {{ background: {colours.base}; border-left: {GRID}px solid {colours.now};"
            f" border-bottom: 1px solid {colours.line}; }}"
        )
