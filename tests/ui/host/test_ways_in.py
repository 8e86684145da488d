"""No way into the window runs a metric's file before the user agreed to it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QFrame, QInputDialog, QLabel, QPlainTextEdit, QPushButton
from ui.host.acting import TEXT, Acting, agree, asked, metric_file, question, settled
from ui.user import action, find, text

import inspector
from inspector import Inspection
from inspector.core.metrics import parse
from inspector.core.recovery.journal import Journal
from inspector.core.task import drain
from inspector.terminal.tasks import pair_task
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.window.main_window import MainWindow


def refuse(window: MainWindow, qtbot, made: list[Acting]) -> None:
    """The user is asked, nothing has run; the user refuses, and nothing runs; another metric is in force."""
    dialog = asked(window, qtbot)
    assert made == []
    dialog.reject()
    settled(window, qtbot)
    assert made == []
    assert "file" not in str(window.bench.inspection.metric)


def test_the_line_of_the_metric(window, metric, made, qtbot) -> None:
    chooser = find(window, QComboBox, "metricChooser")
    chooser.setEditText(str(metric))
    line = chooser.lineEdit()
    assert line is not None
    line.editingFinished.emit()
    refuse(window, qtbot, made)
    assert str(window.bench.inspection.metric) == "map@3"


def test_the_command_for_a_python_file(window, metric, made, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(metric), ""))
    action(window, "choose_metric_file").trigger()
    refuse(window, qtbot, made)


@pytest.mark.slow
def test_a_metric_named_in_the_command_line(empty, pair_files, metric, made, qtbot) -> None:
    task = pair_task(*pair_files, str(metric))
    empty.bench.open_controller.run_with_files(task, *pair_files, str(metric))
    refuse(empty, qtbot, made)


@pytest.mark.slow
def test_a_recent_pair(empty, pair_files, metric, made, qtbot) -> None:
    empty.bench.open_recent(RecentPair(*pair_files, str(parse(str(metric)))))
    refuse(empty, qtbot, made)


@pytest.mark.slow
def test_a_dropped_pair_that_had_the_metric_before(show, pair_files, metric, made, qtbot) -> None:
    settings = Settings(temporary=True)
    settings.remember(RecentPair(*pair_files, str(parse(str(metric)))))
    window = show(Inspection(), settings)
    window.bench.open_files([*pair_files])
    refuse(window, qtbot, made)


@pytest.mark.slow
def test_unsaved_edits_after_a_crash(show, pair_files, metric, made, qtbot, tmp_path) -> None:
    folder = tmp_path / "edits"
    before = inspector.open_pair(*pair_files, "map@3")
    before.edit("r02", ["b"])
    kept = Journal.of(folder, before.evaluation)
    assert kept is not None
    drain(kept.write(before.evaluation.overlay, str(parse(str(metric))), before.evaluation.overlay.rows))
    kept.close()
    window = show(Inspection(), Settings(temporary=True, edits=folder))
    bar = find(window, QFrame, "leftoverBar")
    qtbot.waitUntil(bar.isVisible)
    next(button for button in bar.findChildren(QPushButton) if "estore" in button.text()).click()
    refuse(window, qtbot, made)
    assert len(window.bench.inspection.evaluation.overlay) == 1


def test_a_column_of_a_further_metric(window, metric, made, qtbot, monkeypatch) -> None:
    asks = iter([(str(parse(str(metric))), True)])
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: next(asks))
    action(window, "metric_columns").trigger()
    dialog = asked(window, qtbot)
    assert made == []
    dialog.reject()
    qtbot.waitUntil(lambda: not window.bench.inspection.evaluation.further.metrics)
    assert made == []


@pytest.mark.slow
def test_reading_the_pair_again_with_another_content_of_the_file(window, metric, made, qtbot) -> None:
    window.bench.change_queue.set_metric(parse(str(metric)))
    agree(window, qtbot)
    settled(window, qtbot)
    metric_file(metric.parent, TEXT.replace("0.5", "0.75"))
    with qtbot.waitSignal(window.bench.change_queue.rebased):
        window.bench.open_controller.reload()
    settled(window, qtbot)
    assert [one.script.text for one in made] == [TEXT]
    qtbot.waitUntil(lambda: "changed on disk" in text(window, "messageText"))
    find(window, QPushButton, "messageOffer").click()
    label = find(asked(window, qtbot), QLabel, "consentMeaning").text()
    assert label.startswith("The file is not the one that you agreed to before")
    asked(window, qtbot).reject()
    settled(window, qtbot)
    assert window.bench.inspection.metric.script.text == TEXT
    assert [one.script.text for one in made] == [TEXT]


@pytest.mark.slow
def test_an_agreement_is_kept_for_this_content_alone(show, pair_files, metric, made, qtbot, tmp_path) -> None:
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "config"))
    recent = RecentPair(*pair_files, str(parse(str(metric))))
    first = show(Inspection(), Settings())
    first.bench.open_recent(recent)
    agree(first, qtbot)
    settled(first, qtbot)
    assert first.close()
    second = show(Inspection(), Settings())
    second.bench.open_recent(recent)
    settled(second, qtbot)
    assert (len(made), question(second)) == (2, None)
    assert second.close()
    metric_file(metric.parent, TEXT + "\n")
    third = show(Inspection(), Settings())
    third.bench.open_recent(recent)
    refuse(third, qtbot, made[2:])


def test_a_recent_pair_whose_metric_is_gone_is_opened_all_the_same(empty, pair_files, metric, qtbot) -> None:
    recent = RecentPair(*pair_files, str(parse(str(metric))))
    metric.unlink()
    with qtbot.waitSignal(empty.bench.open_controller.opened):
        empty.bench.open_recent(recent)
    assert question(empty) is None
    assert empty.bench.inspection.evaluation.scores.is_settled


def test_the_question_shows_the_whole_file_as_text(window, metric, made, qtbot) -> None:
    window.bench.change_queue.set_metric(parse(str(metric)))
    dialog = asked(window, qtbot)
    assert dialog.findChild(QLabel, "consent_file").text() == str(metric)
    assert dialog.findChild(QLabel, "consent_says").text() == "Share of <b>right</b> first labels."
    assert find(dialog, QPlainTextEdit, "consentCode").toPlainText() == TEXT
    assert find(dialog, QLabel, "consent_says").textFormat() == Qt.TextFormat.PlainText
    dialog.reject()
    settled(window, qtbot)
