"""Where the predicted labels or numbers of a row stand: in columns of equal width, so that equal ranks line up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtGui import QFont

from inspector.core.arrays.ragged import Ragged
from inspector.core.data.table import Table
from inspector.core.document.inspection import Inspection
from inspector.core.evaluation.numbers import has_targets, names
from inspector.ui.table.painting.text_metrics import SLACK, TextMetrics
from inspector.ui.widgets.formatting import short_number
from inspector.ui.widgets.theme import GRID

# Of rows, and of labels: measuring all of a large file would be slow.
_ROWS_SAMPLED, _LABELS_SAMPLED = 64, 400
# In digits: narrower columns cannot be read unless labels are short, and wider ones leave no room for the next.
_SHORT, _LEAST, _MOST = 2, 5, 24
_MAX_COLUMNS = 60
# Between two columns, in pixels; and what stands behind a label that is right.
SPACE, SIGN = 2, " ✓"
# The room of the probability of a class.
_SHARE = " · 0.0000"
# Ranks that are worth hiding other columns for: without K, and at most.
_FEW, _MANY = 2, 5


# Digits of a number that stands alone, and of one of several.
_DIGITS, _DIGITS_OF_SEVERAL = 10, 4
# Letters of the title of one of several numbers, on both sides; the title of one that stands alone.
_TRUE_LETTERS, _LETTERS, _TITLE = 10, 7, "predictions ▲1"


class Ranks(NamedTuple):
    """The columns in the area of the predictions. width: of each, in pixels; shown: how many fit; numbered: how many
    of them the lists of the file reach; cut: the rank after which predictions are beyond K, 0 for none of them; rest:
    whether there is room to say how many labels are not shown, without narrowing a rank within K.
    """

    width: int
    shown: int
    numbered: int
    cut: int
    rest: bool


class RankColumns:
    """Decides on the columns from K, the longest list, the room, and the labels of some rows.

    ruler: the widths of texts in the font of the table.
    """

    def __init__(self, inspection: Inspection, font: QFont) -> None:
        self._inspection, self.ruler = inspection, TextMetrics(font)
        self._measured: tuple[Table, bool] | None = None
        self._full = self._least = self._rest = self._truth = 0

    def set_font(self, font: QFont) -> None:
        """Measure in this font from now on."""
        if self.ruler.font != font:
            self.ruler, self._measured = TextMetrics(font), None

    def within(self, width: int) -> Ranks:
        """The columns in an area of this width, in pixels.

        All of 1 to K if they can be read, else about as many as fit; without K, as many as fit.
        """
        if not self._inspection.is_open:
            return Ranks(width, 1, 1, 0, True)
        longest, k = self._measured_table.predictions.longest, self._inspection.metric.k
        wanted = min(k or longest, longest)
        all_fit = wanted * (self._least if k else self._full) <= width
        within = wanted if all_fit else self._few(width - self._rest)
        room = width if all_fit else max(self._least, width - self._rest)
        each = max(1, min(self._full, room // max(1, within)))
        shown = max(1, within, (width if longest * each <= width else width - self._rest) // each)
        shown = min(_MAX_COLUMNS, shown)
        rest, numbered = not all_fit or not k or width - shown * each >= self._rest, min(shown, longest)
        return Ranks(min(each, width), shown, numbered, k if k and k < numbered else 0, rest)

    def lacking(self, width: int) -> int:
        """The pixels by which an area of this width is too narrow for the whole labels of the ranks that it shows."""
        ranks, evaluation = self.within(width), self._inspection.evaluation
        longest = evaluation.table.predictions.longest
        wanted = min(evaluation.metric.k or longest, longest)
        rest = self._rest if ranks.shown < wanted else 0
        return max(0, min(wanted, ranks.shown) * self._full + rest - width) if ranks.width < self._full else 0

    def truths_within(self, width: int) -> tuple[int, int]:
        """The width of each true number in an area of this width, in pixels, and how many fit.

        One that stands alone has all of it, and so ends below the end of its title.
        """
        count = self._measured_table.truth.longest
        if count <= 1:
            return width, 1
        room = width if count * self._truth <= width else width - self._rest
        return min(self._truth, width), max(1, min(count, room // self._truth))

    @property
    def least_room(self) -> int:
        """The width in pixels that the first number of a row needs, with how many more there are."""
        longest = self._measured_table.predictions.longest
        return self._full + (self._rest if longest > 1 else 0)

    @property
    def truth_room(self) -> int:
        """The width in pixels that the first true numbers of a row need."""
        count = self._measured_table.truth.longest
        return min(count, _FEW) * self._truth + (self._rest if count > _FEW else 0)

    def true_titles(self, count: int) -> list[str]:
        """What stands above the first true numbers, where rows have several."""
        return [f"true {name}" for name in names(self._inspection.evaluation)[:count]]

    def titles(self, count: int) -> list[str]:
        """What stands above the first columns: ranks, or the names of the numbers."""
        evaluation = self._inspection.evaluation
        if evaluation.table.kind.names_labels:
            return [str(number + 1) for number in range(count)]
        return names(evaluation)[:count]

    def column(self, at: int, side: str = "predictions") -> str:
        """The column of rows that holds one of several numbers; empty for labels, a single number and none.

        side: `predictions` or `truth`.
        """
        evaluation = self._inspection.evaluation if self._inspection.is_open else None
        if evaluation is None or not has_targets(evaluation) or at < 0:
            return ""
        return f"{side}:{names(evaluation)[at]}"

    def _few(self, room: int) -> int:
        """How many columns fit, if each may be a little narrower than its labels."""
        return max(1, min(round(room / self._full), room // self._least))

    @property
    def room(self) -> int:
        """The width in pixels that the whole labels of the first ranks need."""
        if not self._inspection.is_open:
            return 0
        longest = self._measured_table.predictions.longest
        return self._full * min(self._inspection.metric.k or _FEW, longest, _MANY)

    @property
    def room_within_k(self) -> int:
        """The width in pixels that the whole labels of all ranks up to K need."""
        longest = self._measured_table.predictions.longest
        return self._full * min(self._inspection.metric.k or longest, longest)

    @property
    def whole_room(self) -> int:
        """The width in pixels that all labels of the longest row need."""
        if not self._inspection.is_open:
            return 0
        longest = self._measured_table.predictions.longest
        return self._full * longest

    @property
    def _measured_table(self) -> Table:
        """The open table, once it is measured."""
        table, with_shares = self._inspection.evaluation.table, self._inspection.metric.scores_class_probabilities
        if self._measured != (table, with_shares):
            self._measure(table, with_shares)
        return table

    def _measure(self, table: Table, with_shares: bool) -> None:
        self._measured, longest = (table, with_shares), max(99, table.truth.longest, table.predictions.longest)
        self._rest = self.ruler.width(f"+{longest}") + GRID
        rows = np.linspace(0, max(0, len(table) - 1), min(len(table), _ROWS_SAMPLED)).astype(np.int64)
        if not table.kind.names_labels:
            true = self.true_titles(table.truth.longest) if table.truth.longest > 1 else []
            self._truth = self._room_for(table.truth.take(rows), [f"{title[:_TRUE_LETTERS]} ▲" for title in true])
            known = [name[:_LETTERS] for name in names(self._inspection.evaluation)]
            titles = known if table.predictions.longest > 1 else [_TITLE]
            self._full = self._least = self._room_for(table.predictions.take(rows), titles)
            return
        ruler = self.ruler
        codes = dict.fromkeys(table.predictions.take(rows).codes[:_LABELS_SAMPLED].tolist())
        widest = max((ruler.width(table.vocab.text(code)) for code in codes), default=0)
        beside = ruler.width(SIGN + _SHARE * with_shares) + 2 * GRID + SPACE + SLACK
        short = max(widest, ruler.width("0" * _SHORT))
        self._least = min(short, ruler.width("0" * _LEAST)) + beside
        self._full = max(self._least, min(widest, ruler.width("0" * _MOST)) + beside)

    def _room_for(self, lists: Ragged, titles: Sequence[str]) -> int:
        """The width in pixels of columns for some rows of numbers below their titles."""
        count = lists.longest
        values = np.empty(0) if lists.weights is None else lists.weights[:_LABELS_SAMPLED]
        texts = [number_text(value, count) for value in values.tolist()]
        return max(map(self.ruler.width, [*texts, *titles]), default=0) + 3 * GRID


def number_text(value: float, count: int) -> str:
    """A number as it is painted, one of `count` in its row."""
    return short_number(value, _DIGITS if count == 1 else _DIGITS_OF_SEVERAL)
