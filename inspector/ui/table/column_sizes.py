"""The widths of the columns of the table: what the user chose, or what their titles and some of their rows need."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView

from inspector.core.arrays.types import Ints, distinct
from inspector.core.data.table import Table
from inspector.core.document.inspection import Inspection
from inspector.ui.table.column_choice import ColumnChoice
from inspector.ui.table.header import Header
from inspector.ui.table.painting.strip_painter import strip_width
from inspector.ui.table.row_model import RowModel
from inspector.ui.widgets.formatting import fixed_decimals
from inspector.ui.widgets.theme import GAP, GRID

_SAMPLE = {"score": "0.0000 ▬▬▬", "first_hit_rank": "first hit ▲1", "place": "0,000,000"}
_SAMPLE |= {"delta": "▲ +0.000000", "predictions": "0" * 24, "note": "0" * 20, "tags": "0" * 12}
_SAMPLE |= {"baseline_score": "0.0000", "baseline_first_hit_rank": "none"}
_ROWS_SAMPLED = 32
_DEFAULT_LETTERS, _MAX_LETTERS = 16, 100
# Labels that have this part of their width can be told apart.
_AS_GOOD_AS_WHOLE = 0.85
# Hidden in this order while there is no room for the predictions; other parts of the window also show their values.
_DISPENSABLE = ("note", "influence", "cost", "tags", "first_hit_rank", "place", "error", "log_error")
_STRIP, _DELTA = "hit_strip", "delta"
_COMPARING = (
    "note",
    "tags",
    "influence",
    "cost",
    "baseline_first_hit_rank",
    "first_hit_rank",
    "place",
    "error",
    "log_error",
    "baseline_score",
)
# Of numbers the bars say less than the error, and the score of the baseline less than the difference.
_OF_NUMBERS = ("note", "tags", "influence", _STRIP, "baseline_score", "place", "cost", "furthest", "error", "log_error")


class ColumnSizes(QObject):
    """Sizes the columns of a view on a RowModel, and keeps the widths that the user drags."""

    def __init__(
        self, view: QTableView, header: Header, model: RowModel, choice: ColumnChoice, inspection: Inspection
    ) -> None:
        super().__init__(view)
        self._view, self._header, self._model = view, header, model
        self._choice, self._inspection = choice, inspection
        self._is_filling = True
        self._default_widths: dict[str, int] = {}
        self._full_id_width = 0
        self._table: Table | None = None
        self._differs = False

    def size(self) -> None:
        """Set each column to the width that the user chose, or else to that of the title and some rows."""
        self._is_filling = True
        self._note_differences()
        self._header.ranks.set_font(self._view.font())
        for column, shown in enumerate(self._model.columns):
            if shown.name == "id":
                self._full_id_width = self._width(column, shown.name, _MAX_LETTERS)
            if not self._view.isColumnHidden(column) or shown.name in (*_COMPARING, *_OF_NUMBERS, _DELTA):
                width = self._choice.width(shown.name) or self._width(column, shown.name)
                self._default_widths[shown.name] = width
                self._view.setColumnWidth(column, width)
        self._is_filling = False
        self.fill()

    def fill(self) -> None:
        """Give the remaining width to the predictions, unless the user has set their width.

        Where there is none, other columns hide, and the bar of the score gives way; where there is more, ids widen, and
        where all labels of every row fit, the columns behind them come into sight.
        """
        names = [shown.name for shown in self._model.columns]
        column = names.index("predictions")
        self._choice.hide_idle(self._idle)
        if self._choice.width("predictions") or self._view.isColumnHidden(column):
            return
        least = self._view.fontMetrics().horizontalAdvance(_SAMPLE["predictions"])
        if not self._model.names_labels:
            least = self._header.ranks.least_room + 2 * (GAP - GRID)
        needed, width = max(least, self._header.ranks.room + 2 * (GAP - GRID)), self._view.viewport().width()
        self._is_filling = True
        for name in ("id", "score"):
            self._give(names, name, 0)
        bar = self._default_widths.get("score", 0) - self._width_of_numbers(names.index("score"))
        self._make_room(names[:column], width - needed, width - least + bar)
        before = sum(self._view.columnWidth(other) for other in range(column))
        before += self._give(names, "score", -self._bar_given(bar, before + least - width, width - before))
        longer = self._full_id_width - self._view.columnWidth(names.index("id"))
        before += self._give(names, "id", max(0, min(longer, width - before - needed)))
        behind = sum(self._view.columnWidth(other) for other in range(column + 1, len(names)))
        whole = self._header.ranks.whole_room + 2 * (GAP - GRID)
        self._view.setColumnWidth(column, max(least, min(width - before, max(whole, width - before - behind))))
        self._is_filling = False

    def follow(self) -> None:
        """Show the differences from the first edit on."""
        before = self._idle
        self._note_differences()
        if before != self._idle:
            self.size()

    def _note_differences(self) -> None:
        """Whether there is or was anything to differ by, since the table is open: an undo moves no columns."""
        if not self._inspection.is_open:
            return
        evaluation = self._inspection.evaluation
        was_so, self._table = self._differs and self._table is evaluation.table, evaluation.table
        self._differs = was_so or len(evaluation.overlay) > 0 or not evaluation.baseline.is_file

    @property
    def _idle(self) -> frozenset[str]:
        return frozenset({_DELTA} if not self._differs and self._choice.can_hide(_DELTA) else ())

    def _width_of_numbers(self, column: int) -> int:
        """The width of the scores and of their title, without the bar."""
        numbers = self._model.texts_of(self._sampled_rows[:1], column) if self._inspection.is_open else []
        room = self._view.fontMetrics().horizontalAdvance("".join(numbers)) + self._header.inset(column) + 2 * GAP + 1
        return max(room, self._header.sectionSizeFromContents(column).width())

    def _bar_given(self, bar: int, lack: int, room: int) -> int:
        """How much of the bar gives way: all for the least of the predictions, up to half for whole labels."""
        given = max(0, min(bar, lack))
        if not self._inspection.is_open or not self._model.names_labels:
            return given
        more = self._header.ranks.lacking(room + given - 2 * (GAP - GRID))
        return given + more if given + more <= bar // 2 else given

    def _give(self, names: Sequence[str], name: str, pixels: int) -> int:
        """Make a column wider than by default, or narrower, unless the user has set its width; returns by how much."""
        column, width = names.index(name), self._default_widths.get(name, 0)
        if not width or self._view.isColumnHidden(column) or self._choice.width(name):
            return 0
        self._view.setColumnWidth(column, width + pixels)
        return pixels

    def _make_room(self, names: Sequence[str], room: int, most: int) -> None:
        """Hide dispensable columns before the predictions until the others fit into `room` pixels.

        Differences, the point of an edit, hide only where they would not fit into `most`, or would cut labels that are
        as good as whole without them.
        """
        choice, hidden = self._choice, list[str]()
        compares = "baseline_score" in names
        order = _OF_NUMBERS if not self._model.names_labels else _COMPARING if compares else _DISPENSABLE
        names, places = [name for name in names if name not in self._idle], {name: at for at, name in enumerate(names)}
        free = [name for name in order if name in names and choice.can_hide(name)]
        # As wide as if none were hidden for lack of room.
        usual = {name: self._default_widths.get(name, 0) for name in names if choice.can_hide(name)}
        others = sum(usual.get(name, self._view.columnWidth(places[name])) for name in names if name not in free)
        may_hide_delta = not compares and _DELTA in names and choice.can_hide(_DELTA)
        if may_hide_delta and (others > most or self._cuts_labels(others, usual[_DELTA])):
            hidden.append(_DELTA)
            others -= usual[_DELTA]
        while free and others + sum(usual[name] for name in free) > room:
            hidden.append(free.pop(0))
        choice.hide_crowded(hidden)

    def _cuts_labels(self, others: int, column: int) -> bool:
        """Whether a column cuts labels that are as good as whole without it; others: the width of all with it."""
        if not self._model.names_labels or not self._inspection.is_open:
            return False
        left = self._view.viewport().width() - others
        return left < _AS_GOOD_AS_WHOLE * self._header.ranks.room_within_k <= left + column

    def note_width(self, section: int, before: int, after: int) -> None:
        """Keep the width that the user gave a column."""
        # sectionResized is also emitted for hidden columns and for the stretched last one.
        is_last = self._header.visualIndex(section) == self._header.count() - 1
        if not self._is_filling and before and after and not is_last:
            self._choice.note_width(self._model.columns[section].name, after)
            # Do not hide columns during a drag; `released` fills the width afterwards.
            if not QGuiApplication.mouseButtons():
                self.fill()

    def _sample(self, name: str) -> str:
        """A text of the greatest usual width of a column; large numbers for a metric that has them."""
        text = _SAMPLE.get(name, "")
        if not self._inspection.is_open or name not in ("score", "baseline_score", "delta"):
            return text
        evaluation = self._inspection.evaluation
        decimals = evaluation.scores.decimals
        tops = [fixed_decimals(scores.top, decimals) for scores in (evaluation.scores, evaluation.compared)]
        return text.replace("0.0000", max("0.0000", *tops, key=len), 1)

    @property
    def _sampled_rows(self) -> Ints:
        """int64: rows from all over the table, and the first ones shown: the first ids of a file may be its shortest.

        Those that a filter hides need their room, too: no other filter sizes the columns anew.
        """
        if not self._inspection.is_open:
            return np.empty(0, np.int64)
        count = len(self._inspection.evaluation.table)
        spread = np.linspace(0, max(0, count - 1), min(count, _ROWS_SAMPLED)).astype(np.int64)
        first = [self._model.row_at(pos) for pos in range(min(_ROWS_SAMPLED, self._model.rowCount()))]
        return distinct(np.sort(np.append(spread, np.array(first, np.int64))))

    def _width(self, column: int, name: str, letters: int = 0) -> int:
        """Width for the title and the first letters of some rows; measuring every row would be slow."""
        if self._model.columns[column].strip:
            # Without room for an arrow: a click on the title sorts by another column, which has it.
            title = self._view.fontMetrics().horizontalAdvance(self._model.columns[column].title)
            height = self._view.verticalHeader().defaultSectionSize()
            return max(title, strip_width(self._inspection, height)) + 2 * GAP
        is_sampled = letters or name not in _SAMPLE
        if name == "truth" and not self._model.names_labels:
            return max(self._header.ranks.truth_room, self._header.sectionSizeFromContents(column).width()) + GAP
        found = self._model.texts_of(self._sampled_rows, column) if is_sampled and self._inspection.is_open else []
        texts = [text[: letters or _DEFAULT_LETTERS] for text in found]
        widest = max(map(self._view.fontMetrics().horizontalAdvance, [self._sample(name), *texts]))
        return max(
            widest + self._header.inset(column) + 2 * GAP + 1, self._header.sectionSizeFromContents(column).width()
        )
