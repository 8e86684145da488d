"""The panel Confidence: costs of wrong predictions, a cut from below, and re-scaling, one at a time; for GAP."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QStackedWidget, QVBoxLayout, QWidget

from inspector.core.ladder.ladder import NEEDS_GAP
from inspector.core.query import Clause
from inspector.ui.ladder.costs_view import CostsView
from inspector.ui.ladder.cut_view import CutView
from inspector.ui.ladder.rescale_view import RescaleView
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.flow_layout import FlowLayout
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme


class LadderPanel(QWidget):
    """What a view does not show is not counted. edit_asked: about how many rows to edit, and the plan of the edit."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)
    edit_asked = Signal(int, object)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ladderPanel")
        self._inspection = signals.inspection
        self.costs, self.cut = CostsView(signals, theme, self), CutView(signals, theme, self)
        self.rescale = RescaleView(signals, theme, self)
        self._views, self._group = QStackedWidget(self), QButtonGroup(self)
        self._needs_gap = PlainLabel(self, NEEDS_GAP, name="ladderNeedsGap", quiet=True, wraps=True)
        self._needs_gap.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._content = QWidget(self)
        self._build()
        self._connect(signals)
        self._follow_metric()

    def _connect(self, signals: DocumentSignals) -> None:
        for view in (self.costs, self.cut, self.rescale):
            view.failed.connect(self.failed)
        for asking in (self.costs, self.rescale):
            asking.filter_asked.connect(self.filter_asked)
        self.rescale.edit_asked.connect(self.edit_asked)
        self._group.idToggled.connect(self._choose)
        for signal in (signals.loaded, signals.metric_changed):
            signal.connect(self._follow_metric)

    def _choose(self, number: int, on: bool) -> None:
        if on:
            self._views.setCurrentIndex(number)
            self.setFocusProxy((self.costs, self.cut, self.rescale)[number])

    def _follow_metric(self) -> None:
        fits = self._inspection.is_open and self._inspection.metric.has_places
        self._content.setVisible(fits)
        self._needs_gap.setVisible(not fits)

    def _build(self) -> None:
        tools = QWidget(self)
        line = FlowLayout(tools)
        line.setSpacing(GAP)
        for number, (view, name, title, hint) in enumerate(
            (
                (self.costs, "ladderCosts", "&Costs", "What each wrong prediction takes from the right ones below it"),
                (self.cut, "ladderCut", "C&ut", "GAP, coverage and precision without the least confident predictions"),
                (self.rescale, "ladderRescale", "Re-scal&e", "Other confidences for the groups of a column"),
            )
        ):
            button = named(QRadioButton(title, self), name, hint=hint)
            button.setChecked(number == 0)
            self._group.addButton(button, number)
            line.addWidget(button)
            self._views.addWidget(view)
        self.setFocusProxy(self.costs)
        above = arrange(QVBoxLayout(), tools, margins=(GAP, 0, GAP, 0))
        arrange(QVBoxLayout(self._content), above, (self._views, 1), spacing=GRID)
        arrange(QVBoxLayout(self), (self._content, 1), (self._needs_gap, 1), margins=(0, GRID, 0, GRID))
