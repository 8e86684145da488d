"""What the prediction of a row scores and how, and what it and all edits do to the overall."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.numbers.problems import left_out
from inspector.core.data.prediction import Prediction
from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.metrics import Explanation
from inspector.ui.row.formula import FormulaLabel
from inspector.ui.row.side_by_side import SideBySidePart
from inspector.ui.widgets.elided_label import ElidedLabel
from inspector.ui.widgets.formatting import fixed_decimals, full_precision, signed, telling_decimals, tip
from inspector.ui.widgets.theme import Theme, restyle

# Of a prediction that is only typed, which a host's metric is not asked about.
_WITH_ENTER = "comes with Enter"
# What the score of the row is compared with, beside a comparison with another submission.
_BY_EDIT, _BY_TYPING = "by your edit", "by this change"


class ScoreLines:
    """Lines of the row panel: the score of the row, and the overall with what this row and all edits do to it.

    beside: the list of the baseline beside that of the row; formula: how the row gets its score, below its labels.
    """

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget) -> None:
        self._inspection, self._theme, self._waiting = inspection, theme, "…"
        self._score, self._overall, self._all_edits = (
            ElidedLabel(name, parent, figures=True, selectable=True)
            for name in ("rowScore", "rowOverall", "rowAllEdits")
        )
        self.beside = SideBySidePart(inspection, theme, parent)
        self.formula = FormulaLabel(parent)
        # The lines below stay where they are when the first edit is made.
        policy = self._all_edits.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._all_edits.setSizePolicy(policy)

    @property
    def lines(self) -> Iterable[tuple[str, QWidget]]:
        """The lines with their titles."""
        return ("score", self._score), ("overall", self._overall), ("", self._all_edits)

    def show_mistake(self, error: InputError) -> None:
        """Show in place of the scores why what is typed is no prediction."""
        self._show(self._score, f"⚠ {error.what}", "", 0.0)
        self._score.setToolTip(tip(str(error)))
        self._show(self._overall, "–", "", 0.0)
        self._all_edits.hide()
        self.beside.refresh()
        self.formula.show_mistake(error)

    def show_explained(self, row: int, prediction: Prediction, explained: Explanation) -> None:
        """Show the scores of a prediction as `show_scores` does, and how the row gets its own."""
        self.show_scores(row, prediction)
        self.formula.show_formula(explained)

    def show_scores(self, row: int, prediction: Prediction) -> None:
        """Compare a prediction that is applied with that of the file, one that is typed with the one that is applied.

        All edits together are compared with the file.
        """
        evaluation = self._inspection.evaluation
        applied = evaluation.prediction(row)
        compared = evaluation.table.prediction(row) if prediction == applied else applied
        before, after = evaluation.preview(row, compared), evaluation.preview(row, prediction)
        if prediction == applied:  # as in the table
            score = evaluation.scores.comparable(evaluation.base, np.array([row]))[0]
            before = replace(before, score=float(score))
        decimals = max(6, evaluation.scores.fine_decimals)
        self._waiting = "…" if prediction == applied else _WITH_ENTER
        is_left_out = math.isnan(after.score) and not math.isnan(before.score) and evaluation.scores.tells_losses
        is_of_fewer = is_left_out or len(left_out(evaluation)) > 0
        by_row, file = "by leaving this row out" if is_left_out else "by this row", evaluation.base.overall
        by_edit = _BY_EDIT if prediction == applied else _BY_TYPING
        self._show_change(self._score, before.score, after.score, evaluation.scores.decimals, by_edit)
        self._show_change(self._overall, before.overall, after.overall, decimals, by_row, is_neutral=is_left_out)
        change = signed(after.overall - file, telling_decimals(file, after.overall, decimals)) or "unchanged"
        self._show(self._all_edits, f"{change} by all edits", "", 0.0 if is_of_fewer else after.overall - file)
        # With no other row edited, the line above says the same.
        is_other_edited = len(evaluation.overlay) > evaluation.is_edited(row)
        self._all_edits.setVisible(is_other_edited and not math.isnan(after.overall - file))
        self.beside.refresh(prediction)

    def _show_change(
        self,
        label: ElidedLabel,
        before: float,
        after: float,
        decimals: int,
        what: str,
        *,
        is_neutral: bool = False,
    ) -> None:
        """Show a number, and how it changes; is_neutral: neither better nor worse, because it is of other rows."""
        text = fixed_decimals(after, decimals)
        if math.isnan(after) and not self._inspection.evaluation.scores.tells_losses:
            text = self._waiting  # nobody has asked for it yet
        elif math.isnan(after) and not math.isnan(before):
            text = f"{fixed_decimals(before, decimals)} → not scored"
        short = ""
        changed = after != before and not (math.isnan(after) or math.isnan(before))
        if changed:
            decimals = telling_decimals(before, after, decimals)
            text = fixed_decimals(after, decimals)
            short = f"{text}   {signed(after - before, decimals)} {what}"
            text = f"{fixed_decimals(before, decimals)} → {short}"
        self._show(label, text, short, after - before if changed and not is_neutral else 0.0)
        label.setToolTip(full_precision(after))

    def _show(self, label: ElidedLabel, text: str, short: str, change: float) -> None:
        """Show a text in the colour of a change for the better or the worse, or of none."""
        gain, colours = self._inspection.metric.improvement(change), self._theme.colours
        restyle(label, f"color: {colours.worse if gain < 0 else colours.better}" if gain else "")
        label.show_text(text, short)
