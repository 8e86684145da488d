"""Controller of the Analyse menu: runs the dialogs' requests in a worker thread and shows the results."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.baseline import constant_batch, constant_scores
from inspector.core.analysis.choice_effect import Effect, effects
from inspector.core.analysis.definitions import ReportedScore, rank_definitions
from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric, Scores
from inspector.core.task import Progress, Task
from inspector.ui.analysis.constant_dialog import ConstantDialog
from inspector.ui.analysis.definition_dialog import DefinitionDialog
from inspector.ui.tasks.worker import Worker


class AnalysisController(QObject):
    """Runs the Analyse dialogs. Uses a separate worker, so that an analysis never delays opening a pair."""

    failed = Signal(Exception)
    metric_asked = Signal(Metric)

    def __init__(self, inspection: Inspection, window: QWidget) -> None:
        super().__init__(window)
        self.worker = Worker(self)
        self.worker.failed.connect(self.failed)
        self._inspection, self._window = inspection, window

    def find_effects(self, panel: QWidget, show: Callable[[list[Effect]], None]) -> None:
        """Find what each choice of the metric would do, and show it, as long as the panel that shows it is open."""
        panel.destroyed.connect(self.worker.cancel)
        self.worker.start(effects(self._inspection.evaluation), show)

    def ask_constant(self) -> None:
        """Open the dialog of Analyse > Constant prediction."""
        dialog = ConstantDialog(self._inspection, self._window)
        dialog.asked.connect(
            lambda labels: self.worker.start(_constant(self._inspection.evaluation, labels), dialog.show_scores)
        )
        dialog.show_first()
        self._run(dialog)

    def ask_which(self) -> None:
        """Open the dialog of Analyse > Which definition?"""
        dialog = DefinitionDialog(self._window)
        dialog.asked.connect(lambda cases: self._rank(dialog, cases))
        dialog.chosen.connect(self.metric_asked)
        self._run(dialog)

    def _rank(self, dialog: DefinitionDialog, cases: list[tuple[str, str]]) -> None:
        evaluation = self._inspection.evaluation
        try:
            reported = [ReportedScore.parse(score) for _, score in cases]
            if not reported:
                raise InputError("no score is filled in", expected="the score that was reported, such as 0.365")
        except InputError as error:
            dialog.show_message(str(error))
            return
        grammar = evaluation.pair.truth.grammar
        batches = [
            constant_batch(evaluation.table, grammar.read(labels).labels)
            if labels
            else evaluation.batch(evaluation.all_rows)
            for labels, _ in cases
        ]
        self.worker.start(rank_definitions(batches, reported), dialog.show_definitions)

    def _run(self, dialog: ConstantDialog | DefinitionDialog) -> None:
        dialog.exec()
        self.worker.cancel()
        dialog.deleteLater()


def _constant(evaluation: Evaluation, labels: list[str]) -> Task[Scores]:
    yield Progress(0.0, "Scoring the constant")
    return constant_scores(evaluation, labels)
