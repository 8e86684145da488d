"""Popup with the choices of the metric: each value with its meaning, the rows it affects and the overall score.

Parameters, such as the only label that counts, are typed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsOpacityEffect,
    QGridLayout,
    QLineEdit,
    QRadioButton,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from inspector.core.analysis.choice_effect import Effect
from inspector.core.analysis.trec_eval import source_of
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Choice, Metric
from inspector.core.metrics.host.metric import assumed_of
from inspector.core.plural import count_of
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import fixed_decimals, start, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP

# Opacity of what changes nothing here: dimmed, but readable.
_QUIET = 0.7
# Letters of what a host says of a metric, which may be a page.
_MOST_SAID = 800
_SAME, _DECIMALS = "no change", 6
# What a divisor is without a K that could cut a row off.
_UNCUT = {"min-m-k": "; without a K the same as m"}
# What another direction does to what is better, and so to worst first.
_TURNED = "turns the order"
# No row has another score.
_ALONE = "only the overall"
# Letters of formulas and what they stand for.
_LETTERS = (
    ("P(k)", "P(k): the share of right labels among the first k"),
    ("rel(k)", "rel(k): 1 where the label at rank k is right, else 0"),
    ("P(i)", "P(i): the share of right ones among the first i"),
    ("rel(i)", "rel(i): 1 where the one at rank i is right, else 0"),
    ("(n, K)", "n: how many labels are predicted"),
    ("(1/m)", "m: how many truth labels the row has"),
    ("tp", "tp, fp, fn: right, wrong and missed labels"),
)


class _Line(NamedTuple):
    """The parts of the line of a value: to choose it, its meaning, the rows it affects and the overall under it."""

    button: QRadioButton
    words: PlainLabel
    rows: PlainLabel
    overall: PlainLabel


class RulePanel(QFrame):
    """Popup with a line for each parameter and each value of the choices of a metric.

    chosen: the metric with the value clicked or typed.
    """

    chosen = Signal(Metric)
    refused = Signal(Exception)

    def __init__(self, evaluation: Evaluation, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("rulePanel")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._metric = metric = evaluation.metric
        # Another value may give an overall with a digit more.
        self._widest = f"0{fixed_decimals(evaluation.scores.known_overall, _DECIMALS)}"
        self._lines: dict[tuple[str, str], _Line] = {}
        self._page = QWidget(self)
        self._lines_down = layout = QVBoxLayout(self._page)
        layout.setContentsMargins(2 * GAP, GAP, 2 * GAP, GAP)
        layout.addWidget(PlainLabel(self, f"{metric.label}: {start(metric.formula, _MOST_SAID)}"))
        legend = " · ".join(meaning for letters, meaning in _LETTERS if letters in metric.formula)
        assumed = f"Assumed: {words}" if (words := assumed_of(metric)) else ""
        said = legend, f"Source: {source_of(evaluation)}", evaluation.scores.row_words, assumed
        for words in filter(None, said):
            layout.addWidget(PlainLabel(self, words, quiet=True, style="small"))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * GAP)
        self._grid.setColumnStretch(1, 1)
        layout.addLayout(self._grid)
        for name, choice in evaluation.choices.items():
            self._add_choice(metric, name, choice)
        for name in metric.parameters():
            self._add_parameter(metric, name)
        self._view = ScrollPage(self._page, self)
        self._around = arrange(QVBoxLayout(self), self._view, margins=(1, 1, 1, 1))  # the border of the style sheet

    def open_below(self, button: QWidget) -> None:
        """Show the popup under the right end of a button; lines that are wider than the window are wrapped."""
        screen, window = button.screen().availableGeometry(), button.window().geometry()
        room = QSize(min(screen.width(), window.width()), screen.height())
        place = QRect(QPoint(), self._size_within(room))
        place.moveTopRight(button.mapToGlobal(QPoint(button.width() - 1, button.height())))
        for around in (window, screen):
            place.moveLeft(max(around.left(), min(place.left(), around.right() + 1 - place.width())))
        place.moveTop(max(screen.top(), min(place.top(), screen.bottom() + 1 - place.height())))
        self.setGeometry(place)
        self.show()

    def show_effects(self, effects: list[Effect]) -> None:
        """Fill in the affected rows and the overall score of each value; dim those that change nothing here."""
        now = next((effect.overall for effect in effects if effect.metric == self._metric), math.nan)
        for effect in effects:
            line = self._lines[effect.choice, effect.value]
            rows, overall, has_effect = self._words(effect, now)
            line.rows.setText(rows)
            line.overall.setText(overall)
            line.overall.setToolTip(tip(effect.refused))
            for part in () if has_effect else line:
                part.setGraphicsEffect(dimmed := QGraphicsOpacityEffect(part))
                dimmed.setOpacity(_QUIET)

    def _size_within(self, room: QSize) -> QSize:
        """The size that shows all, or as much of it as fits; the rest is scrolled to."""
        whole = self.sizeHint()
        if whole.boundedTo(room) == whole:
            return whole
        scroll_bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        width, height = min(whole.width() + scroll_bar, room.width()), whole.height()
        if whole.width() > room.width():
            self._wrap()
            height = self._lines_down.totalHeightForWidth(width - scroll_bar - 2) + 2
        return QSize(width, min(height, room.height()))

    def _wrap(self) -> None:
        figures = {label for line in self._lines.values() for label in (line.rows, line.overall)}
        for label in self._page.findChildren(PlainLabel):
            if label not in figures:
                label.setWordWrap(True)
        self._lines_down.activate()  # at once, else the popup opens as wide as the lines were
        self._view.updateGeometry()
        self._around.activate()

    def _words(self, effect: Effect, now: float) -> tuple[str, str, bool]:
        """The rows that a value touches, the overall under it, and whether it is in force or would change anything."""
        overall = fixed_decimals(effect.overall, _DECIMALS)
        if effect.refused:
            return "", "refused", True
        if effect.metric == self._metric:
            return "in force", overall, True
        if effect.rows:
            return count_of(effect.rows, "row"), overall, True
        if effect.metric.lower_is_better != self._metric.lower_is_better:
            return _TURNED, overall, True
        same = effect.overall == now or (math.isnan(effect.overall) and math.isnan(now))
        return _SAME if same else _ALONE, overall, not same

    def _add_choice(self, metric: Metric, name: str, choice: Choice) -> None:
        grid = self._grid
        question = PlainLabel(self, f"{name}: {choice.question}", quiet=True, style="small")
        grid.addWidget(question, grid.rowCount(), 0, 1, 4)
        for value, described in choice.values.items():
            meaning = described + (_UNCUT.get(value, "") if metric.k is None else "")
            button = QRadioButton(value, self)
            button.setAutoExclusive(False)
            button.setChecked(value == metric.value(name))
            button.setAccessibleName(f"{name}={value}: {meaning}")
            button.clicked.connect(lambda _=False, v=value: self._choose(metric.replace(**{name: v})))
            line = grid.rowCount()
            if button.isChecked():
                grid.addWidget(self._band(), line, 0, 1, 4)
            words = PlainLabel(self, meaning + (" (default)" if value == choice.default else ""))
            self._lines[name, value] = _Line(button, words, self._cell(_ALONE), self._cell(self._widest))
            for column, part in enumerate(self._lines[name, value]):
                grid.addWidget(part, line, column)

    def _cell(self, widest: str) -> PlainLabel:
        """A cell as wide as what it will say: that comes when the popup has its size."""
        cell = PlainLabel(self, widest, figures=True)
        cell.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        cell.setMinimumWidth(cell.sizeHint().width())
        cell.setText("…")
        return cell

    def _band(self) -> QWidget:
        """What lies behind the value in force, in the colour of the current row of a table."""
        band = named(QWidget(self._page), "ruleInForce")
        band.setAutoFillBackground(True)
        band.setBackgroundRole(QPalette.ColorRole.Highlight)
        band.lower()
        return band

    def _add_parameter(self, metric: Metric, name: str) -> None:
        question, grid = f"{name}: {metric.parameters()[name].question}", self._grid
        grid.addWidget(PlainLabel(self, question, quiet=True, style="small"), grid.rowCount(), 0, 1, 4)
        line = named(QLineEdit(metric.argument(name), self), spoken=question)
        line.setAcceptDrops(False)  # the window handles dropped files
        line.returnPressed.connect(lambda: self._enter(metric, name, line.text()))
        grid.addWidget(line, grid.rowCount(), 0, 1, 4)

    def _enter(self, metric: Metric, name: str, text: str) -> None:
        try:
            self._choose(metric.with_argument(name, text))
        except InputError as error:
            self.refused.emit(error)
            self.close()

    def _choose(self, metric: Metric) -> None:
        self.chosen.emit(metric)
        self.close()
