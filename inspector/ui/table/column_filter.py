"""Popup below a column title to filter by that column; emits the condition as a clause."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.core.errors import InputError
from inspector.core.query import Clause, containing, field_of, parse, quote
from inspector.core.rows.column import Column
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import menu
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP

_TEXT_SIGNS = ("contains", "is", "is not")
_NUMBER_SIGNS = ("<", "≤", "=", "≠", "≥", ">")
_SIGNS = {"≤": "<=", "≠": "!=", "≥": ">=", "is": ":", "is not": "!="}


class ColumnFilter(QFrame):
    """Closes after a valid condition, or at a click outside."""

    asked = Signal(Clause)

    def __init__(self, column: Column, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("columnFilter")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._column = column
        title = PlainLabel(self, f"Only rows whose {column.title}")
        self._sign, self._value = self._make_sign(column), self._make_value(column)
        hint = "Show only these rows; an empty value clears this column's filter"
        apply = named(QPushButton("Filter", self), hint=hint)
        apply.clicked.connect(self._submit)
        self._error = PlainLabel(self)
        self._error.hide()
        line = arrange(QHBoxLayout(), self._sign, self._value, apply)
        arrange(QVBoxLayout(self), title, line, self._error, margins=(GAP, GAP, GAP, GAP))
        self.setFocusProxy(self._value)

    def show_at(self, corner: QPoint) -> None:
        """Open with the upper left corner at `corner`, in global coordinates, and focus the value."""
        self.adjustSize()
        self.move(corner)
        self.show()
        self._value.setFocus()

    def _make_sign(self, column: Column) -> QComboBox:
        sign, is_extra = named(QComboBox(self), spoken="Condition"), column.name.startswith("extra:")
        sign.addItems([*(_TEXT_SIGNS if column.text else ()), *(() if column.text and not is_extra else _NUMBER_SIGNS)])
        return sign

    def _make_value(self, column: Column) -> QLineEdit:
        hint = "a number, none or after" if field_of(column.name) == "rank" else ""
        value = named(QLineEdit(self), spoken="Value")
        value.setPlaceholderText(hint)
        value.setMinimumWidth(self.fontMetrics().horizontalAdvance("0" * 18))
        value.returnPressed.connect(self._submit)
        return value

    def _submit(self) -> None:
        value, sign = self._value.text().strip(), self._sign.currentText()
        text = "" if not value else self._condition(sign, value)
        if sign in _NUMBER_SIGNS and value and not _is_number(value, self._column.name):
            self._error.setText(f"⚠ {menu(value, 20)} is not a number")
            self._error.show()
            self.adjustSize()
            return
        self.asked.emit(Clause(text, f"column:{self._column.name}"))
        self.close()

    def _condition(self, sign: str, value: str) -> str:
        field = quote(field_of(self._column.name))
        if sign == "contains":
            return f"{field}:{containing(value)}"
        return f"{field}{_SIGNS.get(sign, sign)}{quote(value)}"


def _is_number(value: str, column: str) -> bool:
    if field_of(column) == "rank" and value in ("none", "after"):
        return True
    try:
        float(value)
        parse(f"score={quote(value)}")
    except (ValueError, InputError):
        return False
    return True
