"""The score bar: overall score at full precision, change by edits, and choice of the metric."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QTableView,
    QTableWidget,
    QToolButton,
    QWidget,
)
from ui.user import Key, action, find, overwrite, press, text

import inspector
from inspector import InputError, Inspection
from inspector.core.metrics import parse
from inspector.ui.tasks.runner import ROWS_AT_ONCE


@pytest.fixture(autouse=True)
def _metrics_are_scored_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "score", 0)


@pytest.fixture
def chooser(window) -> QComboBox:
    return find(window, QComboBox, "metricChooser")


@pytest.fixture
def scored(window, qtbot):
    """Waits until no metric is being scored."""
    return lambda: qtbot.waitUntil(lambda: not window.bench.change_queue.worker.is_busy)


@pytest.fixture
def choose(window, chooser, scored):
    """Types a metric, presses Enter, and waits until it is scored."""

    def choose(words: str) -> None:
        overwrite(chooser.lineEdit(), words)
        press(window, Key.Key_Return)
        scored()

    return choose


def test_the_overall_is_shown_at_full_precision(window, pair: Inspection) -> None:
    assert float(text(window, "overallScore")) == pair.overall
    pair.edit("r05", ["c", "e"])
    assert float(text(window, "overallScore")) == pair.overall
    assert repr(pair.overall) in find(window, QLabel, "overallScore").toolTip()


def test_the_overall_is_copied_at_full_precision(window, pair: Inspection) -> None:
    action(window, "copy_overall").trigger()
    assert float(QGuiApplication.clipboard().text()) == pair.overall
    assert window.statusBar().currentMessage() == "The overall score is on the clipboard"


def test_the_change_by_edits_is_shown_and_gone_after_undo(window, pair: Inspection) -> None:
    delta = find(window, QLabel, "scoreDelta")
    assert delta.text() == ""
    pair.edit("r05", ["e"])
    gained = pair.overall - pair.evaluation.base.overall
    assert delta.text() == f"▲ +{gained:.6f} · 1 row edited"
    pair.edit("r01", ["x"])
    pair.edit("r09", ["x"])
    lost = pair.evaluation.base.overall - pair.overall
    assert delta.text() == f"▼ −{lost:.6f} · 3 rows edited"
    assert repr(-lost) in delta.toolTip()
    for _ in range(3):
        action(window, "undo").trigger()
    assert (delta.text(), delta.toolTip()) == ("", "")
    assert text(window, "overallScore") == repr(pair.evaluation.base.overall)


def test_an_edit_without_effect_is_counted_without_a_sign(window, pair: Inspection, tmp_path) -> None:
    pair.edit("r05", ["x"])
    assert text(window, "scoreDelta") == "1 row edited"
    pair.save(tmp_path / "mine.csv")
    assert text(window, "scoreDelta") == "1 row edited, saved"


def test_a_metric_is_chosen_by_its_text(window, chooser, choose, pair: Inspection) -> None:
    choose("map(divisor=m)@2")
    assert str(pair.metric) == "map(divisor=m)@2" == chooser.currentText()
    assert float(text(window, "overallScore")) == pair.overall
    assert text(window, "metricTitle") == "MAP@2"
    assert find(window, QSpinBox, "cutChooser").value() == 2
    choose("MAP @ 5")
    assert str(pair.metric) == "map@5" == chooser.currentText()


@pytest.mark.slow
@pytest.mark.parametrize("words", ["map(divisor=min-m-k)@3", "MAP @ 3", "map@0003"])
def test_the_metric_in_force_in_other_words_is_shown_in_its_own(choose, chooser, pair: Inspection, words: str) -> None:
    choose(words)
    assert str(pair.metric) == "map@3" == chooser.currentText()


def test_the_metric_in_force_is_shown_after_two_refusals(window, chooser, pair: Inspection, monkeypatch) -> None:
    """Both wait in the queue, behind an edit, and are reported together."""
    monkeypatch.setitem(ROWS_AT_ONCE, "score", 10_000)
    refused, queue = parse("map(missing=error)@3"), window.bench.change_queue

    def plan(evaluation):
        chooser.setEditText(str(refused))
        queue.set_metric(refused)
        queue.undo()
        raise InputError("refused")

    queue.apply(1, plan)
    assert chooser.currentText() == "map@3"


def test_a_typed_metric_is_not_completed_to_a_longer_one(choose, pair: Inspection) -> None:
    for words in ("map@2", "map@10", "map@1"):  # the list has map@20 and map@100
        choose(words)
        assert str(pair.metric) == words


def test_a_metric_of_the_list_is_taken_when_it_is_picked(chooser, scored, pair: Inspection) -> None:
    place = chooser.findText("map@1")
    chooser.setFocus()
    chooser.setCurrentIndex(place)
    chooser.activated.emit(place)
    scored()
    assert str(pair.metric) == "map@1"


def test_a_metric_reported_twice_is_scored_once(window, chooser, scored, pair: Inspection) -> None:
    queue, started = window.bench.change_queue, []
    queue.worker.stopped.connect(lambda: started.append(str(pair.metric)))
    place = chooser.findText("map@10")  # Enter on an entry of the list is both an activation and the end of typing
    chooser.setCurrentIndex(place)
    chooser.activated.emit(place)
    chooser.lineEdit().editingFinished.emit()
    scored()
    assert (str(pair.metric), started) == ("map@10", ["map@3"])


NO_METRICS = ("mpa@5", "map@0", "map(divisor=z)@5", "map@", "", "<b>map</b>")


def test_text_that_is_not_a_metric_is_refused_with_a_message(window, chooser, pair) -> None:
    generation, bar = pair.generation, find(window, QFrame, "messageBar")
    for words in NO_METRICS:
        bar.hide()
        overwrite(chooser.lineEdit(), words)
        press(window, Key.Key_Return)
        assert bar.isVisible(), words
        assert len(text(window, "messageText")) > 20
        assert chooser.currentText() == str(pair.metric) == "map@3"
        assert (pair.generation, window.bench.change_queue.worker.is_busy) == (generation, False)


def test_a_metric_that_does_not_fit_the_pair_is_refused_with_a_message(
    window, chooser, choose, pair: Inspection
) -> None:
    choose("map(missing=error)@3")
    assert "absent from the submission" in text(window, "messageText")
    assert str(pair.metric) == "map@3" == chooser.currentText()


def test_a_first_click_selects_the_metric_and_a_second_sets_the_cursor(window, chooser, scored) -> None:
    line = chooser.lineEdit()
    find(window, QTableView, "rowTable").setFocus()
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    assert line.selectedText() == "map@3"
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    assert line.selectedText() == ""
    overwrite(line, "map@2")
    press(window, Key.Key_Return)
    scored()
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)  # the keyboard is still there
    assert line.selectedText() == "map@2"


def test_escape_gives_up_what_is_typed(window, chooser, pair: Inspection) -> None:
    overwrite(chooser.lineEdit(), "nonsense")
    press(window, Key.Key_Escape)
    assert chooser.currentText() == "map@3"
    find(window, QTableView, "rowTable").setFocus()
    assert not find(window, QFrame, "messageBar").isVisible()
    assert str(pair.metric) == "map@3"


def test_k_is_changed_in_the_score_bar(window, scored, pair: Inspection) -> None:
    cut = find(window, QSpinBox, "cutChooser")
    assert cut.value() == 3
    cut.setFocus()
    press(window, Key.Key_Up)
    scored()
    assert (str(pair.metric), find(window, QComboBox, "metricChooser").currentText()) == ("map@4", "map@4")
    cut.setValue(0)
    scored()
    assert (str(pair.metric), cut.text()) == ("map", "K = all")


@pytest.mark.slow
def test_edits_and_their_undo_survive_another_metric(window, choose, pair: Inspection) -> None:
    pair.edit("r05", ["b", "e"])
    choose("map@1")
    choose("map@3")
    assert pair.evaluation.labels(pair.evaluation.table.row_of("r05")) == ["b", "e"]
    action(window, "undo").trigger()
    assert text(window, "overallScore") == repr(pair.evaluation.base.overall)


def test_a_choice_of_the_metric_is_changed_in_its_popup(window, qtbot, pair: Inspection) -> None:
    find(window, QToolButton, "ruleButton").click()
    panel = find(window, QFrame, "rulePanel")
    assert panel.isVisible()
    buttons = {button.accessibleName(): button for button in panel.findChildren(QRadioButton)}
    choices = pair.evaluation.choices
    wanted = {f"{name}={value}: {text}" for name, c in choices.items() for value, text in c.values.items()}
    assert set(buttons) == wanted
    qtbot.waitUntil(lambda: "…" not in [label.text() for label in panel.findChildren(QLabel)])
    said = [label.text() for label in panel.findChildren(QLabel)]
    assert f"{pair.overall:.6f}" in said
    assert "refused" in said
    chosen = next(button for name, button in buttons.items() if name.startswith("divisor=m:"))
    chosen.click()
    qtbot.waitUntil(lambda: str(pair.metric) == "map(divisor=m)@3")
    qtbot.waitUntil(lambda: "1 changed" in find(window, QToolButton, "ruleButton").text())
    assert QApplication.activePopupWidget() is None
    assert float(text(window, "overallScore")) == pair.overall


def test_the_popup_tells_what_is_in_force_and_what_changes_nothing(window, qtbot, pair: Inspection) -> None:
    find(window, QToolButton, "ruleButton").click()
    panel = find(window, QFrame, "rulePanel")
    qtbot.waitUntil(lambda: "…" not in [label.text() for label in panel.findChildren(QLabel)])
    lines = {}
    for button in panel.findChildren(QRadioButton):
        top = button.geometry().center().y()
        beside = [label for label in panel.findChildren(QLabel) if label.geometry().contains(label.x() + 1, top)]
        lines[button] = [label.text() for label in beside]
    bands = panel.findChildren(QWidget, "ruleInForce")
    for button, texts in lines.items():
        told = texts[-2:]
        dimmed = button.graphicsEffect() is not None
        assert button.isChecked() == ("in force" in told)
        assert any(band.geometry().contains(button.geometry().center()) for band in bands) == button.isChecked()
        assert dimmed == (told == ["no change", f"{pair.overall:.6f}"])
    assert any(button.graphicsEffect() for button in lines)
    said = [label for label in panel.findChildren(QLabel) if label.text() in ("in force", "no change")]
    assert all(label.width() >= label.sizeHint().width() for label in said)
    # The bands are behind the buttons.
    order = bands[0].parentWidget().children()
    assert all(order.index(band) < min(order.index(button) for button in lines) for band in bands)
    assert len(bands) == len(pair.evaluation.choices)
    panel.close()


def test_divisors_that_are_the_same_without_k_say_so(show, qtbot) -> None:
    truth = pd.DataFrame({"id": ["q", "r"], "labels": ["a b", "c"]})
    window = show(inspector.open_pair(truth, pd.DataFrame({"id": ["q", "r"], "labels": ["a", "c d"]}), "map"))
    find(window, QToolButton, "ruleButton").click()
    panel = find(window, QFrame, "rulePanel")
    qtbot.waitUntil(lambda: "…" not in [label.text() for label in panel.findChildren(QLabel)])
    said = [label.text() for label in panel.findChildren(QLabel)]
    assert any("found in K places (Kaggle); without a K the same as m" in words for words in said)
    at = said.index("m: all truth labels (trec_eval, ranx, ir_measures)")
    assert said[at + 1 : at + 3] == ["no change", "0.750000"]
    panel.close()


def test_the_popup_says_what_letters_mean_and_asks_for_texts_last(show) -> None:
    truth = pd.DataFrame({"id": ["q", "r"], "labels": ["a b", "c"]})
    opened = inspector.open_pair(truth, pd.DataFrame({"id": ["q", "r"], "labels": ["a", "c d"]}), "f1")
    window = show(opened)
    find(window, QToolButton, "ruleButton").click()
    panel = find(window, QFrame, "rulePanel")
    assert "tp, fp, fn: right, wrong and missed labels" in [label.text() for label in panel.findChildren(QLabel)]
    lowest = max(button.y() for button in panel.findChildren(QRadioButton))
    assert all(line.y() > lowest for line in panel.findChildren(QLineEdit))
    panel.close()


def test_all_may_be_typed_as_the_cut_off(window, scored, pair: Inspection) -> None:
    cut = find(window, QSpinBox, "cutChooser")
    overwrite(cut.lineEdit(), "all")
    press(window, Key.Key_Return)
    scored()
    assert (cut.text(), pair.metric.k) == ("K = all", None)
    overwrite(cut.lineEdit(), "2")
    press(window, Key.Key_Return)
    scored()
    assert (cut.text(), pair.metric.k) == ("K = 2", 2)


def enter(window, name: str, words: str) -> None:
    """Opens the popup with the rule and enters a parameter of the metric."""
    find(window, QToolButton, "ruleButton").click()
    lines = find(window, QFrame, "rulePanel").findChildren(QLineEdit)
    line = next(line for line in lines if line.accessibleName().startswith(f"{name}: "))
    overwrite(line, words)
    QTest.keyClick(line, Key.Key_Return)


@pytest.mark.slow
def test_the_only_label_that_counts_is_typed_in_the_popup(window, choose, scored, chooser, pair: Inspection) -> None:
    choose("f1")
    enter(window, "label", " c ")
    scored()
    assert str(pair.metric) == "f1(label=c)" == chooser.currentText()
    assert QApplication.activePopupWidget() is None
    assert text(window, "metricTitle") == "F1 of c"
    enter(window, "beta", "0.5")
    scored()
    assert str(pair.metric) == "f(beta=0.5, label=c)"
    assert text(window, "overallScore") == repr(pair.overall)
    enter(window, "label", "")
    scored()
    assert str(pair.metric) == "f(beta=0.5)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words", "said"),
    [("label", "never", "neither truth nor submission has the label 'never'"), ("beta", "one", "beta cannot be 'one'")],
)
def test_a_parameter_that_does_not_fit_is_refused_with_a_message(
    window, choose, scored, pair: Inspection, name: str, words: str, said: str
) -> None:
    choose("f1")
    enter(window, name, words)
    scored()
    assert said in text(window, "messageText")
    assert str(pair.metric) == "f1"


def test_no_scored_row_is_a_dash_with_its_reason(show, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\nr1,\n")
    (tmp_path / "s.csv").write_text("id,label\nr1,a\n")
    window = show(inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map(empty=skip)@3"))
    assert text(window, "overallScore") == "–"
    assert find(window, QLabel, "overallScore").toolTip() == "No row is scored"
    assert "0 scored" in text(window, "rowCount")
    assert "MAP@3 – " in window.windowTitle()


def test_the_problems_are_counted_and_open_their_panel(window, pair: Inspection) -> None:
    button = find(window, QToolButton, "problemsButton")
    panel = find(window, QTableWidget, "problemsPanel")
    assert str(len(pair.problems)) in button.text()
    assert not panel.isVisible()
    button.click()
    assert panel.isVisible()
    assert panel.rowCount() == len(pair.problems)
    for line, problem in enumerate(pair.problems):
        assert problem.message in panel.item(line, 0).text()
        assert panel.item(line, 1).text() == f"{problem.count:,}"
        assert problem.consequence in panel.item(line, 3).text()
        assert panel.item(line, 1).textAlignment() & Qt.AlignmentFlag.AlignRight
    button.click()
    assert not panel.isVisible()


def test_a_cut_under_a_metric_without_one_is_refused_in_the_message_bar(window, choose, pair: Inspection) -> None:
    choose("lrap")
    find(window, QSpinBox, "cutChooser").setValue(7)
    assert "lrap has no cut-off" in find(window, QLabel, "messageText").text()
    assert (str(pair.metric), find(window, QSpinBox, "cutChooser").value()) == ("lrap", 0)
