"""A host's own metric in the window: it is asked beside it, the latest edit wins, and errors lose nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QRadioButton, QTableView
from ui.host.acting import WAIT, Acting, agree, asked, question, settled
from ui.host.user_of_metric import hosted_by, predict
from ui.user import action, find, shown, text

import inspector
from inspector.core.metrics import parse
from inspector.core.rows.columns import columns_of
from inspector.core.task import drain
from inspector.ui.host.consent_dialog import ConsentDialog
from inspector.ui.score.rule_panel import RulePanel
from inspector.ui.window.main_window import MainWindow


@pytest.fixture
def hosted(window: MainWindow, metric: Path, qtbot) -> MainWindow:
    """The window on the small pair under the agreed metric."""
    return hosted_by(window, metric, qtbot)


def overall(window: MainWindow) -> float:
    return window.bench.inspection.overall


def _tip_of_scores(window: MainWindow) -> str:
    return next(one.tip for one in columns_of(window.bench.inspection.evaluation) if one.name == "score")


def test_scores_and_rows_are_those_of_the_host(hosted) -> None:
    scores = hosted.bench.inspection.evaluation.scores
    assert text(hosted, "overallScore") == repr(float(scores.row.mean()))
    assert "separable" in scores.row_words
    assert "…" not in shown(find(hosted, QTableView, "rowTable"), "score")
    assert shown(find(hosted, QTableView, "rowTable"), "score")[0] == "0.0000"


@pytest.mark.slow
def test_the_interval_comes_with_the_row_scores_and_follows_edits(hosted, qtbot) -> None:
    interval = hosted.bench.score_bar.interval.whole
    qtbot.waitUntil(lambda: interval.text().startswith("95 % 0."), timeout=WAIT)
    before = interval.text()
    predict(hosted, "r02", "b")
    settled(hosted, qtbot)
    qtbot.waitUntil(lambda: interval.text().startswith("95 % 0.") and interval.text() != before, timeout=WAIT)


def test_an_edit_is_made_at_once_and_its_number_follows(hosted, made, qtbot) -> None:
    before, scores = overall(hosted), hosted.bench.inspection.evaluation
    Acting.gate.clear()
    predict(hosted, "r02", "b")
    assert (overall(hosted), scores.scores.is_settled) == (before, False)
    assert len(hosted.bench.inspection.evaluation.overlay) == 1
    table = find(hosted, QTableView, "rowTable")
    assert shown(table, "score")[shown(table, "id").index("r02")] == "…"
    Acting.gate.set()
    settled(hosted, qtbot)
    assert overall(hosted) > before
    assert shown(table, "score")[shown(table, "id").index("r02")] == "1.0000"


def test_the_latest_edit_wins(hosted, qtbot) -> None:
    Acting.gate.clear()
    predict(hosted, "r02", "b")
    predict(hosted, "r02", "x")
    predict(hosted, "r03", "c")
    Acting.gate.set()
    settled(hosted, qtbot)
    assert overall(hosted) == pytest.approx(hosted.bench.inspection.evaluation.scores.row.mean())
    rows = hosted.bench.inspection.evaluation.scores.row
    assert rows[[1, 2]].tolist() == [0.0, 1.0]


def test_undo_is_not_asked_again(hosted, made, qtbot) -> None:
    before = overall(hosted)
    predict(hosted, "r02", "b")
    settled(hosted, qtbot)
    count = made[0].asked
    hosted.bench.change_queue.undo()
    assert (overall(hosted), hosted.bench.inspection.evaluation.scores.is_settled) == (before, True)
    settled(hosted, qtbot)
    assert made[0].asked == count


def test_a_refused_edit_stays_with_a_message_and_the_number_before(hosted, qtbot) -> None:
    before = overall(hosted)
    predict(hosted, "r02", "boom")
    qtbot.waitUntil(lambda: "boom is no label" in text(hosted, "messageText"), timeout=WAIT)
    evaluation = hosted.bench.inspection.evaluation
    assert (overall(hosted), evaluation.scores.is_settled, evaluation.prediction(1).labels) == (
        before,
        False,
        ("boom",),
    )
    details = find(hosted, QPlainTextEdit, "messageDetails")
    assert details.toPlainText() == "Traceback: boom"
    predict(hosted, "r02", "b")
    settled(hosted, qtbot)
    assert overall(hosted) > before


def test_the_metric_before_comes_back_where_the_first_call_fails(window, metric, qtbot) -> None:
    predict(window, "r02", "boom")
    window.bench.change_queue.set_metric(parse(str(metric)))
    agree(window, qtbot)
    qtbot.waitUntil(lambda: "boom is no label" in text(window, "messageText"), timeout=WAIT)
    settled(window, qtbot)
    assert str(window.bench.inspection.metric) == "map@3"


def test_the_direction_is_asked_and_turns_what_is_worst(window, metric, qtbot) -> None:
    window.bench.change_queue.set_metric(parse(str(metric)))
    dialog = asked(window, qtbot)
    assert isinstance(dialog, ConsentDialog)
    assert dialog.better == "higher"
    find(dialog, QRadioButton, "better_lower").setChecked(True)
    dialog.accept()
    settled(window, qtbot)
    assert "better=lower" in str(window.bench.inspection.metric)
    assert shown(find(window, QTableView, "rowTable"), "score")[0] == "1.0000"
    predict(window, "r02", "b")
    settled(window, qtbot)
    assert window.theme.colours.worse in find(window, QLabel, "scoreDelta").styleSheet()


def test_a_perfect_prediction_turns_what_is_worst_and_rule_says_so(window, metric, made, monkeypatch, qtbot) -> None:
    monkeypatch.setattr(Acting, "sign", -1.0)
    window.bench.change_queue.set_metric(parse(str(metric)))
    agree(window, qtbot)
    settled(window, qtbot)
    inspection, words = window.bench.inspection, "better=lower, as a perfect prediction scores lower"
    assert inspection.metric.lower_is_better
    assert "better=" not in str(inspection.metric)
    assert shown(find(window, QTableView, "rowTable"), "score")[0] == "0.0000"
    panel = RulePanel(inspection.evaluation, window)
    assert f"Assumed: {words}" in [label.text() for label in panel.findChildren(QLabel)]
    predict(window, "r02", "b")
    settled(window, qtbot)
    assert (made[0].asked, made[0].asides) == (2, 1)


def test_a_direction_that_is_chosen_is_not_asked_about(window, metric, made, qtbot) -> None:
    window.bench.change_queue.set_metric(parse(str(metric)))
    find(asked(window, qtbot), QRadioButton, "better_higher").click()
    agree(window, qtbot)
    settled(window, qtbot)
    assert "better=higher" in str(window.bench.inspection.metric)
    assert made[0].asides == 0


def test_an_argument_is_changed_without_another_question(hosted, made, qtbot) -> None:
    share = overall(hosted)
    hosted.bench.change_queue.set_metric(hosted.bench.inspection.metric.with_argument("power", "2"))
    settled(hosted, qtbot)
    assert (overall(hosted), question(hosted)) == (pytest.approx(share**2), None)
    assert "influence" in hosted.bench.inspection.evaluation.scores.row_words


def test_a_metric_that_is_stopped_gives_way_to_the_one_before(window, metric, qtbot) -> None:
    window.bench.change_queue.set_metric(parse(str(metric)))
    Acting.gate.clear()
    agree(window, qtbot)
    cancel = find(window, QPushButton, "cancelButton")
    qtbot.waitUntil(cancel.isVisible, timeout=WAIT)
    cancel.click()
    Acting.gate.set()
    settled(window, qtbot)
    assert str(window.bench.inspection.metric) == "map@3"
    window.bench.change_queue.set_metric(parse(str(metric)))
    settled(window, qtbot)
    assert not window.bench.inspection.evaluation.scores.unknown.any()


@pytest.mark.slow
def test_older_influence_is_worked_out_again_on_demand(hosted, qtbot) -> None:
    hosted.bench.change_queue.set_metric(hosted.bench.inspection.metric.with_argument("power", "2"))
    settled(hosted, qtbot)
    predict(hosted, "r02", "b")
    settled(hosted, qtbot)
    assert "13 from before the last edits; Analyse > Work out row scores" in _tip_of_scores(hosted)
    assert "from before the last edits" not in hosted.bench.inspection.explain("r02").asked
    assert "from before the last edits" in hosted.bench.inspection.explain("r03").asked
    hosted.bench.inspection.go_to(hosted.bench.inspection.evaluation.table.row_of("r03"))
    qtbot.waitUntil(lambda: "from before the last edits" in text(hosted, "rowSum"))
    action(hosted, "ask_row_scores").trigger()
    settled(hosted, qtbot)
    assert "before the last edits" not in hosted.bench.inspection.evaluation.scores.row_words


@pytest.mark.slow
def test_submissions_are_compared_and_one_that_is_refused_alone_is_not(hosted, pair_files, qtbot) -> None:
    inspection = hosted.bench.inspection
    for name, first in (("good", "b"), ("bad", "boom")):
        path = pair_files[1].with_name(f"{name}.csv")
        path.write_text(pair_files[1].read_text().replace("r02,a", f"r02,{first}"))
        inspection.add_submission(drain(inspection.add_task(path)))
    qtbot.waitUntil(lambda: "boom is no label" in text(hosted, "messageText"), timeout=WAIT)
    settled(hosted, qtbot)
    overalls = [one.evaluation.scores.overall for one in inspection.submissions]
    assert overalls[1] > overalls[0] == inspection.overall
    assert overalls[2] != overalls[2]
    assert not inspection.submissions[1].evaluation.scores.unknown.any()
    assert str(inspection.metric).startswith("file")


def test_the_processes_end_with_the_window(hosted, made) -> None:
    assert hosted.close()
    assert [one.is_closed for one in made] == [True]


@pytest.mark.slow
def test_all_panels_are_drawn_under_a_host_metric(hosted, qtbot) -> None:
    for name, dock in hosted.bench.docks.by_name.items():
        if name != "stageDock":
            hosted.bench.docks.bring(name)
            dock.widget().grab()
    predict(hosted, "r02", "b")
    settled(hosted, qtbot)
    for dock in hosted.bench.docks.by_name.values():
        dock.widget().grab()
    hosted.bench.score_bar.open_rule()


def test_a_metric_that_python_named_is_not_asked_about_in_its_window(show, pair_files, metric, qtbot) -> None:
    shown_pair = inspector.open_pair(*pair_files, str(metric))
    before = shown_pair.hosts
    window = show(shown_pair)
    settled(window, qtbot)
    predict(window, "r02", "b")
    settled(window, qtbot)
    assert question(window) is None
    window.bench.change_queue.undo()
    assert window.close()
    assert shown_pair.hosts is before
    before.close()
