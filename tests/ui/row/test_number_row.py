"""Numbers in the row panel: typing, nudging, the truth, several numbers and their sum."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QTableView, QTableWidget
from ui.user import Bare, Key, Left, Shift, action, find, go_to, overwrite, press, shown, text

import inspector
from inspector import Inspection
from inspector.core.data.prediction import Prediction
from inspector.ui.row.number_model import BASELINE, LOSS, NAME, PREDICTED
from inspector.ui.widgets.label_edit import nudged


@pytest.fixture
def line(show, prices) -> QLineEdit:
    window = show(prices)
    go_to(window, "h1")
    return find(window, QLineEdit, "predictionEdit")


@pytest.fixture
def numbers(show, classes) -> QTableView:
    window = show(classes)
    go_to(window, "c1")
    return find(window, QTableView, "numberTable")


def predicted(pair: Inspection, id_: str) -> tuple[float, ...] | None:
    return pair.evaluation.prediction(pair.evaluation.table.row_of(id_)).confidence


def test_the_panel_shows_numbers_and_how_they_lose(line) -> None:
    window = line.window()
    assert (line.text(), text(window, "rowTruth")) == ("181000.5", "208500")
    assert text(window, "rowScore") == "756,222,500"
    assert text(window, "rowSum").startswith("(181,000")
    score, overall = text(window, "rowSum").splitlines()
    assert score.endswith(" − 208,500)² = 756,222,500")
    assert overall == "This is the score of a row; the overall is the root of the mean of all."
    assert not find(window, QTableView, "stepTable").isVisible()
    assert not find(window, QTableView, "numberTable").isVisible()


def test_a_typed_number_is_previewed_and_kept_with_enter(line, prices) -> None:
    before = prices.overall
    overwrite(line, "208500")
    assert text(line.window(), "rowScore").endswith("▼ −756,222,500 by this change")
    assert prices.overall == before
    press(line, Key.Key_Return)
    assert predicted(prices, "h1") == (208500.0,)
    assert prices.overall < before
    prices.undo()
    assert (predicted(prices, "h1"), repr(prices.overall)) == ((181000.5,), repr(before))


def test_text_that_is_no_number_is_said_at_once(line, prices) -> None:
    window = line.window()
    overwrite(line, "105000")
    overwrite(line, "cheap")
    assert text(window, "rowSum").startswith("⚠ the prediction 'cheap' is not a number. Expected: a number such as ")
    assert text(window, "rowSum").endswith(" for price.")
    assert text(window, "rowScore") == "⚠ the prediction 'cheap' is not a number"
    assert text(window, "rowOverall") == "–"
    press(line, Key.Key_Escape)
    assert text(window, "rowScore") == "756,222,500"
    assert predicted(prices, "h1") == (181000.5,)


def test_the_preview_reads_the_same_number_as_the_edit(line, prices) -> None:
    overwrite(line, "105,000")
    assert text(line.window(), "rowSum").startswith("(105,000 − 208,500)²")
    press(line, Key.Key_Return)
    assert predicted(prices, "h1") == (105000.0,)


def test_an_emptied_row_is_said_to_be_left_out(line, prices) -> None:
    window = line.window()
    overwrite(line, "")
    assert text(window, "rowSum").startswith("No prediction: the row is left out of the score")
    assert text(window, "rowScore") == "756,222,500 → not scored"
    assert text(window, "rowOverall").endswith("by leaving this row out")
    assert find(window, QLabel, "rowOverall").styleSheet() == ""
    press(line, Key.Key_Return)
    assert text(window, "scoreDelta").endswith(" · 1 row edited, 1 left out")
    assert [problem.message for problem in prices.problems if problem.rejects][-1] == "1 edited row has no prediction"
    panel = find(window, QTableWidget, "problemsPanel")
    assert "1 edited row has no prediction" in panel.item(panel.rowCount() - 1, 0).text() + panel.item(0, 0).text()
    table = find(window, QTableView, "rowTable")
    assert shown(table, "Δ score")[shown(table, "id").index("h1")] == "–"
    prices.undo()
    assert not [problem for problem in prices.problems if "edited" in problem.message]
    assert panel.rowCount() == len(prices.problems)


def test_small_changes_have_the_digits_that_tell_them(show, tmp_path) -> None:
    for name, value in (("truth.csv", "2"), ("submission.csv", "2.036")):
        (tmp_path / name).write_text(f"id,x\na,{value}\nb,9\nc,7\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mse", shape="numbers")
    window = show(pair)
    go_to(window, "a")
    overwrite(find(window, QLineEdit, "predictionEdit"), "2.0361")
    assert text(window, "rowScore") == "0.001296 → 0.001303   ▲ +0.000007 by this change"


def test_up_and_down_change_the_number_until_escape(line, prices) -> None:
    line.setFocus()
    press(line, Key.Key_Up)
    assert line.text() == "182000.5"
    press(line, Key.Key_Down, Shift)
    assert line.text() == "172000.5"
    assert "→" in text(line.window(), "rowScore")
    press(line, Key.Key_Escape)
    assert (line.text(), predicted(prices, "h1")) == ("181000.5", (181000.5,))


@pytest.mark.parametrize(
    ("typed", "steps", "new"),
    [("583643.49", 1, "584643.49"), ("0.25", 1, "0.26"), ("7", -1, "6"), ("0", 1, "1"), ("0.30", 1, "0.31"),
     ("-5", -1, "-6"), ("1e-3", 1, "0.002"), ("100", 10, "110"), ("x", 1, None), ("", 1, None), ("nan", 1, None)],
)  # fmt: skip
def test_a_step_is_a_hundredth_or_the_last_digit(typed: str, steps: int, new: str | None) -> None:
    found = nudged(typed, steps)
    assert found == new or (found is not None and new is not None and float(found) == float(new))


def test_a_step_keeps_a_decimal_comma() -> None:
    assert nudged("0,25", 1, ",") == "0,26"


@pytest.mark.parametrize(
    ("typed", "steps", "new"),
    [("0.995", 10, "1.000"), ("0.04", -10, "0.00"), ("1.000", 1, "1.000"), ("0", -1, "0"), ("0.5", 1, "0.51"),
     ("9e-1", 10, "1.00"), ("1.5", 1, "1.5"), ("1.5", -1, "1.49"), ("-0.5", -1, "-0.5"), ("-0.5", 10, "-0.40"),
     ("0.0312", 1, "0.0313"), ("0", 1, "0.01")],
)  # fmt: skip
def test_a_step_of_a_probability_stops_at_0_and_1(typed: str, steps: int, new: str) -> None:
    assert nudged(typed, steps, is_probability=True) == new


@pytest.mark.parametrize(
    ("typed", "steps", "new"),
    [("1e-9", 10, "1E-8"), ("0.002", 10, "0.02"), ("0.002", -10, "0.0002"), ("0.002", 1, "0.003"),
     ("0,009", 10, "0,09")],
)  # fmt: skip
def test_ten_steps_make_a_small_probability_ten_times_as_much(typed: str, steps: int, new: str) -> None:
    assert nudged(typed, steps, "," if "," in typed else ".", is_probability=True) == new


@pytest.mark.parametrize(("metric", "high", "low"), [("logloss", "1.00", "0.00"), ("rmse", "1.08", "-0.02")])
def test_a_metric_of_probabilities_bounds_the_steps(show, tmp_path, metric: str, high: str, low: str) -> None:
    (tmp_path / "truth.csv").write_text("id,x\na,1\nb,0\n")
    (tmp_path / "submission.csv").write_text("id,x\na,0.98\nb,0.08\n")
    window = show(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric, shape="numbers"))
    line = find(window, QLineEdit, "predictionEdit")
    for id_, key, stop in (("a", Key.Key_Up, high), ("b", Key.Key_Down, low)):
        go_to(window, id_)
        line.setFocus()
        press(line, key, Shift)
        assert line.text() == stop
        press(line, Key.Key_Escape)


def test_the_row_is_set_to_the_truth(line, prices) -> None:
    action(line.window(), "put_truth_first").trigger()
    assert predicted(prices, "h1") == (208500.0,)
    assert prices.undo_name == "set h1 to the truth"


def test_a_row_is_not_cleared(line, prices) -> None:
    assert not action(line.window(), "clear_row").isEnabled()
    line.window().bench.docks.row.clear()
    assert prices.undo_name is None


def test_a_missing_row_gets_the_number_that_is_typed(line, prices) -> None:
    go_to(line.window(), "h4")
    overwrite(line, "1.4e5")
    press(line, Key.Key_Return)
    assert predicted(prices, "h4") == (140000.0,)


def test_several_numbers_are_a_line_each(numbers) -> None:
    assert shown(numbers, "number") == ["cat", "dog", "fox"]
    assert shown(numbers, "predicted") == ["0.5", "0.25", "0.25"]
    assert shown(numbers, "truth") == ["1", "0", "0"]
    assert shown(numbers, "loses") == ["0.25", "0.0625", "0.0625"]


def test_what_a_number_scores_is_no_loss(numbers, classes) -> None:
    def last() -> str:
        columns = range(numbers.model().columnCount())
        return [str(numbers.model().headerData(at, Qt.Orientation.Horizontal)) for at in columns][-1]

    titles = [last()]
    for metric in ("rocauc", "mse"):
        classes.set_metric(metric)
        titles.append(last())
    assert titles == ["loses", "scores", "loses"]


def test_the_others_share_the_rest_while_the_sum_is_kept(numbers, classes) -> None:
    assert find(numbers.window(), QCheckBox, "renormalise").isChecked()
    model = numbers.model()
    model.setData(model.index(0, PREDICTED), "0.75")
    assert predicted(classes, "c1") == (0.75, 0.125, 0.125)
    assert classes.undo_name == "edit cat of c1"


def test_without_the_switch_only_one_number_changes(numbers, classes) -> None:
    find(numbers.window(), QCheckBox, "renormalise").setChecked(False)
    model = numbers.model()
    model.setData(model.index(1, PREDICTED), "0.5")
    assert predicted(classes, "c1") == (0.5, 0.5, 0.25)


def test_a_number_that_cannot_be_is_refused_with_a_reason(numbers, classes, qtbot) -> None:
    model, panel = numbers.model(), numbers.window().bench.docks.row
    for typed, why in (("1.5", "sum to 1"), ("much", "is not a number")):
        with qtbot.waitSignal(panel.refused) as refused:
            model.setData(model.index(0, PREDICTED), typed)
        assert why in str(refused.args[0])
    assert predicted(classes, "c1") == (0.5, 0.25, 0.25)


def test_a_digit_types_the_number_of_the_line_that_is_chosen(numbers, classes) -> None:
    QTest.mouseClick(numbers.viewport(), Left, Bare, numbers.visualRect(numbers.model().index(1, NAME)).center())
    press(numbers, Key.Key_1)
    assert numbers.viewport().findChild(QLineEdit).text() == "1"
    press(numbers.viewport().findChild(QLineEdit), Key.Key_Return)
    assert predicted(classes, "c1") == (0.0, 1.0, 0.0)


def test_typing_in_a_line_previews_the_row(numbers, classes) -> None:
    numbers.setCurrentIndex(numbers.model().index(0, PREDICTED))
    numbers.setFocus()
    press(numbers, Key.Key_Return)
    editor = numbers.viewport().findChild(QLineEdit)
    overwrite(editor, "1")
    assert text(numbers.window(), "rowScore").startswith("0.1250 → 0.0000")
    assert (editor.text(), shown(numbers, "loses")) == ("1", ["0", "0", "0"])
    press(editor, Key.Key_Escape)
    assert text(numbers.window(), "rowScore") == "0.1250"
    assert shown(numbers, "loses") == ["0.25", "0.0625", "0.0625"]
    assert predicted(classes, "c1") == (0.5, 0.25, 0.25)


@pytest.mark.slow
def test_the_steps_of_numbers_that_sum_to_1_are_bounded(numbers, classes) -> None:
    numbers.setCurrentIndex(numbers.model().index(0, PREDICTED))
    numbers.setFocus()
    press(numbers, Key.Key_Return)
    editor = numbers.viewport().findChild(QLineEdit)
    for key, stop in ((Key.Key_Up, "1.00"), (Key.Key_Down, "0.00")):
        for _ in range(11):
            press(editor, key, Shift)
        assert editor.text() == stop


def test_a_line_that_holds_no_number_is_said_at_once(numbers, classes) -> None:
    numbers.setCurrentIndex(numbers.model().index(1, PREDICTED))
    numbers.setFocus()
    press(numbers, Key.Key_Return)
    editor = numbers.viewport().findChild(QLineEdit)
    overwrite(editor, "much")
    assert text(numbers.window(), "rowSum").startswith("⚠ the prediction of 'dog' 'much' is not a number")
    assert text(numbers.window(), "rowScore") == "⚠ the prediction of 'dog' 'much' is not a number"
    loses = [numbers.model().index(line, LOSS) for line in range(2)]
    assert [index.data() == "–" for index in loses] == [False, True]
    press(editor, Key.Key_Return)
    assert (editor.isVisible(), editor.text()) == (True, "much")
    press(editor, Key.Key_Escape)
    assert text(numbers.window(), "rowScore") == "0.1250"
    assert all(f"{index.data()} = " in index.data(Qt.ItemDataRole.ToolTipRole) for index in loses)
    assert predicted(classes, "c1") == (0.5, 0.25, 0.25)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "kept"), [("0.6 0.2 0.4", (0.5, 1 / 6, 1 / 3)), ("0.6 0.25 0.25", (0.6, 0.2, 0.2)), ("1 0 0", (1, 0, 0))]
)
def test_typed_numbers_add_up_to_1_with_the_switch(numbers, classes, typed: str, kept: tuple[float, ...]) -> None:
    line = find(numbers.window(), QLineEdit, "predictionEdit")
    overwrite(line, typed)
    press(line, Key.Key_Return)
    assert predicted(classes, "c1") == pytest.approx(kept)
    find(numbers.window(), QCheckBox, "renormalise").setChecked(False)
    overwrite(line, "0.6 0.2 0.4")
    press(line, Key.Key_Return)
    assert predicted(classes, "c1") == (0.6, 0.2, 0.4)


def test_a_line_is_edited_with_the_decimal_comma_of_its_file(show, tmp_path) -> None:
    for name in ("truth.csv", "submission.csv"):
        (tmp_path / name).write_text("id;x;y\na;102,125;0,5\nb;1,5;2,5\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "rmse", shape="numbers")
    table = find(show(pair), QTableView, "numberTable")
    index = table.model().index(0, PREDICTED)
    assert index.data(Qt.ItemDataRole.EditRole) == "102,125"
    assert table.model().setData(index, "102,5")
    assert predicted(pair, "a") == (102.5, 0.5)


def test_only_probabilities_can_keep_their_sum(show, prices) -> None:
    assert find(show(prices), QCheckBox, "renormalise").isHidden()


def test_no_number_can_be_dragged_or_deleted(numbers, classes) -> None:
    numbers.selectAll()
    numbers.setFocus()
    press(numbers, Key.Key_Delete)
    assert classes.undo_name is None
    assert not numbers.dragEnabled()
    assert not numbers.model().flags(numbers.model().index(0, 0)) & Qt.ItemFlag.ItemIsEditable


def test_the_model_of_numbers_is_well_formed(numbers, classes) -> None:
    tester = QAbstractItemModelTester(numbers.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    classes.edit("c1", ["cat", "dog", "fox"], [0.1, 0.2, 0.7])
    go_to(numbers.window(), "c3")
    assert shown(numbers, "predicted") == ["0.75", "0.25", "0"]
    del tester


def test_numbers_stand_beside_those_of_the_baseline(show, classes, theme) -> None:
    window = show(classes)
    table = find(window, QTableView, "numberTable")
    assert table.isColumnHidden(BASELINE)
    other = pd.DataFrame({"id": ["c1", "c2", "c3"], "cat": [0.9, 0.5, 0.9], "dog": [0.1, 0.5, 0.1], "fox": [0.0] * 3})
    classes.add(other, "other", shape="numbers")
    classes.baseline = "other"
    go_to(window, "c1")
    assert not table.isColumnHidden(BASELINE)
    head = table.model().headerData(BASELINE, Qt.Orientation.Horizontal)
    assert (head, shown(table, "other")) == ("other", ["0.9", "0.1", "0"])
    assert shown(table, "predicted") == ["0.5", "0.25", "0.25"]
    colours = [table.model().index(line, PREDICTED).data(Qt.ItemDataRole.ForegroundRole).name() for line in range(3)]
    assert colours == [QColor(theme.colours.worse).name()] * 3  # each is farther from 1, 0 and 0
    assert not find(window, QTableView, "sideBySideTable").isVisible()
    classes.baseline = "file"
    assert table.isColumnHidden(BASELINE)


def test_one_number_stands_beside_that_of_the_baseline(show, prices) -> None:
    window = show(prices)
    ids = prices.evaluation.table.ids.to_pylist()
    prices.add(pd.DataFrame({"id": ids, "price": [200_000] * len(ids)}), "other", shape="numbers")
    table = find(window, QTableView, "numberTable")
    assert not table.isVisible()
    prices.baseline = "other"
    assert (table.isVisible(), shown(table, "other")) == (True, ["200000"])
    prices.baseline = "file"
    assert not table.isVisible()


def test_an_edit_of_a_grade_changes_as_much_in_the_panel_as_in_the_table(show) -> None:
    truth = pd.DataFrame({"id": [f"g{at}" for at in range(9)], "grade": [0, 1, 2, 3, 4, 0, 1, 2, 3]})
    pair = inspector.open_pair(truth, truth.assign(grade=[4, 1, 2, 2, 4, 1, 1, 3, 0]), "qwk", shape="numbers")
    window = show(pair)
    go_to(window, "g0")
    pair.edit("g0", ["grade"], [1.0])
    row = pair.evaluation.table.row_of("g0")
    change = float(pair.evaluation.deltas(np.array([row]))[0])
    assert change > 0
    assert text(window, "rowScore").endswith(f"▲ +{change:.4f} by your edit")
    (delta,) = pair.rows().query("id == 'g0'").delta
    assert delta == change


@pytest.mark.slow
def test_a_row_that_lacks_one_of_its_numbers_is_edited_as_others(show, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("id,x,y\na,1,2\nb,3,4\nc,5,6\n")
    (tmp_path / "s.csv").write_text("id,x,y\na,1,3\nb,,4\nc,5,6\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "mae", shape="numbers")
    window = show(pair)
    go_to(window, "b")
    line, table = find(window, QLineEdit, "predictionEdit"), find(window, QTableView, "numberTable")
    assert line.text() == "nan 4"
    assert table.model().setData(table.model().index(1, PREDICTED), "5")
    assert pair.evaluation.prediction(1) == Prediction(("x", "y"), (float("nan"), 5.0))
    assert "→" in text(window, "rowScore")
    overwrite(line, "nan 4.5")
    press(line, Key.Key_Return)
    assert pair.evaluation.prediction(1) == Prediction(("x", "y"), (float("nan"), 4.5))
    assert table.model().setData(table.model().index(0, PREDICTED), "3")
    pair.save(tmp_path / "new.csv")
    assert (tmp_path / "new.csv").read_text() == "id,x,y\na,1,3\nb,3,4.5\nc,5,6\n"
