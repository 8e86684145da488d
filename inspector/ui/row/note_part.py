"""The note and the tags of the current row, below its prediction."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from inspector.core.notes.note import Note
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.flow_layout import FlowRow
from inspector.ui.widgets.formatting import menu, one_line, start, tip
from inspector.ui.widgets.input.text_line import PAUSE, TextLine, is_done
from inspector.ui.widgets.theme import GRID, Theme, set_text_style

_HINT = (
    "The program keeps what you note here; no file is changed. Enter and leaving keep it, "
    "Ctrl+Enter also returns to the table, Esc restores it"
)
_READ_ONLY = "This note is long or has several lines: Enter or typing opens it to be edited"
# Longer notes, and those of several lines, are edited in their dialog.
_MOST_IN_LINE = 1000
_LONGEST_TAG = 24


class TagChips(FlowRow):
    """Chips that wrap to new lines, hidden without tags. removed: the tag whose chip was pressed; tags: those shown."""

    removed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__("tagChips", parent)
        self._theme, self.tags = theme, tuple[str, ...]()
        theme.changed.connect(self._fill)

    def show_tags(self, tags: Sequence[str]) -> None:
        """Show exactly these tags."""
        before, self.tags = self.tags, tuple(tags)
        if self.tags != before:
            self._fill()

    def _fill(self) -> None:
        self.put([self._chip(tag) for tag in self.tags])

    def _chip(self, tag: str) -> QToolButton:
        chip, colours = QToolButton(self), self._theme.colours
        chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        named(chip, "tagChip", f"Remove tag {tag}", tip(f"Take the tag {tag} off this row"))
        chip.setText(f"{menu(tag, _LONGEST_TAG)}  ✕")
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_text_style(chip, "small")
        chip.setStyleSheet(
            f"QToolButton {{ background: {colours.now_soft}; color: {colours.text}; border: 1px solid {colours.line};"
            f" border-radius: {GRID}px; padding: 1px {GRID}px; }}"
            f"QToolButton:hover, QToolButton:focus {{ border-color: {colours.now}; }}"
        )
        chip.clicked.connect(lambda: self.removed.emit(tag))
        return chip


class NotePart(QWidget):
    """changed: a plan for the notes; taken_off: the id of a row and a tag; asked: the command behind a button;
    emptied: the id of a row and the note that it had; went_on: what is typed where the line cannot hold the note;
    left: the user is done with the note.

    What is typed is kept by Enter, by leaving the line or the row, and in every pause; Escape takes all of it back.
    """

    changed = Signal(object)
    taken_off = Signal(str, str)
    asked = Signal(str)
    emptied = Signal(str, str)
    went_on = Signal(str)
    left = Signal()

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._inspection = signals.inspection
        # The id of the row whose note is being typed, and the note that it had.
        self._draft: str | None = None
        self._before = ""
        self._pause = Debounce(PAUSE, self, self._tell)
        self._line, self._chips = named(TextLine(self), "noteEdit", "Note"), TagChips(theme, self)
        self._line.setPlaceholderText("what you see in this row")
        self._line.installEventFilter(self)
        self._build()
        self._line.textEdited.connect(self._type)
        self._line.editingFinished.connect(self.keep)
        self._line.returnPressed.connect(self._enter)
        self._chips.removed.connect(self._remove)
        signals.noted.connect(self._show_again)
        signals.loaded.connect(self._renew)
        signals.current_changed.connect(self._on_current_changed)
        self.refresh()

    def refresh(self) -> None:
        """Show the note of the current row; discards text that was typed and not kept."""
        self._end()
        note = self._note
        shown = one_line(start(note.text, _MOST_IN_LINE))
        is_whole = shown == note.text
        self._line.setReadOnly(not is_whole)
        self._line.setAccessibleDescription("" if is_whole else _READ_ONLY)
        # Setting the same text again would forget what can be undone in the same row.
        if self._line.text() != shown:
            self._line.setText(shown)
            self._line.setCursorPosition(0)
        self._line.setToolTip(tip(note.text or _HINT) if is_whole else tip(f"{_READ_ONLY}. {note.text}"))
        self._chips.show_tags(note.tags)

    def keep(self) -> str | None:
        """Keep what was typed, as Enter and leaving the line do, and return it; None if nothing was."""
        text = self._line.text()
        if self._draft is None:
            return None
        id_, before = self._draft, self._before
        if text and not text.strip():
            self._line.setText("")  # blanks are no note, also where there was none before, of which nobody tells
        self._tell()
        self._end()
        if before and not text.strip():
            self.emptied.emit(id_, before)
        return text

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc restores the note, Ctrl+Enter leaves the line; text goes to the dialog where the line takes none."""
        if watched is self._line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self._take_back()
                return True
            if is_done(event):
                self.keep()
                self.left.emit()
                return True
            if self._line.isReadOnly() and (typed := _typed_text(event)):
                self.went_on.emit(typed)
                return True
        return super().eventFilter(watched, event)

    @property
    def _id(self) -> str | None:
        current = self._inspection.current if self._inspection.is_open else None
        return None if current is None else self._inspection.evaluation.table.id(current)

    @property
    def _note(self) -> Note:
        return Note() if self._id is None else self._inspection.notes[self._id]

    def _on_current_changed(self) -> None:
        self.keep()
        self._renew()

    def _renew(self) -> None:
        """Show the note of another row, which Undo in the line must not give the text of the one before."""
        self._line.setText("")
        self.refresh()

    def _show_again(self) -> None:
        """Show the note anew; text that is being typed stays."""
        if self._draft is None:
            self.refresh()
        else:
            self._chips.show_tags(self._note.tags)

    def _enter(self) -> None:
        if self._line.isReadOnly():
            self.asked.emit("edit_note")

    def _type(self) -> None:
        if self._draft is None:
            self._draft, self._before = self._id, self._note.text
        self._pause.start()

    def _tell(self) -> None:
        """Ask for the note as it is typed so far."""
        self._ask_for(self._line.text())

    def _take_back(self) -> None:
        """Restore the note that the row had before it was typed in."""
        self._ask_for(self._before)  # also where a pause has told nothing yet: it may wait behind other work
        self.refresh()

    def _ask_for(self, text: str) -> None:
        if (id_ := self._draft) is not None:
            self.changed.emit(lambda notes: notes.with_text(id_, text))

    def _end(self) -> None:
        self._draft = None
        self._pause.stop()

    def _remove(self, tag: str) -> None:
        if (id_ := self._id) is not None:
            self.taken_off.emit(id_, tag)

    def _build(self) -> None:
        edit = self._button("edit_note", "…", "Edit the note in several lines")
        tag = self._button("tag_rows", "Tag", "Tag the selected rows")
        line = arrange(QHBoxLayout(), (self._line, 1), edit, tag, spacing=GRID)
        arrange(QVBoxLayout(self), line, self._chips, spacing=GRID)

    def _button(self, command: str, text: str, hint: str) -> QToolButton:
        button = named(QToolButton(self), spoken=hint, hint=hint)
        button.setText(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.asked.emit(command))
        return button


def _typed_text(event: QKeyEvent) -> str:
    """The text that a key types; empty for keys of commands."""
    is_command = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier)
    return "" if is_command or not event.text().isprintable() else event.text()
