"""The question for the values that a host's metric needs and its file does not tell."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from inspector.core.errors import InputError
from inspector.core.metrics.host.metric import HostMetric
from inspector.ui.widgets.formatting import one_line, start
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP

_MOST, _WIDTH = 120, 420


class ArgumentsDialog(QDialog):
    """A line for each value; accepted once all can be read. chosen: the metric with what was typed."""

    def __init__(self, metric: HostMetric, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("argumentsDialog")
        self.setWindowTitle("What the metric needs")
        self.chosen = metric
        self._lines = {name: QLineEdit(self) for name in metric.missing}
        self._problem = PlainLabel(self, name="argumentsProblem", wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        words = f"{start(one_line(metric.label), _MOST)} has no default for what the contest sets. Enter it here:"
        layout.addWidget(PlainLabel(self, words, wraps=True))
        layout.addLayout(self._form())
        layout.addWidget(self._problem)
        layout.addWidget(self._buttons())
        self.setMinimumWidth(_WIDTH)

    def accept(self) -> None:
        """Take the values over, or say which one cannot be read."""
        metric = self.chosen
        try:
            for name, line in self._lines.items():
                if not line.text().strip():
                    raise InputError(f"{name} has no value", expected=metric.parameters()[name].question)
                metric = metric.with_value(name, line.text())
        except InputError as error:
            self._problem.setText(str(error))
            return
        self.chosen = metric
        super().accept()

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GAP)
        for name, line in self._lines.items():
            line.setObjectName(f"argument_{name}")
            line.setAccessibleName(name)
            line.setPlaceholderText(self.chosen.parameters()[name].question)
            form.addRow(PlainLabel(self, name), line)
        return form

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons
