"""The labels of the pair: which are found, which are invented, which are missed. A click shows a label's rows."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from inspector.core.analysis.labels import rows_with
from inspector.core.order import Filter
from inspector.ui.bridge import Bridge
from inspector.ui.panels.label_model import COLUMNS, LabelModel
from inspector.ui.seen import is_seen
from inspector.ui.theme import GAP, GRID, numbers


class LabelsPanel(QTableView):
    """Counts only while it can be seen."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("labelsPanel")
        self.setAccessibleName("Labels")
        self._inspection = bridge.inspection
        self._is_stale = False
        self._labels = LabelModel(bridge.inspection, self)
        self.setModel(self._labels)
        self._look()
        bridge.scored.connect(self.refresh)
        self.clicked.connect(self._show_rows)
        self.activated.connect(self._show_rows)

    def refresh(self) -> None:
        """Count again if anybody can see it, else when somebody does."""
        self._is_stale = self._inspection.is_open and not is_seen(self)
        if self._inspection.is_open and not self._is_stale:
            self._labels.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_stale:
            self._is_stale = False
            self._labels.refresh()
        super().paintEvent(event)

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
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 2 * GRID)
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
        for section in range(1, len(COLUMNS)):
            header.resizeSection(
                section, max(map(self.fontMetrics().horizontalAdvance, (COLUMNS[section], "000,000"))) + 2 * GAP
            )
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
