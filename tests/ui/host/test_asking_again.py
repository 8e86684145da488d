"""What a host's metric is asked again, and what it is not; which metric comes back where it gives no score."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QTableView
from ui.host.acting import WAIT, Acting, asked, settled
from ui.host.user_of_metric import hosted_by, predict
from ui.user import find, shown, text

from inspector.core.document.load import guessed_metric
from inspector.core.document.submission import Submission
from inspector.core.errors import InputError
from inspector.core.host.errors import Failure
from inspector.core.metrics import Metric, parse
from inspector.core.report.score import score_facts
from inspector.core.report.subject import Subject
from inspector.core.task import drain
from inspector.terminal.tasks import pair_task
from inspector.ui.window.main_window import MainWindow
from inspector.ui.window.title import title_of


@pytest.fixture
def hosted(window: MainWindow, metric: Path, qtbot) -> MainWindow:
    return hosted_by(window, metric, qtbot)


def test_the_metric_of_another_pair_does_not_come_back(window, other, metric, qtbot) -> None:
    window.bench.change_queue.set_metric(parse("hit@2"))
    qtbot.waitUntil(lambda: str(window.bench.inspection.metric) == "hit@2")
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.run_with_files(pair_task(*other, str(metric)), *other, str(metric))
    asked(window, qtbot).reject()
    settled(window, qtbot)
    now = window.bench.inspection
    assert now.metric == guessed_metric(now.evaluation.pair) != parse("hit@2")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("failure", "more"), [("too-long", 1), ("too-much", 1), ("ended", 1), ("refused", 0), ("failed", 0)]
)
def test_what_may_have_passed_is_asked_again(
    hosted: MainWindow, made: list[Acting], failure: Failure, more: int, qtbot
) -> None:
    Acting.failure = failure
    controller = hosted.bench.host_metrics.controller
    with qtbot.waitSignal(controller.failed, timeout=WAIT):
        predict(hosted, "r02", "boom")
    qtbot.waitUntil(lambda: not controller.worker.is_busy, timeout=WAIT)
    before = made[0].asked
    Acting.failure = "refused"
    hosted.bench.inspection.tell_of_submissions()  # a change that leaves the predictions as they are
    qtbot.waitUntil(lambda: not controller.worker.is_busy, timeout=WAIT)
    assert made[0].asked == before + more


@pytest.mark.slow
def test_what_may_have_passed_is_asked_again_after_other_edits(hosted: MainWindow, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(Acting, "failure", "too-long")
    controller, queue = hosted.bench.host_metrics.controller, hosted.bench.change_queue
    with qtbot.waitSignal(controller.failed, timeout=WAIT):
        predict(hosted, "r02", "boom")
    predict(hosted, "r03", "b")
    qtbot.waitUntil(lambda: not controller.worker.is_busy, timeout=WAIT)
    queue.undo()
    queue.undo()
    settled(hosted, qtbot)
    with qtbot.waitSignal(controller.failed, timeout=WAIT):
        queue.redo()


@pytest.mark.slow
def test_a_submission_that_the_metric_does_not_fit_is_tried_once(hosted, pair_files, monkeypatch, qtbot) -> None:
    def under(one: Submission, metric: Metric) -> object:
        raise InputError(f"{metric} does not fit {one.name}")

    inspection, worker, tried = hosted.bench.inspection, hosted.bench.host_metrics.controller.worker, list[str]()
    worker.progressed.connect(lambda _, words: tried.append(words))
    path = pair_files[1].with_name("odd.csv")
    path.write_text(pair_files[1].read_text())
    odd = drain(inspection.add_task(path))
    odd.evaluation = odd.evaluation.under(parse("hit@1"))
    monkeypatch.setattr(Submission, "under", under)
    inspection.add_submission(odd)
    settled(hosted, qtbot)
    for label in ("b", "x"):
        predict(hosted, "r02", label)
        settled(hosted, qtbot)
    assert tried.count("Scoring odd") == 1


@pytest.mark.slow
def test_no_old_number_is_shown_as_that_of_the_predictions(hosted, pair_files, qtbot) -> None:
    inspection = hosted.bench.inspection
    path = pair_files[1].with_name("other.csv")
    path.write_text(pair_files[1].read_text())
    inspection.add_submission(drain(inspection.add_task(path)))
    settled(hosted, qtbot)
    hosted.bench.docks.bring("submissionsDock")
    table, number = find(hosted, QTableView, "submissionsTable"), f"{inspection.overall:.6f}"
    qtbot.waitUntil(lambda: number[:6] in " ".join(shown(table, "overall")), timeout=WAIT)
    assert number in title_of(inspection)
    Acting.gate.clear()
    predict(hosted, "r02", "b")
    assert number not in title_of(inspection)
    assert "–" in title_of(inspection)
    qtbot.waitUntil(lambda: shown(table, "overall")[1] == "–", timeout=WAIT)  # below the file as loaded
    subject = Subject("one", "one as loaded", inspection.evaluation, inspection.state.order.rows, order="", filter="")
    _, overall = next(score_facts(subject))
    assert number[:6] not in overall
    assert "has not answered for the predictions as they are" in overall
    Acting.gate.set()
    settled(hosted, qtbot)


@pytest.mark.slow
@pytest.mark.parametrize("is_further", [False, True])
def test_a_new_content_that_is_gone_again_is_a_message(window, metric, is_further, qtbot) -> None:
    if is_further:
        window.bench.change_queue.show_metrics(lambda: [parse(str(metric))])
        asked(window, qtbot).accept()
        qtbot.waitUntil(lambda: bool(window.bench.inspection.evaluation.further.metrics))
    else:
        hosted_by(window, metric, qtbot)
    before = window.bench.inspection.metric
    metric.unlink()
    window.bench.host_metrics._use(metric)
    assert "no such file" in text(window, "messageText")
    settled(window, qtbot)
    assert window.bench.inspection.metric == before
