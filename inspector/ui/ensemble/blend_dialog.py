"""The dialog of a blend: its method, a weight for each submission, and its overall while they are dragged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from inspector.core.document.submission import Submission, refuse_name, submission_of
from inspector.core.ensemble.alone import unknown_ids
from inspector.core.ensemble.blend import Recipe
from inspector.core.ensemble.overview import BestOf
from inspector.core.ensemble.trial import Trial, blended_task, overall_task
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.plural import count_of
from inspector.core.task import Progress, Task
from inspector.ui.ensemble.method_choice import MethodChoice
from inspector.ui.ensemble.weights import Weights
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import fixed_decimals, one_line, signed
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme

# After so long without another weight, all rows are blended.
_PAUSE_MS = 250
_DECIMALS = 6
_MOST_NAMED = 3


class BlendDialog(Dialog):
    """Blends submissions, by name, that are scored under one metric. blended: the blend, and whether to open it."""

    blended = Signal(Submission, bool)

    def __init__(
        self,
        submissions: Mapping[str, Evaluation],
        taken: Callable[[], list[str]],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, "blendDialog", "Blend submissions", QSize(560, 0))
        self._names, self._all = [*submissions], [*submissions.values()]
        self._taken, self._theme = taken, theme
        self._trial: Trial | None = None
        self._runner = TaskRunner(self)
        self._runner.failed.connect(self._show_error)
        self._runner.worker.progressed.connect(self._show_progress)
        self._pause = Debounce(_PAUSE_MS, self, self._score_all_rows)
        self._method, self._weights = MethodChoice(submissions, self), Weights(submissions, self)
        self._build()
        self._method.changed.connect(self._prepare)
        self._weights.changed.connect(self._try)
        self._weights.take_focus()
        self._name_it()
        self._prepare()

    def accept(self) -> None:
        """Make the blend of all rows; the dialog closes once it is there."""
        try:
            recipe, name = self._recipe, self._name.text().strip()
            refuse_name(name, self._taken())
        except InputError as error:
            self._show_error(error)
            return
        self._pause.stop()
        self._turn(False)
        description = f"a blend of {', '.join(map(one_line, self._names))}"
        task = blended_task(self._all, recipe, description)
        self._runner.run("edit", self._work, task, lambda made: self._finish(submission_of(name, made)))

    def reject(self) -> None:
        """Give up the blend that is being made, or else close."""
        if self._runner.is_busy and not self._weights.isEnabled():
            self._turn(True)
            self._prepare()
        else:
            super().reject()

    def done(self, result: int) -> None:
        self._pause.stop()
        self._runner.close()
        super().done(result)

    @property
    def _recipe(self) -> Recipe:
        return Recipe(self._method.method, self._weights.values)

    @property
    def _work(self) -> int:
        return len(self._all) * len(self._all[0].table)

    def _prepare(self) -> None:
        """Count the labels of all submissions for the chosen method."""
        self._pause.stop()
        self._trial = None
        method = self._method.method
        self._runner.run("edit", self._work, _trial_task(self._all, method), self._take)

    def _take(self, trial: Trial) -> None:
        self._trial = trial
        self._try()

    def _try(self) -> None:
        """Show the overall on the sample, and after a pause that of all rows."""
        self._name_it()
        if self._trial is None:
            return
        self._runner.cancel()
        try:
            overall = self._trial.overall(self._recipe)
        except InputError as error:
            self._show_error(error)
            return
        every, sample = len(self._all[0].table), len(self._trial.rows)
        rows = f"all {count_of(every, 'row')}" if self._trial.is_whole else f"{sample:,} of {every:,} rows so far"
        self._show(overall, self._trial.alone, rows)
        if not self._trial.is_whole:
            self._pause.start()

    def _score_all_rows(self) -> None:
        alone, rows = [one.scores.overall for one in self._all], f"all {count_of(len(self._all[0].table), 'row')}"
        task = overall_task(self._all, self._recipe)
        self._runner.run("edit", self._work, task, lambda overall: self._show(overall, alone, rows))

    def _show(self, overall: float, alone: list[float], rows: str) -> None:
        """Show the overall of the blend, and how far it is from the best submission on the same rows."""
        self._overall.setText(f"{fixed_decimals(overall, _DECIMALS)}   on {rows}")
        self._ok.setEnabled(True)
        if not self._all[0].scores.tells_losses:
            self._overall.setText("not known yet: the host's own metric is asked once the blend is added")
            alone = [np.nan]
        if np.isnan(alone).all():
            self._against.setText("")
            return
        improvement = self._all[0].metric.improvement
        best = int(np.nanargmax(improvement(np.array(alone))))
        change = signed(overall - alone[best], _DECIMALS) or "the same"
        self._against.setText(f"{change} against {one_line(self._names[best])}, the best one with {alone[best]:.6f}")
        colours = self._theme.colours
        gain = improvement(overall - alone[best])
        colour = colours.better if gain > 0 else colours.worse if gain < 0 else colours.text
        self._against.setStyleSheet(f"color: {colour}")

    def _show_error(self, error: Exception) -> None:
        self._turn(True)
        self._overall.setText(f"⚠ {error}")
        self._against.setText("")
        self._ok.setEnabled(isinstance(self._trial, Trial) and any(self._weights.values))

    def _show_progress(self, fraction: float, words: str) -> None:
        self._progress.setValue(int(100 * fraction))
        self._progress.setFormat(words)

    def _finish(self, made: Submission) -> None:
        self.blended.emit(made, self._open.isChecked())
        super().accept()

    def _turn(self, on: bool) -> None:
        """Allow changes, or none while the blend is being made."""
        for part in (self._method, self._weights, self._name, self._open, self._ok):
            part.setEnabled(on)
        self._progress.setVisible(not on)

    def _name_it(self) -> None:
        """Name the blend after the submissions that take part, unless the user has named it."""
        if self._name.isModified():
            return
        parts = [one_line(name) for name, weight in zip(self._names, self._weights.values, strict=True) if weight]
        more = [f"{len(parts) - _MOST_NAMED + 1} more"] if len(parts) > _MOST_NAMED else []
        start = f"blend of {' + '.join([*parts[: _MOST_NAMED - len(more)], *more])}"
        names = (start, *(f"{start} ({number})" for number in range(2, len(self._taken()) + 3)))
        self._name.setText(next(name for name in names if name not in self._taken()))

    def _build(self) -> None:
        self._name, self._open = named(QLineEdit(self), "blendSubmissionName"), QCheckBox("Open &it", self)
        hint = "Show the blend in the table; otherwise it is only added to the submissions"
        named(self._open, "blendOpens", hint=hint).setChecked(True)
        self._overall = PlainLabel(self, name="blendOverall", figures=True, wraps=True, selectable=True)
        self._against = PlainLabel(self, name="blendAgainst", figures=True, wraps=True)
        self._best = PlainLabel(self, self._best_words(), name="blendBest", figures=True, quiet=True, wraps=True)
        self._progress = QProgressBar(self)
        self._progress.hide()
        said, form = arrange(QVBoxLayout(), self._overall, self._against, self._best, spacing=GRID), QFormLayout()
        form.setHorizontalSpacing(2 * GAP)
        form.setVerticalSpacing(2 * GAP)
        for title, part in (
            (self._beside_first_line("method"), self._method),
            ("weights", self._weights),
            (self._beside_first_line("overall"), said),
            ("&name", self._name),
            ("", self._open),
        ):
            form.addRow(title, part)
        self.lay_out(form, 1, self._progress, self._buttons(), spacing=2 * GAP)

    def _beside_first_line(self, text: str) -> PlainLabel:
        """The label of a field of several lines, which Qt would put lower than the first of them."""
        label = PlainLabel(self, text)
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        return label

    def _best_words(self) -> str:
        """What choosing a submission in each row would give, and that other ids than those of the truth are blended."""
        words = list[str]()
        if self._all[0].scores.tells_gains:
            best = BestOf.of(self._all).overall
            words.append(f"The best of the {len(self._all)} in each row would give {fixed_decimals(best, _DECIMALS)}.")
        if unknown := unknown_ids(self._all[0].pair):
            words.append(f"{count_of(unknown, 'id')} of the files that the truth does not have will be blended, too.")
        return " ".join(words)

    def _buttons(self) -> QDialogButtonBox:
        buttons = self.button_box()
        self._ok: QPushButton = buttons.addButton("Add the &blend", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        return buttons


def _trial_task(submissions: list[Evaluation], method: str) -> Task[Trial]:
    yield Progress(0.0, "Counting labels")
    return Trial(submissions, method)
