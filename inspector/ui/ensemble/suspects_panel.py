"""The suspects panel: two lists of suspect truths, how far the submissions agree, and the best of them in each row."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QSplitter, QVBoxLayout, QWidget

from inspector.core.ensemble.overview import Overview
from inspector.core.query import Clause
from inspector.ui.ensemble.agreement_table import AgreementTable
from inspector.ui.ensemble.suspects_table import SuspectsTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.flow_layout import FlowLayout
from inspector.ui.widgets.formatting import fixed_decimals, one_line
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme

_INFLATED = (
    "Share of rows with the same first label. Submissions that agree much have hardly more than one vote together."
)


class SuspectsPanel(QWidget):
    """The truth file is never changed: the lists can be shown, copied and exported."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("suspectsPanel")
        self._inspection = signals.inspection
        self.table = SuspectsTable(signals, theme, self)
        self.agreement = AgreementTable(self)
        self._likely = self._radio("likelySuspects", "Submissions agree on one other label")
        self._ambiguous = self._radio("ambiguousSuspects", "Submissions are wrong, but disagree")
        self._only = QCheckBox("&Only these rows", self)
        self._only.setObjectName("onlySuspects")
        self._only.setToolTip("Filter the table by the rows of this list")
        self._best = PlainLabel(self, name="bestOf", figures=True, wraps=True, selectable=True)
        self._words = PlainLabel(self, _INFLATED, name="agreementWords", quiet=True, wraps=True)
        self._build()
        self._connect()
        for signal in (signals.loaded, signals.ordered):
            signal.connect(self._show_state)
        self._show()

    def take_focus(self) -> None:
        """Put the cursor into the list."""
        self.table.setFocus()

    def _connect(self) -> None:
        self.table.failed.connect(self.failed)
        self.table.filter_asked.connect(self.filter_asked)
        self.table.filled.connect(self._show)
        self.agreement.alone_asked.connect(self._show_alone)
        self._likely.toggled.connect(lambda on: self.table.show_list(likely=on))
        self._only.clicked.connect(lambda on: self.table.filter_rows(on=on))

    def _show(self) -> None:
        found = self.table.found
        several = found is not None and len(found.names) > 1
        for part in (self._best, self._words, self.agreement):
            part.setVisible(several)
        counts = (0, 0) if found is None or not several else _counts(found)
        for button, title, count in zip(self._lists, ("&Likely mislabelled", "&Ambiguous"), counts, strict=True):
            button.setText(f"{title}: {count:,}")
        if found is not None and several:
            self.agreement.show_overview(found)
            self._best.setText(self._best_words(found))
        self._show_state()

    def _best_words(self, found: Overview) -> str:
        """What choosing the best submission in each row would give, or why that is not known."""
        scores, many = self._inspection.evaluation.scores, len(found.names)
        if not scores.tells_gains:
            return f"{self._inspection.metric.label} is no mean over rows: choosing a submission in each row has none."
        best = fixed_decimals(found.best.overall, scores.fine_decimals)
        whose = one_line(self._inspection.open_submission.name)
        return f"The best of the {many} in each row would give {best}; {whose} has {self._now(found)}."

    def _now(self, found: Overview) -> str:
        scores = self._inspection.evaluation.scores
        return fixed_decimals(scores.mean(found.best.rows), scores.fine_decimals)

    def _show_state(self) -> None:
        self._only.setChecked(self._inspection.is_open and self.table.shows_only_these)
        self._only.setEnabled(len(self.table.rows) > 0 or self._only.isChecked())

    def _show_alone(self, number: int) -> None:
        """Show the rows that a submission wins alone, in place of the rows of a list."""
        found = self.table.found
        if found is not None and self.table.recount.is_fresh:
            text = f"won alone by {one_line(found.names[number])}"
            self.filter_asked.emit(Clause(text, self.table.objectName(), rows=found.best.rows_alone(number)))

    def _build(self) -> None:
        tools, side = QWidget(self), QWidget(self)
        line, beside, layout = FlowLayout(tools), QVBoxLayout(side), QVBoxLayout(self)
        for part in (*self._lists, self._only):
            line.addWidget(part)
        self._group = QButtonGroup(self)
        for button in self._lists:
            self._group.addButton(button)
        self._likely.setChecked(True)
        beside.setContentsMargins(GAP, 0, GAP, GRID)
        beside.addWidget(self._words)
        beside.addWidget(self.agreement, 1)
        beside.addWidget(self._best)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setObjectName("suspectsSplit")
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        split.addWidget(side)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 1)
        above = QVBoxLayout()
        above.setContentsMargins(GAP, 0, GAP, 0)
        above.addWidget(tools)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.setSpacing(GRID)
        layout.addLayout(above)
        layout.addWidget(split, 1)

    @property
    def _lists(self) -> tuple[QRadioButton, QRadioButton]:
        return self._likely, self._ambiguous

    def _radio(self, name: str, hint: str) -> QRadioButton:
        button = QRadioButton(self)
        button.setObjectName(name)
        button.setToolTip(hint)
        return button


def _counts(found: Overview) -> tuple[int, int]:
    return len(found.suspects.mislabelled), len(found.suspects.ambiguous)
