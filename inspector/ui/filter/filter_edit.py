"""The line edit for a filter; it completes what is typed, and emits its text after a pause."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, Qt
from PySide6.QtWidgets import QWidget

from inspector.core.document.inspection import Inspection
from inspector.core.query.candidates import field_names, flag_names, values
from inspector.core.query.completion import Completions, completions
from inspector.ui.filter.filter_language import short_examples
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.input.completing_edit import CompletingEdit, Suggestions
from inspector.ui.widgets.theme import GAP, GRID, Theme

_PAUSE_MS = 150
# Pixels, also of large text, which must not enlarge the window.
_LEAST = 130
_HINT = (
    "Show only matching rows. Enter keeps the filter as a chip; in an empty line it applies the chips again after "
    "edits. Enter and Tab take what is offered, Ctrl+Space offers all that can follow, Esc clears. Help > Filter "
    "language explains the syntax."
)
# Letters from which on a word is taken for the beginning of what is offered.
_BEGUN = 2
_SIGNS = "<>=!:"


class FilterEdit(CompletingEdit):
    """Input of a filter expression.

    asked: the text after a pause; committed: the text at Enter; stepped_back: Esc in an empty line; left: Down, which
    moves to the table.
    """

    asked = Signal(str)
    committed = Signal(str)
    stepped_back = Signal()
    left = Signal()

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._inspection = inspection
        named(self, "filterEdit", "Filter", tip(_HINT))
        self.show_examples()
        self.setClearButtonEnabled(True)
        self._theme, self._is_wrong = theme, False
        self._debounce = Debounce(_PAUSE_MS, self, lambda: self.asked.emit(self.text()))
        self.textChanged.connect(lambda _: self._debounce.start())
        theme.changed.connect(self._colour)

    def show_examples(self) -> None:
        """Show examples that fit the open pair, as many as there is room for."""
        found, room = short_examples(self._inspection), self.contentsRect().width() - 2 * GAP
        hints = [f"Filter, such as  {'   '.join(found[:count])}" for count in range(len(found), 0, -1)]
        width = self.fontMetrics().horizontalAdvance
        self.setPlaceholderText(next((hint for hint in hints if width(hint) <= room), "Filter"))

    def minimumSizeHint(self) -> QSize:
        """Room for a short filter however wide the panels are."""
        least = super().minimumSizeHint()
        return QSize(max(least.width(), _LEAST), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.show_examples()

    @property
    def is_unfinished(self) -> bool:
        """Whether the word at the cursor can only be the beginning of one."""
        return self._completions().is_unfinished

    def suggestions(self) -> Suggestions:
        """What the word at the cursor can become; before it is begun, only the values of a field."""
        found, before = self._ways(), self.text()[: self.cursorPosition()]
        is_asked = found.start < len(before) or _follows_sign(before)
        return found if is_asked else found._replace(texts=[])

    def _ways(self) -> Suggestions:
        """All that can follow at the cursor."""
        found = self._completions()
        before, typed = self.text()[: found.start], self.text()[found.start : self.cursorPosition()]
        best = found.texts[0] if found.texts else ""
        # A letter, and a field that is complete, are texts to find as well: Enter must not make more of them.
        is_text = len(typed) < _BEGUN or best.rstrip(_SIGNS).casefold() == typed.casefold()
        is_begun = found.is_unfinished and (_follows_sign(before) or not is_text)
        return Suggestions([*found.texts], found.start, found.end, is_begun)

    def _completions(self) -> Completions:
        text, cursor, inspection = self.text(), self.cursorPosition(), self._inspection
        if not inspection.is_open:
            return Completions([], cursor, cursor)
        now = inspection.evaluation
        return completions(text, cursor, field_names(now), partial(values, now), flag_names(now))

    def put(self, text: str) -> None:
        """Replace the text without applying it."""
        self.close_suggestions()
        self.setText(text)
        self._debounce.stop()

    def mark(self, wrong: bool) -> None:
        """Mark the text as invalid with a red border; `ErrorNote` shows the error."""
        if wrong != self._is_wrong:
            self._is_wrong = wrong
            self._colour()

    def _colour(self) -> None:
        # As wide with its padding as the border and padding of every line, so that marking moves nothing.
        border = f"QLineEdit {{ border: 2px solid {self._theme.colours.worse}; padding: {GRID - 1}px {GAP - 3}px; }}"
        self.setStyleSheet(border if self._is_wrong else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_suggesting:
            super().keyPressEvent(event)
            return
        match event.key():
            case Qt.Key.Key_Space if event.modifiers() == Qt.KeyboardModifier.ControlModifier:
                self.suggest(self._ways())
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._debounce.stop()
                self.committed.emit(self.text())
            case Qt.Key.Key_Escape if self.text():
                self.put("")
                self.asked.emit("")
            case Qt.Key.Key_Escape:
                self.stepped_back.emit()
            case Qt.Key.Key_Down:
                self.left.emit()
            case _:
                super().keyPressEvent(event)


def _follows_sign(before: str) -> bool:
    """Whether a text ends with a sign, so that a value follows."""
    return before.rstrip().endswith(tuple(_SIGNS))
