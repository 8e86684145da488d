"""Probabilities of classes in the row panel: typing one, keeping their sum, and their arithmetic."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QLineEdit, QStyle, QStyleOptionButton, QTableView
from ui.user import Bare, Control, Key, Left, Shift, action, find, go_to, overwrite, press, section, text, write

import inspector
from inspector import Inspection
from inspector.core.evaluation.marks import marks, short_share
from inspector.core.rows.columns import find_column
from inspector.ui.row.step_model import CONFIDENCE, LABEL, TERM
from inspector.ui.table.cell_text import cell_texts
from inspector.ui.table.row_table import RowTable
from inspector.ui.widgets.input.completing_edit import Suggestions
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.widgets.theme import GAP, GRID

LINES = ("a,0.7,0.2,0.1", "b,0.25,0.5,0.25", "c,0.05,0.05,0.9", "d,0.2,0.2,0.6")


@pytest.fixture
def digits(tmp_path: Path) -> Inspection:
    """Four rows with the probabilities of three classes, of which the truth has one a row."""
    (tmp_path / "truth.csv").write_text("id,label\na,0\nb,0\nc,2\nd,1\n")
    (tmp_path / "submission.csv").write_text("id,class_0,class_1,class_2\n" + "\n".join(LINES) + "\n")
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mlogloss")


@pytest.fixture
def steps(show, digits) -> QTableView:
    window = show(digits)
    go_to(window, "a")
    return find(window, QTableView, "stepTable")


def typing(steps: QTableView, line: int, words: str) -> QLineEdit:
    """Open the editor of a probability with a double click, and type in it."""
    place = steps.visualRect(steps.model().index(line, CONFIDENCE)).center()
    QTest.mouseClick(steps.viewport(), Left, Bare, place)
    QTest.mouseDClick(steps.viewport(), Left, Bare, place)
    editor = steps.viewport().findChild(QLineEdit)
    overwrite(editor, words)
    return editor


def now(pair: Inspection, id_: str = "a") -> dict[str, float]:
    prediction = pair.evaluation.prediction(pair.evaluation.table.row_of(id_))
    return dict(zip(prediction.labels, prediction.confidence or (), strict=True))


@pytest.mark.slow
def test_a_typed_probability_scales_the_others(steps, digits) -> None:
    assert find(steps.window(), QCheckBox, "renormaliseClasses").isChecked()
    press(typing(steps, 1, "0.6"), Key.Key_Return)
    assert now(digits) == pytest.approx({"1": 0.6, "0": 0.35, "2": 0.05})


@pytest.mark.slow
def test_keys_nudge_the_number_that_a_cell_shows_and_reads(show, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,0\nb,1\n")
    (tmp_path / "s.csv").write_text("id;0;1\na;0,5;0,5\nb;0,25;0,75\n")
    pair = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "mlogloss")
    assert pair.evaluation.pair.submission.layout.decimal == ","
    window = show(pair)
    go_to(window, "a")
    editor = typing(find(window, QTableView, "stepTable"), 1, "0.5")
    press(editor, Key.Key_Up)
    assert editor.text() == "0.51"
    press(editor, Key.Key_Return)
    assert now(pair) == pytest.approx({"0": 0.49, "1": 0.51})


def test_an_editor_shows_all_digits_of_its_number(steps, digits) -> None:
    digits.edit("a", ["0", "1", "2"], [0.123456789012, 0.876543210987, 0.000000000001])
    place = steps.visualRect(steps.model().index(0, CONFIDENCE)).center()
    QTest.mouseClick(steps.viewport(), Left, Bare, place)
    QTest.mouseDClick(steps.viewport(), Left, Bare, place)
    editor = steps.viewport().findChild(QLineEdit)
    assert editor.text() == "0.876543210987"
    assert editor.width() > editor.fontMetrics().horizontalAdvance(editor.text())
    assert editor.geometry().left() >= 0
    assert editor.geometry().right() <= steps.viewport().width()
    press(editor, Key.Key_Escape)


@pytest.mark.slow
def test_up_and_down_stop_where_a_probability_ends(steps, digits) -> None:
    editor = typing(steps, 1, "0.95")
    press(editor, Key.Key_Up, Shift)
    assert editor.text() == "1.00"
    press(editor, Key.Key_Down, Shift)
    press(editor, Key.Key_Return)
    assert now(digits)["1"] == 0.9


@pytest.mark.slow
def test_a_typed_probability_is_whole_in_the_text_that_a_crash_leaves(steps, digits) -> None:
    editor = typing(steps, 1, "0.6")
    left = digits.open_submission.typed.every["a"]
    assert left == find(steps.window(), QLineEdit, "predictionEdit").text()
    press(editor, Key.Key_Escape)
    press(steps.window(), Key.Key_Escape)
    assert now(digits)["1"] == 0.2
    edit = find(steps.window(), QLineEdit, "predictionEdit")
    overwrite(edit, left)
    press(edit, Key.Key_Return)
    assert now(digits) == pytest.approx({"1": 0.6, "0": 0.35, "2": 0.05})


def test_no_probability_of_former_letters_stays_in_the_list(steps, digits) -> None:
    editor = typing(steps, 1, "0.6")
    assert steps.model().index(0, CONFIDENCE).data() == "0.35"
    overwrite(editor, "0")  # the class would go
    assert [float(steps.model().index(line, CONFIDENCE).data()) for line in (0, 2)] == pytest.approx([0.875, 0.125])


def test_the_others_are_0_while_1_is_typed(steps, digits) -> None:
    typing(steps, 1, "1")
    assert [steps.model().index(line, CONFIDENCE).data() for line in (0, 1, 2)] == ["0.0", "1.0", "0.0"]
    lost = [steps.model().index(line, TERM).data() for line in (0, 1, 2)]
    assert lost == [text(steps.window(), "rowScore").split()[2], "0", "0"]
    assert len(now(digits)) == 3


def test_an_exponent_is_not_cut_while_a_number_is_typed(steps) -> None:
    typing(steps, 0, "0.9999")
    small = steps.model().index(1, CONFIDENCE)
    assert "e-05" in small.data()
    assert steps.columnWidth(CONFIDENCE) > steps.fontMetrics().horizontalAdvance(small.data())


@pytest.mark.parametrize(("way", "keeps_sum"), [("line", True), ("line", False), ("cell", True), ("delete", True)])
def test_fewer_classes_add_up_to_1_with_the_switch(steps, digits, way: str, keeps_sum: bool) -> None:
    window = steps.window()
    find(window, QCheckBox, "renormaliseClasses").setChecked(keeps_sum)
    if way == "line":
        line = find(window, QLineEdit, "predictionEdit")
        overwrite(line, "1 0")
        shown_first = steps.model().index(0, CONFIDENCE).data()
        press(line, Key.Key_Return)
        assert shown_first == steps.model().index(0, CONFIDENCE).data()
    else:
        steps.setCurrentIndex(steps.model().index(2, LABEL))
        if way == "delete":
            steps.setFocus()
            press(window, Key.Key_Delete)
        else:
            steps.edit(steps.currentIndex())
            editor = steps.viewport().findChild(QLineEdit)
            overwrite(editor, "")
            press(editor, Key.Key_Return)
    first, second = digits.evaluation.prediction(0).confidence or ()
    assert (first, second) == pytest.approx((7 / 9, 2 / 9) if keeps_sum else (0.7, 0.2))


@pytest.mark.slow
def test_the_box_says_from_which_sum_typed_numbers_are_scaled(steps, digits) -> None:
    box, line = (
        find(steps.window(), kind, name)
        for kind, name in ((QCheckBox, "renormaliseClasses"), (QLineEdit, "predictionEdit"))
    )
    overwrite(line, "1:0.5 2:0.3 0:0.6")
    assert box.text() == "Keep the sum at 1: scaled from 1.4"
    overwrite(line, "1:0.5 2:0.5")
    assert box.text() == "Keep the sum at 1"
    overwrite(line, "1:0.5 2:0.3")
    assert box.text() == "Keep the sum at 1: the others share 0.2"
    press(line, Key.Key_Return)
    assert now(digits) == {"1": 0.5, "2": 0.3, "0": 0.2}
    press(steps.window(), Key.Key_Down, Control)
    assert box.text() == "Keep the sum at 1"


def test_a_class_of_0_is_left_out_of_the_line_as_of_the_table(steps, digits) -> None:
    line = find(steps.window(), QLineEdit, "predictionEdit")
    overwrite(line, "1:0.75 2:0 0:0.25")
    press(line, Key.Key_Return)
    assert now(digits) == {"1": 0.75, "0": 0.25}


def test_typing_goes_on_where_it_was_while_the_popup_closes(steps, digits) -> None:
    line = find(steps.window(), QLineEdit, "predictionEdit")
    left = []

    class Leaving(QObject):
        """Takes the focus from the line as the popup is hidden, as it happens without a window manager."""

        def eventFilter(self, popup: QObject, event: QEvent) -> bool:  # noqa: N802
            if event.type() == QEvent.Type.Hide:
                left.append(line.text())
                QApplication.sendEvent(line, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason))
            return False

    leaving, ended = Leaving(), []
    line._popup.installEventFilter(leaving)
    line.editingFinished.connect(lambda: ended.append(line.text()))
    line.setFocus()
    line.selectAll()
    line.suggest(Suggestions(["10", "11"], 0, 0, False))
    write(line, "1:0.5 2:0.5")
    line._popup.removeEventFilter(leaving)
    assert (line.text(), ended) == ("1:0.5 2:0.5", [])
    assert left


def test_the_same_text_again_leaves_the_cursor_without_the_focus_too(steps, digits) -> None:
    line = find(steps.window(), QLineEdit, "predictionEdit")
    steps.setFocus()
    line.put("1 0 2", 0)
    line.setCursorPosition(3)
    line.put("1 0 2", 0)
    assert line.cursorPosition() == 3
    line.put("1 0", 0)
    assert line.cursorPosition() == 0


def test_a_number_above_1_is_refused_before_it_is_scaled(steps, digits) -> None:
    before = now(digits)
    line = find(steps.window(), QLineEdit, "predictionEdit")
    overwrite(line, "1:1.5 2:0.3")
    assert text(steps.window(), "rowScore").startswith("⚠ 1.5 is not a valid probability")
    press(line, Key.Key_Return)
    assert now(digits) == before


@pytest.mark.slow
def test_classes_in_another_order_keep_their_numbers(show, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,0\nb,0\nc,2\n")
    (tmp_path / "s.csv").write_text("id,class_0,class_1,class_2\na,0.333,0.334,0.332\nb,0.7,0.2,0.1\nc,0.2,0.2,0.6\n")
    pair = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "mlogloss")
    line = find(show(pair), QLineEdit, "predictionEdit")
    overwrite(line, "0 1 2")
    press(line, Key.Key_Return)
    assert now(pair) == {"0": 0.334, "1": 0.333, "2": 0.332}


def test_the_line_and_the_cell_hold_the_probabilities(steps, digits) -> None:
    window = steps.window()
    line, table = find(window, QLineEdit, "predictionEdit"), find(window, RowTable, "rowTable")
    assert line.text() == "0:0.7 1:0.2 2:0.1"
    index = table.model().index(digits.state.order.pos(0), section(table, "predictions"))
    assert index.data(Qt.ItemDataRole.EditRole) == line.text()
    assert index.data() == "0 1 2"
    overwrite(line, "0:0.7 1:0.6 2:0.1")
    press(line, Key.Key_Return)
    assert now(digits) == pytest.approx({"1": 0.6, "0": 0.35, "2": 0.05})
    assert line.text() == "1:0.6 0:0.35 2:0.05"


def test_a_double_click_on_a_class_edits_its_probability(steps, digits, qtbot) -> None:
    table = find(steps.window(), RowTable, "rowTable")
    table.window().resize(1600, 800)
    header, at = table.horizontalHeader(), section(table, "predictions")
    width = header.ranks.within(header.sectionSize(at) - 2 * GAP + 2 * GRID).width
    left, top = header.sectionViewportPosition(at) + GAP, table.rowViewportPosition(digits.state.order.pos(0)) + 5
    place = QPoint(left + width + width // 2, top)
    QTest.mouseClick(table.viewport(), Left, Bare, place)
    QTest.mouseDClick(table.viewport(), Left, Bare, place)
    (editor,) = (one for one in table.viewport().findChildren(LabelEdit) if not one.isHidden())
    qtbot.waitUntil(lambda: editor.selectedText() not in ("", editor.text()))
    assert (editor.text(), editor.selectedText()) == ("0:0.7 1:0.2 2:0.1", "0.2")
    write(editor, "0.6")
    press(editor, Key.Key_Return)
    assert now(digits) == pytest.approx({"1": 0.6, "0": 0.35, "2": 0.05})


def test_a_double_click_on_the_probability_of_the_true_class_edits_it(steps, digits, qtbot) -> None:
    table = find(steps.window(), RowTable, "rowTable")
    table.window().resize(1600, 800)
    row = digits.evaluation.table.row_of("d")
    place = table.visualRect(table.model().index(digits.state.order.pos(row), section(table, "p(true class)"))).center()
    QTest.mouseClick(table.viewport(), Left, Bare, place)
    QTest.mouseDClick(table.viewport(), Left, Bare, place)
    (editor,) = (one for one in table.viewport().findChildren(LabelEdit) if not one.isHidden())
    qtbot.waitUntil(lambda: editor.selectedText() not in ("", editor.text()))
    assert editor.selectionStart() == editor.text().index("1:0.2") + 2
    assert editor.selectedText() == "0.2"
    write(editor, "0.9")
    press(editor, Key.Key_Return)
    assert now(digits, "d")["1"] == 0.9
    assert sum(now(digits, "d").values()) == pytest.approx(1)


def test_a_true_class_without_a_probability_gets_the_one_that_is_typed(show, tmp_path, qtbot) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,2\nb,0\nc,1\n")
    (tmp_path / "s.csv").write_text("id,class_0,class_1,class_2\na,0.75,0.25,0\nb,0.7,0.2,0.1\nc,0.2,0.5,0.3\n")
    pair = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "mlogloss")
    window = show(pair)
    table = find(window, RowTable, "rowTable")
    window.resize(1600, 800)
    place = table.visualRect(table.model().index(0, section(table, "p(true class)"))).center()
    QTest.mouseClick(table.viewport(), Left, Bare, place)
    QTest.mouseDClick(table.viewport(), Left, Bare, place)
    (editor,) = (one for one in table.viewport().findChildren(LabelEdit) if not one.isHidden())
    qtbot.waitUntil(lambda: editor.selectedText() == "0.0")
    assert editor.text() == "0:0.75 1:0.25 2:0.0"
    press(editor, Key.Key_Return)
    assert (now(pair), pair.undo_name) == ({"0": 0.75, "1": 0.25}, None)
    QTest.mouseDClick(table.viewport(), Left, Bare, place)
    (editor,) = (one for one in table.viewport().findChildren(LabelEdit) if not one.isHidden())
    qtbot.waitUntil(lambda: editor.selectedText() == "0.0")
    write(editor, "0.6")
    press(editor, Key.Key_Return)
    assert now(pair) == pytest.approx({"2": 0.6, "0": 0.3, "1": 0.1})


@pytest.fixture
def ruled_out(show, tmp_path) -> tuple[Inspection, QTableView]:
    """A row whose true class has the probability 0, and its lines."""
    (tmp_path / "t.csv").write_text("id,label\na,2\nb,0\nc,1\n")
    (tmp_path / "s.csv").write_text("id,class_0,class_1,class_2\na,0.75,0.25,0\nb,0.7,0.2,0.1\nc,0.2,0.5,0.3\n")
    pair = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "mlogloss")
    steps = find(show(pair), QTableView, "stepTable")
    go_to(steps.window(), "a")
    steps.setFocus()
    steps.setCurrentIndex(steps.model().index(3, LABEL))
    assert steps.currentIndex().data() == "2"
    return pair, steps


def type_keys(steps: QTableView, keys: str) -> QLineEdit:
    press(steps, Key(ord(keys[0])))
    (editor,) = (one for one in steps.viewport().findChildren(LabelEdit) if not one.isHidden())
    for key in keys[1:]:
        press(editor, Key(ord(key)))
    return editor


def test_a_true_class_without_a_probability_gets_one_in_its_line(ruled_out) -> None:
    pair, steps = ruled_out
    editor = type_keys(steps, "0.6")
    assert editor.text() == "0.6"
    assert text(steps.window(), "rowScore").startswith("36.0437 → 0.5108")
    press(editor, Key.Key_Return)
    assert now(pair) == pytest.approx({"2": 0.6, "0": 0.3, "1": 0.1})
    pair.undo()
    assert (now(pair), pair.undo_name) == ({"0": 0.75, "1": 0.25}, None)


@pytest.mark.parametrize("end", [Key.Key_Escape, Key.Key_Return])
def test_a_true_class_that_gets_nothing_is_missed_as_before(ruled_out, end) -> None:
    pair, steps = ruled_out
    editor = type_keys(steps, "0.6" if end == Key.Key_Escape else "0")
    press(editor, end)
    assert (now(pair), pair.undo_name, text(steps.window(), "rowScore")) == ({"0": 0.75, "1": 0.25}, None, "36.0437")
    assert [steps.model().index(line, LABEL).data() for line in range(4)] == ["0", "1", "add…", "2"]
    assert not find(steps.window(), QLabel, "draftNote").isVisible()


def test_a_digit_types_the_probability_of_the_line_that_is_chosen(steps, digits) -> None:
    QTest.mouseClick(steps.viewport(), Left, Bare, steps.visualRect(steps.model().index(1, LABEL)).center())
    for key in (Key.Key_0, Key.Key_Period, Key.Key_6):
        press(steps if key == Key.Key_0 else steps.viewport().findChild(QLineEdit), key)
    assert steps.viewport().findChild(QLineEdit).text() == "0.6"
    press(steps.viewport().findChild(QLineEdit), Key.Key_Return)
    assert now(digits) == pytest.approx({"1": 0.6, "0": 0.35, "2": 0.05})


def test_lines_of_classes_have_their_own_words_and_enter_types_a_number(steps, digits, sample) -> None:
    header = [steps.model().headerData(at, Qt.Orientation.Horizontal) for at in range(steps.model().columnCount())]
    shown = [title for at, title in enumerate(header) if not steps.isColumnHidden(at)]
    assert shown == ["rank", "class", "true", "loses", "probability"]
    steps.setFocus()
    steps.setCurrentIndex(steps.model().index(1, LABEL))
    press(steps, Key.Key_Return)
    overwrite(steps.viewport().findChild(QLineEdit), "0.6")
    press(steps.viewport().findChild(QLineEdit), Key.Key_Return)
    assert now(digits) == pytest.approx({"1": 0.6, "0": 0.35, "2": 0.05})
    digits.load(sample.state)
    assert steps.model().headerData(0, Qt.Orientation.Horizontal) == "k"


def test_the_truth_put_first_keeps_the_sum(steps, digits) -> None:
    press(typing(steps, 0, "0"), Key.Key_Return)
    action(steps.window(), "put_truth_first").trigger()
    assert sum(now(digits).values()) == pytest.approx(1)


def test_without_the_switch_the_sum_is_said(steps, digits) -> None:
    find(steps.window(), QCheckBox, "renormaliseClasses").setChecked(False)
    press(typing(steps, 1, "0.6"), Key.Key_Return)
    assert sum(now(digits).values()) == pytest.approx(1.4)
    assert "add up to 1.4, not to 1" in text(steps.window(), "rowSum")


def test_a_probability_is_previewed_while_typed(steps, digits) -> None:
    window, before = steps.window(), digits.overall
    scores = text(window, "rowScore"), text(window, "rowOverall")
    editor = typing(steps, 0, "0.9")
    assert "▼" in text(window, "rowScore")
    assert "▼" in text(window, "rowOverall")
    press(editor, Key.Key_Escape)
    assert (text(window, "rowScore"), text(window, "rowOverall")) == scores
    assert digits.overall == before


@pytest.mark.slow
@pytest.mark.parametrize("keeps_sum", [True, False])
@pytest.mark.parametrize("words", ["1.5", "0,5", "-0.2", "abc", ""])
def test_what_is_no_probability_stays_in_its_cell(steps, digits, words: str, keeps_sum: bool) -> None:
    window, before = steps.window(), now(digits)
    find(window, QCheckBox, "renormaliseClasses").setChecked(keeps_sum)
    editor = typing(steps, 1, words)
    mistake = text(window, "rowScore")
    assert mistake[0] == text(window, "rowSum")[0] == "⚠"
    assert text(window, "rowOverall") == "–"
    assert find(window, QLineEdit, "predictionEdit").text() == f"0:0.7 1:{words} 2:0.1"
    press(editor, Key.Key_Return)
    assert find(window, QLabel, "messageText").isVisible()
    assert text(window, "messageText").startswith(mistake)
    assert (editor.hasFocus(), editor.text(), now(digits)) == (True, words, before)
    overwrite(editor, "0.5")
    press(editor, Key.Key_Return)
    assert now(digits)["1"] == 0.5


@pytest.mark.parametrize("keeps_sum", [True, False])
def test_a_class_of_0_is_left_out(steps, digits, keeps_sum: bool) -> None:
    find(steps.window(), QCheckBox, "renormaliseClasses").setChecked(keeps_sum)
    press(typing(steps, 1, "0"), Key.Key_Return)
    assert now(digits) == pytest.approx({"0": 0.875, "2": 0.125} if keeps_sum else {"0": 0.7, "2": 0.1})


def test_what_is_no_probability_waits_when_its_cell_is_left(steps, digits) -> None:
    window, before = steps.window(), now(digits)
    typing(steps, 1, "0,5")
    find(window, QTableView, "rowTable").setFocus()
    assert find(window, QLabel, "messageText").isVisible()
    assert "'0,5'" in text(window, "messageText")
    assert (now(digits), window.bench.docks.row.held.waiting(0)) == (before, "0:0.7 1:0,5 2:0.1")
    line = find(window, QLineEdit, "predictionEdit")
    line.setFocus()
    press(line, Key.Key_Escape)
    assert (window.bench.docks.row.held.texts, text(window, "rowScore")) == ({}, "0.3567")


def test_a_class_that_the_file_lacks_has_no_score(steps, digits) -> None:
    place = steps.visualRect(steps.model().index(0, LABEL)).center()
    QTest.mouseClick(steps.viewport(), Left, Bare, place)
    QTest.mouseDClick(steps.viewport(), Left, Bare, place)
    overwrite(steps.viewport().findChild(QLineEdit), "7")
    assert text(steps.window(), "rowScore").startswith("⚠ the file has no column for the label '7'")


def test_the_focus_stays_after_a_typed_probability(steps, digits) -> None:
    press(typing(steps, 1, "0.9"), Key.Key_Return)
    assert QApplication.focusWidget() is steps
    assert list(now(digits))[steps.currentIndex().row()] == "1"


def test_certainty_leaves_one_class(steps, digits) -> None:
    press(typing(steps, 1, "1"), Key.Key_Return)
    assert now(digits) == {"1": 1.0}


def test_the_focus_leaves_the_box_of_the_switch_whole(steps) -> None:
    box, option = find(steps.window(), QCheckBox, "renormaliseClasses"), QStyleOptionButton()
    box.initStyleOption(option)
    square = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)
    steps.setFocus()
    before = box.grab().toImage()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    after = box.grab().toImage()
    assert after != before
    assert after.copy(square) == before.copy(square)


def test_other_files_have_no_such_switch(window) -> None:
    assert not find(window, QCheckBox, "renormaliseClasses").isVisible()


def test_the_formula_is_that_of_the_true_class(steps) -> None:
    assert text(steps.window(), "rowSum") == "score = −log(0.7) = 0.356675"


def test_labels_come_with_their_probabilities(steps, digits) -> None:
    row = digits.evaluation.table.row_of("a")
    assert [(mark.text, mark.share) for mark in marks(digits.evaluation, row, 3)] == [
        ("0", "0.70"), ("1", "0.20"), ("2", "0.10")
    ]  # fmt: skip
    digits.set_metric("accuracy")
    assert not next(marks(digits.evaluation, row, 1)).share


def test_the_table_shows_the_probability_of_the_true_class(digits) -> None:
    digits.edit("b", ["0", "1"], [0.00001, 0.99999])
    rows = np.array([digits.evaluation.table.row_of(id_) for id_ in "abc"])
    assert cell_texts(digits.evaluation, find_column("p_true"), rows) == ["0.7000", "1e-05", "0.9000"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *[(1.0, "1.00"), (0.9995, "0.9995"), (0.99776, "0.9978"), (0.999999, "0.9999")],
        *[(0.994, "0.99"), (0.0002, "0.0002")],
    ],
)
def test_only_a_certain_class_has_the_probability_1(value: float, text: str) -> None:
    assert short_share(value) == text


@pytest.mark.slow
def test_a_row_of_classes_begins_at_the_true_one_and_adds_none(show, tmp_path: Path) -> None:
    """The true class comes sixth of ten, below the lines that a small window has room for."""
    names = ["airplane", "car", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"]
    (tmp_path / "t.csv").write_text("id,label\n" + "".join(f"of-{name},{name}\n" for name in names))
    row = ",".join(f"{(10 - number) / 55:.6f}" for number in range(10))
    (tmp_path / "s.csv").write_text(f"id,{','.join(names)}\n" + "".join(f"of-{name},{row}\n" for name in names))
    window = show(inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "mlogloss"))
    window.resize(1024, 600)
    steps = find(window, QTableView, "stepTable")
    for id_, line in (("of-truck", 9), ("of-airplane", 0), ("of-dog", 5), ("of-truck", 9)):
        go_to(window, id_)
        QApplication.processEvents()
        assert steps.verticalScrollBar().maximum() > 0
        assert steps.viewport().rect().contains(steps.visualRect(steps.model().index(line, LABEL)))
        assert steps.isRowHidden(10)
    window.resize(1024, 560)
    QApplication.processEvents()
    assert steps.viewport().rect().contains(steps.visualRect(steps.model().index(9, LABEL)))
    window.bench.inspection.set_metric("accuracy@1")
    assert not steps.isRowHidden(10)
