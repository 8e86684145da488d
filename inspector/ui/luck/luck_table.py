"""The submissions side by side: how probably each is the first on private, and which two to select."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableWidget, QTableWidgetItem, QWidget

from inspector.core.luck.luck import Line, Luck
from inspector.core.luck.words import percent, points, score
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.formatting import one_line, tip
from inspector.ui.widgets.static_table import put
from inspector.ui.widgets.theme import tabular_font, uniform_row_height

_LETTERS, _MOST_LINES = 18, 6
_HEADS = {
    "submission": "The open submission is the first",
    "first on\nprivate": "In how many of 100 splits it is the best one on private",
    "select": "The two whose better private score is best on average",
    "overall": "The overall of the rows that are split",
    "lead that\ncounts": "A public lead between it and the open submission that is smaller than this means nothing",
    "reversed\non public": "In how many of 100 splits it and the open submission stand the other way round on public "
    "than by the overall",
    "reversed\non private": "In how many of 100 splits it and the open submission stand the other way round on private "
    "than by the overall",
}
_REAL = {"public": "Its score in the public rows of the Usage column", "private": "Its score in the private rows"}


class LuckTable(QTableWidget):
    """A line for each submission, as high as a few of them; more are scrolled."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(0, 0, parent)
        named(self, "luckTable", "Submissions and their luck")
        self.setFont(tabular_font(self.font()))
        uniform_row_height(self)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.horizontalHeader().setHighlightSections(False)

    def show_luck(self, luck: Luck) -> None:
        """Show the submissions of an answer."""
        heads = {**_HEADS, **(_REAL if luck.is_real else {})}
        self.setRowCount(len(luck.lines))
        self.setColumnCount(len(heads))
        for column, (head, hint) in enumerate(heads.items()):
            item = QTableWidgetItem(head)
            item.setToolTip(tip(hint))
            item.setTextAlignment(_side(column))
            self.setHorizontalHeaderItem(column, item)
        for number, line in enumerate(luck.lines):
            for column, text in enumerate(_cells(luck, line)):
                put(self, number, column, one_line(text), hint=text, side=_side(column))
        self._fit()

    def _fit(self) -> None:
        """Fit the columns to their cells, long names cut off, and the height to the lines."""
        header, most = self.horizontalHeader(), self.fontMetrics().horizontalAdvance("0" * _LETTERS)
        self.resizeColumnsToContents()
        header.resizeSection(0, min(header.sectionSize(0), most))
        lines = min(_MOST_LINES, self.rowCount()) * self.verticalHeader().defaultSectionSize()
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(header.sizeHint().height() + lines + bar + 2)


def _cells(luck: Luck, line: Line) -> tuple[str, ...]:
    """The texts of a line, in the order of the heads."""
    chosen = luck.best_two is not None and line.name in luck.best_two
    real = (score(line.public), score(line.private)) if luck.is_real else ()
    return (
        line.name,
        percent(luck, line.first),
        "✓" if chosen else "",
        score(line.overall),
        points(line.smallest_move),
        percent(luck, line.behind_public),
        percent(luck, line.behind_private),
        *real,
    )


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
