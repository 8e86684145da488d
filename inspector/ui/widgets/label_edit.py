"""Line edit for labels with completion from the vocabulary, and the delegate that opens it in table cells."""

from __future__ import annotations

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.core.document.inspection import Inspection
from inspector.ui.widgets.formatting import MOST_SHOWN
from inspector.ui.widgets.text_line import TextLine
from inspector.ui.widgets.theme import set_text_style

_MAX_SUGGESTIONS = 12


class LabelEdit(TextLine):
    """Labels separated as in the file, with completion of the label at the cursor. one: a single label."""

    def __init__(self, inspection: Inspection, parent: QWidget | None = None, *, one: bool = False) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._one = one
        self._suggestions = QStringListModel(self)
        self._completer = QCompleter(self._suggestions, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setWidget(self)
        self._completer.activated.connect(self._insert)
        set_text_style(self, "typed")
        self.textEdited.connect(self._suggest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter inserts the label selected in the popup; with none selected it closes the popup and enters the line.

        Escape closes the popup, and what was typed stays.
        """
        popup = self._popup
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or not popup.isVisible():
            super().keyPressEvent(event)
            return
        selected = popup.currentIndex().data()
        popup.hide()
        event.accept()
        if selected:
            self._insert(selected)
        else:
            # The popup forwards keys past event filters, so post Enter as a new event.
            QCoreApplication.postEvent(self, QKeyEvent(event.type(), event.key(), event.modifiers(), event.text()))

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab inserts the selected or first suggestion; without suggestions it moves the focus."""
        popup = self._popup
        if not popup.isVisible():
            return super().focusNextPrevChild(forward)
        self._insert(popup.currentIndex().data() or self._suggestions.stringList()[0])
        return True

    @property
    def _popup(self) -> QAbstractItemView:
        popup = self._completer.popup()
        assert popup is not None  # noqa: S101  # popup() creates the list
        return popup

    def _separator(self) -> str:
        return self._inspection.evaluation.pair.submission.grammar.separator

    def _span(self) -> tuple[int, int]:
        """Start and end of the label at the cursor."""
        if self._one:
            return 0, len(self.text())
        cursor, separator = self.cursorPosition(), self._separator()
        start = self.text().rfind(separator, 0, cursor) + 1
        end = self.text().find(separator, cursor)
        return start, len(self.text()) if end < 0 else end

    def _suggest(self) -> None:
        start, end = self._span()
        typed = self.text()[start : self.cursorPosition()].strip()
        found = self._inspection.evaluation.table.vocab.suggest(typed, _MAX_SUGGESTIONS) if typed else []
        suggestions = [label for label in found if len(label) <= MOST_SHOWN]
        if not suggestions or suggestions == [self.text()[start:end].strip()]:
            self._popup.hide()
            return
        self._suggestions.setStringList(suggestions)
        self._completer.complete()
        # Enter takes the best suggestion, unless the label is complete; then it enters the line.
        is_complete = self.text()[start:end].strip() in suggestions
        self._popup.setCurrentIndex(QModelIndex() if is_complete else self._suggestions.index(0))

    def _insert(self, label: str) -> None:
        start, end = self._span()
        self.setText(self.text()[:start] + label + self.text()[end:])
        self.setCursorPosition(start + len(label))
        self.textEdited.emit(self.text())
        self._popup.hide()


class LabelDelegate(QStyledItemDelegate):
    """Opens a LabelEdit in a cell. title: its name for screen readers; typed: the text after each key."""

    typed = Signal(str)

    def __init__(self, inspection: Inspection, title: str, parent: QWidget, *, one: bool = False) -> None:
        super().__init__(parent)
        self._inspection, self._title, self._one = inspection, title, one

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        editor = LabelEdit(self._inspection, parent, one=self._one)
        editor.setAccessibleName(self._title)
        editor.textEdited.connect(self.typed)
        # The view selects the text with the cursor at the end; select backwards to show the first labels.
        QTimer.singleShot(0, editor, lambda: editor.setSelection(len(editor.text()), -len(editor.text())))
        return editor
