"""The layout of the row panel, and the named lines at its top."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import is_absent
from inspector.ui.widgets.building.build import arrange
from inspector.ui.widgets.elided_label import ElidedLabel, WrappedLabel
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP, GRID


def fill(panel: QWidget, form: QFormLayout, parts: Sequence[QWidget], formula: QWidget, note: QWidget) -> ScrollPage:
    """Put a page that scrolls into a panel: the form, the parts that take the room, and what is below them.

    The note is last: in a small window the lines of the prediction are worth the room.
    """
    page = QWidget(panel)
    last = arrange(QVBoxLayout(), formula, row_form([("note", note)], page), spacing=GRID)
    room = [(part, 1) for part in parts]
    arrange(QVBoxLayout(page), form, *room, last, 0, spacing=GAP, margins=(GAP, GAP, GAP, GAP))
    arrange(QVBoxLayout(panel), scrolling := ScrollPage(page, panel))
    return scrolling


def selectable_label(name: str, parent: QWidget, *, wraps: bool = False) -> ElidedLabel:
    """A label for a text of a file, which can be copied."""
    return (WrappedLabel if wraps else ElidedLabel)(name, parent, figures=True, selectable=True, style="typed")


def row_form(lines: Sequence[tuple[str, QWidget]], parent: QWidget) -> QFormLayout:
    """A form with a quiet name before each part."""
    grows = QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow
    form = QFormLayout()
    form.setHorizontalSpacing(GAP)
    form.setVerticalSpacing(GRID)
    form.setFieldGrowthPolicy(grows)
    for title, part in lines:
        form.addRow(PlainLabel(parent, title, quiet=True), part)
    return form


def in_line(first: QWidget, further: Sequence[QWidget], parent: QWidget) -> QWidget:
    """Parts beside each other, of which the first takes the room."""
    line = QWidget(parent)
    arrange(QHBoxLayout(line), (first, 1), *further)
    return line


def hint_of(evaluation: Evaluation, row: int, hint: str) -> str:
    """What the line of a prediction says while it is empty, and that a submission has no such row."""
    return "the submission has no such row" if is_absent(evaluation, row) else hint


class DraftNote(PlainLabel):
    """Says that what is typed is a draft, and what becomes of it; is_mistake: whether it cannot be applied."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, name="draftNote", quiet=True)
        self.is_mistake = False

    def tell(self, *, is_draft: bool, waits: bool) -> None:
        """Show the note beside a draft; waits: one that a crash left, which leaving does not apply."""
        self.is_mistake = False
        self.setText(f"draft: {'Enter' if waits else 'leaving'} applies, Esc reverts")
        what = "Enter applies it" if waits else "Enter and leaving its line, cell or row apply it"
        self.setToolTip(f"{what}, Esc restores the row")
        self.setVisible(is_draft)

    def tell_mistake(self) -> None:
        """Say of a draft that cannot be applied that leaving keeps it."""
        self.is_mistake = True
        self.setText("draft: cannot be applied, Esc reverts")
        self.setToolTip("Leaving its line, cell or row keeps it as a draft, Esc restores the row")
