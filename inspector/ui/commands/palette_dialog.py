"""The command palette: a line edit and the matching choices, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from inspector.ui.commands import fuzzy
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_CHOICE, _ENDS_RECENT = _Role.UserRole, _Role.UserRole + 1
_LINES, _BEHIND, _AHEAD, _QUIET = 12, 8, 4, 0.65
# So many recent choices stand before all others.
_MOST_RECENT = 5
# The palette begins at this part of the window's height.
_FROM_TOP = 12
_MOVES: dict[int, int] = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -_LINES,
    Qt.Key.Key_PageDown: _LINES,
}


class Offer(Protocol):
    """A choice as the palette shows it. key: what it is remembered by, empty for one that is not; name: what it may be
    called instead of its text, such as `map@5`.
    """

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def keys(self) -> str: ...
    @property
    def hint(self) -> str: ...
    @property
    def why_not(self) -> str: ...


class Offers(QAbstractListModel):
    """The matching choices, best first, as a Qt model. recent: the keys of what was chosen lately, newest first."""

    def __init__(self, offers: Sequence[Offer], parent: QObject, recent: Sequence[str] = ()) -> None:
        super().__init__(parent)
        known = {offer.key: offer for offer in offers if offer.key and not offer.why_not}
        self._recent = [known[key] for key in recent if key in known][:_MOST_RECENT]
        self._all = [*self._recent, *(offer for offer in offers if offer not in self._recent)]
        self._shown = self._all
        self._recent_shown = 0
        self.find("")

    def find(self, typed: str) -> None:
        """Show what is called so, then what fits best; equal ones in the order of the menus, after recent ones."""
        found = [(weight, offer) for offer in self._all if (weight := self._weight(typed, offer)) is not None]
        if typed.strip():
            found.sort(key=lambda pair: (_is_called(typed, pair[1]), pair[0]), reverse=True)
        self.beginResetModel()
        self._shown = [offer for _, offer in found]
        self._recent_shown = 0 if typed.strip() else len(self._recent)
        self.endResetModel()

    def _weight(self, typed: str, offer: Offer) -> float | None:
        weight = _weight(typed, offer)
        return weight + _AHEAD if weight is not None and offer in self._recent else weight

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if not index.isValid():
            return None
        offer = self._shown[index.row()]
        if role == _CHOICE:
            return offer
        if role == _ENDS_RECENT:
            return index.row() == self._recent_shown - 1
        if role == _Role.DisplayRole:
            return offer.text
        if role == _Role.ToolTipRole:
            return tip(offer.why_not or offer.hint)
        if role == _Role.AccessibleTextRole:
            return ", ".join(filter(None, (offer.text, offer.path, offer.keys, offer.why_not)))
        return None


def _weight(typed: str, offer: Offer) -> float | None:
    """How well a choice fits, None when it does not; its path and hint count less than its text, what cannot be done
    less. Of a hint only whole words count: it is long enough to hold the letters of anything.
    """
    own, hint = fuzzy.weight(typed, offer.text), None
    further = fuzzy.weight(typed, f"{offer.text}  {offer.path}") if own is None else None
    if fuzzy.holds(typed, offer.hint):
        hint = fuzzy.weight(typed, offer.hint)
    weights = [own, *(None if weight is None else weight - _BEHIND for weight in (further, hint))]
    known = [weight for weight in weights if weight is not None]
    return max(known) - _BEHIND * bool(offer.why_not) if known else None


def _is_called(typed: str, offer: Offer) -> bool:
    return typed.strip().casefold() in (offer.name.casefold(), offer.text.casefold())


class PaletteDialog(QDialog):
    """A popup near the top of its window; it closes with Esc and with a click elsewhere.

    chosen: the choice that was accepted, None when the dialog was closed.
    """

    def __init__(self, offers: Sequence[Offer], parent: QWidget, recent: Sequence[str] = ()) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setWindowTitle("Command palette")
        self.chosen: Offer | None = None
        self._window = parent
        self._offers = Offers(offers, self, recent)
        self._line, self._list = self._make_line(), self._make_list()
        self._hint = PlainLabel(self, name="paletteHint", quiet=True)
        arrange(QVBoxLayout(self), self._line, self._list, self._hint, margins=(GAP, GAP, GAP, GAP), spacing=GAP)
        self._line.installEventFilter(self)
        self._line.textChanged.connect(self._find)
        self._list.clicked.connect(self._take)
        self._list.selectionModel().currentChanged.connect(self._say)
        self._offers.modelReset.connect(lambda: self._pick(0))
        self._find("")
        wide = self.fontMetrics().horizontalAdvance("0")
        self.setFixedWidth(min(96 * wide, parent.width() - 4 * GAP))

    def showEvent(self, event: QShowEvent) -> None:
        """Appear in the middle of the window, below its menus; a popup has to take the keyboard itself."""
        super().showEvent(event)
        corner = QPoint((self._window.width() - self.width()) // 2, self._window.height() // _FROM_TOP)
        self.move(self._window.mapToGlobal(corner))
        self._line.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move through the list while the line edit keeps the focus; Enter accepts."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _MOVES:
                self._pick(self._list.currentIndex().row() + _MOVES[event.key()])
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self._list.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _make_line(self) -> QLineEdit:
        line = named(QLineEdit(self), "paletteLine", "Find a command")
        line.setPlaceholderText("Type some letters: a command, a metric, a column, a pair, a sample")
        line.setClearButtonEnabled(True)
        return line

    def _make_list(self) -> QListView:
        view = named(QListView(self), "paletteList", "Commands that fit")
        view.setModel(self._offers)
        view.setItemDelegate(_OfferDelegate(view))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setUniformItemSizes(True)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return view

    def _find(self, typed: str) -> None:
        self._offers.find(typed)
        # As high as what fits, but never so low that it jumps under the hand with every letter.
        line = self._list.sizeHintForRow(0) if self._offers.rowCount() else self.fontMetrics().height() + 2 * GRID
        self._list.setFixedHeight(line * min(max(self._offers.rowCount(), 1), _LINES))
        self.adjustSize()

    def _pick(self, place: int) -> None:
        last = self._offers.rowCount() - 1
        self._list.setCurrentIndex(self._offers.index(min(max(place, 0), last), 0))
        self._say()

    def _say(self) -> None:
        offer = self._list.currentIndex().data(_CHOICE)
        self._hint.setText((offer.why_not or offer.hint) if offer else "Nothing fits")
        self._hint.setVisible(bool(self._hint.text()))

    def _take(self, index: QModelIndex) -> None:
        offer = index.data(_CHOICE)
        if offer is not None and not offer.why_not:
            self.chosen = offer
            self.accept()


class _OfferDelegate(QStyledItemDelegate):
    """The text of a command, its menu beside it in a quieter tone, and its keys at the right edge."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, option.fontMetrics.height() + 2 * GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        offer = index.data(_CHOICE)
        self.initStyleOption(option, index)
        palette, roles = option.palette, QPalette.ColorRole
        group = QPalette.ColorGroup.Disabled if offer.why_not else QPalette.ColorGroup.Active
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, palette.highlight())
        inner, wide = option.rect.adjusted(GAP, 0, -GAP, 0), option.fontMetrics.horizontalAdvance
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(QFont(option.font))
        if index.data(_ENDS_RECENT):
            painter.setPen(palette.color(roles.Mid))
            painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.setPen(palette.color(group, roles.Text))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | middle, offer.keys)
        room = inner.width() - wide(offer.keys) - (2 * GAP if offer.keys else 0)
        text = option.fontMetrics.elidedText(offer.text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | middle, text)
        painter.setOpacity(_QUIET)
        left = room - wide(text) - 2 * GAP
        path = option.fontMetrics.elidedText(offer.path, Qt.TextElideMode.ElideRight, max(0, left))
        painter.drawText(inner.adjusted(wide(text) + 2 * GAP, 0, 0, 0), Qt.AlignmentFlag.AlignLeft | middle, path)
        painter.restore()
