"""Finding a text among the shown rows: a line, how many rows have it, and the way from one to the next."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from inspector.core.arrays.types import Ints
from inspector.ui.filter.filter_controller import FilterController
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID

_PAUSE_MS = 150


class FindBar(QFrame):
    """Hidden until asked for. Keeps its text when it goes, so that the next row can be found without it."""

    left = Signal()

    def __init__(
        self, signals: DocumentSignals, filter_controller: FilterController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self._inspection, self._filter_controller = signals.inspection, filter_controller
        # Places among the shown rows, ascending; None while they are not known.
        self._places: Ints | None = None
        self._edit, self._count = self._make_edit(), PlainLabel(self, name="findCount", figures=True)
        self._lay_out()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(lambda: self._find(0))
        self._edit.textChanged.connect(self._note_text)
        for signal in (signals.loaded, signals.ordered, signals.metric_changed, signals.edited):
            signal.connect(self._note_change)
        signals.current_changed.connect(self._say)
        self.hide()

    def open(self) -> None:
        """Show the line with the cursor in it."""
        self.show()
        self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._edit.selectAll()
        self._find(None)

    def step(self, by: int) -> None:
        """Go to the next row that has the text, or with -1 to the one before; round at the end."""
        if self._edit.text():
            self._find(by)
        else:
            self.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            case Qt.Key.Key_Escape:
                self._leave()
            case _:
                super().keyPressEvent(event)

    def _leave(self) -> None:
        self.hide()
        self.left.emit()

    def _note_text(self) -> None:
        self._places = None
        self._pause.start()

    def _note_change(self) -> None:
        """Other rows are shown, or other labels stand in them: count again if anybody can see it."""
        self._places = None
        if self.isVisible() and self._edit.text():
            self._find(None)

    def _find(self, by: int | None) -> None:
        """Find out the places if they are not known, then go `by` of them further; None stays where it is."""
        self._pause.stop()
        if not self._inspection.is_open or not self._edit.text():
            self._places = None
            self._say()
        elif self._places is None:
            self._filter_controller.find(self._edit.text(), lambda places: self._arrive(places, by))
        else:
            self._arrive(self._places, by)

    def _arrive(self, places: Ints, by: int | None) -> None:
        self._places = places
        if by is not None and len(places):
            order = self._inspection.state.order
            here = self._here()
            at = np.searchsorted(places, here, side="right" if by > 0 else "left") - (by < 0)
            self._inspection.go_to(order.row(int(places[at % len(places)])))
        self._say()

    def _here(self) -> int:
        """The place of the current row, -1 when it is not shown."""
        current = self._inspection.current
        return -1 if current is None else self._inspection.state.order.pos(current)

    def _say(self, *_: object) -> None:
        if self._places is None:
            self._count.setText("")
        elif not len(self._places):
            self._count.setText("not found")
        else:
            at = int(np.searchsorted(self._places, self._here()))
            on_it = at < len(self._places) and self._places[at] == self._here()
            found = f"{len(self._places):,}"
            self._count.setText(f"{at + 1:,} of {found}" if on_it else f"{found} found")

    def _make_edit(self) -> QLineEdit:
        edit = QLineEdit(self)
        edit.setObjectName("findEdit")
        edit.setAccessibleName("Find")
        edit.setPlaceholderText("Find in id, truth and predictions of the rows shown")
        edit.setToolTip("Enter or F3 goes to the next row, Shift with it to the one before, Esc closes")
        edit.setAcceptDrops(False)  # files that are dropped here are for the window
        return edit

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GAP, GRID, GAP, GRID)
        layout.setSpacing(GAP)
        layout.addWidget(self._edit, 1)
        layout.addWidget(self._count)
        for sign, name, deed in (
            ("▲", "Previous row found", lambda: self.step(-1)),
            ("▼", "Next row found", lambda: self.step(1)),
            ("✕", "Close the find bar", self._leave),
        ):
            layout.addWidget(self._button(sign, name, deed))

    def _button(self, sign: str, name: str, deed: object) -> QToolButton:
        button = QToolButton(self)
        button.setText(sign)
        button.setAutoRaise(True)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(deed)
        return button
