"""What was understood of two files: in words, in their first rows, and how many of their ids match."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from inspector.core.files import Preview, Understood
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import static_table
from inspector.ui.widgets.theme import GAP, GRID

_ROWS = 8


class ReadingPreview(QWidget):
    """Two small tables with a line above each, and a line below both."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readingPreview")
        self._words = {side: self._label(f"{side}Words") for side in ("truth", "submission")}
        self._rows = {side: self._table(side) for side in ("truth", "submission")}
        self._match = self._label("idMatch")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(GRID)
        for column, side in enumerate(self._words):
            self._words[side].setAlignment(Qt.AlignmentFlag.AlignBottom)
            # Room for two lines from the start, so that nothing jumps when they come.
            self._words[side].setMinimumHeight(2 * self.fontMetrics().lineSpacing() + GRID)
            grid.addWidget(self._words[side], 0, column)
            grid.addWidget(self._rows[side], 1, column)
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(1, 1)
        grid.addWidget(self._match, 2, 0, 1, 2)
        self.say("Choose a truth and a submission, or one file that holds both")

    def say(self, words: str) -> None:
        """Say what is going on, in the place of the match."""
        self._match.setText(words)

    def clear(self, words: str) -> None:
        """Nothing is understood."""
        for side in self._words:
            self._words[side].setText("")
            self._rows[side].setRowCount(0)
        self.say(words)

    def show_preview(self, preview: Preview) -> None:
        """Show both files."""
        for side, seen in (("truth", preview.truth), ("submission", preview.submission)):
            self._words[side].setText(f"{side.capitalize()}: {seen.words}")
            self._fill(self._rows[side], seen)
        sign = "✓" if preview.matched == preview.of else "✗" if not preview.matched else "!"
        self.say(f"{sign} {preview.matched:,} of {preview.of:,} ids match")

    def _fill(self, table: QTableWidget, seen: Understood) -> None:
        table.setRowCount(len(seen.rows))
        for line, cells in enumerate(seen.rows):
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(tip(text))
                table.setItem(line, column, item)
        table.resizeColumnToContents(0)
        table.setColumnWidth(0, min(table.columnWidth(0), table.viewport().width() // 2))

    def _label(self, name: str) -> PlainLabel:
        return PlainLabel(self, name=name, selectable=True, wraps=True)

    def _table(self, side: str) -> QTableWidget:
        table = static_table(self, f"{side}Rows", f"First rows of the {side}", ("id", "labels"), wide=(1,))
        table.setMinimumHeight((_ROWS + 1) * (table.fontMetrics().height() + 2 * GRID) + 2 * GAP)
        return table
