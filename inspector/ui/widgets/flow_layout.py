"""Layout that places items side by side and wraps them to new lines."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget

from inspector.ui.widgets.theme import GAP, GRID


class FlowLayout(QLayout):
    """Left-to-right layout whose height depends on its width; its lines stand close, however far apart its items."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(GRID)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._items]
        return QSize(max((s.width() for s in sizes), default=0), max((s.height() for s in sizes), default=0))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def _arrange(self, rect: QRect, move: bool) -> int:
        """Return the height of the items for the width of `rect`; move: also set their geometry."""
        left, top, tallest = rect.left(), rect.top(), 0
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(max(rect.width(), item.minimumSize().width()), 1 << 20))
            if left > rect.left() and left + size.width() > rect.right() + 1:
                left, top, tallest = rect.left(), top + tallest + min(GAP, self.spacing()), 0
            if move:
                item.setGeometry(QRect(QPoint(left, top), size))
            left, tallest = left + size.width() + self.spacing(), max(tallest, size.height())
        return top + tallest - rect.top()


class FlowRow(QWidget):
    """Widgets in as many lines as they need; hidden if there are none."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._flow = FlowLayout(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def put(self, parts: Sequence[QWidget]) -> None:
        """Show these widgets in place of those before, which are deleted."""
        while item := self._flow.takeAt(0):
            if old := item.widget():
                old.hide()
                old.deleteLater()
        for part in parts:
            self._flow.addWidget(part)
            part.show()
        self.setVisible(bool(parts))
        self._flow.invalidate()
        self.updateGeometry()
