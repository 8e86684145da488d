"""Qt model of the numbers of a row: name, prediction, that of the baseline, truth and what each loses or scores."""

from __future__ import annotations

import math

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from inspector.core.arrays.types import Ints
from inspector.core.metrics import Explanation, Step
from inspector.ui.row.formula import exactly, grouped, shortly
from inspector.ui.widgets.formatting import middle, one_line, start, tip
from inspector.ui.widgets.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole

# Letters of the name of the baseline.
_LONGEST = 16
COLUMNS = ("number", "predicted", "baseline", "truth", "how", "loses")
NAME, PREDICTED, BASELINE, TRUTH, WORKING, LOSS = range(len(COLUMNS))
_TIPS = (
    "The number, named as the column of the truth",
    "The predicted number. F2 or a double click edits it; Up and Down change it, with Shift in larger steps",
    "The number of the baseline; the predicted one has the colour of what is nearer to the truth, or farther from it",
    "The true number",
    "The arithmetic of the last column",
    "What the number loses or scores; the score of the row is the mean of all",
)
# The title of the last column where more is better.
_GAIN = "scores"


class NumberModel(QAbstractTableModel):
    """The numbers of an Explanation, a line each. typed: the index and the text of another predicted number."""

    typed = Signal(int, str)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: tuple[Step, ...] = ()
        self._predicted = self._compared = tuple[float, ...]()
        self._decimal, self._baseline, self._last = ".", "", COLUMNS[LOSS]
        self._mistyped = -1

    def name_baseline(self, name: str) -> None:
        """Name the column of the numbers that are compared with."""
        if name != self._baseline:
            self._baseline = name
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, BASELINE, BASELINE)

    def show_numbers(
        self,
        explained: Explanation,
        predicted: tuple[float, ...],
        decimal: str = ".",
        compared: tuple[float, ...] = (),
        *,
        is_loss: bool = True,
        typed: int = -1,
    ) -> None:
        """Show the numbers of a row; predicted: none for a row without a prediction. An open editor stays.

        decimal: the sign before the decimals of a number that is edited, as in the file; compared: the numbers of the
        baseline, none where nothing is compared or it has none; is_loss: whether less is better; typed: the line whose
        number is being typed, of which Qt would put another text into the editor.
        """
        self._decimal, self._compared, self._mistyped = decimal, compared, -1
        self._name_last(COLUMNS[LOSS] if is_loss else _GAIN)
        renewed = len(explained.steps) != len(self._steps)
        if renewed:
            self.beginResetModel()
        self._steps, self._predicted = explained.steps, predicted
        if renewed:
            self.endResetModel()
        elif self._steps:
            for first, last in ((0, typed - 1), (typed + 1, len(self._steps) - 1)):
                if first <= last:
                    self.dataChanged.emit(self.index(first, 0), self.index(last, LOSS), [_Role.DisplayRole])
            if typed >= 0:
                self.dataChanged.emit(self.index(typed, TRUTH), self.index(typed, LOSS), [_Role.DisplayRole])

    def mistype(self, line: int) -> None:
        """Show no score of a line in which something else than a number is being typed."""
        self._mistyped = line
        self.dataChanged.emit(self.index(line, WORKING), self.index(line, LOSS), [_Role.DisplayRole])

    def _name_last(self, title: str) -> None:
        if title != self._last:
            self._last = title
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, LOSS, LOSS)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._steps)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        if role == _Role.DisplayRole:
            return self.title(section)
        if role == _Role.TextAlignmentRole:
            return _alignment(section)
        return tip(_TIPS[section]) if role == _Role.ToolTipRole else None

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == _Role.DisplayRole:
            return start(self.text(index.row(), index.column()))
        if role == _Role.EditRole:
            return self.text(index.row(), index.column(), exact=True).replace(".", self._decimal)
        if role == _Role.ToolTipRole:
            return tip(self._tip(index.row(), index.column()))
        if role == _Role.TextAlignmentRole:
            return _alignment(index.column())
        if role == _Role.ForegroundRole:
            return QColor(self._colour(index.row(), index.column()))
        return None

    def _tip(self, line: int, section: int) -> str:
        """A cell with all digits; of what a number scores with its arithmetic, for which there may be no room."""
        text = self.text(line, section, exact=True)
        working = self.text(line, WORKING) if section == LOSS else ""
        return f"{text} = {working}" if working else text

    def title(self, section: int) -> str:
        """What stands above a column."""
        if section == LOSS:
            return self._last
        return middle(one_line(self._baseline), _LONGEST) if section == BASELINE else COLUMNS[section]

    def _colour(self, line: int, section: int) -> str:
        colours, step = self._theme.colours, self._steps[line]
        if section in (NAME, WORKING, BASELINE) or step.verdict == "not counted":
            return colours.muted
        if section != PREDICTED or not (self._predicted and self._compared):
            return colours.text
        nearer = abs(self._compared[line] - step.truth) - abs(self._predicted[line] - step.truth)
        return colours.better if nearer > 0 else colours.worse if nearer < 0 else colours.text

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = super().flags(index) | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == PREDICTED and self._predicted else flags

    def setData(self, index: Index, value: object, role: int = _Role.EditRole) -> bool:
        if role != _Role.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        self.typed.emit(index.row(), str(value))
        return True

    def exported(self, section: int, positions: Ints) -> list[str]:
        """The cells of a column at some positions, numbers with all their digits."""
        return [self.text(line, section, exact=True) for line in positions.tolist()]

    def text(self, line: int, section: int, *, exact: bool = False) -> str:
        """The text of a cell; exact: with all digits."""
        step, number = self._steps[line], exactly if exact else shortly
        if section == NAME:
            return step.label
        if section in (WORKING, LOSS) and line == self._mistyped:
            return "–" if section == LOSS else ""
        if section == WORKING:
            return step.working if exact else grouped(step.working)
        if section == LOSS:
            return "not counted" if step.verdict == "not counted" else number(step.term)
        side = self._compared if section == BASELINE else self._predicted
        value = step.truth if section == TRUTH else side[line] if side else math.nan
        return "" if math.isnan(value) else exactly(value)


def _alignment(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if section == NAME else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
