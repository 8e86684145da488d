"""The bar at the top: overall score, difference from the baseline, metric and its choices, rows, problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from inspector.core.analysis.numbers.unscored import why_unscored
from inspector.core.analysis.trec_eval import whose_rule
from inspector.core.errors import InputError
from inspector.core.evaluation.fit.others import of_other_kinds
from inspector.core.evaluation.marks import named_losses
from inspector.core.metrics import Metric, parse
from inspector.core.metrics.host.metric import with_folder
from inspector.ui.score.cut_box import CutBox
from inspector.ui.score.difference import DifferencePill
from inspector.ui.score.interval_readout import IntervalReadout
from inspector.ui.score.loss_bar import LossBar, loss_words
from inspector.ui.score.metric_chooser import MetricChooser
from inspector.ui.score.metric_texts import guess_texts
from inspector.ui.score.old_note import OldNote
from inspector.ui.score.part_scores import PartScores
from inspector.ui.score.rule_panel import RulePanel
from inspector.ui.score.score_label import ScoreLabel
from inspector.ui.score.threshold_chooser import ThresholdChooser
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.icons import icon
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Colours, Theme, restyle


class ScoreBar(QWidget):
    """Shows the scores, and emits `metric_asked` when the user chooses another metric."""

    metric_asked = Signal(Metric)
    problems_asked = Signal()
    refused = Signal(Exception)
    rule_opened = Signal(RulePanel)
    interval: IntervalReadout
    old: OldNote
    overall: ScoreLabel
    _icon_look: tuple[Colours, int] | None = None

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inspection, self._theme = signals.inspection, theme
        # Long and short texts.
        self._texts: dict[QToolButton | PlainLabel, tuple[str, str]] = {}
        self._title = PlainLabel(self, name="metricTitle", figures=True)
        self._guess = self._button("guessNote", "", "The metric was guessed from the files. Choose another one")
        self._texts[self._guess] = "", ""  # the first that is shortened
        self.overall, self.old = ScoreLabel(theme, self), OldNote(theme, self)
        self._delta = DifferencePill(self)
        self.interval = IntervalReadout(signals, theme, self)
        self._parts = PartScores(signals.inspection, self)
        self._loss_bar = LossBar(theme, self)
        self._losses = PlainLabel(self, name="lossLedger", figures=True, quiet=True)
        self._rows = PlainLabel(self, name="rowCount", figures=True)
        self._build()
        for signal in (signals.scored, signals.saved, signals.baseline_changed, signals.submissions_changed):
            signal.connect(self.refresh)
        theme.changed.connect(self.refresh)
        for part in (self.interval, self.old):
            part.changed.connect(self._fit)
        self.interval.failed.connect(self.refused)
        self.refresh()

    def refresh(self) -> None:
        """Show the current scores, metric and problems."""
        if not self._inspection.is_open:
            return
        self._show_score()
        if self.isVisible():
            self._parts.refresh()
        self.show_metric()
        self._show_problems()
        self._fit()

    def show_metric(self) -> None:
        """Show the metric in force, whatever was typed or asked for."""
        if not self._inspection.is_open:
            return
        metric = self._inspection.metric
        pair = self._inspection.evaluation.pair
        self._chooser.offer(pair.table.kind, of_other_kinds(pair))
        self._chooser.show_text(metric.brief)
        self._cut.blockSignals(True)
        self._cut.setValue(metric.k or 0)
        self._cut.blockSignals(False)
        self._threshold.show_threshold(self._inspection.evaluation)
        changed = sum(not metric.is_default(name) for name in metric.choices())
        look = self._theme.colours, self.fontMetrics().height()
        if look != self._icon_look:  # else Qt would draw the icon again after every edit
            self._icon_look = look
            self._rule.setIcon(icon("rule", look[0]))
            self._rule.setIconSize(QSize(look[1], look[1]))
        whose = whose_rule(self._inspection.evaluation)
        self._texts[self._rule] = (f"Rule: {changed} changed ▾" if changed else f"Rule: {whose} ▾"), "Rule ▾"

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Room for the title and the score; all other parts can be hidden."""
        needed = (self._title, self.overall)
        return QSize(sum(part.minimumSizeHint().width() + GAP for part in needed), super().minimumSizeHint().height())

    @property
    def _readouts(self) -> tuple[PlainLabel, ...]:
        """Read-only parts, hidden before the score loses a digit."""
        return self._parts, self.interval.shown, self._rows, self._losses

    @property
    def _others(self) -> dict[QWidget, bool]:
        """Parts that can be hidden, most important first, and whether each has something to show."""
        takes_k = self._inspection.is_open and self._inspection.metric.takes_k
        return {
            self.old: bool(self.old.text()),
            self._rule: True,
            self._cut: takes_k,
            self._delta: bool(self._delta.text()),
            self._chooser: True,
            self._threshold: self._threshold.applies,
            self._problems: True,
            self._guess: bool(self._texts[self._guess][0]),
            self.interval.whole: bool(self.interval.whole.text()),
            self._loss_bar: any(self._loss_bar.parts) and bool(self._losses.text()),
            **{part: bool(part.text()) for part in self._readouts},
        }

    def _fit(self) -> None:
        """Show the parts that fit; shorten one after the other while not all fit, the change only for controls."""
        others, spare = self._others, self.width() - self.minimumSizeHint().width()
        wanted = [part for part in others if others[part] and part not in self._readouts]
        controls = [part for part in wanted if part not in (self._guess, self.interval.whole, self._loss_bar)]
        self._delta.setText(self._delta.texts[0])
        self._threshold.show_slider(True)
        _shorten({**self._texts, self.old: self.old.texts}, wanted, spare)
        _shorten({self._delta: self._delta.texts}, controls, spare)
        self._threshold.show_slider(_width(controls) <= spare)
        for part, has_content in others.items():
            width = part.sizeHint().width() + GAP
            is_shown = has_content and width <= spare
            part.setVisible(is_shown)
            spare -= width if is_shown else 0

    def _build(self) -> None:
        self._chooser, self._cut, self._threshold = MetricChooser(self), self._make_cut(), ThresholdChooser(self)
        self._chooser.entered.connect(self._on_metric_text)
        self._chooser.given_up.connect(self.show_metric)
        self._threshold.asked.connect(self._on_threshold_changed)
        self._rule = self._button("ruleButton", "Rule ▾", "The choices of the metric, with the effect of each")
        self._rule.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._rule.clicked.connect(self.open_rule)
        self._problems = self._button("problemsButton", "Problems", "Show the problems in the files")
        self._problems.clicked.connect(self.problems_asked)
        self._guess.setAccessibleName("Guessed metric")
        self._guess.clicked.connect(self._chooser.showPopup)
        interval, losses = (self.interval.whole, self._delta, self.interval.shown), (self._loss_bar, self._losses)
        score = self._title, self._guess, self.overall, self.old, *interval, *losses, self._parts
        controls = self._chooser, self._cut, self._threshold, self._rule, self._rows, self._problems
        arrange(QHBoxLayout(self), *score, 1, *controls, spacing=GAP)

    def _make_cut(self) -> CutBox:
        hint = "How many labels of a row count; all, or 0, stands for the whole list"
        cut = named(CutBox(self), "cutChooser", "K, the cut-off", hint)
        cut.lineEdit().setAcceptDrops(False)
        cut.lineEdit().setTextMargins(GRID, 0, 0, 0)  # the style sheet leaves no padding to a spin box
        cut.valueChanged.connect(self._on_cut_changed)
        return cut

    def _show_score(self) -> None:
        evaluation = self._inspection.evaluation
        scored, rows = evaluation.scores.counted, len(evaluation.table)
        self._title.setText(evaluation.metric.label)
        why = why_unscored(evaluation)
        reason = f"{why[:1].upper()}{why[1:]}"
        self.overall.show_score(evaluation.scores.overall, reason, is_waiting=not evaluation.scores.is_settled)
        self.old.show_scores(evaluation.scores)
        self._texts[self._guess] = guess_texts(evaluation)
        one = self._inspection.open_submission
        is_saved = one.is_saved and one.was_saved is None  # while edits are played, no file has those shown
        self._delta.show_difference(evaluation, self._theme.colours, is_saved=is_saved)
        words, meaning = loss_words(evaluation)
        if words:
            is_loss = evaluation.metric.lower_is_better
            self._loss_bar.show_losses(evaluation.scores.overall, named_losses(evaluation), is_loss=is_loss)
        self._losses.setText(words)
        self._losses.setToolTip(tip(meaning))
        self._rows.setText(f"{rows:,} rows" + ("" if scored == rows else f", {scored:,} scored"))

    def _show_problems(self) -> None:
        problems, colours = self._inspection.problems, self._theme.colours
        count, has_errors = len(problems), any(problem.rejects for problem in problems)
        some = f"⚠ {count} problem{'' if count == 1 else 's'}", f"⚠ {count}"
        self._texts[self._problems] = some if count else ("✓ No problems", "✓")
        restyle(self._problems, f"color: {colours.worse if has_errors else colours.muted}")

    def _on_metric_text(self) -> None:
        text = self._chooser.currentText().strip()
        if self._inspection.is_open and text not in (str(now := self._inspection.metric), now.brief):
            self._ask(lambda: parse(with_folder(text, now)))

    def _on_cut_changed(self, k: int) -> None:
        if self._inspection.is_open:
            # Typed under another metric, and entered when the keyboard leaves: this one may have no cut-off.
            self._ask(lambda: self._inspection.metric.replace(k=k or None))

    def _ask(self, make: Callable[[], Metric]) -> None:
        """Ask for a metric; without it show the one in force again."""
        try:
            metric = make()
        except InputError as error:
            self.show_metric()
            self.refused.emit(error)
        else:
            self.metric_asked.emit(metric)

    def _on_threshold_changed(self, threshold: float) -> None:
        if self._inspection.is_open:
            self.metric_asked.emit(self._inspection.metric.replace(threshold=threshold))

    def open_rule(self) -> None:
        """Open the popup with the choices of the metric."""
        panel = RulePanel(self._inspection.evaluation, self)
        panel.chosen.connect(self.metric_asked)
        panel.refused.connect(self.refused)
        self.rule_opened.emit(panel)
        panel.open_below(self._rule)

    def _button(self, name: str, text: str, hint: str) -> QToolButton:
        button = named(QToolButton(self), name, hint=hint)
        button.setAutoRaise(True)
        button.setText(text)
        button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        return button


def _shorten(texts: Mapping[QToolButton | PlainLabel, tuple[str, str]], parts: Sequence[QWidget], spare: int) -> None:
    """Give each its long text, then one after the other its short one while not all parts fit."""
    for button, (long, _) in texts.items():
        button.setText(long)
    for button, (_, short) in texts.items():
        if _width(parts) > spare:
            button.setText(short)


def _width(parts: Sequence[QWidget]) -> int:
    return sum(part.sizeHint().width() + GAP for part in parts)
