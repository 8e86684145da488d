"""The find bar: searches the rows shown for a text, counts the matches, and steps through them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from inspector.core.arrays.types import Ints
from inspector.ui.filter.filter_controller import FilterController
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import flat_button
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID

_PAUSE_MS = 150
_HINT = (
    "A text in ids, truth or predictions. Enter or F3 goes to the next match, with Shift to the previous one; "
    "Esc closes"
)


class FindBar(QFrame):
    """Hidden until opened. Keeps its text when closed, so that F3 still finds the next row."""

    left = Signal()

    def __init__(
        self, signals: DocumentSignals, filter_controller: FilterController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self._inspection, self._filter_controller = signals.inspection, filter_controller
        # Positions of the matches in the sorted view, ascending; None while unknown.
        self._positions: Ints | None = None
        self._edit, self._count = self._make_edit(), PlainLabel(self, name="findCount", figures=True)
        self._lay_out()
        self._debounce = Debounce(_PAUSE_MS, self, lambda: self._find(0))
        self._edit.textChanged.connect(self._on_text_changed)
        for signal in (signals.loaded, signals.ordered, signals.metric_changed, signals.edited):
            signal.connect(self._on_document_changed)
        signals.current_changed.connect(self._show_count)
        self.hide()

    def open(self) -> None:
        """Show the bar and focus its line edit."""
        self.show()
        self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._edit.selectAll()
        self._find(None)

    def step(self, by: int) -> None:
        """Go to the next match, or with -1 to the previous one; wraps around at the ends."""
        if self._edit.text():
            self._find(by)
        else:
            self.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            case Qt.Key.Key_Escape:
                self._close()
            case _:
                super().keyPressEvent(event)

    def _close(self) -> None:
        self._debounce.stop()
        self.hide()
        self.left.emit()

    def _on_text_changed(self) -> None:
        self._positions = None
        self._debounce.start()

    def _on_document_changed(self) -> None:
        """Forget the matches, because rows or labels changed; search again if visible."""
        self._positions = None
        if self.isVisible() and self._edit.text():
            self._find(None)

    def _find(self, by: int | None) -> None:
        """Search if the matches are unknown, then move by `by` matches; None does not move."""
        self._debounce.stop()
        if not self._inspection.is_open or not self._edit.text():
            self._positions = None
            self._show_count()
        elif self._positions is None:
            text = self._edit.text()
            self._filter_controller.find(text, lambda positions: self._show_matches(text, positions, by))
        else:
            self._go_to_match(self._positions, by)

    def _show_matches(self, text: str, positions: Ints, by: int | None) -> None:
        """Go to a match, unless another text was typed while this one was searched for."""
        if text == self._edit.text():
            self._go_to_match(positions, by)

    def _go_to_match(self, positions: Ints, by: int | None) -> None:
        self._positions = positions
        if by is not None and len(positions):
            order = self._inspection.state.order
            pos = self._current_pos()
            index = np.searchsorted(positions, pos, side="right" if by > 0 else "left") - (by < 0)
            self._inspection.go_to(order.row(int(positions[index % len(positions)])))
        self._show_count()

    def _current_pos(self) -> int:
        """The position of the current row in the sorted view, -1 if it is hidden."""
        current = self._inspection.current
        return -1 if current is None else self._inspection.state.order.pos(current)

    def _show_count(self, *_: object) -> None:
        if self._positions is None:
            self._count.setText("")
        elif not len(self._positions):
            self._count.setText("not found")
        else:
            index = int(np.searchsorted(self._positions, self._current_pos()))
            is_match = index < len(self._positions) and self._positions[index] == self._current_pos()
            found = f"{len(self._positions):,}"
            self._count.setText(f"{index + 1:,} of {found}" if is_match else f"{found} found")

    def _make_edit(self) -> QLineEdit:
        edit = named(QLineEdit(self), "findEdit", "Find", _HINT)
        edit.setPlaceholderText("Find in the rows shown")
        edit.setAcceptDrops(False)  # the window handles dropped files
        return edit

    def _lay_out(self) -> None:
        buttons = (
            self._button("▲", "Previous row found", lambda: self.step(-1)),
            self._button("▼", "Next row found", lambda: self.step(1)),
            self._button("✕", "Close the find bar", self._close),
        )
        arrange(QHBoxLayout(self), (self._edit, 1), self._count, *buttons, margins=(GAP, GRID, GAP, GRID), spacing=GAP)

    def _button(self, sign: str, name: str, action: Callable[[], None]) -> QToolButton:
        button = flat_button(self, sign, "", name, name)
        button.clicked.connect(action)
        return button
