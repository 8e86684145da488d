"""The list of the baseline beside that of the current row, while that is another submission."""

from __future__ import annotations

import math

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from inspector.core.comparison.side_by_side import Listed, SideBySide, side_by_side
from inspector.core.data.prediction import Prediction
from inspector.core.document.inspection import Inspection
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.formatting import fixed_decimals, middle, one_line, signed, start, tip
from inspector.ui.widgets.theme import GAP, GRID, Theme, row_height, tabular_font, uniform_row_height

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
# From the baseline to the open submission, as the arrow between their scores goes.
RANK, BASELINE, LOST, OPEN, CHANGE = range(5)
_TIPS = (
    "The rank in both lists",
    "The baseline. ✓ a right label",
    "lost: the open submission does not have the label of the baseline",
    "The open submission. ✓ a right label",
    "How many ranks the label of the open submission moved up ▲ or down ▼; new: the baseline does not have it",
)
_LONGEST_NAME = 25
# Letters of both names beside the scores, as many as there is room for.
_LETTERS = 25, 17, 13, 9, 7, 5
_LINES = 8
_NO_ROW = "no such row"


class SideModel(QAbstractTableModel):
    """The lines of a `SideBySide`: rank, label of the baseline, whether it is lost, label, what became of it."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._found: SideBySide | None = None
        self._names = ("", "")

    def show_lists(self, found: SideBySide, names: tuple[str, str]) -> None:
        """Show the lists of a row; names: of the open submission and the baseline."""
        self.beginResetModel()
        self._found, self._names = found, names
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() or self._found is None else len(self._found.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_TIPS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(_TIPS):
            return None
        if role == _Role.DisplayRole:
            baseline, opened = (middle(one_line(name), _LONGEST_NAME) for name in self._names[::-1])
            return ("k", baseline, "", opened, "")[section]
        if role == _Role.TextAlignmentRole:
            return _alignment(section)
        return tip(_TIPS[section]) if role == _Role.ToolTipRole else None

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if not index.isValid() or self._found is None:
            return None
        rank, section = index.row() + 1, index.column()
        listed = self._found.lines[index.row()][section < OPEN]
        if role == _Role.TextAlignmentRole:
            return _alignment(section)
        if role in (_Role.DisplayRole, _Role.EditRole):
            text = str(rank) if section == RANK else _text(listed, section)
            return start(one_line(text)) if role == _Role.DisplayRole else text
        if role in (_Role.ToolTipRole, _Role.AccessibleTextRole):
            told = self._told(listed, rank, section)
            return tip(told) if role == _Role.ToolTipRole else told
        if role == _Role.ForegroundRole:
            return self._colour(listed, section)
        if role == _Role.FontRole and listed is not None and listed.mark.repeat and section in (OPEN, BASELINE):
            font = QFont()
            font.setStrikeOut(True)
            return font
        return None

    def _told(self, listed: Listed | None, rank: int, section: int) -> str:
        """A label with all that its line says of it, for screen readers and tooltips."""
        if listed is None or section == RANK:
            return f"rank {rank}"
        is_open = section >= OPEN
        change = _changed(listed, is_open=is_open, plain=True)
        what = [one_line(_with_share(listed)), f"rank {rank} in {self._names[not is_open]}", change]
        return ", ".join([*filter(None, what), *(["right"] if listed.mark.hit else [])])

    def _colour(self, listed: Listed | None, section: int) -> QColor:
        colours = self._theme.colours
        if listed is None or section == RANK or listed.mark.beyond:
            return QColor(colours.muted)
        if section in (OPEN, BASELINE):
            return QColor(colours.hit if listed.mark.hit else colours.text)
        if not listed.mark.hit:  # wherever it stands, it earns nothing
            return QColor(colours.muted)
        if section == CHANGE and listed.moved != 0:
            return QColor(colours.better if listed.moved is None or listed.moved > 0 else colours.worse)
        return QColor(colours.worse if section == LOST and listed.moved is None else colours.muted)


class SideBySideTable(QTableView):
    """Both lists, as read-only lines that can be copied."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "sideBySideTable", "Labels of the baseline beside those of the open submission")
        self.lists = SideModel(theme, self)
        self.setModel(self.lists)
        self.setFont(tabular_font(self.font()))
        uniform_row_height(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # the tick of a hit is at the end
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setMinimumSectionSize(GAP)
        for section in (OPEN, BASELINE):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Stretch)
        self.fit(0)

    def fit(self, ranks: int) -> None:
        """Give the columns of ranks and changes the width that the font needs, and some ranks the height."""
        wide, line = self.fontMetrics().horizontalAdvance, row_height(self)
        for section, sample in ((RANK, "000"), (CHANGE, "▼ 000"), (LOST, "lost")):
            self.horizontalHeader().resizeSection(section, wide(sample) + 2 * GAP + 1)
        self.setMinimumHeight(self.horizontalHeader().sizeHint().height() + min(max(ranks, 2), _LINES) * line + GRID)

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self.minimumHeight())


class SideBySidePart(QWidget):
    """The scores of both lists and the lists; visible while the baseline is another submission."""

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sideBySide")
        self._inspection = inspection
        self._scores = ElidedLabel("sideBySideScores", self, figures=True, selectable=True)
        self._table = SideBySideTable(theme, self)
        arrange(QVBoxLayout(self), self._scores, (self._table, 1), spacing=GRID)
        self.hide()

    def refresh(self, draft: Prediction | None = None) -> None:
        """Show the lists of the current row. draft: another prediction of it."""
        is_open = self._inspection.is_open
        row = self._inspection.current if is_open else None
        self.setVisible(row is not None and self._inspection.evaluation.baseline.other is not None)
        if row is None or self.isHidden():
            return
        evaluation = self._inspection.evaluation
        names = self._inspection.open_submission.name, evaluation.baseline.name
        found, is_listed = side_by_side(evaluation, row, draft), evaluation.table.kind.names_labels
        self._table.setVisible(is_listed)  # numbers have a line each, with that of the baseline
        self._table.lists.show_lists(found, names)
        if draft is None or draft == evaluation.prediction(row):  # else what is typed in would move
            self._table.fit(len(found.lines))
        self._show_scores(found, evaluation.scores.decimals, names)

    def _show_scores(self, found: SideBySide, decimals: int, names: tuple[str, str]) -> None:
        """Show both scores, each behind its name; long names are cut in the middle, as many differ at their end."""
        sides = (found.baseline_absent, found.baseline_score), (found.absent, found.score)
        before, after = (_NO_ROW if absent else fixed_decimals(score, decimals) for absent, score in sides)
        difference = found.score - found.baseline_score
        change = "" if math.isnan(difference) else signed(difference, decimals) or "the same"
        rest = f" · {found.more:,} further ranks are not listed" if found.more else ""
        opened, baseline = map(one_line, names)

        def said(opened: str, baseline: str) -> str:
            return f"{baseline}: {before} → {opened}: {after}   {change}"

        cut = [(middle(opened, most), middle(baseline, most)) for most in _LETTERS]
        shorts = [said(*both) for both in dict.fromkeys(cut) if len(set(both)) == len(both)]
        self._scores.show_text(said(opened, baseline) + rest, *shorts, f"{before} → {after}   {change}")


def _text(listed: Listed | None, section: int) -> str:
    if listed is None:
        return ""
    if section in (OPEN, BASELINE):
        return _with_share(listed) + (" ✓" if listed.mark.hit else "")
    return _changed(listed, is_open=section == CHANGE, plain=False)


def _with_share(listed: Listed) -> str:
    """A label, with its probability where the metric scores that."""
    return f"{listed.mark.text} · {listed.mark.share}" if listed.mark.share else listed.mark.text


def _changed(listed: Listed, *, is_open: bool, plain: bool) -> str:
    """What became of a label; plain: in words."""
    if listed.mark.repeat:
        return "a repeat" if plain else ""
    if listed.moved is None:
        return "new" if is_open else "lost"
    if not listed.moved or not is_open:
        return ""
    words = f"{'up' if listed.moved > 0 else 'down'} {abs(listed.moved)}"
    return words if plain else f"{'▲' if listed.moved > 0 else '▼'} {abs(listed.moved)}"


def _alignment(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if section == RANK else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
