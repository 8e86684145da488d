"""Bulk edits of numbers in the dialog, with a preview and one undo step."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox
from ui.user import Control, Key, action, find, go_to, overwrite, press, text

import inspector
from inspector.core.evaluation.numbers import numbers
from inspector.ui.edit.bulk_dialog import BulkDialog


def predicted(pair) -> list[list[float]]:
    return numbers(pair.evaluation, pair.evaluation.all_rows)[1].tolist()


def shown_fields(dialog: BulkDialog) -> set[str]:
    names = ("number", "low", "high", "digits", "share", "component")
    kinds = (QLineEdit, QSpinBox, QComboBox)
    fields = [dialog.findChild(kind, f"bulk_{name}") for name in names for kind in kinds]
    return {field.objectName().removeprefix("bulk_") for field in fields if field is not None and field.isVisible()}


@pytest.mark.slow
def test_ctrl_b_edits_selected_rows_of_any_kind(show, prices, sample, tmp_path, during) -> None:
    (tmp_path / "truth.csv").write_text("id,class\na,x\nb,y\n")
    (tmp_path / "submission.csv").write_text("id,x,y\na,0.75,0.25\nb,0.5,0.5\n")
    chances = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mlogloss")
    window, opened = show(prices), []

    def act(dialog: BulkDialog) -> None:
        opened.append(find(dialog, QComboBox, "bulkKind").currentText())
        dialog.reject()
        window.activateWindow()

    during(act)
    press(window, Key.Key_B, Control)
    for other in (sample, chances):
        window.bench.inspection.load(other.state)
        press(window, Key.Key_B, Control)
    assert opened == ["Move towards the truth", "Put a label first", "Move towards the truth"]


def test_probabilities_are_changed_from_the_menu_where_there_are_any(show, sample, tmp_path, during) -> None:
    (tmp_path / "truth.csv").write_text("id,class\na,x\nb,y\n")
    (tmp_path / "submission.csv").write_text("id,x,y\na,0.75,0.25\nb,0.5,0.5\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mlogloss")
    window, opened = show(pair), []
    go_to(window, "a")

    def act(dialog: BulkDialog) -> None:
        opened.append(find(dialog, QComboBox, "bulkKind").currentText())
        find(dialog, QSpinBox, "bulk_share").setValue(50)
        dialog.accept()

    during(act)
    action(window, "bulk_probabilities").trigger()
    assert opened == ["Move towards the truth"]
    assert pair.evaluation.predictions([0]).weights.tolist() == [0.875, 0.125]
    pair.load(sample.state)
    action(window, "bulk_probabilities").trigger()
    assert len(opened) == 1
    assert window.statusBar().currentMessage().startswith("Only for a submission with a column of probabilities")


@pytest.mark.slow
def test_rows_are_moved_towards_the_truth_after_a_preview(show, qtbot, prices, during) -> None:
    window, before, said = show(prices), prices.overall, []
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        find(dialog, QSpinBox, "bulk_share").setValue(50)
        qtbot.waitUntil(lambda: text(dialog, "bulkOverall") != "")
        said.extend([text(dialog, "bulkChanges"), text(dialog, "bulkOverall")])
        assert shown_fields(dialog) == {"share"}
        dialog.accept()

    during(act)
    action(window, "bulk_blend").trigger()
    assert said[0] == "changes 2 of 4 rows"
    assert "▼ −" in said[1]
    assert predicted(prices)[0] == [194750.25]
    assert prices.overall == pytest.approx(before / 2)
    assert prices.undo_name == "move 50% of the way to the truth in 2 rows"
    prices.undo()
    assert repr(prices.overall) == repr(before)


@pytest.mark.slow
def test_one_of_several_numbers_is_edited(show, classes, during) -> None:
    window = show(classes)
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        assert shown_fields(dialog) == {"number", "component"}
        find(dialog, QComboBox, "bulk_component").setCurrentText("dog")
        overwrite(find(dialog, QLineEdit, "bulk_number"), "0.5")
        dialog.accept()

    during(act)
    action(window, "bulk_set").trigger()
    assert [row[1] for row in predicted(classes)] == [0.5, 0.5, 0.5]
    assert predicted(classes)[0][0] == 0.5


@pytest.mark.slow
def test_a_text_that_is_no_number_is_said_and_applied_to_nothing(show, qtbot, prices, during) -> None:
    window, said = show(prices), []

    def act(dialog: BulkDialog) -> None:
        overwrite(find(dialog, QLineEdit, "bulk_number"), "much")
        qtbot.waitUntil(lambda: "not a number" in text(dialog, "bulkChanges"))
        dialog.accept()
        said.append(dialog.isVisible())
        dialog.reject()

    during(act)
    action(window, "bulk_scale").trigger()
    assert said == [True]
    assert prices.undo_name is None


def test_limits_may_be_left_empty(show, prices, during) -> None:
    window = show(prices)
    window.bench.table.selectAll()

    def act(dialog: BulkDialog) -> None:
        overwrite(find(dialog, QLineEdit, "bulk_high"), "2e5")
        dialog.accept()

    during(act)
    action(window, "bulk_clip").trigger()
    assert [row[0] for row in predicted(prices)[:3]] == [181000.5, 181500.0, 200000.0]


def test_what_the_filter_shows_can_be_edited_without_selecting_it(show, qtbot, prices, during) -> None:
    window = show(prices)
    prices.narrow("error>0 | error<0")
    shown, before = prices.state.order.rows.copy(), np.nan_to_num(predicted(prices))

    def act(dialog: BulkDialog) -> None:
        rows = find(dialog, QComboBox, "bulkRows")
        choices = [rows.itemText(at) for at in range(rows.count())]
        assert choices == [f"{len(shown)} rows that the filter shows", "1 selected row"]
        rows.setCurrentIndex(1)
        assert dialog.windowTitle() == "Edit 1 selected row"
        rows.setCurrentIndex(0)
        assert dialog.windowTitle() == f"Edit {choices[0]}"
        kind = find(dialog, QComboBox, "bulkKind")
        kind.setCurrentIndex(kind.findData("shift"))
        overwrite(find(dialog, QLineEdit, "bulk_number"), "-1")
        qtbot.waitUntil(lambda: text(dialog, "bulkChanges") == f"changes {len(shown)} of {len(shown)} rows")
        dialog.accept()

    during(act)
    press(window, Key.Key_B, Control)
    changed = np.flatnonzero((np.nan_to_num(predicted(prices)) != before).any(axis=1))
    assert changed.tolist() == sorted(shown.tolist())


def test_arrow_keys_go_on_to_the_next_action(show, qtbot, prices, during) -> None:
    window = show(prices)

    def act(dialog: BulkDialog) -> None:
        kind = find(dialog, QComboBox, "bulkKind")
        assert dialog.focusWidget() is find(dialog, QSpinBox, "bulk_share")
        kind.setFocus()
        for _ in range(2):
            QTest.keyClick(kind, Key.Key_Down)
        assert (kind.currentData(), dialog.focusWidget()) == ("shift", kind)
        kind.showPopup()
        kind.hidePopup()
        qtbot.waitUntil(lambda: dialog.focusWidget() is find(dialog, QLineEdit, "bulk_number"))
        dialog.reject()

    during(act)
    press(window, Key.Key_B, Control)
