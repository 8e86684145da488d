"""The header of the table: titles, sort direction, and the index of each of several sort keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from inspector.core.data.order import SortKey
from inspector.ui.table.painting.rank_columns import RankColumns
from inspector.ui.table.row_model import RowModel
from inspector.ui.widgets.tables.pinned import PinnedHeader
from inspector.ui.widgets.theme import GAP, GRID, Theme

_DESCENDING_FIRST = ("cost", "delta")
# Pixels before the first column, for the marks of edited rows.
GUTTER = GAP


class Header(PinnedHeader):
    """Custom-painted header: at every paint, QHeaderView checks whether whole columns are selected, in O(rows).

    sort_asked: (the place of a click, whether to keep the other keys); released: the mouse button, after a click, a
    move or a resize; ranks: the columns of the predictions, whose numbers stand above them.
    """

    sort_asked = Signal(QPoint, bool)
    released = Signal()

    def __init__(self, theme: Theme, ranks: RankColumns, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme, self.ranks = theme, ranks
        self._keys, self._is_in_order = tuple[SortKey, ...](), True
        self._press_x: int | None = None
        self.setSectionsMovable(True)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setStretchLastSection(True)
        self.setMinimumSectionSize(GAP * 5)
        self.setAccessibleName("Columns of the table")

    def show_keys(self, keys: tuple[SortKey, ...], *, is_in_order: bool = True) -> None:
        """Mark the columns of the sort keys; is_in_order: whether the rows are still sorted by them."""
        self._keys, self._is_in_order = keys, is_in_order
        self.viewport().update()

    @property
    def first(self) -> int:
        """The first section that is shown, -1 for none."""
        shown = (self.logicalIndex(position) for position in range(self.count()))
        return next((section for section in shown if not self.isSectionHidden(section)), -1)

    def inset(self, section: int) -> int:
        """The pixels that a column leaves free for the marks of edited rows."""
        return GUTTER if section == self.first else 0

    def sectionSizeFromContents(self, section: int) -> QSize:
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(title + " ▲2") + 2 * GAP, metrics.height() + 2 * GRID)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        colours, model = self._theme.colours, self.model()
        painter.save()
        painter.fillRect(rect, QColor(colours.window))
        painter.setPen(QColor(colours.line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        mark = self._sort_mark(section)
        painter.setPen(QColor(colours.text if mark else colours.muted))
        title = str(model.headerData(section, Qt.Orientation.Horizontal))
        side = model.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        inner = rect.adjusted(GAP + self.inset(section), 0, -GAP, 0)
        name = self._name(section)
        if name == "predictions":
            self._paint_ranks(painter, inner, int(side), title, mark)
        elif name == "truth" and self.ranks.column(0):
            self._paint_truths(painter, inner, int(side), mark)
        else:
            _paint_title(painter, inner, int(side), title, mark)
        painter.restore()

    def _paint_ranks(self, painter: QPainter, inner: QRect, side: int, title: str, mark: str) -> None:
        """Paint 1, 2, 3, ... or names above the columns of the predictions; the title alone above a single one."""
        ranks = self.ranks.within(inner.width() + 2 * GRID)
        is_right = bool(side & int(Qt.AlignmentFlag.AlignRight))
        is_named = ranks.numbered > 1 or bool(self.ranks.column(0))  # of several numbers, one is named, too
        titles = self.ranks.titles(ranks.numbered) if is_named else [title]
        gap = 2 * GRID if is_right else GRID  # numbers begin and end where a chip would
        for number, text in enumerate(titles):
            at = inner.adjusted(number * ranks.width, 0, 0, 0)
            at.setWidth(ranks.width - gap if ranks.numbered > 1 or is_right else inner.width())
            own = self._mark_of(self.ranks.column(number))
            _paint_title(painter, at, side, text, own or ("" if number else mark))

    def _paint_truths(self, painter: QPainter, inner: QRect, side: int, mark: str) -> None:
        """Paint the name of each of several true numbers above it."""
        width, shown = self.ranks.truths_within(inner.width() + 2 * GRID)
        for number, text in enumerate(self.ranks.true_titles(shown)):
            at = QRect(inner.left() + number * width, inner.top(), width - 2 * GRID, inner.height())
            own = self._mark_of(self.ranks.column(number, "truth"))
            _paint_title(painter, at, side, text, own or ("" if number else mark))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._press_x = event.position().toPoint().x() if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        resizing = self.cursor().shape() == Qt.CursorShape.SplitHCursor
        super().mouseReleaseEvent(event)
        if self._press_x is not None and not resizing and abs(event.position().toPoint().x() - self._press_x) < GAP:
            keep_others = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.sort_asked.emit(event.position().toPoint(), keep_others)
        self._press_x = None
        self.released.emit()

    def _name(self, section: int) -> str:
        model = self.model()
        return model.columns[section].name if isinstance(model, RowModel) and section >= 0 else ""

    def _sort_mark(self, section: int) -> str:
        return self._mark_of(self._name(section))

    def _mark_of(self, column: str) -> str:
        for index, key in enumerate(self._keys):
            # The error of one of several numbers has no column of its own.
            if column == ("error" if key.column.startswith("error:") else key.column):
                rising, falling = "▲▼" if self._is_in_order else "△▽"
                return (falling if key.descending else rising) + (str(index + 1) if len(self._keys) > 1 else "")
        return ""


def next_keys(name: str, further: bool, is_in_order: bool, keys_now: tuple[SortKey, ...]) -> tuple[SortKey, ...]:
    """The sort keys after a click on a column: only that one, or with `further` also the present ones.

    is_in_order: whether the rows are sorted by the keys; else a click on one of them sorts again, in its direction.
    """
    keys, known = list(keys_now) if further else [], {key.column: key for key in keys_now}
    if name in known and not is_in_order:
        return keys_now if further or keys_now[0].column == name else (known[name],)
    reverses = name in known and (further or next(iter(known)) == name)
    new = SortKey(name, not known[name].descending if reverses else name in _DESCENDING_FIRST)
    keys = [new if key.column == name else key for key in keys]
    return tuple(keys if new in keys else [*keys, new])


def _paint_title(painter: QPainter, inner: QRect, side: int, title: str, mark: str) -> None:
    # One pixel more: what is painted may be a fraction wider than what the column was measured for.
    room = inner.width() + 1
    text = painter.fontMetrics().elidedText(f"{title} {mark}".strip(), Qt.TextElideMode.ElideRight, room)
    painter.drawText(inner, side, text)
