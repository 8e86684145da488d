"""The dialog that finds the metric definition behind a reported score: all applicable ones, best fit first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from inspector.core.analysis.definitions import Definition
from inspector.core.metrics import Metric
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.buttons import push_button
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import put
from inspector.ui.widgets.theme import tabular_font, uniform_row_height

_OPEN_SUBMISSION = "the open submission"
_PROMPT = "What was reported? A score for the open submission, or for labels in every row. Built-in metrics are tried."
_MOST_SHOWN = 40
# The columns of the results that hold numbers.
_NUMBERS = (2, 3)


class DefinitionDialog(Dialog):
    """Requests the definitions that fit the reported scores; a double click or the button selects one.

    asked: pairs of labels and score as typed; the labels are empty for the open submission.
    """

    asked = Signal(list)
    chosen = Signal(Metric)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "whichDialog", "Which definition?")
        self.resize(820, 560)
        self._cases = self._table("whichCases", "Reported scores", ("predicted in every row", "reported score"))
        self._cases.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        self._cases.setShowGrid(True)
        self._add(_OPEN_SUBMISSION)
        self._add("")
        titles = ("", "definition", "largest difference", "gives", "equivalent here")
        self._found = self._table("whichResults", "Definitions, the closest first", titles)
        self._found.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        for section in _NUMBERS:
            if title := self._found.horizontalHeaderItem(section):
                title.setTextAlignment(_side(section))
        self._found.resizeColumnsToContents()  # to their titles, until something is found
        self._found.cellDoubleClicked.connect(lambda line, _: self._choose(line))
        self._ranked: list[Definition] = []
        self._message = PlainLabel(self, "Find lists the definitions below, the closest first.", wraps=True)
        above = PlainLabel(self, _PROMPT, quiet=True), (self._cases, 1), self._buttons()
        self.lay_out(*above, self._message, (self._found, 3), self._last_buttons(), spacing=None)

    def show_definitions(self, ranked: Sequence[Definition]) -> None:
        """List the definitions, best fit first."""
        self._ranked = list(ranked[:_MOST_SHOWN])
        self._found.setRowCount(len(self._ranked))
        for line, definition in enumerate(self._ranked):
            gives = "  ".join(f"{value:.6f}" for value in definition.overalls)
            equals = "; ".join(map(str, definition.equals))
            sign = "✓" if definition.fits else ""
            for section, text in enumerate((sign, str(definition.metric), f"{definition.worst:.6f}", gives, equals)):
                put(self._found, line, section, text, side=_side(section))
        fitting = sum(definition.fits for definition in ranked)
        self._message.setText(
            f"{len(ranked)} definitions tried; {fitting} {'matches' if fitting == 1 else 'match'} every score to its "
            "last digit. Double-click one to use it."
        )
        if self._ranked:
            self._found.selectRow(0)
        self._found.resizeColumnsToContents()

    def show_message(self, text: str) -> None:
        """Show what is wrong with the typed scores."""
        self._message.setText(text)

    def _buttons(self) -> QHBoxLayout:
        add = push_button(self, "Add a line", clicked=lambda: self._add(""))
        add.setAutoDefault(False)
        return arrange(QHBoxLayout(), add, push_button(self, "Find", clicked=self._ask), 1)

    def _ask(self) -> None:
        cells = [[self._cell_text(line, section) for section in (0, 1)] for line in range(self._cases.rowCount())]
        self._message.setText("…")
        self.asked.emit([("" if labels == _OPEN_SUBMISSION else labels, score) for labels, score in cells if score])

    def _cell_text(self, line: int, section: int) -> str:
        item = self._cases.item(line, section)
        return item.text().strip() if item else ""

    def _add(self, labels: str) -> None:
        line = self._cases.rowCount()
        self._cases.setRowCount(line + 1)
        first = QTableWidgetItem(labels)
        if labels == _OPEN_SUBMISSION:
            first.setFlags(first.flags() & ~Qt.ItemFlag.ItemIsEditable)
        self._cases.setItem(line, 0, first)
        self._cases.setItem(line, 1, QTableWidgetItem(""))

    def _last_buttons(self) -> QDialogButtonBox:
        buttons = self.button_box(QDialogButtonBox.StandardButton.Close)
        use = buttons.addButton("Use the selected one", QDialogButtonBox.ButtonRole.ActionRole)
        use.setObjectName("useDefinition")
        use.setEnabled(False)
        use.clicked.connect(lambda: self._choose(self._found.currentRow()))
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter finds
        self._found.itemSelectionChanged.connect(lambda: use.setEnabled(bool(self._found.selectedItems())))
        return buttons

    def _choose(self, line: int) -> None:
        self.chosen.emit(self._ranked[line].metric)

    def _table(self, name: str, spoken: str, titles: tuple[str, ...]) -> QTableWidget:
        table = named(QTableWidget(0, len(titles), self), name, spoken)
        table.setHorizontalHeaderLabels(titles)
        table.setFont(tabular_font(table.font()))
        uniform_row_height(table)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setStretchLastSection(True)
        if len(titles) == 2:
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        return table


def _side(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if section in _NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
