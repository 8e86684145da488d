"""A random user of the window: after any input, the window shows what the model and the oracle expect."""

from __future__ import annotations

import math
import os

import pytest
from core.metrics.metric_strategies import expected
from core.metrics.oracles import agree
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant, precondition, run_state_machine_as_test
from PySide6.QtWidgets import QComboBox, QMessageBox, QSpinBox
from ui.conftest import Questions, Show
from ui.plots.test_plots import assert_draws_the_core
from ui.user import action, find, section, shown, text
from ui.window.window_user import TITLES, WindowUser

from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.evaluation import Evaluation
from inspector.ui.edit.bulk_dialog import BulkDialog
from inspector.ui.edit.paste_dialog import PasteDialog
from inspector.ui.widgets.theme import Theme

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"


class CheckedUser(WindowUser):
    """After every step the window, the core, the model and the oracle agree."""

    @precondition(lambda self: self.window is not None)
    @invariant()
    def the_core_holds_what_the_model_holds_and_scores_it_as_the_oracle_and_afresh(self) -> None:
        evaluation = self.inspection.evaluation
        assert {row: evaluation.labels(row) for row in self.now} == self.now
        assert self.inspection.metric == self.metric
        wanted = expected(self.pair, self.metric, {row: Prediction(tuple(now)) for row, now in self.now.items()})
        assert all(map(agree, evaluation.scores.row.tolist(), wanted.rows))
        assert agree(self.inspection.overall, wanted.overall)
        afresh = Evaluation.of(evaluation.pair, self.metric, evaluation.overlay).scores
        assert afresh.row.tobytes() == evaluation.scores.row.tobytes()
        assert afresh.first_hit.tolist() == evaluation.scores.first_hit.tolist()
        assert repr(afresh.overall) == repr(evaluation.scores.overall)

    @precondition(lambda self: self.window is not None)
    @invariant()
    def the_score_bar_and_the_title_say_it(self) -> None:
        said, overall = text(self.window, "overallScore"), self.inspection.overall
        assert said == ("–" if math.isnan(overall) else repr(overall))
        assert (text(self.window, "scoreDelta") == "") == (len(self.inspection.evaluation.overlay) == 0)
        assert find(self.window, QComboBox, "metricChooser").currentText() == str(self.metric)
        assert find(self.window, QSpinBox, "cutChooser").value() == (self.metric.k or 0)
        is_edited = any(labels != list(self.pair.predictions[row] or []) for row, labels in self.now.items())
        assert self.window.isWindowModified() == is_edited
        assert action(self.window, "undo").isEnabled() == bool(self.done)
        assert action(self.window, "redo").isEnabled() == bool(self.undone)

    @precondition(lambda self: self.window is not None)
    @invariant()
    def the_table_says_it(self) -> None:
        evaluation, row = self.inspection.evaluation, self.row
        assert row == self.inspection.current
        assert sorted(shown(self.table, "id")) == sorted(self.pair.ids)
        at = self.table.currentIndex()
        cells = {title: at.siblingAtColumn(section(self.table, title)).data() for title in TITLES}
        score, first = float(evaluation.scores.row[row]), int(evaluation.scores.first_hit[row])
        assert cells["score"] == ("–" if math.isnan(score) else f"{score:.4f}")
        assert cells["first hit"] == (str(first) if first else "none")
        assert (cells["truth"], cells["predictions"]) == (" ".join(self.pair.truths[row]), " ".join(self.now[row]))

    @precondition(lambda self: self.window is not None)
    @invariant()
    def the_notes_say_it(self) -> None:
        notes = self.inspection.notes
        for row, id_ in enumerate(self.pair.ids):
            assert (notes[id_].text, {*notes[id_].tags}) == (self.notes.get(row, ""), self.tags.get(row, set()))

    @precondition(lambda self: self.window is not None)
    @invariant()
    def the_panel_and_the_plots_say_it(self) -> None:
        row = self.row
        assert text(self.window, "rowId") == self.pair.ids[row]
        assert self.predicted == self.now[row]
        assert self.line.text() == " ".join(self.now[row])
        assert_draws_the_core(self.window, self.inspection)


def test_what_a_random_user_sees_agrees_with_the_model(
    qtbot, show: Show, theme: Theme, questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    for dialog in (BulkDialog, PasteDialog):
        monkeypatch.setattr(dialog, "exec", dialog.exec)  # the random user replaces it
    questions.answer = QMessageBox.StandardButton.Discard
    machine = type("User", (CheckedUser,), {"qtbot": qtbot, "show": staticmethod(show), "theme": theme})
    run_state_machine_as_test(
        machine,
        settings=settings(
            deadline=None,
            max_examples=200 if THOROUGH else 7,
            phases=[phase for phase in Phase if THOROUGH or phase is not Phase.shrink],  # shrinking takes minutes here
            stateful_step_count=40,
            suppress_health_check=list(HealthCheck),
        ),
    )
