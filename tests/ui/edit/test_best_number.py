"""The button beside a factor, summand or power that finds the best one, and keys that nudge it."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton
from ui.user import Key, Shift, action, find, overwrite, press, text

import inspector
from inspector import InputError
from inspector.core.edits import bulk
from inspector.core.task import Progress
from inspector.ui.edit.bulk_dialog import BulkDialog


@pytest.fixture
def too_high(tmp_path):
    """Opens rows predicted ten times too high, or as given; decimal: the sign before the decimals of the submission."""

    def opened(decimal: str = ".", numbers: str = "15.0 25.0 35.0"):
        (tmp_path / "truth.csv").write_text("id,x\na,1.5\nb,2.5\nc,3.5\n")
        lines = "id;x\na;{}\nb;{}\nc;{}\n".format(*numbers.replace(".", decimal).split())
        (tmp_path / "submission.csv").write_text(lines)
        return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "rmse", shape="numbers")

    return opened


def press_best(dialog: BulkDialog, qtbot) -> None:
    button = find(dialog, QPushButton, "bulkBest")
    assert (button.isVisible(), button.accessibleName()) == (True, "Best number")
    tip = button.toolTip()
    assert "score best under the metric" in tip and "a short one near it that scores nearly as well" in tip
    button.click()
    assert text(dialog, "bulkChanges") == "looking for the best number…"


@pytest.mark.slow
@pytest.mark.parametrize("decimal, shown", [(".", "0.1"), (",", "0,1")])
def test_best_fills_in_the_factor_and_the_preview_shows_it(show, qtbot, too_high, during, decimal, shown) -> None:
    pair = too_high(decimal)
    window, said = show(pair), []
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        number = find(dialog, QLineEdit, "bulk_number")
        for _ in range(2):  # the second time the number is there already
            press_best(dialog, qtbot)
            qtbot.waitUntil(lambda: text(dialog, "bulkOverall") != "")
            said.append((number.text(), text(dialog, "bulkChanges")))
        assert "→ 0.000000" in text(dialog, "bulkOverall")
        dialog.accept()

    during(act)
    before = pair.overall
    action(window, "bulk_scale").trigger()
    assert said == [(shown, "changes 3 of 3 rows")] * 2
    assert pair.overall == pytest.approx(0) and pair.undo_name == "multiply by 0.1 in 3 rows"
    pair.undo()
    assert repr(pair.overall) == repr(before)


@pytest.mark.slow
def test_the_field_stays_as_it_is_where_nothing_scores_better(show, qtbot, too_high, during) -> None:
    pair = too_high(numbers="1.0 2.5 4.0")
    window = show(pair)
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        number = find(dialog, QLineEdit, "bulk_number")
        for typed in ("7", ""):
            overwrite(number, typed)
            press_best(dialog, qtbot)
            qtbot.waitUntil(lambda: text(dialog, "bulkChanges") == "no other number scores better")
            assert number.text() == typed
        dialog.reject()

    during(act)
    action(window, "bulk_shift").trigger()
    assert pair.undo_name is None


@pytest.mark.slow
def test_what_is_typed_while_it_searches_is_kept_and_previewed(show, qtbot, too_high, during) -> None:
    window = show(too_high())

    def act(dialog: BulkDialog) -> None:
        press_best(dialog, qtbot)
        window.bench.bulk_controller.worker.cancel()  # as if it took longer than the typing
        overwrite(find(dialog, QLineEdit, "bulk_number"), "2")
        qtbot.waitUntil(lambda: text(dialog, "bulkOverall") != "")
        assert find(dialog, QLineEdit, "bulk_number").text() == "2"
        dialog.reject()

    during(act)
    action(window, "bulk_scale").trigger()


@pytest.mark.slow
def test_nothing_can_be_applied_while_it_searches(show, qtbot, too_high, during, monkeypatch) -> None:
    pair, found = too_high(), threading.Event()
    window = show(pair)
    window.bench.table.selectAll()

    def slow(evaluation, rows, bulk_edit):
        yield Progress(0.53, "looking for the best number")
        while not found.wait(0.001):
            yield Progress(0.53, "looking for the best number")
        return 0.5

    def act(dialog: BulkDialog) -> None:
        number, apply, worker = (
            find(dialog, QLineEdit, "bulk_number"),
            dialog._apply_button,
            window.bench.bulk_controller.worker,
        )
        overwrite(number, "427")
        qtbot.waitUntil(lambda: text(dialog, "bulkOverall") != "")
        press_best(dialog, qtbot)
        qtbot.waitUntil(lambda: "53%" in text(dialog, "bulkChanges"))
        assert not apply.isEnabled()
        QTest.keyClick(number, Key.Key_Return)
        dialog.accept()
        assert dialog.isVisible() and pair.undo_name is None
        overwrite(number, "428")
        assert (apply.isEnabled(), worker.is_busy) == (True, False)
        qtbot.waitUntil(lambda: text(dialog, "bulkOverall") != "")
        press_best(dialog, qtbot)
        find(dialog, QPushButton, "bulkBest").click()  # once more, while it searches
        found.set()
        qtbot.waitUntil(lambda: text(dialog, "bulkOverall") != "")
        assert (number.text(), apply.isEnabled()) == ("0.5", True)
        dialog.accept()

    during(act)
    monkeypatch.setattr("inspector.ui.edit.bulk_controller.best_number", slow)
    action(window, "bulk_scale").trigger()
    assert pair.undo_name == "multiply by 0.5 in 3 rows"


@pytest.mark.slow
def test_apply_is_as_before_where_no_number_is_found(show, qtbot, too_high, during) -> None:
    window = show(too_high(numbers="1.0 2.5 4.0"))
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        for typed, applies in (("7", True), ("", False)):
            overwrite(find(dialog, QLineEdit, "bulk_number"), typed)
            press_best(dialog, qtbot)
            assert not dialog._apply_button.isEnabled()
            qtbot.waitUntil(lambda: text(dialog, "bulkChanges") == "no other number scores better")
            assert dialog._apply_button.isEnabled() == applies
        dialog.reject()

    during(act)
    action(window, "bulk_shift").trigger()


@pytest.mark.slow
def test_a_search_that_fails_says_nothing_of_the_number_that_is_typed(show, qtbot, too_high, during) -> None:
    window = show(too_high())

    def act(dialog: BulkDialog) -> None:
        apply = dialog._apply_button
        overwrite(find(dialog, QLineEdit, "bulk_number"), "2")
        qtbot.waitUntil(lambda: text(dialog, "bulkOverall") != "")
        press_best(dialog, qtbot)
        window.bench.bulk_controller.worker.cancel()
        dialog.show_error(InputError("nobody knows"))
        assert (apply.isEnabled(), text(dialog, "bulkChanges")) == (True, "⚠ nobody knows.")
        dialog.show_preview(bulk.BulkPreview(0, 1, 1.0, 1.0))
        overwrite(find(dialog, QLineEdit, "bulk_number"), "nan")
        qtbot.waitUntil(lambda: "⚠" in text(dialog, "bulkChanges"))
        assert not apply.isEnabled()
        dialog.reject()

    during(act)
    action(window, "bulk_scale").trigger()


def test_only_a_factor_and_a_summand_have_a_best_number(show, prices, during) -> None:
    window, offered = show(prices), []

    def act(dialog: BulkDialog) -> None:
        kind = find(dialog, QComboBox, "bulkKind")
        for at in range(kind.count()):
            kind.setCurrentIndex(at)
            offered.extend([kind.currentData()] if find(dialog, QPushButton, "bulkBest").isVisible() else [])
        dialog.reject()

    during(act)
    action(window, "bulk_set").trigger()
    assert offered == ["scale", "shift"]


def apply_best_power(dialog: BulkDialog, qtbot) -> None:
    """Find the best power of probabilities of 0.9 and 0.1, of which two of three are right, and apply it."""
    kind = find(dialog, QComboBox, "bulkKind")
    kind.setCurrentIndex(kind.findData("power"))
    press_best(dialog, qtbot)
    qtbot.waitUntil(lambda: text(dialog, "bulkOverall") != "")
    assert 0.3 < float(find(dialog, QLineEdit, "bulk_number").text()) < 0.33  # of 9 ** p = 2
    dialog.accept()


@pytest.mark.slow
def test_best_finds_the_power_of_probabilities(show, qtbot, tmp_path, during) -> None:
    (tmp_path / "truth.csv").write_text("id,class\na,x\nb,y\nc,x\n")
    (tmp_path / "submission.csv").write_text("id,x,y\na,0.9,0.1\nb,0.1,0.9\nc,0.1,0.9\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mlogloss")
    window, before = show(pair), pair.overall
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        assert not find(dialog, QPushButton, "bulkBest").isVisible()
        apply_best_power(dialog, qtbot)

    during(act)
    action(window, "bulk_probabilities").trigger()
    assert pair.overall < before and (pair.undo_name or "").startswith("raise to the power 0.31")


@pytest.mark.slow
def test_best_finds_the_power_of_the_odds_of_yes(show, qtbot, tmp_path, during) -> None:
    (tmp_path / "truth.csv").write_text("id,y\na,1\nb,0\nc,1\n")
    (tmp_path / "submission.csv").write_text("id,y\na,0.9\nb,0.1\nc,0.1\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "logloss")
    window, before = show(pair), pair.overall
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        apply_best_power(dialog, qtbot)
        assert "sharpens" in find(dialog, QComboBox, "bulkKind").currentText()

    during(act)
    action(window, "bulk_edit").trigger()
    assert pair.overall < before and (pair.undo_name or "").startswith("raise the odds to the power 0.31")


@pytest.mark.slow
def test_tab_and_enter_find_the_number_and_enter_applies_it(show, qtbot, too_high, during) -> None:
    pair = too_high()
    window = show(pair)
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        button, number = find(dialog, QPushButton, "bulkBest"), find(dialog, QLineEdit, "bulk_number")
        assert dialog.focusWidget() is number
        QTest.keyClick(number, Key.Key_Tab)
        assert dialog.focusWidget() is button
        QTest.keyClick(button, Key.Key_Return)
        qtbot.waitUntil(lambda: text(dialog, "bulkOverall") != "")
        assert (number.text(), dialog.focusWidget()) == ("0.1", number)
        QTest.keyClick(number, Key.Key_Return)

    during(act)
    action(window, "bulk_scale").trigger()
    assert pair.undo_name == "multiply by 0.1 in 3 rows"


def test_up_and_down_nudge_the_number_and_enter_applies_it(show, prices, during) -> None:
    window = show(prices)
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        number = find(dialog, QLineEdit, "bulk_number")
        press(number, Key.Key_Up)
        assert number.text() == ""
        overwrite(number, "1.43")
        press(number, Key.Key_Up)
        assert number.text() == "1.44"
        press(number, Key.Key_Down, Shift)
        assert number.text() == "1.34"
        QTest.keyClick(number, Key.Key_Return)

    during(act)
    action(window, "bulk_scale").trigger()
    assert prices.undo_name == "multiply by 1.34 in 3 rows"
