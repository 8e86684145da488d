"""A plot of one number of each row, with a chooser of the number where there are several."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from inspector.core.evaluation.numbers import names
from inspector.core.query import Clause
from inspector.ui.plots.brush import BrushCanvas
from inspector.ui.plots.numbers.ranges import Chosen
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.theme import GAP, GRID, Theme


class NumberPanel(QWidget):
    """make: what makes the plot in the panel; of_all: the choice of all numbers together, which comes first if any."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)
    make: Callable[[DocumentSignals, Theme, QWidget], BrushCanvas]
    of_all = ""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inspection = signals.inspection
        self.plot = self.make(signals, theme, self)
        self.setObjectName(f"{self.plot.objectName()}Panel")
        self.setFocusProxy(self.plot)
        self.plot.failed.connect(self.failed)
        self.plot.filter_asked.connect(self.filter_asked)
        fit = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        name, hint = f"{self.plot.objectName()}Chooser", "Which of the numbers of each row is shown"
        self.chooser = QComboBox(self)
        self.chooser.setMinimumContentsLength(GAP)
        self.chooser.setSizeAdjustPolicy(fit)
        named(self.chooser, name, "Number shown", hint)
        self.chooser.activated.connect(self._choose)
        above = arrange(QHBoxLayout(), (self.chooser, 1), margins=(GAP, GRID, GAP, 0))
        arrange(QVBoxLayout(self), above, (self.plot, 1), spacing=GRID)
        signals.loaded.connect(self._fill)
        signals.target_chosen.connect(self._show_target)
        self._fill()

    def _fill(self) -> None:
        """Offer the numbers of another pair."""
        has_any = self._inspection.is_open and not self._inspection.evaluation.table.kind.names_labels
        known = names(self._inspection.evaluation) if has_any else []
        found = [self.of_all, *known] if self.of_all and len(known) > 1 else known
        if [self.chooser.itemText(at) for at in range(self.chooser.count())] != found:
            self.chooser.clear()
            self.chooser.addItems(found)
            self._choose(0)
        self.chooser.setVisible(len(found) > 1)

    def _show_target(self, name: str) -> None:
        """Show a number of this name, which may be that of the choice of all, too."""
        first = int(bool(self.of_all))
        known = [self.chooser.itemText(at) for at in range(first, self.chooser.count())]
        if name in known:
            self.chooser.setCurrentIndex(first + known.index(name))
            self._choose(self.chooser.currentIndex())

    def _choose(self, at: int) -> None:
        first, count = int(bool(self.of_all)), self.chooser.count()
        is_one = count > 1 and at >= first
        self.plot.choose_number(Chosen(max(0, at - first), self.chooser.itemText(at) if is_one else ""))
