"""What is said of a metric that gives no score, for how long, and which metric comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLabel, QLineEdit
from ui.host.acting import TEXT, WAIT, Acting, agree, metric_file, settled
from ui.host.user_of_metric import hosted_by, predict
from ui.user import find, text

from inspector.core.analysis.choice_effect import effects
from inspector.core.host.errors import HostError
from inspector.core.host.script import Script
from inspector.core.metrics import parse
from inspector.core.metrics.host.metric import HostMetric, is_in_force
from inspector.core.task import drain
from inspector.ui.host.consent_dialog import ConsentDialog
from inspector.ui.score.rule_panel import RulePanel
from inspector.ui.window.main_window import MainWindow
from inspector.ui.window.start_page import _brief

NEEDS = TEXT.replace("power: float = 1.0", "power: float")


@pytest.fixture
def hosted(window: MainWindow, metric: Path, qtbot: Any) -> MainWindow:
    return hosted_by(window, metric, qtbot)


def refuse_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the metric refuse a power below 0."""
    score = Acting.score

    def refusing(acting: Acting, frames: Any, overlay: Any, arguments: Any = None) -> Any:
        if (arguments or {}).get("power", 1.0) < 0:
            raise HostError("the metric refuses the submission: too low", acting.script.path, failure="refused")
        return score(acting, frames, overlay, arguments)

    monkeypatch.setattr(Acting, "score", refusing)


@pytest.mark.slow
def test_a_refused_argument_brings_the_former_ones_back(hosted, monkeypatch, qtbot) -> None:
    refuse_negative(monkeypatch)
    queue, inspection = hosted.bench.change_queue, hosted.bench.inspection
    queue.set_metric(inspection.metric.with_argument("power", "2"))
    settled(hosted, qtbot)
    before, controller = inspection.metric, hosted.bench.host_metrics.controller
    with qtbot.waitSignal(controller.failed, timeout=WAIT):
        queue.set_metric(before.with_argument("power", "-1"))
    settled(hosted, qtbot)
    assert inspection.metric == before
    said = text(hosted, "messageText")
    assert "gives no score as metric & <i>x.py(power=-1): too low" in said
    assert "refuses the submission" not in said
    assert not hosted.message.isHidden()


@pytest.mark.slow
def test_an_error_goes_with_the_next_success(hosted, qtbot) -> None:
    controller = hosted.bench.host_metrics.controller
    for other, after in (("x", hosted.bench.change_queue.undo), ("a", lambda: predict(hosted, "r02", "b"))):
        with qtbot.waitSignal(controller.failed, timeout=WAIT):
            predict(hosted, "r02", "boom", other)
        assert not hosted.message.isHidden()
        after()
        settled(hosted, qtbot)
        assert hosted.message.isHidden()


def test_an_error_goes_with_another_metric(hosted, qtbot) -> None:
    with qtbot.waitSignal(hosted.bench.host_metrics.controller.failed, timeout=WAIT):
        predict(hosted, "r02", "boom")
    qtbot.waitUntil(lambda: not hosted.message.isHidden(), timeout=WAIT)
    hosted.bench.change_queue.set_metric(parse("hit@2"))
    settled(hosted, qtbot)
    assert hosted.message.isHidden()


def test_the_offer_of_a_file_goes_with_its_metric(hosted, metric, qtbot) -> None:
    metric.write_text(TEXT + "\n")
    hosted.bench.host_metrics.controller.watcher._check()
    assert "changed on disk" in text(hosted, "messageText")
    predict(hosted, "r02", "b")
    settled(hosted, qtbot)
    assert not hosted.message.isHidden()
    hosted.bench.change_queue.set_metric(parse("hit@2"))
    settled(hosted, qtbot)
    assert hosted.message.isHidden()


def test_a_value_without_a_default_is_asked_for(window, tmp_path, made, qtbot) -> None:
    window.bench.change_queue.set_metric(parse(str(metric_file(tmp_path, NEEDS))))
    agree(window, qtbot)
    qtbot.waitUntil(lambda: window.findChild(QDialog, "argumentsDialog") is not None, timeout=WAIT)
    dialog, line = find(window, QDialog, "argumentsDialog"), find(window, QLineEdit, "argument_power")
    dialog.accept()
    assert "power has no value" in text(window, "argumentsProblem")
    line.setText("much")
    dialog.accept()
    assert "power cannot be 'much'" in text(window, "argumentsProblem")
    assert made == []
    line.setText("2")
    dialog.accept()
    settled(window, qtbot)
    metric = window.bench.inspection.metric
    assert isinstance(metric, HostMetric)
    assert (metric.arguments, len(made)) == ({"power": 2}, 1)


def test_without_the_value_the_metric_before_comes_back(window, tmp_path, made, qtbot) -> None:
    window.bench.change_queue.set_metric(parse(str(metric_file(tmp_path, NEEDS))))
    agree(window, qtbot)
    qtbot.waitUntil(lambda: window.findChild(QDialog, "argumentsDialog") is not None, timeout=WAIT)
    buttons = find(window, QDialog, "argumentsDialog").findChild(QDialogButtonBox)
    assert buttons is not None
    buttons.rejected.emit()
    settled(window, qtbot)
    assert (str(window.bench.inspection.metric), made) == ("map@3", [])
    assert "got no value for power" in window.statusBar().currentMessage()


def test_the_metric_is_named_by_its_file_without_the_folder(hosted, metric, qtbot) -> None:
    chooser, inspection = find(hosted, QComboBox, "metricChooser"), hosted.bench.inspection
    assert chooser.currentText() == metric.name
    chooser.setEditText(f"{metric.name}(power=2)")
    line = chooser.lineEdit()
    assert line is not None
    line.editingFinished.emit()
    settled(hosted, qtbot)
    assert is_in_force(parse(f"{metric}(power=2)"), inspection.metric)
    assert chooser.currentText() == f"{metric.name}(power=2)" == _brief(str(inspection.metric))
    assert _brief(str(inspection.metric.replace(better="lower"))) == f"{metric.name}(power=2, better=lower)"
    assert (_brief("map@5"), _brief("file(path=m.py)")) == ("map@5", "m.py")


def test_a_draft_says_when_its_score_comes(hosted, qtbot) -> None:
    hosted.bench.inspection.go_to(hosted.bench.inspection.evaluation.table.row_of("r02"))
    line = find(hosted, QLineEdit, "predictionEdit")
    line.setText("b never")
    line.textEdited.emit(line.text())
    assert (text(hosted, "rowScore"), text(hosted, "rowOverall")) == ("comes with Enter", "comes with Enter")
    hosted.bench.docks.row.keep_draft()
    settled(hosted, qtbot)
    assert text(hosted, "rowScore").endswith("+1.0000 by your edit")


def test_the_chosen_direction_has_the_focus(window, metric) -> None:
    for better in ("lower", "higher"):
        dialog = ConsentDialog(Script.read(metric), better, window)
        focused = dialog.focusWidget()
        assert focused is not None
        assert focused.objectName() == f"better_{better}"


@pytest.mark.slow
def test_the_other_direction_is_no_equivalent(hosted, qtbot) -> None:
    evaluation = hosted.bench.inspection.evaluation
    panel = RulePanel(evaluation, hosted)
    panel.show_effects(drain(effects(evaluation)))
    said = [label.text() for label in panel.findChildren(QLabel)]
    assert "turns the order" in said
    assert "no change" not in said
