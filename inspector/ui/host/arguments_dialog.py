"""The question for the values that a host's metric needs and its file does not tell."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from inspector.core.errors import InputError
from inspector.core.metrics.host.metric import HostMetric
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.formatting import one_line, start
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP

_MOST, _WIDTH = 120, 420


class ArgumentsDialog(Dialog):
    """A line for each value; accepted once all can be read. chosen: the metric with what was typed."""

    def __init__(self, metric: HostMetric, parent: QWidget) -> None:
        super().__init__(parent, "argumentsDialog", "What the metric needs")
        self.chosen = metric
        self._lines = {name: QLineEdit(self) for name in metric.missing}
        self._problem = PlainLabel(self, name="argumentsProblem", wraps=True)
        words = f"{start(one_line(metric.label), _MOST)} has no default for what the contest sets. Enter it here:"
        title, form = PlainLabel(self, words, wraps=True), self._form()
        buttons = self.button_box(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.lay_out(title, form, self._problem, buttons, spacing=None)
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
            named(line, f"argument_{name}", name)
            line.setPlaceholderText(self.chosen.parameters()[name].question)
            form.addRow(PlainLabel(self, name), line)
        return form
