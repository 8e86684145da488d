"""The repairs that are proposed for two files, to be ticked. What is ticked stays, also when it is proposed no more."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListWidget, QListWidgetItem, QWidget

from inspector.core.files import Problem
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.theme import GAP

_MOST_LINES = 4


class RepairList(QListWidget):
    """Hidden while there is nothing to repair. changed: another repair is ticked, or one less."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fixList")
        self.setAccessibleName("Proposed repairs of the submission")
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        # On the ground of the dialog an empty box is seen in the dark, too.
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self._chosen: dict[str, str] = {}
        self.itemChanged.connect(self._tick)
        self.hide()

    @property
    def fixes(self) -> tuple[str, ...]:
        """The names of the repairs that are ticked, in the order in which they were."""
        return tuple(self._chosen)

    def choose(self, fixes: Sequence[str]) -> None:
        """Begin with these ticked."""
        self._chosen = {fix: fix for fix in fixes}
        self.offer(())

    def offer(self, problems: Sequence[Problem]) -> None:
        """Show what is ticked, and what is proposed."""
        proposed = {
            problem.fix.name: f"{problem.fix.words} ({problem.fix.counted})"
            for problem in problems
            if problem.fix is not None
        }
        self.blockSignals(True)
        self.clear()
        for name, words in {**proposed, **self._chosen}.items():
            item = QListWidgetItem(words, self)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setToolTip(tip(words))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Checked if name in self._chosen else Qt.CheckState.Unchecked)
        self.blockSignals(False)
        self.setVisible(self.count() > 0)
        self.setFixedHeight(min(_MOST_LINES, self.count()) * max(1, self.sizeHintForRow(0)) + GAP)

    def _tick(self, item: QListWidgetItem) -> None:
        name = item.data(Qt.ItemDataRole.UserRole)
        if item.checkState() == Qt.CheckState.Checked:
            self._chosen[name] = item.text()
        else:
            self._chosen.pop(name, None)
        self.changed.emit()
