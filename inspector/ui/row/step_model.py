"""Qt model of a row's score calculation: predicted labels, a line to add one, and the missed truth labels."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont

from inspector.core.arrays.types import Ints
from inspector.core.metrics import Explanation, Step
from inspector.ui.widgets.formatting import full_precision, start, tip
from inspector.ui.widgets.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole

COLUMNS: tuple[str, ...] = ("k", "predicted", "hit", "rank", "P", "how", "adds", "conf.")
POSITION, LABEL, VERDICT, RANK, PRECISION, WORKING, TERM, CONFIDENCE = range(len(COLUMNS))
_TIPS: tuple[str, ...] = (
    "The position in the list. Drag a line, or press Alt+Up or Alt+Down, to move it",
    "The predicted label. F2 or a double click edits it, Delete removes it. Missed truth labels come last",
    "✓ a hit; no credit: a repeat; beyond K, >K: after the cut-off; not counted: below the threshold, or not read for "
    "another reason; ? unknown: neither file has the label; "
    "missed: in the truth and not predicted; low grade: in the truth, of a grade that does not count; "
    "unjudged: nobody judged it, so bpref leaves it out; grade: its relevance in the truth",
    "The rank used by the metric: in the row, or for GAP among the predictions of all rows",
    "P: the precision at that rank, the number of hits up to the rank divided by the rank",
    "The arithmetic of what the label adds",
    "What the label adds to the sum that the formula below divides: P · rel for a ranking; for a set its credit and "
    "what it is divided by, so that F1 = 2 · right ÷ (2 · right + missed + wrong) never gets above 1",
    "The confidence in the submission. F2 or a double click edits it",
)
# The same where the labels are classes with probabilities, whose rank and precision nothing counts.
_OF_CLASSES = ("rank", "class", "true", "rank", "P", "how", "loses", "probability")
_TIPS_OF_CLASSES = (
    "The place of the class by its probability, the highest first",
    "A class of the submission",
    "✓ the true class; ? unknown: neither file has the label; ✗ missed: the true class has no probability",
    *_TIPS[RANK:WORKING],
    "The arithmetic of what the row loses by the class",
    "What the row loses by the class; the formula below adds it up",
    "The probability of the class. Enter, F2 or a double click edits it",
)

# All digits of a number in single precision, such as 0.099999994; rounded, a score would look like the one above it.
_LONGEST_NUMBER = 11
# Qt asks for others with each cell that it paints.
_ANSWERED = frozenset(
    getattr(_Role, f"{name}Role") for name in ("Display", "Edit", "ToolTip", "Foreground", "Font", "TextAlignment")
)


class StepModel(QAbstractTableModel):
    """Lines of an Explanation. Emits signals when the user edits a label or a confidence, or adds a label.

    The predicted labels come first, then the line to add one, then the missed labels.
    """

    typed = Signal(int, str)
    confidence_typed = Signal(int, str)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: tuple[Step, ...] = ()
        self._confidence: tuple[float, ...] | None = None
        self._row: int | None = None
        self._divisor = 0.0
        self._folds = False
        self.titles, self._tips = COLUMNS, _TIPS
        self.label_count = 0

    def name_columns(self, *, are_classes: bool) -> None:
        """Use the words for classes with probabilities, or those for lists of labels."""
        titles, self._tips = (_OF_CLASSES, _TIPS_OF_CLASSES) if are_classes else (COLUMNS, _TIPS)
        if titles != self.titles:
            self.titles = titles
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(titles) - 1)

    def fold_workings(self, *, folds: bool) -> None:
        """Whether what a label adds is shown as its arithmetic, where the column that tells how has no room."""
        if folds != self._folds:
            self._folds = folds
            self.dataChanged.emit(self.index(0, TERM), self.index(len(self._steps), TERM))

    def show_steps(self, explained: Explanation, confidence: tuple[float, ...] | None, row: int | None = None) -> None:
        """Show the steps of a row; confidence: None when the submission has none; row: which one it is. An open editor
        stays where only numbers of the same row are others."""
        before, now = (self._row, *_typed(self._steps, self._confidence)), (row, *_typed(explained.steps, confidence))
        if is_other := row is None or before != now:
            self.beginResetModel()
        self._steps, self._confidence, self._row = explained.steps, confidence, row
        self._divisor = explained.divisor
        self.label_count = sum(step.position > 0 for step in explained.steps)
        if is_other:
            self.endResetModel()
        else:  # without the columns that are edited, whose editors would start again
            self.dataChanged.emit(self.index(0, VERDICT), self.index(len(self._steps), TERM))

    def show_typed(self, explained: Explanation, confidence: tuple[float, ...] | None, cell: Index) -> None:
        """Show the arithmetic of what is typed in a cell, whose editor stays where it is.

        Labels that it adds come and go below its line, missed ones at the end.
        """
        steps, missed, self._divisor = explained.steps, self._steps[self.label_count :], explained.divisor
        count = sum(step.position > 0 for step in steps)
        self._exchange(cell.row() + 1, count - self.label_count, (*steps[:count], *missed), confidence)
        more, end = len(steps) - len(self._steps), len(self._steps) + 1
        self._exchange(end + min(more, 0), more, steps, confidence)
        self._tell_all_but(cell)

    def _exchange(self, line: int, more: int, steps: tuple[Step, ...], confidence: tuple[float, ...] | None) -> None:
        """Hold other steps, with more lines from one on, or fewer."""
        if more > 0:
            self.beginInsertRows(QModelIndex(), line, line + more - 1)
        elif more < 0:
            self.beginRemoveRows(QModelIndex(), line, line - more - 1)
        self._steps, self._confidence = steps, confidence
        self.label_count = sum(step.position > 0 for step in steps)
        if more:
            (self.endInsertRows if more > 0 else self.endRemoveRows)()

    def _tell_all_but(self, cell: Index) -> None:
        """Say that all is changed but a cell, whose editor would start again."""
        line, last, other = cell.row(), len(self._steps), CONFIDENCE if cell.column() == LABEL else LABEL
        spans = (0, line - 1, POSITION, CONFIDENCE), (line + 1, last, POSITION, CONFIDENCE)
        for first, end, left, right in (*spans, (line, line, VERDICT, TERM), (line, line, other, other)):
            if first <= end:
                self.dataChanged.emit(self.index(first, left), self.index(end, right))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._steps) + 1

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        if role == _Role.DisplayRole:
            return self.titles[section]
        if role == _Role.TextAlignmentRole:
            return _alignment(section)
        return tip(self._tips[section]) if role == _Role.ToolTipRole else None

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if role not in _ANSWERED or not index.isValid():
            return None
        if role == _Role.TextAlignmentRole:
            return _alignment(index.column())
        number = self._number(index.row())
        if number is None:
            return self._add_line(index.column(), role)
        return self._step(self._steps[number], index.column(), role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = super().flags(index) | Qt.ItemFlag.ItemNeverHasChildren
        label = index.column() == LABEL and index.row() <= self.label_count
        confidence = index.column() == CONFIDENCE and self._confidence is not None and index.row() < self.label_count
        return flags | Qt.ItemFlag.ItemIsEditable if label or confidence else flags

    def setData(self, index: Index, value: object, role: int = _Role.EditRole) -> bool:
        if role != _Role.EditRole or not index.isValid() or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        (self.typed if index.column() == LABEL else self.confidence_typed).emit(index.row(), str(value))
        return True

    def exported(self, section: int, positions: Ints) -> list[str]:
        """The cells of a column at some positions, without that of the line to add a label."""
        numbers = map(self._number, positions.tolist())
        return [self._exact(self._steps[number], section) for number in numbers if number is not None]

    def _number(self, line: int) -> int | None:
        """Index of the step on a line; None for the line to add a label."""
        return None if line == self.label_count else line - (line > self.label_count)

    def _add_line(self, section: int, role: int) -> object:
        """Data of the line to add a label."""
        if role == _Role.ForegroundRole:
            return QColor(self._theme.colours.faint)
        return "add…" if section == LABEL and role == _Role.DisplayRole else "" if role == _Role.EditRole else None

    def _step(self, step: Step, section: int, role: int) -> object:
        if role == _Role.DisplayRole:
            is_folded = section == TERM and self._folds and step.working
            return start(step.working if is_folded else self._shown(step, section))
        if role == _Role.EditRole:
            return self._exact(step, section)
        if role == _Role.ToolTipRole:
            numbers = {PRECISION: step.precision, TERM: step.term}
            if step.unknown and section in (LABEL, VERDICT):
                return tip(f"{step.label}\n? unknown: neither file has this label")
            if step.repeat and section == VERDICT:
                return "A repeat: this label appears above, and earns credit only once"
            return tip(full_precision(numbers[section]) if section in numbers else self._text(step, section))
        if role == _Role.ForegroundRole:
            return self._colour(step, section)
        if role == _Role.FontRole and step.repeat and section == LABEL:
            font = QFont()
            font.setStrikeOut(True)
            return font
        return None

    def _exact(self, step: Step, section: int) -> str:
        """The text of a cell to edit or to copy: a number with all its digits."""
        if section == RANK:
            return str(step.rank or "")
        if section in (PRECISION, TERM):
            number = step.precision if section == PRECISION else step.term
            return "" if math.isnan(number) else full_precision(number)
        return self._text(step, section)

    def _text(self, step: Step, section: int) -> str:
        confidence = self._confidence if step.position else None
        return (
            str(step.position or ""),
            step.label,
            verdict(step),
            f"{step.rank:,}" if step.rank else "",
            "" if math.isnan(step.precision) else f"{step.precision:.4f}",
            step.working,
            self.term(step),
            "" if confidence is None else repr(confidence[step.position - 1]),
        )[section]

    def _shown(self, step: Step, section: int) -> str:
        text = self._text(step, section)
        return short_number(text) if section == CONFIDENCE else text

    @property
    def first_true(self) -> int:
        """The first line with a label that is right, -1 for none."""
        return next((line for line, step in enumerate(self._steps[: self.label_count]) if step.rel), -1)

    def longest(self, section: int) -> str:
        """The longest text of a column, without that of the line to add a label."""
        return max((self._shown(step, section) for step in self._steps), key=len, default="")

    def term(self, step: Step) -> str:
        """What a label adds; credit above 1, which alone would look like a score, with what it is divided by."""
        is_credit = step.term > 1 and math.isnan(step.precision) and not step.working
        if is_credit and math.isfinite(self._divisor):
            return f"{step.term:g} ÷ {self._divisor:g}"
        return "" if math.isnan(step.term) else f"{step.term:.4f}" if step.term else "0"

    def _colour(self, step: Step, section: int) -> QColor:
        colours = self._theme.colours
        if step.beyond:
            return QColor(colours.faint)
        if step.verdict == "missed" or (step.verdict == "wrong" and section == VERDICT):
            return QColor(colours.worse)
        if section in (LABEL, VERDICT) and step.rel:
            return QColor(colours.hit)
        return QColor(colours.text if step.rel or section in (LABEL, CONFIDENCE) else colours.muted)


def verdict(step: Step) -> str:
    """The outcome of a label, with a sign."""
    signs = {
        "hit": "✓",
        "miss": "? unknown" if step.unknown else "",
        "wrong": "? unknown" if step.unknown else "✗ wrong",
        "missed": "✗ missed",
    }
    if step.verdict == "beyond K" and step.judgment:
        return f"{'✓ ' if step.hit else ''}>K {step.judgment}"
    right = "✓ " if step.hit and step.beyond else ""
    return step.with_judgment(signs.get(step.verdict, right + step.verdict))


def short_number(text: str) -> str:
    """A number in at most 11 characters, with fewer digits rather than a cut exponent."""
    if len(text) <= _LONGEST_NUMBER:
        return text
    rounded = (f"{float(text):.{digits}g}" for digits in range(_LONGEST_NUMBER, 0, -1))
    return next((one for one in rounded if len(one) <= _LONGEST_NUMBER), text)


def _alignment(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if section in (LABEL, VERDICT) else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def _typed(steps: Sequence[Step], confidence: tuple[float, ...] | None) -> tuple[object, ...]:
    """What can be edited, and which line it is in."""
    return tuple((step.position, step.code, step.label, step.verdict, step.rel) for step in steps), confidence
