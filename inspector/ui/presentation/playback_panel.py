"""Playback of edits, one step at a time: first the prediction, then its score. Space goes on."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from inspector.core.data.prediction import Prediction
from inspector.core.document.playback import Playback, PlaybackPosition
from inspector.core.evaluation.numbers import truth_text
from inspector.ui.presentation.step_dots import StepDots
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.formatting import fixed_decimals, signed
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP, GRID, Theme

# The room is for the prediction, which the audience judges.
_MOST_TRUE, _MOST_LABELS = 5, 12
_LINES = ("row", "truth", "changed to", "its score")
# Also those of a presenter's clicker.
_FURTHER, _BACK = (Qt.Key.Key_Right, Qt.Key.Key_PageDown), (Qt.Key.Key_Left, Qt.Key.Key_PageUp)
# Letters of a line that has room for a button beside its text.
_NARROW = 70


class PlaybackPanel(QWidget):
    """Empty until `play`; ended: after the last step, when playback is stopped, and when another pair is loaded.

    interrupted: it was ended by something that needs all edits, which the user may not have meant to end it.
    """

    started, interrupted, ended = Signal(), Signal(), Signal()

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stagePanel")
        self._inspection, self._theme = signals.inspection, theme
        self.playback = Playback(signals.inspection)
        self._before = dict[int, tuple[float, float]]()
        self._build()
        signals.loaded.connect(self._forget)
        signals.edited.connect(self.refresh)
        signals.metric_changed.connect(self.interrupt)  # the scores before the step are of another metric
        theme.changed.connect(self.refresh)

    def play(self) -> None:
        """Go back before the first step."""
        if self.playback.play():
            self.started.emit()
            self._prepare()
            self.take_focus()

    def take_focus(self) -> None:
        """Give the keys to the button that goes on, if there is a playback."""
        if self.playback.is_playing:
            self._next.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def back(self) -> bool:
        """Hide the score again, or go back to the step before; false before the first."""
        if has_gone := self.playback.back():
            self._prepare()
        return has_gone

    def interrupt(self) -> None:
        """End the playback, if there is one, and say so: nothing else may happen to half of its edits."""
        if self.playback.is_playing:
            self._stop()
            self.interrupted.emit()

    def finish(self) -> None:
        """End the playback, if there is one, and make its edits again."""
        if self.playback.is_playing:
            self._stop()

    def refresh(self) -> None:
        """Show the current step."""
        moment = self.playback.moment
        if moment is None:
            if self.playback.is_playing:
                self._end()
            return
        row = int(moment.edit.rows[0])
        more = len(moment.edit.rows) - 1
        rows = f" and {more:,} more row{'' if more == 1 else 's'}" if more else ""
        id_, step = self._inspection.evaluation.table.id(row), f"Step {moment.number} of {moment.count}"
        name = moment.edit.name
        self._title.show_text(f"{step}: {name}", f"{step}: {name.removesuffix(f' of {id_}')}")  # its line has the id
        self._dots.show_steps(moment.count, moment.number - 1 + moment.revealed, moment.number - 1)
        self._row.show_text(f"{id_}{rows}")
        evaluation = self._inspection.evaluation
        is_listed = evaluation.table.kind.names_labels
        truth = _listed(evaluation.truth(row), _MOST_TRUE) if is_listed else truth_text(evaluation, row)
        self._truth.setText(truth or "(none)")
        self._predicted.setText(self._labels(moment, row))
        self._show_score(moment, row)
        self._next.setText("&Next step")
        self._next.setMinimumWidth(self._next.sizeHint().width())  # the longest: nothing moves with the words
        if not moment.revealed or moment.number == moment.count:
            self._next.setText("&Finish" if moment.revealed else "&Reveal")
        can_go_back = moment.number > 1 or moment.revealed
        if not can_go_back and self._back.hasFocus():
            self._next.setFocus()  # else it goes on to the button that stops, which the next Space would press
        self._back.setEnabled(can_go_back)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the dots and the buttons below the texts where there is no room beside them, as on stage."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < _NARROW * self.fontMetrics().averageCharWidth()
        directions = QBoxLayout.Direction
        for line in (self._top, self._middle):
            line.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)
        self._buttons.setDirection(directions.LeftToRight if is_narrow else directions.TopToBottom)

    def _build(self) -> None:
        self._title = ElidedLabel("stageTitle", self, figures=True, style="heading")
        self._dots = StepDots(self._theme, self)
        self._row = ElidedLabel("stageRow", self, figures=True, cut=Qt.TextElideMode.ElideMiddle)
        self._row_score = ElidedLabel("stageRowScore", self, figures=True)
        self._truth, self._predicted = (_labels_line(name, self) for name in ("stageTruth", "stagePrediction"))
        self._score = ElidedLabel("stageScore", self, figures=True, style="title")
        self._change = ElidedLabel("stageChange", self, figures=True, style="title")
        texts = QWidget(self)
        lines = QGridLayout(texts)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setHorizontalSpacing(2 * GAP)
        lines.setVerticalSpacing(GRID)
        lines.setColumnStretch(1, 1)
        lines.setRowStretch(len(_LINES), 1)
        parts: tuple[PlainLabel, ...] = self._row, self._truth, self._predicted, self._row_score
        for place, (name, label) in enumerate(zip(_LINES, parts, strict=True)):
            lines.addWidget(PlainLabel(self, name, quiet=True), place, 0, Qt.AlignmentFlag.AlignTop)
            lines.addWidget(label, place, 1)
        on = "Reveal the score, then go on to the next step (Space)"
        self._next = self._button("stageNext", "&Reveal", on, self.go_on)
        end = "End here; the edits not shown yet are made again (Esc)"
        stop = self._button("stageStop", "&Stop", end, self._stop)
        back = "Hide the score again, or go back to the step before (Left)"
        self._back = self._button("stageBack", "&Back", back, self.back)
        self._back.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click Space goes on as before
        # Else they would go to another button, or to another panel.
        for button, keys in (self._next, _FURTHER), (self._back, _BACK):
            for key in keys:
                shortcut = QShortcut(QKeySequence(key), self)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.activated.connect(button.click)
        # Step and score are above the buttons: next to them they would be cut off.
        self._buttons = arrange(QVBoxLayout(), self._next, self._back, stop, 1, spacing=GRID)
        page = ScrollPage(texts, self)  # long lists push neither buttons nor score out of sight
        self._middle = arrange(QHBoxLayout(), (page, 1), self._buttons)
        self._top = arrange(QHBoxLayout(), (self._title, 1), self._dots, spacing=2 * GAP)
        parts_below, around = ((self._middle, 1), self._score, self._change), (2 * GAP, GAP, 2 * GAP, GAP)
        arrange(QVBoxLayout(self), self._top, *parts_below, spacing=GAP, margins=around)

    def _prepare(self) -> None:
        """Remember the scores before the step, and go to its row."""
        moment = self.playback.moment
        if moment is None:
            self._end()
            return
        row, scores = int(moment.edit.rows[0]), self._inspection.evaluation.scores
        if not moment.revealed:
            self._before[moment.number] = float(scores.row[row]), scores.known_overall
        self._inspection.go_to(row)
        self.refresh()

    def go_on(self) -> None:
        """Reveal the score, or go on to the next step."""
        self.playback.advance()
        moment = self.playback.moment
        if moment is not None and moment.revealed:
            self.refresh()
        else:
            self._prepare()

    def _stop(self) -> None:
        self.playback.stop()
        self.ended.emit()

    def _end(self) -> None:
        self.playback.end()
        self.ended.emit()

    def _forget(self) -> None:
        self.playback.forget()
        self.ended.emit()

    def _labels(self, moment: PlaybackPosition, row: int) -> str:
        """The prediction of the step, with its confidences; hits are marked only once the score is revealed."""
        evaluation, weights = self._inspection.evaluation, moment.edit.predictions.weights_of(0)
        if not evaluation.table.kind.names_labels:
            numbers = Prediction((), () if weights is None else tuple(weights.tolist()))
            return evaluation.pair.submission.grammar.write(numbers) or "(nothing)"
        labels, truth = evaluation.table.vocab.texts(moment.edit.predictions[0]), set(evaluation.truth(row))
        hits = {labels.index(label) for label in truth.intersection(labels) if moment.revealed}  # a repeat is none
        # No line break parts a number or the sign from its label.
        sure = [""] * len(labels) if weights is None else [f"\u00a0·\u00a0{weight:.4g}" for weight in weights.tolist()]
        told = [f"{label}{number}" for label, number in zip(labels, sure, strict=True)]
        marked = [f"{label}\u00a0✓" if at in hits else label for at, label in enumerate(told)]
        return _listed(marked, _MOST_LABELS) or "(nothing)"

    def _show_score(self, moment: PlaybackPosition, row: int) -> None:
        scores, colours = self._inspection.evaluation.scores, self._theme.colours
        was, overall = self._before.get(moment.number, (math.nan, math.nan))
        before, label = fixed_decimals(was, scores.decimals), self._inspection.metric.label
        # Room for both scores, which are not elided, from before they are known: nothing moves when they are.
        self._row_score.setMinimumWidth(self._row_score.fontMetrics().horizontalAdvance(f"{before} → {before}0"))
        if not moment.revealed:
            self._row_score.show_text(f"{before} → ?")
            self._score.show_text(f"What will the overall {label} be?", f"Overall {label} = ?", f"{label} = ?")
            self._change.show_text("")
            _colour(self._score, colours.now)
            return
        now, places = float(scores.row[row]), max(6, scores.fine_decimals)
        self._row_score.show_text(f"{before} → {fixed_decimals(now, scores.decimals)}")
        overall_now = fixed_decimals(scores.known_overall, places)
        self._score.show_text(f"Overall {label} {overall_now}", f"{label} {overall_now}", overall_now)
        self._change.show_text(signed(scores.known_overall - overall, places) or "±0")
        worse = scores.metric.improvement(scores.known_overall - overall) < 0
        for large in (self._score, self._change):
            _colour(large, colours.worse if worse else colours.better)

    def _button(self, name: str, text: str, hint: str, run: Callable[[], object]) -> QPushButton:
        button = named(QPushButton(text, self), name, hint=hint)
        button.clicked.connect(run)
        return button


def _listed(labels: Sequence[str], most: int) -> str:
    """The first labels, and how many more there are."""
    more = [f"+{len(labels) - most:,}"] if len(labels) > most else []
    return "  ".join([*labels[:most], *more])


def _labels_line(name: str, parent: QWidget) -> PlainLabel:
    """A line of labels that takes any width and goes on below: who is to predict has to see all of them."""
    label = PlainLabel(parent, name=name, figures=True, wraps=True)
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    label.setSizePolicy(policy)
    return label


def _colour(label: QWidget, colour: str) -> None:
    """Colour a text; a style sheet of its own would take away its size."""
    palette = label.palette()
    palette.setColor(label.foregroundRole(), QColor(colour))
    label.setPalette(palette)
