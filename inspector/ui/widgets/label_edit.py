"""Line edit for labels with completion from the vocabulary, or for numbers; the delegate that opens it in cells."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.evaluation.numbers import are_from_0_to_1
from inspector.ui.widgets.formatting import MOST_SHOWN
from inspector.ui.widgets.input.completing_edit import CompletingEdit, Suggestions
from inspector.ui.widgets.theme import GAP, set_text_style

_MAX_SUGGESTIONS = 12
# Steps of Up and Down with Shift; of a step: about a part of 1 in 100.
_FAR, _PART = 10, 2
# Room for the frame of an editor, and for a digit that comes.
_AROUND = 4 * GAP
# What ends the typing in a cell, and takes what is typed.
_ENDING = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab))


class LabelEdit(CompletingEdit):
    """Labels separated as in the file, with completion of that at the cursor; or numbers, which Up and Down change.

    one: a single label or number; number: a number beside labels.
    """

    def __init__(
        self, inspection: Inspection, parent: QWidget | None = None, *, one: bool = False, number: bool = False
    ) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._one, self._number = one, number
        self._of: object = None
        set_text_style(self, "typed")

    def put(self, text: str, of: object) -> None:
        """Show a text from its start; one of the same row, or what `of` is, leaves the cursor where it is.

        Another one does so only while the line has the focus.
        """
        at, is_at_end = self.cursorPosition(), self.cursorPosition() == len(self.text())
        stays, self._of = (self.hasFocus() or text == self.text()) and of == self._of, of
        self.setText(text)  # the same one, too: from now on Undo takes back edits, no longer what was typed
        self.setCursorPosition(0 if not stays else len(text) if is_at_end else at)

    def suggestions(self) -> Suggestions:
        """The labels that fit; Enter takes the best one if it begins with what is typed, and is more than that."""
        start, end = self._span()
        if self._holds_numbers:
            return Suggestions([], start, end, False)
        typed = self.text()[start : self.cursorPosition()].strip()
        found = self._inspection.evaluation.table.vocab.suggest(typed, _MAX_SUGGESTIONS) if typed else []
        texts = [label for label in found if len(label) <= MOST_SHOWN]
        label = self.text()[start:end].strip().casefold()
        goes_on = bool(texts) and texts[0].casefold().startswith(label)
        return Suggestions(texts, start, end, goes_on and self.text()[start:end].strip() not in texts)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down change the number at the cursor."""
        steps = steps_of(event)
        if not steps or not self._holds_numbers or not self.isEnabled():
            super().keyPressEvent(event)
            return
        self._nudge(steps)

    @property
    def _holds_numbers(self) -> bool:
        return self._number or (self._inspection.is_open and not self._inspection.evaluation.table.kind.names_labels)

    def _nudge(self, steps: int) -> None:
        (start, end), evaluation = self._span(), self._inspection.evaluation
        # A number beside a label is shown and read with a point, whatever the file has, as in `cat:0.9`.
        decimal = "." if evaluation.table.kind.names_labels else evaluation.pair.submission.layout.decimal
        text = self.text()[start:end]
        new = nudged(text, steps, decimal, is_probability=are_from_0_to_1(evaluation))
        if new not in (None, text):
            self.setSelection(start, end - start)
            self.insert(new)  # the number before comes back with Undo
            self.textEdited.emit(self.text())

    def _span(self) -> tuple[int, int]:
        """Start and end of the label at the cursor."""
        if self._one:
            return 0, len(self.text())
        cursor, separator = self.cursorPosition(), self._inspection.evaluation.pair.submission.grammar.separator
        start = self.text().rfind(separator, 0, cursor) + 1
        end = self.text().find(separator, cursor)
        return start, len(self.text()) if end < 0 else end


def open_editors(view: QAbstractItemView) -> list[LabelEdit]:
    """The cells that are being typed in."""
    editors: list[LabelEdit] = view.viewport().findChildren(LabelEdit)
    return [editor for editor in editors if not editor.isHidden()]  # one that was closed before is deleted later


def begins_number(event: QKeyEvent) -> bool:
    """Whether a key that was pressed types what a number may begin with."""
    with_ctrl = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    return bool(event.text()) and event.text() in "0123456789.,+-" and not with_ctrl


def edit_with(view: QAbstractItemView, index: QModelIndex, event: QKeyEvent) -> None:
    """Type a key into a cell, in place of what is there."""
    view.edit(index)
    for editor in open_editors(view):
        editor.selectAll()
        QApplication.sendEvent(editor, event)


def close_editors(view: QAbstractItemView) -> None:
    """Apply what is being typed in a cell, as Enter does."""
    for editor in open_editors(view):
        view.commitData(editor)
        view.closeEditor(editor, QStyledItemDelegate.EndEditHint.NoHint)


class LabelDelegate(QStyledItemDelegate):
    """Opens a LabelEdit in a cell. title: its name for screen readers; one, number: of it; typed: after a key.

    offered: the text of an editor that opens; None for that of its cell. selected: the part of it, from and up to, that
    is selected then; None for all. check: raises InputError for a text that cannot be taken; its cell stays open, and
    refused says why.
    """

    typed = Signal(str)
    refused = Signal(Exception)

    def __init__(
        self, inspection: Inspection, title: str, parent: QWidget, *, one: bool = False, number: bool = False
    ) -> None:
        super().__init__(parent)
        self._inspection, self._title, self._one, self._number = inspection, title, one, number
        self.offered: str | None = None
        self.selected: tuple[int, int] | None = None
        self.check: Callable[[str], object] = str

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Keep a cell open, with its text, where Enter or Tab cannot take it."""
        is_end = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _ENDING
        if is_end and isinstance(editor, LabelEdit):
            try:
                self.check(editor.text())
            except InputError as error:
                self.refused.emit(error)
                return True
        return super().eventFilter(editor, event)

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        editor = LabelEdit(self._inspection, parent, one=self._one, number=self._number)
        editor.setAccessibleName(self._title)
        editor.textEdited.connect(lambda text: self.typed.emit(self.whole(text)))
        part, text = self.selected, self.offered

        def select() -> None:
            if editor.isModified():  # what is typed already stays
                return
            if text is not None:
                editor.setText(text)
            if part:
                editor.setSelection(part[0], part[1] - part[0])
            else:  # backwards, to show the first labels: the view selects with the cursor at the end
                editor.setSelection(len(editor.text()), -len(editor.text()))

        QTimer.singleShot(0, editor, select)
        return editor

    def whole(self, typed: str) -> str:
        """The text of a cell of which a part is typed; here all of it is."""
        return typed

    def shown(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """The text that an editor opens with."""
        return f"{index.data(Qt.ItemDataRole.EditRole)}"

    def cell(self, option: QStyleOptionViewItem) -> QRect:
        """Where an editor opens."""
        return option.rect

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Fill the cell; a number with more digits than its column has room for takes room to the left."""
        super().updateEditorGeometry(editor, option, index)
        editor.setGeometry(self.cell(option))
        needed = editor.fontMetrics().horizontalAdvance(self.shown(index)) + _AROUND
        if self._number and needed > editor.width():
            right = editor.geometry().right()
            editor.setGeometry(editor.geometry().adjusted(-min(needed - editor.width(), right + 1), 0, 0, 0))


def steps_of(event: QKeyEvent) -> int:
    """How many steps higher a key makes a number, below 0 for lower; 0 for a key that changes none."""
    keys: dict[int, int] = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
    return keys.get(event.key(), 0) * (_FAR if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)


def nudged(text: str, steps: int, decimal: str = ".", *, is_probability: bool = False) -> str | None:
    """A typed number some steps higher, or lower below 0; None for a text that is no finite number.

    A step is 1 % of the number, rounded down to a power of ten, or its last digit if that is more: 583643.49 goes on to
    584643.49, 0.25 to 0.26, and 7 to 8. A probability goes on by a hundredth at most, and stops at 0 and 1, and one
    beyond them where it is; below a hundredth, ten steps make it ten times as much, and ten back a tenth.
    """
    try:
        value = Decimal(text.strip().replace(decimal, "."))
    except InvalidOperation:
        return None
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int):
        return None
    power = max(exponent, value.adjusted() - _PART) if value else exponent
    new = value + steps * Decimal(1).scaleb(min(power, -_PART) if is_probability else power)
    if is_probability and abs(steps) == _FAR and 0 < value < Decimal(1).scaleb(-_PART):
        return _typed_as(text, value.scaleb(1 if steps > 0 else -1), decimal)
    if is_probability:
        new = min(max(new, min(value, Decimal(0))), max(value, Decimal(1))).quantize(new)
    if new == value:
        return text
    return _typed_as(text, new, decimal)


def _typed_as(text: str, value: Decimal, decimal: str) -> str:
    """A number with an exponent only where the text has one."""
    return format(value, "f" if "e" not in text.lower() else "").replace(".", decimal)
