"""Filtering by one column: a popup below its title that asks for a condition and writes it as a clause."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.core.errors import InputError
from inspector.core.query import Clause, containing, field_of, parse, quote
from inspector.core.rows.columns import Column
from inspector.ui.widgets.formatting import menu
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP

_TEXT = ("contains", "is", "is not")
_NUMBER = ("<", "≤", "=", "≠", "≥", ">")
_SIGNS = {"≤": "<=", "≠": "!=", "≥": ">=", "is": ":", "is not": "!="}


class ColumnFilter(QFrame):
    """Goes when it has been answered, or at a click beside it."""

    asked = Signal(Clause)

    def __init__(self, column: Column, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("columnFilter")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._column = column
        title = PlainLabel(self, f"Only rows whose {column.title}")
        self._sign, self._value = self._make_sign(column), self._make_value(column)
        apply = QPushButton("Filter", self)
        apply.setToolTip("Show only these rows; an empty value ends this column’s filter")
        apply.clicked.connect(self._ask)
        self._fault = PlainLabel(self)
        self._fault.hide()
        line = QHBoxLayout()
        for part in (self._sign, self._value, apply):
            line.addWidget(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GAP, GAP, GAP, GAP)
        layout.addWidget(title)
        layout.addLayout(line)
        layout.addWidget(self._fault)
        self.setFocusProxy(self._value)

    def show_at(self, corner: QPoint) -> None:
        """Open with the upper left corner here, the cursor in the value."""
        self.adjustSize()
        self.move(corner)
        self.show()
        self._value.setFocus()

    def _make_sign(self, column: Column) -> QComboBox:
        sign = QComboBox(self)
        sign.setAccessibleName("Condition")
        further = column.name.startswith("extra:")
        sign.addItems([*(_TEXT if column.text else ()), *(() if column.text and not further else _NUMBER)])
        return sign

    def _make_value(self, column: Column) -> QLineEdit:
        value = QLineEdit(self)
        value.setAccessibleName("Value")
        value.setMinimumWidth(self.fontMetrics().horizontalAdvance("0" * 18))
        value.setPlaceholderText("a number, none or after" if column.name == "first_hit_rank" else "")
        value.returnPressed.connect(self._ask)
        return value

    def _ask(self) -> None:
        value, sign = self._value.text().strip(), self._sign.currentText()
        text = "" if not value else self._condition(sign, value)
        if sign in _NUMBER and value and not _is_number(value, self._column.name):
            self._fault.setText(f"⚠ {menu(value, 20)} is no number")
            self._fault.show()
            self.adjustSize()
            return
        self.asked.emit(Clause(text, f"column:{self._column.name}"))
        self.close()

    def _condition(self, sign: str, value: str) -> str:
        field = quote(field_of(self._column.name))
        return (
            f"{field}:{containing(value)}" if sign == "contains" else f"{field}{_SIGNS.get(sign, sign)}{quote(value)}"
        )


def _is_number(value: str, column: str) -> bool:
    if column == "first_hit_rank" and value in ("none", "after"):
        return True
    try:
        float(value)
        parse(f"score={quote(value)}")
    except (ValueError, InputError):
        return False
    return True
