"""The questions of a reload: before it whether a repair may be lost, after it which rows to keep as edited here."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialogButtonBox, QTableWidgetItem, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.document.submission import Submission
from inspector.core.edits.prediction_edit import written_apart
from inspector.core.errors import shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.input.question import Button, ask
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.static_table import fill, static_table
from inspector.ui.widgets.theme import GAP

_NOTHING, _NO_ROW = "(nothing)", "(the row is gone)"
_COLUMNS = ("id", "your edit", "on disk")
# More are not listed one by one; the choice for all includes them.
_MOST_LISTED = 1000
_SIZE = QSize(760, 420)
_KEEP = "Save first to keep it, under another name to have both."


def may_reload(submissions: Iterable[Submission], parent: QWidget) -> bool:
    """Whether no repair is lost, or the user agrees: reading files again carries edits over, but no repairs."""
    lost = [one.name for one in submissions if one.saved is not None and one.saved.pair is not one.evaluation.pair]
    if not lost:
        return True
    said = f"A repair of {', '.join(map(shorten, lost))} was made or undone since the last save; reloading loses that"
    return ask(parent, "Reload", said, _KEEP, label=(Button.Discard, "Reload")) == Button.Discard


class ConflictsDialog(Dialog):
    """Lists rows that were edited here and changed on disk, with both predictions, to choose for each or for all.

    Once accepted, `rows` are those that take the prediction on disk.
    """

    def __init__(self, evaluation: Evaluation, conflicts: Ints, parent: QWidget) -> None:
        super().__init__(parent, "conflictsDialog", "Edited here and changed on disk")
        self._conflicts, self._takes_all = conflicts, False
        self._table = static_table(self, "conflicts", "Rows edited here and changed on disk", _COLUMNS, wide=(1, 2))
        self._fill(evaluation, conflicts[:_MOST_LISTED].tolist())
        note = PlainLabel(self, _summary(len(conflicts)), name="conflictsNote", wraps=True)
        self.lay_out(note, (self._table, 1), self._buttons())
        self._table.itemChanged.connect(self._follow_ticks)
        self._follow_ticks()
        self.resize(_SIZE)

    @property
    def rows(self) -> Ints:
        """int64: the rows that take the prediction on disk."""
        if self._takes_all:
            return self._conflicts
        lines = range(self._table.rowCount())
        ticked = [line for line in lines if self._item(line).checkState() == Qt.CheckState.Checked]
        return self._conflicts[np.array(ticked, np.int64)]

    def _item(self, line: int) -> QTableWidgetItem:
        item = self._table.item(line, 0)
        assert item is not None  # noqa: S101  # every line is filled
        return item

    def _fill(self, evaluation: Evaluation, rows: list[int]) -> None:
        lines = list[tuple[str, str, str]]()
        for row in rows:
            mine, theirs = written_apart(evaluation, row)
            missing = _NOTHING if evaluation.table.submitted[row] else _NO_ROW
            lines.append((evaluation.table.id(row), mine or _NOTHING, theirs or missing))
        fill(self._table, lines)
        for line in range(len(lines)):
            self._item(line).setCheckState(Qt.CheckState.Unchecked)

    def showEvent(self, event: QShowEvent) -> None:
        """Give ids their width, and room for the box before them, whose margins Qt does not count."""
        super().showEvent(event)
        self._table.setColumnWidth(0, min(self._table.sizeHintForColumn(0) + 3 * GAP, _SIZE.width() // 3))

    def _buttons(self) -> QDialogButtonBox:
        buttons, role = self.button_box(), QDialogButtonBox.ButtonRole
        self._keep = buttons.addButton("Keep all mine", role.RejectRole)
        self._take = buttons.addButton("Take the ticked from disk", role.AcceptRole)
        buttons.addButton("Take all from disk", role.ActionRole).clicked.connect(self._take_all)
        return buttons

    def _follow_ticks(self) -> None:
        """Let Enter do what the ticks say."""
        is_ticked = len(self.rows) > 0
        self._take.setEnabled(is_ticked)
        (self._take if is_ticked else self._keep).setDefault(True)

    def _take_all(self) -> None:
        self._takes_all = True
        self.accept()


def _summary(count: int) -> str:
    rows, them = ("1 row was", "it") if count == 1 else (f"{count:,} rows were", "them")
    listed = "" if count <= _MOST_LISTED else f" The first {_MOST_LISTED:,} are listed."
    ticks = "Tick it to take it" if count == 1 else "Tick those to take"
    return f"{rows} edited here, and another program changed {them} on disk. {ticks} from disk.{listed}"
