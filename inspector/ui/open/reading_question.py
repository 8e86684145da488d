"""The question which of several readings of two files is meant: what each of them gives, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from inspector.core.document.readings import TriedReading
from inspector.core.files.detection.question import AmbiguousReadingError, PossibleReading
from inspector.core.files.options import Options
from inspector.ui.open.reading_fields import differences
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.formatting import fixed_decimals, full_precision, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import fill, static_table
from inspector.ui.widgets.theme import GAP, GRID, set_text_style

_ROWS = 5
_WIDTH = 280
_IN_PART = "{}, in a part of the files\nReading all…"


class ReadingQuestion(QWidget):
    """A column for each reading, and a button that takes it. Hidden while there is no question.

    chosen: the options of the reading that the user takes.
    """

    chosen = Signal(Options)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "readingQuestion", "The possible readings of the files")
        self._title = PlainLabel(self, name="questionTitle", wraps=True)
        self._progress = PlainLabel(self, name="questionProgress", quiet=True)
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GAP)
        grid.setVerticalSpacing(GRID)
        grid.setRowStretch(_Column.TABLE, 1)
        self._columns: list[_Column] = []
        self._readings: list[PossibleReading] = []
        self.hide()

    @property
    def is_answerable(self) -> bool:
        """Whether readings are known, to show them again."""
        return bool(self._columns)

    def ask(self, error: AmbiguousReadingError) -> None:
        """Show the possible readings, with what is known of them before they are tried."""
        self.forget()
        self._title.setText(f"⚠ {error.where}{error.what}. Which reading is meant?")
        self._readings = [*error.readings]
        lines = differences(error.readings)
        self._columns = [self._column(at, reading, lines[at]) for at, reading in enumerate(error.readings)]
        for place, words in ((0, self._title), (_Column.BUTTON + 1, self._progress)):
            self._grid.addWidget(words, place, 0, 1, len(self._columns))
        self.setMinimumWidth(len(self._columns) * _WIDTH)
        self.show()

    def show_progress(self, words: str) -> None:
        """Show how far the readings are tried."""
        self._progress.setText(words)

    def show_tried(self, tried: Sequence[TriedReading]) -> None:
        """Show what each reading gives; nothing if another question, or none, is shown by now."""
        if [one.reading for one in tried] != self._readings:
            return
        self.show_progress("")
        for column, one in zip(self._columns, tried, strict=True):
            column.show_tried(one)

    def forget(self) -> None:
        """Drop the question."""
        self.hide()
        for column in self._columns:
            column.delete()
        self._columns, self._readings = [], []
        self.setMinimumWidth(0)
        self.show_progress("")

    def follow(self, before: QWidget) -> None:
        """Let the tab key reach the readings after another widget."""
        for column in self._columns:
            QWidget.setTabOrder(before, column.button)
            before = column.button

    def focus(self) -> None:
        """Give the focus to the first reading."""
        self._columns[0].button.setFocus()

    def _column(self, at: int, reading: PossibleReading, lines: Sequence[str]) -> _Column:
        column = _Column(self, at + 1, reading, lines)
        column.place(self._grid, at)
        column.button.clicked.connect(lambda: self.chosen.emit(reading.options))
        self._grid.setColumnStretch(at, 1)
        return column


class _Column:
    """What one reading gives, from top to bottom: what makes it differ, its words, first rows, figures and button."""

    TABLE, BUTTON = 3, 6

    def __init__(self, parent: QWidget, number: int, reading: PossibleReading, lines: Sequence[str]) -> None:
        name, spoken = f"reading{number}", f"reading {number}"
        self.button = QPushButton("Read it this way", parent)
        hint = tip("Put the options of this reading into the form below")
        named(self.button, f"{name}Choose", f"Read it this way: {', '.join(lines) or spoken}", hint)
        heading = PlainLabel(parent, "\n".join(lines) or spoken.capitalize(), name=f"{name}Heading", wraps=True)
        set_text_style(heading, "heading")
        words = PlainLabel(parent, reading.words, name=f"{name}Words", quiet=True, wraps=True, selectable=True)
        self._rows = static_table(
            parent, f"{name}Rows", f"First rows of {spoken}", ("id", "truth", "predictions"), wide=(1, 2)
        )
        self._rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the tab key goes from reading to reading
        self._rows.setMinimumHeight((_ROWS + 1) * (self._rows.fontMetrics().height() + 2 * GRID) + 2 * GAP)
        figures = _IN_PART.format(reading.figures)
        self._figures = PlainLabel(parent, figures, name=f"{name}Figures", wraps=True, selectable=True)
        self._score = PlainLabel(parent, name=f"{name}Score", figures=True, wraps=True, selectable=True)
        self._parts = (heading, words, self._rows, self._figures, self._score, self.button)

    def place(self, grid: QGridLayout, at: int) -> None:
        """Lay the parts out below each other, each beside that of the other readings."""
        for line, part in enumerate(self._parts, 1):
            alignment = Qt.AlignmentFlag(0) if part is self._rows else Qt.AlignmentFlag.AlignTop
            grid.addWidget(part, line, at, Qt.AlignmentFlag.AlignLeft if part is self.button else alignment)

    def show_tried(self, tried: TriedReading) -> None:
        """Show the first rows, the matches and the score."""
        if tried.refusal is not None:
            self._figures.setText(_refusal(tried.refusal))
            return
        fill(self._rows, tried.rows)
        self._rows.resizeColumnToContents(0)
        self._rows.setColumnWidth(0, min(self._rows.columnWidth(0), self._rows.viewport().width() // 3))
        sign = "✓" if tried.matched == tried.of else "!" if tried.matched else "✗"
        known = "\n{:,} of {:,} predicted labels are in the truth".format(*tried.known)
        shown = known if tried.reading.kind.names_labels else ""
        self._figures.setText(f"{sign} {tried.matched:,} of {tried.of:,} ids match{shown}")
        self._score.setText(f"{tried.metric}  {fixed_decimals(tried.overall, 5)}")
        self._score.setToolTip(tip(full_precision(tried.overall)))

    def delete(self) -> None:
        """Remove the parts from the window."""
        for part in self._parts:
            part.hide()
            part.deleteLater()


def _refusal(error: Exception) -> str:
    """Why a reading gives no score."""
    if isinstance(error, AmbiguousReadingError):
        return "Several readings remain; take this one to see them"
    return f"✗ {error}"
