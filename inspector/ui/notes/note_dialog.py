"""The dialog of one note, which may have several lines."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QWidget

from inspector.ui.notes.discarding import ask_before_leaving
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import start
from inspector.ui.widgets.input.text_line import PAUSE, is_done
from inspector.ui.widgets.plain_label import PlainLabel

_MOST_OF_ID = 60


class NoteDialog(Dialog):
    """Shows a note; once accepted, `text` is the new one, None for the same. paused: `text` is what is typed so far."""

    paused = Signal()

    def __init__(self, id_: str, note: str, parent: QWidget) -> None:
        super().__init__(parent, "noteDialog", "Note", QSize(480, 280))
        self._edit = named(QPlainTextEdit(self), "noteText", "Note")
        self._edit.setTabChangesFocus(True)
        self._edit.installEventFilter(self)
        self._edit.setPlainText(note)
        self._edit.moveCursor(QTextCursor.MoveOperation.End)
        self._pause = Debounce(PAUSE, self, self.paused.emit)
        self._edit.textChanged.connect(self._pause.start)
        self.finished.connect(self._pause.stop)
        about = (
            "The program keeps it, and shows it with every submission against this truth. No file is changed. "
            "Ctrl+Enter accepts it."
        )
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(super().reject)
        title = PlainLabel(self, f"Note on {start(id_, _MOST_OF_ID)}", name="noteOf")
        self.lay_out(title, (self._edit, 1), PlainLabel(self, about, quiet=True, wraps=True), buttons)

    def write(self, text: str) -> None:
        """Go on with a text as if it was typed behind the note."""
        self._edit.insertPlainText(text)

    def reject(self) -> None:
        """Close as Esc does: the user is asked whether to keep what was typed."""
        if self.text is None:
            super().reject()
        else:
            ask_before_leaving(self, "The note was changed.")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept the note with Ctrl+Enter, as Enter begins a new line."""
        if watched is self._edit and isinstance(event, QKeyEvent) and is_done(event):
            self.accept()
            return True
        return super().eventFilter(watched, event)

    @property
    def text(self) -> str | None:
        """The note as it was changed; None if it was not, because the editor writes line ends in its own way."""
        return self._edit.toPlainText() if self._edit.document().isModified() else None
