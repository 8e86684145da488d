"""Checkable list of the proposed repairs. Ticked repairs stay listed when they are no longer proposed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListWidget, QListWidgetItem, QWidget

from inspector.core.files.problem import Problem
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import GAP

_MAX_LINES = 4


class RepairList(QListWidget):
    """Hidden while empty. changed: the user ticked or unticked a repair."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "fixList", "Proposed repairs")
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        # On the dialog background an unticked box is also visible in the dark theme.
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self._ticked: dict[str, str] = {}
        self.itemChanged.connect(self._on_item_changed)
        self.hide()

    @property
    def fixes(self) -> tuple[str, ...]:
        """The names of the ticked repairs, in the order of ticking."""
        return tuple(self._ticked)

    def choose(self, fixes: Sequence[str]) -> None:
        """Tick these repairs and no others."""
        self._ticked = {fix: fix for fix in fixes}
        self.offer(())

    def offer(self, problems: Sequence[Problem]) -> None:
        """List the ticked repairs and those proposed by the problems."""
        fixes = [problem.fix for problem in problems if problem.fix is not None]
        proposed = {fix.name: f"{fix.words} ({fix.counted})" for fix in fixes}
        with QSignalBlocker(self):
            self.clear()
            for name, text in {**proposed, **self._ticked}.items():
                item = QListWidgetItem(text, self)
                item.setData(Qt.ItemDataRole.UserRole, name)
                item.setToolTip(tip(text))
                item.setCheckState(Qt.CheckState.Checked if name in self._ticked else Qt.CheckState.Unchecked)
        self.setVisible(self.count() > 0)
        self.setFixedHeight(min(_MAX_LINES, self.count()) * max(1, self.sizeHintForRow(0)) + GAP)

    def _on_item_changed(self, item: QListWidgetItem) -> None:
        name = item.data(Qt.ItemDataRole.UserRole)
        if item.checkState() == Qt.CheckState.Checked:
            self._ticked[name] = item.text()
        else:
            self._ticked.pop(name, None)
        self.changed.emit()
