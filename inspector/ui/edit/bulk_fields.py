"""The fields of the dialog of bulk edits: labels, ranks, numbers, and which of several numbers is meant."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QSpinBox, QWidget

from inspector.core.document.inspection import Inspection
from inspector.core.edits.bulk_edit import BulkEdit
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names
from inspector.core.files.numbers.typed import typed_number
from inspector.ui.edit.number_line import NumberLine
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.label_edit import LabelEdit

_MOST_RANK, _MOST_DIGITS, _PERCENT = 10_000, 15, 100
_TITLES: Mapping[str, tuple[str, str]] = {
    "label": ("label", "The label as written in the files; completed from their labels"),
    "other": ("with", "The label that takes its place"),
    "rank": ("rank", "A rank, from 1; for a cut, the last rank kept"),
    "other_rank": ("and rank", "The other rank"),
    "number": ("number", "A number such as 0.25 or 1e-3; Up and Down change it, with Shift in larger steps"),
    "low": ("from", "Lower numbers become this one; empty for no limit"),
    "high": ("to", "Higher numbers become this one; empty for no limit"),
    "digits": ("decimals", "How many digits stay behind the point; below 0 before it: -3 rounds to thousands"),
    "share": ("share", "How far each number goes from the prediction to the truth: 100 % is the truth"),
    "component": ("of", "Which number of each row"),
}
# The fields that need a text, and those that may stay empty.
_TEXTS, _LIMITS = ("label", "other", "number"), {"low": -math.inf, "high": math.inf}
_ALL = "all numbers"
_BEST = (
    "Find the number with which these rows score best under the metric, "
    "or a short one near it that scores nearly as well"
)


@dataclass(frozen=True)
class _Field:
    """A widget, what reads it, and its line in the form if it shares that; reading raises InputError."""

    widget: QWidget
    read: Callable[[], object]
    shared: QWidget | None = None

    @property
    def line(self) -> QWidget:
        return self.shared or self.widget


class BulkFields:
    """Makes the fields that some operation of the pair takes, as lines of a form. changed: called when one changes.

    best: finds a number; for whoever knows which operations have a best one to show, and to press.
    """

    def __init__(
        self,
        inspection: Inspection,
        taken: Collection[str],
        form: QFormLayout,
        changed: Callable[[], None],
        parent: QWidget,
    ) -> None:
        self._inspection, self._form, self._changed = inspection, form, changed
        self.best = _best_button(parent)
        self._fields = {name: self._made(name, parent) for name in _TITLES if name in taken}
        for name, field in self._fields.items():
            title, hint = _TITLES[name]
            named(field.widget, f"bulk_{name}", title, hint)
            form.addRow(title, field.line)

    def show(self, taken: Collection[str]) -> QWidget | None:
        """Show the fields that an operation takes, and no others; returns the first."""
        evaluation = self._inspection.evaluation
        several = not evaluation.table.kind.names_labels and len(names(evaluation)) > 1
        shown = [name for name in self._fields if name in taken and (several or name != "component")]
        # First those that go, else the dialog grows for both.
        for name, field in sorted(self._fields.items(), key=lambda one: one[0] in shown):
            self._form.setRowVisible(field.line, name in shown)
        rank = self._fields.get("rank")
        if rank and "rank" in taken and "other_rank" not in taken and isinstance(rank.widget, QSpinBox):
            rank.widget.setValue(self._inspection.metric.k or rank.widget.value())
        return self._fields[shown[0]].widget if shown else None

    def missing(self, taken: Collection[str]) -> list[QLineEdit]:
        """The fields of an operation that need a text and are empty."""
        fields = [self._fields[name].widget for name in _TEXTS if name in taken]
        return [field for field in fields if isinstance(field, QLineEdit) and not field.text().strip()]

    def bulk_edit(self, kind: str, taken: Collection[str]) -> BulkEdit:
        """The edit that is filled in. Raises InputError for a text that is no number."""
        return BulkEdit(kind, **{name: field.read() for name, field in self._fields.items() if name in taken})  # type: ignore[arg-type]  # each is read as its type

    def put_number(self, number: float) -> None:
        """Show another number, ready to be changed by keys or accepted by Enter."""
        line = self._fields["number"].widget
        assert isinstance(line, NumberLine)  # noqa: S101
        line.put(number)
        if self.best.window().focusWidget() is self.best:  # also while another window is in front
            line.setFocus()

    def _made(self, name: str, parent: QWidget) -> _Field:
        if name in ("label", "other"):
            return self._text(LabelEdit(self._inspection, parent, one=True), lambda text: text)
        if name in ("number", *_LIMITS):
            return self._number(name, parent)
        if name == "component":
            return self._component(parent)
        if name == "share":
            return self._spin(parent, 0, _PERCENT, 10, " %", lambda value: value / _PERCENT)
        if name == "digits":
            return self._spin(parent, -_MOST_DIGITS, _MOST_DIGITS, 0)
        return self._spin(parent, 1, _MOST_RANK, 2 if name == "other_rank" else 1)

    def _number(self, name: str, parent: QWidget) -> _Field:
        evaluation = self._inspection.evaluation
        line = NumberLine(evaluation.pair.submission.layout.decimal, parent)
        field = self._text(line, partial(_number, evaluation, _LIMITS.get(name)))
        if name != "number":
            return field
        shared = QWidget(parent)
        arrange(QHBoxLayout(shared), (line, 1), self.best)
        shared.setFocusProxy(line)
        QWidget.setTabOrder(line, self.best)
        return replace(field, shared=shared)

    def _text(self, line: QLineEdit, read: Callable[[str], object]) -> _Field:
        line.textChanged.connect(lambda: self._changed())
        return _Field(line, lambda: read(line.text().strip()))

    def _spin(
        self,
        parent: QWidget,
        low: int,
        high: int,
        value: int,
        suffix: str = "",
        read: Callable[[int], object] = int,
    ) -> _Field:
        spin = QSpinBox(parent)
        spin.setRange(low, high)
        spin.setValue(value)
        spin.setSuffix(suffix)
        spin.valueChanged.connect(lambda: self._changed())
        return _Field(spin, lambda: read(spin.value()))

    def _component(self, parent: QWidget) -> _Field:
        choice = QComboBox(parent)
        choice.addItem(_ALL, "")
        for name in names(self._inspection.evaluation):
            choice.addItem(name, name)
        choice.currentIndexChanged.connect(lambda: self._changed())
        return _Field(choice, choice.currentData)


def _best_button(parent: QWidget) -> QPushButton:
    button = named(push_button(parent, "Best", "bulkBest", _BEST), spoken="Best number")
    button.hide()
    return button


def _number(evaluation: Evaluation, none: float | None, text: str) -> float:
    """A typed number; none: what an empty line stands for. Raises InputError."""
    if not text and none is not None:
        return none
    return typed_number(text, evaluation.pair.submission.layout.decimal)
