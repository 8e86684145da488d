"""Where the keyboard is: a ring around the part that has it, the panes in turn, keys that no text line may keep.

Knows the window's parts only as widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QFocusFrame,
    QLineEdit,
    QMenuBar,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from inspector.ui.widgets.theme import GRID, RADIUS, Theme
from inspector.ui.widgets.visibility import is_visible

# Qt's text lines delete to their end with it where the window system is X11.
_OURS = QKeySequence("Ctrl+K")
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FocusRing(QObject):
    """Marks the widget with the focus in the accent colour: a ring around a control, a line along the top of a pane."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self._ring: _Ring | None = None
        _application().focusChanged.connect(self._follow)

    def _follow(self) -> None:
        # Not from the signal: the previous widget may be half destroyed, and Python must not hold it.
        now = QApplication.focusWidget()
        if self._ring is not None and shiboken6.isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        # A line edit inside a combo or spin box is framed together with it.
        around = now.parentWidget() if isinstance(now, QLineEdit) else None
        part = around if isinstance(around, (QComboBox, QAbstractSpinBox)) else now
        self._ring = None
        if part is not None and part.window() is self._window and not isinstance(part, QMenuBar):
            self._ring = _Ring(self._theme, part)


class _Ring(QFocusFrame):
    """A child of the framed widget, so that it moves with it; invisible to screen readers."""

    def __init__(self, theme: Theme, framed: QWidget) -> None:
        super().__init__(framed)
        self._theme, self._framed = theme, framed
        framed.installEventFilter(self)
        self.resize(framed.size())
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.resize(self._framed.size())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._framed.children()[-1] is not self:
            self.raise_()  # tables raise their scroll bars again and again
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(self._theme.colours.now)
        if isinstance(self._framed, QAbstractScrollArea):
            # A frame around a whole table or plot would be louder than what it shows.
            painter.fillRect(0, 0, self.width(), 2, colour)
        else:
            painter.setPen(QPen(colour, 2))
            painter.drawRoundedRect(QRectF(_framed(self._framed)).adjusted(1, 1, -1, -1), RADIUS, RADIUS)


def _framed(part: QWidget) -> QRect:
    """What a ring goes around: of a check box the words, as it would be drawn over the box beside them."""
    if not isinstance(part, (QCheckBox, QRadioButton)):
        return part.rect()
    option, elements = QStyleOptionButton(), QStyle.SubElement
    part.initStyleOption(option)
    words = elements.SE_CheckBoxContents if isinstance(part, QCheckBox) else elements.SE_RadioButtonContents
    return part.rect() & part.style().subElementRect(words, option, part).adjusted(-GRID, -GRID, GRID, GRID)


def _application() -> QApplication:
    running = QApplication.instance()
    assert isinstance(running, QApplication)  # noqa: S101
    return running


class Panes:
    """The panes that F6 cycles through; hidden ones, those behind a tab and those that take no focus are skipped."""

    def __init__(self, panes: Callable[[], Sequence[QWidget]]) -> None:
        self._panes = panes

    def step(self, by: int) -> None:
        """Move the focus `by` panes on, to the widget that had it last in there."""
        shown = [pane for pane in self._panes() if is_visible(pane) and _entry(pane) is not None]
        here = QApplication.focusWidget()
        place = next((at for at, pane in enumerate(shown) if here and (pane is here or pane.isAncestorOf(here))), -1)
        if shown:
            entry = _entry(shown[(place + by) % len(shown) if place >= 0 else 0])
            if entry is not None:
                entry.setFocus(Qt.FocusReason.ShortcutFocusReason)


class Keys(QObject):
    """Keeps shortcuts of the window from focused line edits, and lets Enter press a focused button."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        _application().focusChanged.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Swallow the shortcut override event, so that a line edit cannot claim the key."""
        if not isinstance(event, QKeyEvent):
            return False
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and QKeySequence(event.keyCombination()) == _OURS:
            event.ignore()
            return True
        pressed = event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat()
        if pressed and isinstance(watched, QAbstractButton) and event.key() in _ENTER:
            _press(watched, event)
            return True
        return False

    def _follow(self) -> None:
        now = QApplication.focusWidget()
        # In a dialog Enter presses the default button, wherever the focus is.
        pressable = isinstance(now, QAbstractButton) and now.window() is self._window
        if now is not None and (pressable or isinstance(now, QLineEdit)):
            # Installing the filter again only moves it to the front.
            now.installEventFilter(self)


def _press(button: QAbstractButton, enter: QKeyEvent) -> None:
    """Press the button as the space bar does; on some desktops Enter does nothing."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(button, QKeyEvent(kind, Qt.Key.Key_Space, enter.modifiers()))


def _entry(pane: QWidget) -> QWidget | None:
    """The widget of a pane that had the focus last, or the first one that accepts it."""
    last = pane.focusWidget()
    # Not along nextInFocusChain: shiboken takes the next widget for a child, and lets go of it with the one before.
    for part in filter(None, (last, pane, *pane.findChildren(QWidget))):
        if part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            return part
    return None
