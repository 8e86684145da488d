"""The row panel: previews typed edits, applies them on Enter, and shows the score calculation of the core."""

from __future__ import annotations

import re

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QTableView
from ui.user import Control, Key, Shift, action, find, go_to, overwrite, press, shown, text

import inspector
from inspector import Inspection
from inspector.core.data.prediction import Prediction
from inspector.ui.table.row_table import RowTable
from inspector.ui.widgets.elided_label import WrappedLabel
from inspector.ui.widgets.label_edit import LabelEdit


@pytest.fixture
def line(window) -> QLineEdit:
    go_to(window, "r08")
    return find(window, QLineEdit, "predictionEdit")


def paste(line: QLineEdit, typed: str) -> None:
    """Put text into the line that no key could type."""
    line.setFocus()
    line.setText(typed)
    line.textEdited.emit(typed)


@pytest.fixture
def steps(window) -> QTableView:
    return find(window, QTableView, "stepTable")


def row(pair: Inspection) -> int:
    return pair.evaluation.table.row_of("r08")


def labels(pair: Inspection) -> list[str]:
    return pair.evaluation.labels(row(pair))


def predicted(steps: QTableView) -> list[object]:
    return shown(steps, "predicted")[:-1]


def test_the_panel_shows_the_current_row(window, line, steps, pair: Inspection) -> None:
    assert text(window, "rowId") == "r08"
    assert text(window, "rowTruth").split() == ["a", "b", "c"]
    assert line.text() == "c x a"
    assert predicted(steps) == ["c", "x", "a"]
    assert text(window, "rowScore") == f"{pair.evaluation.scores.row[row(pair)]:.4f}"
    assert find(window, QLabel, "rowScore").toolTip() == repr(float(pair.evaluation.scores.row[row(pair)]))
    assert find(window, QLabel, "rowOverall").toolTip() == repr(pair.overall)


def test_the_line_is_scrolled_into_sight(window, line, qtbot) -> None:
    window.resize(window.width(), 500)
    page = line.parentWidget().parentWidget().parentWidget()
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    action(window, "edit_row").trigger()
    assert line.visibleRegion().boundingRect() == line.rect()


def test_typing_previews_the_scores_and_changes_nothing(window, line, steps, pair: Inspection) -> None:
    before = pair.generation, pair.overall, pair.evaluation.scores.row.tobytes()
    overwrite(line, "c a b")
    seen = pair.evaluation.preview(row(pair), Prediction(("c", "a", "b")))
    assert seen.score == 1.0
    assert find(window, QLabel, "rowScore").toolTip() == repr(seen.score)
    assert find(window, QLabel, "rowOverall").toolTip() == repr(seen.overall)
    assert re.fullmatch(r"0\.5556 → 1\.0000   ▲ \+0\.4444 by this change", text(window, "rowScore"))
    assert f"→ {seen.overall:.6f}" in text(window, "rowOverall")
    assert predicted(steps) == ["c", "a", "b"]
    assert (pair.generation, pair.overall, pair.evaluation.scores.row.tobytes()) == before
    assert (pair.undo_name, labels(pair)) == (None, ["c", "x", "a"])
    assert float(text(window, "overallScore")) == pair.overall


def test_a_previewed_new_label_does_not_enter_the_vocabulary(line, pair: Inspection) -> None:
    known = len(pair.evaluation.table.vocab)
    overwrite(line, "never-seen a")
    assert len(pair.evaluation.table.vocab) == known


def test_enter_applies_the_typed_text_as_one_undo_step(window, line, pair: Inspection) -> None:
    overwrite(line, "c  a b")
    press(window, Key.Key_Return)
    assert labels(pair) == ["c", "a", "b"]
    assert line.text() == "c a b"
    assert float(text(window, "overallScore")) == pair.overall
    action(window, "undo").trigger()
    assert (labels(pair), pair.undo_name, line.text()) == (["c", "x", "a"], None, "c x a")


def test_escape_restores_the_row(window, line, steps, pair: Inspection) -> None:
    score, overall = text(window, "rowScore"), text(window, "rowOverall")
    overwrite(line, "zzz")
    press(window, Key.Key_Escape)
    assert line.text() == "c x a"
    assert predicted(steps) == ["c", "x", "a"]
    assert (text(window, "rowScore"), text(window, "rowOverall")) == (score, overall)
    assert pair.undo_name is None


def test_the_steps_are_of_what_is_applied_where_text_is_no_prediction(window, line, steps) -> None:
    overwrite(line, "zzz")
    assert predicted(steps) == ["zzz"]
    line.setText("zzz\0")  # cannot be typed, but pasted
    line.textEdited.emit("zzz\0")
    assert text(window, "rowScore").startswith("⚠")
    assert predicted(steps) == ["c", "x", "a"]


def test_another_row_applies_typed_text(window, line, pair: Inspection) -> None:
    overwrite(line, "zzz")
    assert find(window, QLabel, "draftNote").isVisible()
    assert text(window, "draftNote") == "draft: leaving applies, Esc reverts"
    go_to(window, "r01")
    assert line.text() == "a b c"
    assert not find(window, QLabel, "draftNote").isVisible()
    assert (labels(pair), pair.undo_name) == (["zzz"], "edit r08")
    pair.undo()
    assert labels(pair) == ["c", "x", "a"]


def test_leaving_the_line_applies_typed_text_as_one_step(window, line, pair: Inspection) -> None:
    overwrite(line, "b zz")
    find(window, QTableView, "rowTable").setFocus()
    assert (labels(pair), pair.undo_name) == (["b", "zz"], "edit r08")
    pair.undo()
    assert (labels(pair), pair.undo_name) == (["c", "x", "a"], None)


def test_refused_text_comes_back_with_its_row(window, line, pair: Inspection) -> None:
    paste(line, "good\0bad")
    go_to(window, "r01")
    assert "cannot be written to this file" in text(window, "messageText")
    assert line.text() == "a b c"
    go_to(window, "r08")
    assert line.text() == "good\0bad"
    assert find(window, QLabel, "draftNote").isVisible()
    assert pair.undo_name is None


def test_text_that_the_table_cannot_apply_stays_as_a_draft(window, line, pair: Inspection) -> None:
    table = find(window, RowTable, "rowTable")
    table.setFocus()
    press(window, Key.Key_F2)
    cell = table.findChild(LabelEdit)
    overwrite(cell, "good ")
    cell.insert("\0bad")
    press(cell, Key.Key_Return)
    assert "cannot be written to this file" in text(window, "messageText")
    assert (line.text(), line.cursorPosition(), labels(pair)) == ("good \0bad", 0, ["c", "x", "a"])
    assert find(window, QLabel, "draftNote").isVisible()
    overwrite(line, "good")
    press(line, Key.Key_Return)
    assert (labels(pair), window.bench.docks.row.held.texts) == (["good"], {})


def test_a_refusal_goes_with_the_text_that_it_is_about(window, line, pair: Inspection) -> None:
    overwrite(line, "good ")
    line.insert("\0bad")
    line.textEdited.emit(line.text())
    press(line, Key.Key_Return)
    message = find(window, QFrame, "messageBar")
    assert message.isVisible()
    press(line, Key.Key_Escape)
    assert not message.isVisible()


def test_undo_takes_back_what_is_being_typed_and_no_other_edit(window, line, pair: Inspection) -> None:
    pair.edit("r01", ["x"])
    overwrite(line, "b a")
    action(window, "undo").trigger()
    assert (labels(pair), pair.undo_name, pair.redo_name) == (["c", "x", "a"], "edit r01", "edit r08")
    action(window, "redo").trigger()
    assert (labels(pair), pair.undo_name) == (["b", "a"], "edit r08")


def test_another_metric_keeps_a_draft(window, line, pair: Inspection) -> None:
    overwrite(line, "b a")
    pair.set_metric("map@1")
    assert (line.text(), labels(pair)) == ("b a", ["c", "x", "a"])
    assert find(window, QLabel, "draftNote").isVisible()


def test_this_row_and_all_edits_are_told_apart(window, line, pair: Inspection) -> None:
    pair.edit("r01", ["x"])
    worse = pair.overall
    pair.edit("r08", ["a", "b", "c"])
    assert f"{worse:.6f} → {pair.overall:.6f}" in text(window, "rowOverall")
    change = pair.overall - pair.evaluation.base.overall
    assert text(window, "rowAllEdits") == f"{'▲ +' if change > 0 else '▼ −'}{abs(change):.6f} by all edits"
    pair.reset([0])
    assert not find(window, QLabel, "rowAllEdits").isVisible()  # the line above says the same


def test_edits_that_change_no_score_are_said_to_change_nothing(window, line, pair: Inspection) -> None:
    pair.edit("r07", ["x"])
    assert text(window, "rowAllEdits") == "unchanged by all edits"


def test_after_an_edit_the_score_is_shown_against_the_file(window, line, pair: Inspection) -> None:
    pair.edit("r08", ["a", "b", "c"])
    assert text(window, "rowScore").startswith("0.5556 → 1.0000")
    assert f"{pair.evaluation.base.overall:.6f} → {pair.overall:.6f}" in text(window, "rowOverall")
    pair.undo()
    assert text(window, "rowScore") == "0.5556"


def test_an_edit_of_another_row_updates_the_overall(window, line, pair: Inspection) -> None:
    pair.edit("r05", ["e"])
    assert find(window, QLabel, "rowOverall").toolTip() == repr(pair.overall)
    assert text(window, "rowScore") == "0.5556"


# In the tooltip, where all digits are.
QUOTIENT = re.compile(r"= ([\d.e-]+) ÷ ([\d.e-]+) = ([\d.e-]+)")
TERMS = ("map@3", "map@1", "map(divisor=m)@2", "map(divisor=1)", "map(repeats=move-up)@3")


@pytest.mark.slow
def test_the_terms_sum_exactly_to_the_score_of_the_row(window, line, steps, pair) -> None:
    for metric in TERMS:
        pair.set_metric(metric)
        for id_ in pair.evaluation.table.ids.to_pylist():
            go_to(window, id_)
            at = pair.evaluation.table.row_of(id_)
            terms = [
                float(tip.removeprefix("<qt>").removesuffix("</qt>"))
                for tip in shown(steps, "adds", Qt.ItemDataRole.ToolTipRole)[:-1]
            ]
            said = QUOTIENT.search(find(window, QLabel, "rowSum").toolTip())
            total, divisor, score = map(float, said.groups())
            assert sum(terms) == total
            assert (total / divisor if divisor else 0.0) == score == pair.evaluation.scores.row[at]


def test_the_truth_is_put_first_in_one_step(window, line, pair: Inspection) -> None:
    action(window, "put_truth_first").trigger()
    assert labels(pair) == ["b", "c", "x", "a"]
    assert pair.undo_name == "put b at rank 1 of r08"
    action(window, "put_truth_first").trigger()
    assert labels(pair) == ["a", "b", "c", "x"]
    action(window, "undo").trigger()
    action(window, "undo").trigger()
    assert labels(pair) == ["c", "x", "a"]


def test_clear_removes_all_labels(window, line, pair: Inspection) -> None:
    press(window, Key.Key_Backspace, Control)
    assert (labels(pair), pair.undo_name, line.text()) == ([], "clear r08", "")


def test_undo_in_the_line_undoes_edits_when_nothing_is_typed(window, line, pair: Inspection) -> None:
    pair.edit("r08", ["b"])
    line.setFocus()
    press(window, Key.Key_Z, Control)
    assert labels(pair) == ["c", "x", "a"]
    press(window, Key.Key_Z, Control | Shift)
    assert labels(pair) == ["b"]


def test_undo_in_the_line_is_that_of_the_line_while_text_is_typed(window, line, pair: Inspection) -> None:
    pair.edit("r08", ["b"])
    line.setFocus()
    line.end(False)
    press(window, Key.Key_Q)
    assert line.text() == "bq"
    press(window, Key.Key_Z, Control | Shift)  # nothing to redo in the line, and no edit is redone instead
    for _ in range(3):  # no edit is undone behind the typed text, which may be of a row out of sight
        press(window, Key.Key_Z, Control)
        assert (line.text(), labels(pair)) == ("b", ["b"])
    press(window, Key.Key_Escape)  # the suggestions
    find(window, QTableView, "rowTable").setFocus()
    press(window, Key.Key_Z, Control)
    assert labels(pair) == ["c", "x", "a"]


def test_a_label_that_the_file_cannot_hold_is_refused_with_a_message(window, line, pair: Inspection) -> None:
    paste(line, "good\0bad")
    press(window, Key.Key_Return)
    assert "cannot be written to this file" in text(window, "messageText")
    # The typed text stays, and Escape gives it up.
    assert (labels(pair), pair.undo_name, line.text()) == (["c", "x", "a"], None, "good\0bad")
    press(window, Key.Key_Escape)
    assert line.text() == "c x a"


def test_a_row_that_the_submission_lacks_is_said_to_be_absent(window, line, pair: Inspection) -> None:
    go_to(window, "r13")
    assert line.placeholderText() == "the submission has no such row"
    pair.edit("r13", ["b"])
    assert line.placeholderText() == "labels, best first"
    go_to(window, "r07")
    assert line.placeholderText() == "labels, best first"


@pytest.mark.slow
def test_labels_are_typed_where_confidences_stand_beside_them(show, qrels_and_run, tmp_path) -> None:
    run = inspector.open_pair(*qrels_and_run, "map")
    window = show(run)
    go_to(window, "1")
    typed = find(window, QLineEdit, "predictionEdit")
    before = run.evaluation.prediction(0)
    assert (typed.text(), before.confidence) == ("c a b", (9.0, 8.0, 7.0))
    overwrite(typed, "b new c a")
    assert "→" in text(window, "rowScore")
    confidences = shown(find(window, QTableView, "stepTable"), "conf.")
    press(typed, Key.Key_Return)
    assert shown(find(window, QTableView, "stepTable"), "conf.") == confidences
    assert [float(text) for text in confidences if text] == [*run.evaluation.prediction(0).confidence]
    assert run.evaluation.labels(0) == ["b", "new", "c", "a"]
    run.save(tmp_path / "saved.run")
    assert inspector.open_pair(qrels_and_run[0], tmp_path / "saved.run", "map").evaluation.labels(0) == [
        "b",
        "new",
        "c",
        "a",
    ]
    overwrite(typed, "c a b")
    press(typed, Key.Key_Return)
    assert run.evaluation.prediction(0) == before


def test_the_line_says_how_confidences_are_typed(show) -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "label": ["8", "6"]})
    submission = pd.DataFrame({"id": ["a", "b"], "label": ["8", "6"], "confidence": [0.5, 0.4]})
    pair = inspector.open_pair(truth, submission, "gap")
    window = show(pair)
    line = find(window, QLineEdit, "predictionEdit")
    assert "or with confidences: 8:0.33 6:0.2" in line.toolTip()
    assert line.placeholderText() == "labels, best first, or with confidences: 8:0.33 6:0.2"
    go_to(window, "a")
    overwrite(line, "6:0.25")
    press(window, Key.Key_Return)
    assert pair.evaluation.prediction(0) == Prediction(("6",), (0.25,))


@pytest.mark.slow
@pytest.mark.parametrize(("count", "is_whole"), [(1, True), (8, True), (100, False)])
def test_a_long_truth_is_wrapped_and_cut_on_the_last_line_only(show, tmp_path, count: int, is_whole: bool) -> None:
    labels = " ".join(f"label{number:03}" for number in range(count))
    (tmp_path / "t.csv").write_text(f"id,label\na,{labels}\nb,label001 x\n")
    (tmp_path / "s.csv").write_text("id,label\na,x label001\nb,x\n")
    window = show(inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@5"))
    go_to(window, "a")
    window.resize(1024, 720)
    QApplication.processEvents()
    line, other = find(window, WrappedLabel, "rowTruth"), find(window, QLabel, "rowScore")
    seen = line.visible_text.split("\n")
    assert ("…" in line.visible_text, line.text().split()) == (not is_whole, labels.split())
    assert ("…" in "".join(seen[:-1]), len(seen) > 1) == (False, count > 1)
    assert line.height() >= len(seen) * line.fontMetrics().lineSpacing()
    assert line.mapTo(window, line.rect().bottomLeft()).y() <= other.mapTo(window, QPoint()).y()
