"""The suspects panel: two lists of suspect truths, how far the submissions agree, and the best of them in each row."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from inspector.core.ensemble.overview import Overview
from inspector.core.query import Clause
from inspector.ui.ensemble.agreement_table import AgreementTable
from inspector.ui.ensemble.suspects_table import SuspectsTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.flow_layout import FlowLayout
from inspector.ui.widgets.formatting import fixed_decimals, one_line
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP, GRID, Theme

_MEANS = (
    "A row of these lists is not proven to be mislabelled: submissions that are alike make the same mistakes. "
    "Agreement says how alike they are."
)
_NO_VOTE = " Blends have no vote of their own."
_AGREE = (
    "Two submissions or more have the same label in front, which is not in the truth, and more than half of all votes, "
    "weighed by their overalls, are for it: the label may be missing in the truth, or the submissions err alike"
)
_DISAGREE = "Two submissions or more have a label in front that is not in the truth, and no label has most of the votes"
_TITLES = "They agree on another &label", "They &disagree"


class SuspectsPanel(QWidget):
    """The truth file is never changed: the lists can be shown, copied and exported."""

    failed = Signal(Exception)
    filter_asked = Signal(Clause)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("suspectsPanel")
        self._inspection = signals.inspection
        self.table = SuspectsTable(signals, theme, self)
        self.setFocusProxy(self.table)
        self.agreement = AgreementTable(self)
        self._likely = named(QRadioButton(self), "likelySuspects", hint=_AGREE)
        self._ambiguous = named(QRadioButton(self), "ambiguousSuspects", hint=_DISAGREE)
        self._only = QCheckBox("&Only these rows", self)
        named(self._only, "onlySuspects", hint="Filter the table by the rows of this list")
        self._agreement = QRadioButton("A&greement", self)
        named(self._agreement, "submissionAgreement", hint="How often two submissions have the same first label")
        self._views = QStackedWidget(self)
        self._best = PlainLabel(self, name="bestOf", figures=True, selectable=True, wraps=True)
        # Where there is little height, the table keeps its lines and the note scrolls.
        self._note = ScrollPage(self._best, self)
        self._build()
        self._connect()
        for signal in (signals.loaded, signals.ordered):
            signal.connect(self._show_state)
        self._show()

    def _connect(self) -> None:
        self.table.failed.connect(self.failed)
        self.table.filter_asked.connect(self.filter_asked)
        self.table.filled.connect(self._show)
        self.agreement.alone_asked.connect(self._show_alone)
        self._group.buttonToggled.connect(self._choose)
        self._only.clicked.connect(lambda on: self.table.filter_rows(on=on))

    def _choose(self, button: QRadioButton, on: bool) -> None:
        """Show one of the lists, or the agreement."""
        if not on:
            return
        self._views.setCurrentWidget(self.agreement if button is self._agreement else self.table)
        if button is not self._agreement:
            self.table.show_list(likely=button is self._likely)

    def _show(self) -> None:
        found = self.table.found
        several = found is not None and len(found.names) > 1
        self._note.setVisible(several)
        self._agreement.setEnabled(several)
        if not several and self._agreement.isChecked():
            self._likely.setChecked(True)
        suspects = found.suspects if found is not None and several else None
        counts = (len(suspects.mislabelled), len(suspects.ambiguous)) if suspects else (0, 0)
        for button, title, count in zip((self._likely, self._ambiguous), _TITLES, counts, strict=True):
            button.setText(f"{title}: {count:,}")
        if found is not None and several:
            self.agreement.show_overview(found)
            blends = _NO_VOTE if len(found.names) < len(self._inspection.submissions) else ""
            self._best.setText(f"{self._best_words(found)} {_MEANS}{blends}")
        self._show_state()

    def _best_words(self, found: Overview) -> str:
        """What choosing the best submission in each row would give, or why that is not known."""
        scores, many = self._inspection.evaluation.scores, len(found.names)
        if not scores.tells_gains:
            return f"{self._inspection.metric.label} is no mean over rows: choosing a submission in each row has none."
        now = scores.mean(found.best.rows)
        best, own = (fixed_decimals(score, scores.fine_decimals) for score in (found.best.overall, now))
        whose = one_line(self._inspection.open_submission.name)
        where = "The" if self._inspection.state.filter is None else "In the rows shown, the"
        return f"{where} best of the {many} in each row would give {best}; {whose} has {own}."

    def _show_state(self) -> None:
        self._only.setChecked(self._inspection.is_open and self.table.is_in_force)
        self._only.setEnabled(len(self.table.rows) > 0 or self._only.isChecked())

    def _show_alone(self, number: int) -> None:
        """Show the rows that a submission wins alone, in place of the rows of a list."""
        found = self.table.found
        if found is not None and self.table.recount.is_fresh:
            text = f"won alone by {one_line(found.names[number])}"
            self.filter_asked.emit(Clause(text, self.table.objectName(), rows=found.best.rows_alone(number)))

    def _build(self) -> None:
        tools = QWidget(self)
        tools.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        line = FlowLayout(tools)
        line.setSpacing(GAP)
        self._group = QButtonGroup(self)
        for button in (self._likely, self._ambiguous, self._agreement):
            self._group.addButton(button)
            line.addWidget(button)
        line.addWidget(self._only)
        self._likely.setChecked(True)
        for view in (self.table, self.agreement):
            self._views.addWidget(view)
        self._best.setContentsMargins(GAP, 0, GAP, 0)
        self._note.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        above = arrange(QVBoxLayout(), tools, margins=(GAP, 0, GAP, 0))
        arrange(QVBoxLayout(self), above, (self._views, 1), self._note, margins=(0, GRID, 0, GRID), spacing=GRID)
