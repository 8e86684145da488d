"""How far submissions agree, two by two, and the rows that each of them wins alone."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTableWidget, QTableWidgetItem, QWidget

from inspector.core.ensemble.overview import Overview
from inspector.core.plural import count_of
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.formatting import one_line, tip
from inspector.ui.widgets.static_table import put
from inspector.ui.widgets.theme import tabular_font, uniform_row_height

_LETTERS = 40
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_AGREEMENT = "In how many rows two submissions have the same first label, of those that both predict"
_ALONE = "Rows in which this submission is better than all others; a click or Enter shows them"


class AgreementTable(QTableWidget):
    """A line and a column for each submission. alone_asked: the number of the one whose own rows are to be shown."""

    alone_asked = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(0, 0, parent)
        named(self, "agreementTable", "Agreement of submissions")
        self.setFont(tabular_font(self.font()))
        uniform_row_height(self)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.cellClicked.connect(self._ask)

    def show_overview(self, found: Overview) -> None:
        """Show the shares of rows with the same first label, in percent."""
        names = [one_line(name) for name in found.names]
        heads = ["agree with", *map(str, range(1, len(names) + 1)), "won alone"]
        self.setRowCount(len(names))
        self.setColumnCount(len(heads))
        for column, head in enumerate(heads):
            item = QTableWidgetItem(head)
            item.setToolTip(tip((_AGREEMENT, *names, _ALONE)[column]))
            item.setTextAlignment(_RIGHT if column else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            self.setHorizontalHeaderItem(column, item)
        for line, name in enumerate(names):
            put(self, line, 0, f"{line + 1}  {name}", hint=name)
            for column, other in enumerate(names):
                share = float(found.agreement[line, column])
                said = f"{name} and {other}: the same first label in {share:.2%} of the rows that both predict"
                shown = "" if line == column else "–" if math.isnan(share) else f"{share:.1%}"
                put(self, line, column + 1, shown, hint=said if shown else "", side=_RIGHT)
            count = int(found.best.alone[line])
            said = f"{name} is better than all others in {count_of(count, 'row')}"
            self._underline(put(self, line, len(names) + 1, f"{count:,}", hint=said, side=_RIGHT))
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentRow() >= 0:
            self._ask(self.currentRow(), self.currentColumn())
        else:
            super().keyPressEvent(event)

    def _underline(self, item: QTableWidgetItem) -> None:
        """Show that a click does something."""
        font = self.font()
        font.setUnderline(True)
        item.setFont(font)

    def _ask(self, line: int, column: int) -> None:
        if column == self.columnCount() - 1:
            self.alone_asked.emit(line)

    def _fit(self) -> None:
        """Fit the columns to their cells; long names are cut off."""
        header, most = self.horizontalHeader(), self.fontMetrics().horizontalAdvance("0" * _LETTERS)
        self.resizeColumnsToContents()
        header.resizeSection(0, min(header.sectionSize(0), most))
