"""The choice of the method of a blend, with what each does, and why one cannot be chosen."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from inspector.core.ensemble.methods import METHODS
from inspector.core.evaluation.evaluation import Evaluation
from inspector.ui.widgets.building.build import arrange
from inspector.ui.widgets.formatting import menu, tip
from inspector.ui.widgets.theme import GRID

# What is chosen at first: of lists, and of numbers and the probabilities of classes.
_OF_LISTS, _OF_NUMBERS = "rrf", "mean"


class MethodChoice(QWidget):
    """changed: another method is chosen."""

    changed = Signal()

    def __init__(self, submissions: Mapping[str, Evaluation], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("blendMethod")
        without = [name for name, one in submissions.items() if one.table.predictions.weights is None]
        first = next(iter(submissions.values()))
        names_labels = first.table.kind.names_labels
        self._group = QButtonGroup(self)
        self._buttons = {
            key: QRadioButton(f"&{method.title}: {method.words if names_labels else method.of_numbers}", self)
            for key, method in METHODS.items()
        }
        arrange(QVBoxLayout(self), *self._buttons.values(), spacing=GRID)
        for key, button in self._buttons.items():
            button.setObjectName(f"blend_{key}")
            self._group.addButton(button)
            button.setVisible(names_labels or bool(METHODS[key].of_numbers))
            if METHODS[key].needs_confidences and without:
                button.setEnabled(False)
                button.setText(f"&{METHODS[key].title}: {menu(without[0], 30)} has no confidences")
                button.setToolTip(tip(f"Without confidences: {', '.join(without)}"))
        is_of_numbers = not names_labels or (first.metric.scores_class_probabilities and not without)
        self._buttons[_OF_NUMBERS if is_of_numbers else _OF_LISTS].setChecked(True)
        self._group.buttonToggled.connect(lambda _, on: self.changed.emit() if on else None)

    @property
    def method(self) -> str:
        """The key of the chosen method."""
        return next(key for key, button in self._buttons.items() if button.isChecked())
