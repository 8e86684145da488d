"""Line edit that suggests how the text at the cursor can go on."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, QPoint, QStringListModel, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QCompleter, QWidget

from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.input.text_line import TextLine
from inspector.ui.widgets.theme import GAP

# So many suggestions are seen; the fewest also where they do not fit below the line, and so stand above it.
_MOST_SEEN, _LEAST_SEEN = 12, 4


class Suggestions(NamedTuple):
    """Texts, best first, to replace what stands between start and end. is_begun: whether Enter takes the best one."""

    texts: list[str]
    start: int
    end: int
    is_begun: bool


class CompletingEdit(TextLine):
    """Suggests in a popup while the user types. Enter takes the chosen text, Tab that or the best one.

    Escape closes the popup, and what was typed stays. Without a popup, or with nothing chosen, Enter enters the line.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_closing = False
        self._suggestions = QStringListModel(self)
        self._completer = QCompleter(self._suggestions, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setMaxVisibleItems(_MOST_SEEN)
        self._completer.setWrapAround(False)  # else Down on the last line leaves the list, and Enter what was typed
        self._completer.setWidget(self)
        self._completer.activated.connect(self._insert)
        self.textEdited.connect(lambda: self.suggest(self.suggestions()))

    @abstractmethod
    def suggestions(self) -> Suggestions:
        """What the text at the cursor can go on with."""

    @property
    def is_suggesting(self) -> bool:
        """Whether the popup is open."""
        return self._suggestions.rowCount() > 0 and self._popup.isVisible()

    def close_suggestions(self) -> None:
        """Close the popup; what was typed stays."""
        if self.is_suggesting:
            self._hide()

    def _hide(self) -> None:
        self._is_closing = True
        self._popup.hide()
        self._is_closing = False

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Where no window manager tells which window is active, the line loses the focus as its popup is closed, and
        gets it back at once: the user has not left it.
        """
        if not self._is_closing:
            super().focusOutEvent(event)

    def suggest(self, found: Suggestions) -> None:
        """Open the popup, or close it if there is nothing but what stands there already."""
        if found.texts in ([], [self.text()[found.start : found.end].strip()]):
            self.close_suggestions()
            return
        popup = self._popup
        self._suggestions.setStringList(found.texts)
        self._completer.setMaxVisibleItems(self._lines_below())
        self._completer.complete()
        popup.setCurrentIndex(self._suggestions.index(0) if found.is_begun else QModelIndex())

    def _lines_below(self) -> int:
        """How many suggestions to show: those that fit below, where they hide nothing that is read while typing."""
        end = self.mapToGlobal(QPoint(0, self.height())).y()
        room = self.screen().availableGeometry().bottom() - end - GAP
        return min(_MOST_SEEN, max(_LEAST_SEEN, room // max(1, self._popup.sizeHintForRow(0))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or not self.is_suggesting:
            super().keyPressEvent(event)
            return
        popup = self._popup
        selected = popup.currentIndex().data()
        self._hide()
        event.accept()
        if selected:
            self._insert(selected)
        else:
            # The popup forwards keys past event filters, so post Enter as a new event.
            QCoreApplication.postEvent(self, QKeyEvent(event.type(), event.key(), event.modifiers(), event.text()))

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab inserts the selected or first suggestion; without suggestions it moves the focus."""
        if not self.is_suggesting:
            return super().focusNextPrevChild(forward)
        popup = self._popup
        selected = popup.currentIndex().data() or self._suggestions.stringList()[0]
        self._hide()
        self._insert(selected)
        return True

    @property
    def _popup(self) -> QAbstractItemView:
        popup = self._completer.popup()
        assert popup is not None  # noqa: S101  # popup() creates the list
        popup.installEventFilter(self)  # again: before that of the completer, which would swallow a click elsewhere
        return named(popup, "suggestions", "Suggestions")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a click outside the open popup close it and act where it falls."""
        if not isinstance(event, QMouseEvent) or event.type() != QEvent.Type.MouseButtonPress:
            return super().eventFilter(watched, event)
        if not isinstance(watched, QAbstractItemView) or watched.rect().contains(event.position().toPoint()):
            return super().eventFilter(watched, event)
        self.close_suggestions()
        _press_at(event)
        return True

    def _insert(self, text: str) -> None:
        _, start, end, _ = self.suggestions()
        self.close_suggestions()
        if self.text()[start:end] == text:
            self.setCursorPosition(end)
            return
        self.setSelection(start, end - start)
        self.insert(text)  # what it replaces comes back with Undo
        if self.text()[slice(*self.suggestions()[1:3])] == text:
            self.close_suggestions()  # the same word again; Undo would go past the open popup


def _press_at(event: QMouseEvent) -> None:
    """Press again what is where a mouse was pressed, now that nothing covers it."""
    place = event.globalPosition()
    target = QApplication.widgetAt(place.toPoint())
    if target is not None:
        _focus(target)
        local = target.mapFromGlobal(place)
        again = QMouseEvent(event.type(), local, place, event.button(), event.buttons(), event.modifiers())
        QCoreApplication.postEvent(target, again)


def _focus(widget: QWidget) -> None:
    """Give the focus to a pressed widget, or to what it lies in; Qt does so only for a press of its own."""
    at: QWidget | None = widget
    while at is not None and not at.isWindow():
        if Qt.FocusPolicy.ClickFocus in at.focusPolicy():
            at.setFocus(Qt.FocusReason.MouseFocusReason)
            return
        at = at.parentWidget()
