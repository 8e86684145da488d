"""The labels of the pair: which are found, which are invented, which are missed. A click shows a label's rows."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from inspector.core.analysis.labels import rows_with
from inspector.core.order import Filter
from inspector.ui.bridge import Bridge
from inspector.ui.panels.label_model import COLUMNS, LabelModel
from inspector.ui.theme import GAP, even_lines, numbers


class LabelsPanel(QTableView):
    """Counts only while it can be seen."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("labelsPanel")
        self.setAccessibleName("Labels")
        self._inspection = bridge.inspection
        self._labels = LabelModel(bridge.inspection, self)
        self.setModel(self._labels)
        self._look()
        bridge.scored.connect(self.refresh)
        self.clicked.connect(self._show_rows)
        self.activated.connect(self._show_rows)

    def refresh(self) -> None:
        """Count again, if anybody can see it."""
        if self._inspection.is_open and self.isVisible():
            self._labels.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _show_rows(self, index: QModelIndex) -> None:
        state, code = self._inspection.state, self._labels.code(index)
        mask = np.zeros(len(state.table), bool)
        mask[rows_with(state, code)] = True
        self._inspection.show_only(Filter(mask, f"Rows with {state.table.vocab.text(code)}"), origin=self)

    def _look(self) -> None:
        self.setFont(numbers(self.font()))
        self.verticalHeader().hide()
        even_lines(self)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setAlternatingRowColors(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicator(1, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def _measure(self) -> None:
        """Every column as wide as the font wants it."""
        header = self.horizontalHeader()
        for section in range(1, len(COLUMNS)):
            header.resizeSection(
                section, max(map(self.fontMetrics().horizontalAdvance, (COLUMNS[section], "000,000"))) + 2 * GAP
            )
