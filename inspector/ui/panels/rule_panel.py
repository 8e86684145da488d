"""The choices of the metric, each with its values and what they do: why a number may differ from somebody else's."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QLabel, QVBoxLayout, QWidget

from inspector.core.metrics import Metric
from inspector.ui.theme import GAP, sized


class RulePanel(QFrame):
    """A popup with one line a choice; a value takes effect when it is picked."""

    chosen = Signal(Metric)

    def __init__(self, metric: Metric, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("rulePanel")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._metric = metric
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, GAP, 2 * GAP, GAP)
        layout.addWidget(self._line(f"{metric.label}: {metric.formula}"))
        layout.addWidget(self._line(f"Source: {metric.source}", small=True))
        form = QFormLayout()
        form.setVerticalSpacing(GAP)
        layout.addLayout(form)
        for name in metric.choices():
            form.addRow(*self._choice(name))

    def _choice(self, name: str) -> tuple[QWidget, QWidget]:
        choice = self._metric.choices()[name]
        box = QComboBox(self)
        box.setAccessibleName(choice.question)
        for value, meaning in choice.values.items():
            box.addItem(f"{value}{' (default)' if value == choice.default else ''} – {meaning}", value)
        box.setCurrentIndex(list(choice.values).index(self._metric.value(name)))
        box.activated.connect(lambda at: self._choose(name, str(box.itemData(at))))
        title = self._line(f"{name}")
        title.setToolTip(choice.question)
        title.setBuddy(box)
        return title, box

    def _choose(self, name: str, value: str) -> None:
        self._metric = self._metric.replace(**{name: value})
        self.chosen.emit(self._metric)

    def _line(self, text: str, *, small: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        if small:
            label.setFont(sized(label.font(), 0.9))
            label.setProperty("quiet", True)
        return label
