"""What wrong predictions cost: the stairs, the costliest ones, and the partner of all exchanges."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from inspector.core.query import Clause
from inspector.ui.ladder.costliest_table import MOST, CostliestTable
from inspector.ui.ladder.ladder_plot import LadderPlot
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.formatting import one_line
from inspector.ui.widgets.theme import GAP, GRID, Theme

_PARTNER = (
    "Go to the row whose right prediction is the least confident one. "
    "The lower a right one stands, the more an exchange of confidences gains"
)


class CostsView(QWidget):
    """The plot beside the table, and a line about both."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._inspection = signals.inspection
        self.plot, self.table = LadderPlot(signals, theme, self), CostliestTable(signals, self)
        self.setFocusProxy(self.table)
        self._words = ElidedLabel("ladderWords", self, figures=True, selectable=True)
        self._partner = push_button(self, "Go to the &partner", "goToPartner", _PARTNER, self._go_to_partner)
        for part in (self.plot, self.table):
            part.failed.connect(self.failed)
            part.filter_asked.connect(self.filter_asked)
        self.table.filled.connect(self._show_words)
        self._build()

    def _show_words(self) -> None:
        found = self.table.found
        self._partner.setEnabled(found is not None and found.partner >= 0)
        if found is None or not len(found):
            self._words.show_text("" if found is None else "No row shown has a wrong prediction")
            return
        listed = f"{len(found):,} wrong" + (f", the {MOST:,} costliest listed" if len(found) > MOST else "")
        if found.partner < 0:
            self._words.show_text(f"{listed} · no prediction is right")
            return
        partner = one_line(self._inspection.evaluation.table.id(found.partner))
        self._words.show_text(
            f"{listed} · best partner: {partner}, the least confident right one, at rank {found.partner_place:,}",
            f"{len(found):,} wrong · best partner: {partner}, the last right one",
        )

    def _go_to_partner(self) -> None:
        if self.table.found is not None and self.table.recount.is_fresh:
            self._inspection.go_to(self.table.found.partner)

    def _build(self) -> None:
        parts = QSplitter(Qt.Orientation.Horizontal, self)
        parts.addWidget(self.plot)
        parts.addWidget(self.table)
        parts.setStretchFactor(0, 2)
        parts.setStretchFactor(1, 5)
        parts.setChildrenCollapsible(False)
        below = arrange(QHBoxLayout(), (self._words, 1), self._partner, margins=(GAP, 0, GAP, 0), spacing=GAP)
        arrange(QVBoxLayout(self), (parts, 1), below, spacing=GRID)
