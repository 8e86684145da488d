"""The dialog of one note, which may have several lines."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from inspector.ui.notes.discarding import ask_before_leaving
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import start
from inspector.ui.widgets.input.text_line import PAUSE
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP

_MOST_OF_ID = 60


class NoteDialog(QDialog):
    """Shows a note; once accepted, `text` is the new one, None for the same. paused: `text` is what is typed so far."""

    paused = Signal()

    def __init__(self, id_: str, note: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("noteDialog")
        self.setWindowTitle("Note")
        self._edit = QPlainTextEdit(self)
        self._edit.setObjectName("noteText")
        self._edit.setAccessibleName("Note")
        self._edit.setTabChangesFocus(True)
        self._edit.setPlainText(note)
        self._edit.moveCursor(QTextCursor.MoveOperation.End)
        self._pause = Debounce(PAUSE, self, self.paused.emit)
        self._edit.textChanged.connect(self._pause.start)
        self.finished.connect(self._pause.stop)
        about = "The program keeps it, and shows it with every submission against this truth. No file is changed."
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(super().reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        layout.setSpacing(GAP)
        layout.addWidget(PlainLabel(self, f"Note on {start(id_, _MOST_OF_ID)}", name="noteOf"))
        layout.addWidget(self._edit, 1)
        layout.addWidget(PlainLabel(self, about, quiet=True, wraps=True))
        layout.addWidget(buttons)

    def write(self, text: str) -> None:
        """Go on with a text as if it was typed behind the note."""
        self._edit.insertPlainText(text)

    def reject(self) -> None:
        """Close as Esc does: the user is asked whether to keep what was typed."""
        if self.text is None:
            super().reject()
        else:
            ask_before_leaving(self, "The note was changed.")

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(480, 280))

    @property
    def text(self) -> str | None:
        """The note as it was changed; None if it was not, because the editor writes line ends in its own way."""
        return self._edit.toPlainText() if self._edit.document().isModified() else None
