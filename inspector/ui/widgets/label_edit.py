"""A line of labels that completes the one under the cursor from the vocabulary. Used wherever a prediction is typed,
also in the cells of a table.
"""

from __future__ import annotations

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.core.document.inspection import Inspection
from inspector.ui.widgets.theme import set_text_style

_MOST = 12


class LabelEdit(QLineEdit):
    """Labels with the file's separator between them. `one` limits it to a single label."""

    def __init__(self, inspection: Inspection, parent: QWidget | None = None, *, one: bool = False) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._one = one
        self._words = QStringListModel(self)
        self._completer = QCompleter(self._words, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setWidget(self)
        self._completer.activated.connect(self._insert)
        set_text_style(self, "typed")
        self.setAcceptDrops(False)  # files that are dropped here are for the window
        self.textEdited.connect(self._suggest)

    def event(self, event: QEvent) -> bool:
        """Undo is the line's own while something is typed in it, and the window's otherwise."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable()
            if undo or (event.matches(QKeySequence.StandardKey.Redo) and not self.isRedoAvailable()):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes the label picked from the list; with none picked it closes the list and enters the line."""
        popup = self._popup
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or not popup.isVisible():
            super().keyPressEvent(event)
            return
        picked = popup.currentIndex().data()
        popup.hide()
        event.accept()
        if picked:
            self._insert(picked)
        else:
            # The list hands keys over past every event filter, so Enter has to come in by the front door.
            QCoreApplication.postEvent(self, QKeyEvent(event.type(), event.key(), event.modifiers(), event.text()))

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab takes the first label offered, as in a shell, and leaves the line only when none is."""
        popup = self._popup
        if not popup.isVisible():
            return super().focusNextPrevChild(forward)
        self._insert(popup.currentIndex().data() or self._words.stringList()[0])
        return True

    @property
    def _popup(self) -> QAbstractItemView:
        popup = self._completer.popup()
        assert popup is not None  # noqa: S101  # a completer makes its list when it is asked for it
        return popup

    def _separator(self) -> str:
        return self._inspection.evaluation.pair.submission.grammar.separator

    def _span(self) -> tuple[int, int]:
        """Where the label under the cursor begins and ends."""
        if self._one:
            return 0, len(self.text())
        at, separator = self.cursorPosition(), self._separator()
        start = self.text().rfind(separator, 0, at) + 1
        end = self.text().find(separator, at)
        return start, len(self.text()) if end < 0 else end

    def _suggest(self) -> None:
        start, end = self._span()
        typed = self.text()[start : self.cursorPosition()].strip()
        offered = self._inspection.evaluation.table.vocab.suggest(typed, _MOST) if typed else []
        if not offered or offered == [self.text()[start:end].strip()]:
            self._popup.hide()
            return
        self._words.setStringList(offered)
        self._completer.complete()
        # Nothing is picked until the user picks it: Enter belongs to what was typed.
        self._popup.setCurrentIndex(QModelIndex())

    def _insert(self, label: str) -> None:
        start, end = self._span()
        self.setText(self.text()[:start] + label + self.text()[end:])
        self.setCursorPosition(start + len(label))
        self.textEdited.emit(self.text())
        self._popup.hide()


class LabelDelegate(QStyledItemDelegate):
    """Opens such a line in a cell; `title` says to a screen reader what is edited there.

    typed: what the line holds after each key.
    """

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
        # The view selects everything, and of a list longer than its cell the end would be seen, not the best labels.
        QTimer.singleShot(0, editor, lambda: editor.setSelection(len(editor.text()), -len(editor.text())))
        return editor
