"""Other confidences for the groups of a column: how, by how much, what that gives, and making it one edit."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.analysis.slices.grouping import groupings
from inspector.core.edits.rescaling import plan
from inspector.core.ladder.rescaling import LAW, METHODS
from inspector.core.query import Clause
from inspector.ui.ladder.group_values import GroupValues
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.flow_layout import FlowLayout
from inspector.ui.widgets.formatting import fixed_decimals, signed
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme

_DECIMALS, _LETTERS = 6, 20
# Groupings that every pair has; what follows are columns of the files.
_BUILT_IN = 2


class RescaleView(QWidget):
    """edit_asked: about how many rows to edit, and the plan of the edit."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)
    edit_asked = Signal(int, object)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._inspection, self._theme = signals.inspection, theme
        self._by, self._method, self._all = QComboBox(self), QComboBox(self), QDoubleSpinBox(self)
        self.groups = GroupValues(signals, self)
        self.setFocusProxy(self.groups)
        self._words = ElidedLabel("rescaleWords", self, figures=True, selectable=True)
        hint = "Change the confidences of all rows of these groups, as one step that can be undone"
        self._apply = push_button(self, "Appl&y", "rescaleApply", hint, self._ask)
        hint = "Give every group the value that changes nothing"
        self._neutral = push_button(self, "&Neutral", "rescaleNeutral", hint, self._choose)
        self._build()
        for name, method in METHODS.items():
            self._method.addItem(method.title, name)
        if self._inspection.is_open:
            self._list_groupings()
        self._connect(signals)

    def _connect(self, signals: DocumentSignals) -> None:
        self.groups.failed.connect(self.failed)
        self.groups.filter_asked.connect(self.filter_asked)
        self.groups.filled.connect(self._show)
        self._by.currentIndexChanged.connect(self._choose)
        self._method.currentIndexChanged.connect(self._choose)
        self._all.valueChanged.connect(self.groups.value_all)
        signals.loaded.connect(self._list_groupings)
        self._theme.changed.connect(self._show)

    def _list_groupings(self) -> None:
        """List the groupings of a pair: the chosen one if the pair has it, else its first column, if any."""
        before, names = self._by.currentText(), [one.title for one in groupings(self._inspection.evaluation)]
        with QSignalBlocker(self._by):
            self._by.clear()
            self._by.addItems(names)
            self._by.setCurrentIndex(names.index(before) if before in names else min(_BUILT_IN, len(names) - 1))
        self._choose()

    def _choose(self, *_: object) -> None:
        """Start again with neutral values."""
        name = self._method.currentData()
        way = METHODS[name]
        with QSignalBlocker(self._all):
            self._all.setRange(way.least, way.most)
            self._all.setSingleStep(way.step)
            self._all.setValue(way.neutral)
        self._all.setToolTip(f"{way.tip}. The same value for all groups; each can have its own in the table")
        self.groups.choose(max(0, self._by.currentIndex()), name)

    def _show(self) -> None:
        found, colours = self.groups.found, self._theme.colours
        tried = None if found is None else found.preview
        self._apply.setEnabled(tried is not None and tried.changed > 0)
        self._words.setStyleSheet("")
        if found is not None and found.refusal is not None:
            self._words.show_text(f"⚠ {found.refusal}")
        elif tried is None:
            self._words.show_text(
                "Type another value for a group, in the last column, or for all: what GAP becomes appears here.",
                "Type another value, for a group or for all.",
            )
        else:
            change = tried.after - tried.before
            said = signed(change, _DECIMALS) or "the same"
            after = fixed_decimals(tried.after, _DECIMALS)
            self._words.show_text(f"GAP {after}   {said}   {tried.changed:,} of {tried.rows:,} rows change")
            colour = colours.better if change > 0 else colours.worse if change < 0 else colours.text
            self._words.setStyleSheet(f"color: {colour}")

    def _ask(self) -> None:
        found = self.groups.found
        if found is not None and found.preview is not None and self.groups.recount.is_fresh:
            rescaling = found.rescaling
            self._choose()  # what is applied shall not be applied again
            self.edit_asked.emit(found.preview.changed, partial(plan, rescaling=rescaling))

    def _build(self) -> None:
        tools = QWidget(self)
        line = FlowLayout(tools)
        line.setSpacing(2 * GAP)
        for part, name, title, hint in (
            (self._by, "rescaleBy", "&for each", "What the rows of a group have in common"),
            (self._method, "rescaleMethod", "confi&dences", "What happens to the confidences of a group"),
            (self._all, "rescaleAll", "&all", ""),
        ):
            named(part, name, f"Re-scale: {title.replace('&', '')}", hint)
            line.addWidget(_titled(title, part, tools))
        self._all.setDecimals(3)
        self._all.lineEdit().setTextMargins(GRID, 0, 0, 0)  # the style sheet leaves no padding to a spin box
        self._all.setKeyboardTracking(False)
        for box in (self._by, self._method):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_LETTERS)
        above = arrange(QVBoxLayout(), tools, margins=(GAP, 0, GAP, 0))
        below = arrange(
            QHBoxLayout(), (self._words, 1), self._neutral, self._apply, margins=(GAP, 0, GAP, 0), spacing=GAP
        )
        law = PlainLabel(self, LAW, name="rescaleLaw", quiet=True, wraps=True)
        law.setContentsMargins(GAP, 0, GAP, 0)
        arrange(QVBoxLayout(self), above, (self.groups, 1), below, law, spacing=GRID)


def _titled(title: str, part: QWidget, parent: QWidget) -> QWidget:
    """A part with its title before it, which stay in one line."""
    both, label = QWidget(parent), PlainLabel(parent, title)
    label.setBuddy(part)
    arrange(QHBoxLayout(both), label, part, spacing=GAP)
    return both
