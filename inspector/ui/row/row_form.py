"""The named lines at the top of the row panel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QWidget

from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID


def row_form(lines: Sequence[tuple[str, QWidget]], parent: QWidget) -> QFormLayout:
    """A form with a quiet name before each part."""
    form = QFormLayout()
    form.setHorizontalSpacing(GAP)
    form.setVerticalSpacing(GRID)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    for title, part in lines:
        form.addRow(PlainLabel(parent, title, quiet=True), part)
    return form


def in_line(first: QWidget, further: Sequence[QWidget], parent: QWidget) -> QWidget:
    """Parts beside each other, of which the first takes the room."""
    line = QWidget(parent)
    beside = QHBoxLayout(line)
    beside.setContentsMargins(0, 0, 0, 0)
    beside.addWidget(first, 1)
    for part in further:
        beside.addWidget(part)
    return line
