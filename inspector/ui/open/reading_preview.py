"""The preview of two files: a summary of each, their first rows, and the number of matching ids."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QTableWidget, QWidget

from inspector.core.files.preview import FilePreview, Preview
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import fill, static_table
from inspector.ui.widgets.theme import GAP, GRID

_ROWS = 8
# What the cells of each side are, labels or numbers.
_HEADS = {"truth": "truth", "submission": "predictions"}


class ReadingPreview(QWidget):
    """Two small tables, each below its summary, and a line about matching ids."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readingPreview")
        self._summaries = {side: self._label(f"{side}Words") for side in ("truth", "submission")}
        self._rows = {side: self._table(side) for side in ("truth", "submission")}
        self._match = self._label("idMatch")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(GRID)
        for column, side in enumerate(self._summaries):
            self._summaries[side].setAlignment(Qt.AlignmentFlag.AlignBottom)
            # Reserve two lines, so that the layout does not jump when they are filled.
            self._summaries[side].setMinimumHeight(2 * self.fontMetrics().lineSpacing() + GRID)
            grid.addWidget(self._summaries[side], 0, column)
            grid.addWidget(self._rows[side], 1, column)
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(1, 1)
        grid.addWidget(self._match, 2, 0, 1, 2)
        self.show_message("Choose a truth and a submission, or one file that holds both")

    def show_message(self, words: str) -> None:
        """Show a message in place of the number of matching ids."""
        self._match.setText(words)

    def clear(self, words: str) -> None:
        """Empty the preview and show a message."""
        for side in self._summaries:
            self._summaries[side].setText("")
            self._rows[side].setRowCount(0)
        self.show_message(words)

    def show_preview(self, preview: Preview) -> None:
        """Show the preview of both files."""
        for side, understood in (("truth", preview.truth), ("submission", preview.submission)):
            self._summaries[side].setText(f"{side.capitalize()}: {understood.words}")
            self._fill(self._rows[side], understood)
        swapped = "\n! The files look swapped: Swap makes the first one the submission" if preview.swapped else ""
        if preview.rest is not None:
            sampled = f"{preview.matched:,} of {preview.of:,} ids tried match; matching all of them…"
            self.show_message(f"{sampled}{swapped}")
            return
        sign = "✓" if preview.matched == preview.of else "✗" if not preview.matched else "!"
        labels = (
            "" if preview.known is None else ", {:,} of {:,} predicted labels are in the truth".format(*preview.known)
        )
        self.show_message(f"{sign} {preview.matched:,} of {preview.of:,} ids match{labels}{swapped}")

    def _fill(self, table: QTableWidget, understood: FilePreview) -> None:
        fill(table, understood.rows)
        table.resizeColumnToContents(0)
        table.setColumnWidth(0, min(table.columnWidth(0), table.viewport().width() // 2))

    def _label(self, name: str) -> PlainLabel:
        return PlainLabel(self, name=name, selectable=True, wraps=True)

    def _table(self, side: str) -> QTableWidget:
        table = static_table(self, f"{side}Rows", f"First rows of the {side}", ("id", _HEADS[side]), wide=(1,))
        table.setMinimumHeight((_ROWS + 1) * table.verticalHeader().defaultSectionSize() + 2 * GAP)
        return table
