"""The filter bar: typing, chips, errors, counts, and saved filters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QFrame,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QTableView,
    QToolButton,
    QWidget,
)
from ui.user import Control, Key, Left, Shift, action, find, overwrite, press, shown, text, write

import inspector
from inspector import Inspection, cli
from inspector.core.document.state import State
from inspector.core.query import Clause, parse
from inspector.core.query.fields import FLAGS, LABELS, NUMBERS
from inspector.core.task import drain
from inspector.ui import app
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.filter import filter_language
from inspector.ui.filter.filter_controller import FilterController
from inspector.ui.filter.saved_filters import SavedFilters
from inspector.ui.settings import Settings
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker


@pytest.fixture
def edit(window) -> QLineEdit:
    press(window, Key.Key_F, Control | Shift)
    edit = find(window, QLineEdit, "filterEdit")
    assert edit.hasFocus()
    return edit


def ids(window) -> list[object]:
    return shown(find(window, QTableView, "rowTable"), "id")


def chips(window) -> list[QCheckBox]:
    """The chips from left to right; removed ones are hidden before they are deleted."""
    return [box for box in find(window, QWidget, "filterChips").findChildren(QCheckBox) if box.isVisible()]


def names(window) -> list[str]:
    return [box.text().replace("&&", "&") for box in chips(window)]


def fault(window) -> str:
    note = find(window, QLabel, "filterFault")
    return note.text() if note.isVisible() else ""


@pytest.mark.slow
def test_what_is_typed_filters_after_a_pause(window, edit, qtbot, pair: Inspection) -> None:
    write(edit, "truth:b")
    assert len(ids(window)) == 14
    qtbot.waitUntil(lambda: sorted(ids(window)) == ["r02", "r08", "r13", "r14 & <i>"])
    assert text(window, "filterCount").startswith("4 of 14 · mean ")
    assert chips(window) == []
    write(edit, " score=1")
    qtbot.waitUntil(lambda: ids(window) == [])
    assert [clause.source for clause in pair.state.clauses] == ["typing"]


@pytest.mark.slow
def test_enter_applies_at_once_and_makes_a_chip(window, edit) -> None:
    write(edit, "truth:b")
    press(window, Key.Key_Return)
    assert len(ids(window)) == 4
    assert (names(window), edit.text()) == (["truth:b"], "")
    write(edit, "pred:c")
    press(window, Key.Key_Return)
    assert (names(window), sorted(ids(window))) == (["truth:b", "pred:c"], ["r02", "r08"])
    write(edit, "pred:c")
    press(window, Key.Key_Return)
    assert names(window) == ["truth:b", "pred:c"]


def test_a_chip_is_switched_off_and_on_and_taken_away(window, edit, pair: Inspection) -> None:
    for words in ("truth:b", "pred:c"):
        overwrite(edit, words)
        press(window, Key.Key_Return)
    chips(window)[0].click()
    assert pair.state.clauses == (Clause("truth:b", on=False), Clause("pred:c"))
    assert not chips(window)[0].isChecked()
    without = len(ids(window))
    assert without == len(pair.state.order) > 2
    chips(window)[0].click()
    assert len(ids(window)) == 2
    find(window, QWidget, "filterChips").findChildren(QToolButton)[1].click()
    assert (names(window), len(ids(window))) == (["truth:b"], 4)


@pytest.mark.slow
def test_clauses_from_other_panels_are_chips_too(window, edit, pair: Inspection) -> None:
    pair.narrow("score<0.5", source="histogram")
    assert names(window) == ["score<0.5"]
    pair.narrow("score<0.1", source="histogram")
    assert names(window) == ["score<0.1"]
    chips(window)[0].parent().findChild(QToolButton).click()
    assert (pair.state.clauses, len(ids(window)), names(window)) == ((), 14, [])


@pytest.mark.slow
def test_a_chip_shows_the_text_as_it_is(window, pair: Inspection) -> None:
    pair.narrow('truth:"&amp" & truth:"<b>x</b>"')
    assert chips(window)[0].text() == 'truth:"&&amp" && truth:"<b>x</b>"'
    assert "&lt;b&gt;x" in chips(window)[0].toolTip()


@pytest.mark.slow
def test_down_moves_from_the_filter_line_into_the_table(window, edit, pair: Inspection, qtbot) -> None:
    write(edit, "truth:b")
    press(window, Key.Key_Return)
    write(edit, "pred:c")
    press(window, Key.Key_Down)
    assert find(window, QTableView, "rowTable").hasFocus()
    qtbot.waitUntil(lambda: len(pair.state.clauses) == 2)
    assert (edit.text(), pair.state.clauses[0]) == ("pred:c", Clause("truth:b"))


@pytest.mark.slow
def test_esc_clears_the_line_first_then_the_chips_then_leaves(window, edit, pair: Inspection) -> None:
    write(edit, "truth:b")
    press(window, Key.Key_Return)
    write(edit, "pred:c")
    edit.asked.emit(edit.text())
    assert len(pair.state.clauses) == 2
    press(window, Key.Key_Escape)
    assert (edit.text(), pair.state.clauses) == ("", (Clause("truth:b"),))
    press(window, Key.Key_Escape)
    assert (pair.state.clauses, len(ids(window)), edit.hasFocus()) == ((), 14, True)
    press(window, Key.Key_Escape)
    assert find(window, QTableView, "rowTable").hasFocus()


@pytest.mark.slow
def test_an_error_is_shown_in_place_and_the_last_valid_filter_stays(window, edit, qtbot, pair: Inspection) -> None:
    write(edit, "truth:b")
    qtbot.waitUntil(lambda: len(ids(window)) == 4)
    top = find(window, QTableView, "rowTable").mapTo(window, QPoint(0, 0))
    for words, said in ((" rank>", "character 14: a value is missing"), ("x", "rank needs a number")):
        write(edit, words)
        qtbot.waitUntil(lambda said=said: said in fault(window))
        assert len(ids(window)) == 4
        assert "border" in edit.styleSheet()
        assert said in edit.accessibleDescription()
    assert find(window, QTableView, "rowTable").mapTo(window, QPoint(0, 0)) == top
    press(window, Key.Key_Return)
    assert (names(window), edit.text()) == ([], "truth:b rank>x")
    press(window, Key.Key_Backspace)
    write(edit, "1")
    press(window, Key.Key_Return)
    assert (fault(window), names(window), edit.styleSheet()) == ("", ["truth:b rank>1"], "")


@pytest.mark.slow
def test_the_error_clears_when_the_line_is_emptied_or_a_filter_is_chosen(window, edit) -> None:
    write(edit, "rank>")
    press(window, Key.Key_Return)
    assert fault(window)
    press(window, Key.Key_Escape)
    assert not fault(window)
    write(edit, "rank>")
    press(window, Key.Key_Return)
    action(window, "show_all").trigger()
    assert (fault(window), edit.text()) == ("", "")


@pytest.mark.slow
def test_the_line_follows_when_another_part_drops_what_is_typed(window, edit, pair: Inspection) -> None:
    write(edit, "truth:b")
    edit.asked.emit(edit.text())
    pair.narrow("score<1", source="histogram")
    assert edit.text() == "truth:b"
    pair.filter_by(())
    assert edit.text() == ""
    write(edit, "truth:b")
    edit.asked.emit(edit.text())
    write(edit, " x")
    pair.filter_by(())
    assert edit.text() == "truth:b x", "what is typed since is not yet applied, and stays"


def test_a_click_hides_the_error_note(window, edit) -> None:
    write(edit, "rank>")
    press(window, Key.Key_Return)
    QTest.mouseClick(find(window, QLabel, "filterFault"), Left)
    window.resize(window.width() + 40, window.height())
    assert not fault(window)


def test_the_count_shows_the_loss_of_the_shown_rows(window, pair: Inspection) -> None:
    pair.narrow("truth:b")
    count = find(window, QLabel, "filterCount")
    QApplication.sendEvent(count, QHelpEvent(QEvent.Type.ToolTip, QPoint(2, 2), count.mapToGlobal(QPoint(2, 2))))
    losses = pair.evaluation.total_losses(pair.state.order.rows)
    for figure in (f"{losses.ordering:.6f}", f"{losses.candidates:.6f}", "4 of 14"):
        assert figure in count.toolTip()
    pair.set_metric("f1")  # of sets, which have no order
    QApplication.sendEvent(count, QHelpEvent(QEvent.Type.ToolTip, QPoint(2, 2), count.mapToGlobal(QPoint(2, 2))))
    assert "by wrong or missing labels" in count.toolTip()
    assert "order" not in count.toolTip()


def test_an_edit_moves_the_mean_and_keeps_the_rows(window, pair: Inspection) -> None:
    pair.narrow("score<0.4")
    before, said = ids(window), text(window, "filterCount")
    pair.edit("r05", ["e"])
    assert ids(window) == before
    assert text(window, "filterCount") != said


def test_enter_in_the_empty_line_applies_the_chips_again(window, edit, pair: Inspection) -> None:
    pair.narrow("score=0")
    pair.edit("r05", ["e"])
    assert "r05" in ids(window)
    press(window, Key.Key_Return)
    assert "r05" not in ids(window)
    assert names(window) == ["score=0"]


def test_a_row_that_a_filter_hid_is_the_current_one_again(window, pair: Inspection) -> None:
    table = find(window, QTableView, "rowTable")
    pair.go_to(4)
    pair.narrow("id:r01")
    assert (ids(window), pair.current) == (["r01"], 0)
    pair.filter_by(())
    assert table.currentIndex().siblingAtColumn(0).data() == "r05"
    assert table.selected_rows().tolist() == [4]


@pytest.mark.slow
def test_the_slash_key_focuses_the_filter_and_types_a_slash_there(window) -> None:
    find(window, QTableView, "rowTable").setFocus()
    write(window, "/")
    edit = find(window, QLineEdit, "filterEdit")
    assert (edit.hasFocus(), edit.text()) == (True, "")
    write(window, "id:/1/")
    assert edit.text() == "id:/1/"


@pytest.mark.slow
def test_typing_goes_on_in_the_line_after_a_chip_was_clicked(window, edit, qtbot) -> None:
    write(edit, "truth:b")
    press(window, Key.Key_Return)
    for is_on in (False, True):  # a click gives the chip the focus, and it keeps it while the rows change
        QTest.mouseClick(chips(window)[0], Left, pos=QPoint(6, chips(window)[0].height() // 2))
        assert chips(window)[0].isChecked() == is_on
        assert chips(window)[0].hasFocus()
    edit.setFocus()
    write(edit, "score=1")
    qtbot.waitUntil(lambda: len(ids(window)) < 4)
    assert edit.hasFocus()
    write(edit, " ")
    assert edit.text() == "score=1 "
    assert chips(window)[0].isChecked()


@pytest.mark.slow
def test_another_pair_begins_without_a_filter(window, edit, other, qtbot, pair: Inspection) -> None:
    write(edit, "truth:b")
    press(window, Key.Key_Return)
    write(edit, "rank>")
    press(window, Key.Key_Return)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other)
    assert (pair.state.clauses, names(window), edit.text(), fault(window)) == ((), [], "", "")
    assert text(window, "filterCount") == "all 3 rows"


def test_without_a_pair_there_is_nothing_to_filter(empty) -> None:
    assert not find(empty, QFrame, "filterBar").isVisible()
    assert not action(empty, "focus_filter").isEnabled()


def test_selected_rows_become_a_filter(window, pair: Inspection) -> None:
    table = find(window, QTableView, "rowTable")
    table.setFocus()
    press(window, Key.Key_Down, Shift)
    rows = table.selected_rows().tolist()
    assert len(rows) == 2
    press(window, Key.Key_O, Control | Shift)
    assert (names(window), pair.state.order.rows.tolist()) == (["selection of 2 rows"], rows)


def menu_of(window) -> QMenu:
    menu = find(window, QMenu, "filterMenu")
    menu.fill()
    return menu


def entry(menu: QMenu, *path: str):
    """The menu entry at a path of texts; submenus are filled on the way."""
    *groups, last = path
    for group in groups:
        menu = next(each.menu() for each in menu.actions() if each.text().replace("&", "") == group)
    plain = {each.text().replace("&&", "§").replace("&", "").replace("§", "&"): each for each in menu.actions()}
    return plain[last]


@pytest.mark.slow
def test_recent_filters_are_kept_and_come_back(show, pair: Inspection) -> None:
    settings = Settings(temporary=True)
    window = show(pair, settings)
    edit = find(window, QLineEdit, "filterEdit")
    for words in ("truth:b", "pred:c", "truth:b", "nothing<3", "rank>"):
        overwrite(edit, words)
        press(window, Key.Key_Return)
    assert SavedFilters(settings).recent == ["truth:b", "pred:c"]
    entry(menu_of(window), "Recent", "pred:c").trigger()
    assert (names(window), edit.text(), fault(window)) == (["pred:c"], "", "")
    for number in range(30):
        SavedFilters(settings).remember(str(number))
    assert SavedFilters(settings).recent[:2] == ["29", "28"]
    assert len(SavedFilters(settings).recent) == 12


def test_a_filter_is_saved_under_a_name_and_forgotten(show, pair: Inspection, monkeypatch) -> None:
    settings = Settings(temporary=True)
    window = show(pair, settings)
    assert not entry(menu_of(window), "Save this filter…").isEnabled()
    some = Clause("selection of 1 row", "selection", rows=np.array([1]))
    pair.filter_by([Clause("truth:b"), Clause("a | b", "histogram"), Clause("c", on=False), some])
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: (" R&D ", True))
    entry(menu_of(window), "Save this filter…").trigger()
    assert SavedFilters(settings).saved == {"R&D": ["truth:b", "a | b"]}
    pair.filter_by(())
    entry(menu_of(window), "Saved", "R&D").trigger()
    assert pair.state.clauses == (Clause("truth:b"), Clause("a | b"))
    entry(menu_of(window), "Forget", "R&D").trigger()
    assert SavedFilters(settings).saved == {}
    assert not entry(menu_of(window), "Saved").isEnabled()


@pytest.mark.parametrize("kept", ["{", "[1, {}]", '{"a": 3}', "null", '"x"'])
def test_corrupt_settings_hold_no_saved_filters(kept: str) -> None:
    settings = Settings(temporary=True)
    for name in ("recentFilters", "savedFilters"):
        settings.keep_text(name, kept)
    assert (SavedFilters(settings).recent, SavedFilters(settings).saved) == ([], {})


def test_what_is_called_worse_is_worse_under_a_loss_too() -> None:
    meanings = dict(line for _, lines in filter_language.PAGES for line in lines)
    assert "higher, or lower where the metric is a loss" in meanings["better"]
    truth = pd.DataFrame({"id": [*"ab"], "y": [1.0, 2.0]})
    pair = inspector.open_pair(truth, truth.assign(y=[1.5, 2.5]), "mae", shape="numbers")
    pair.edit("a", ["y"], [1.0])
    pair.edit("b", ["y"], [4.0])
    assert parse("better").mask(pair.evaluation).tolist() == [True, False]
    for examples in (filter_language.OF_LABELS, filter_language.OF_NUMBERS, filter_language.OF_CLASSES):
        (edited,) = [example for example, meaning in examples if "worse than in the baseline" in meaning]
        assert parse(edited).mask(pair.evaluation).tolist() == [False, True]


@pytest.mark.slow
def test_every_example_can_be_used(window, pair: Inspection) -> None:
    for example, meaning in filter_language.OF_LABELS:
        entry(menu_of(window), "Examples", f"{example}   {meaning}").trigger()
        assert (names(window), fault(window)) == ([example], "")


def test_the_count_shows_the_metric_that_a_mean_tells(show, prices: Inspection) -> None:
    window = show(prices)
    prices.narrow("error<0")
    assert text(window, "filterCount") == "1 of 4 · RMSE 27,499.50"
    prices.filter_by([])
    find(window, QTableView, "rowTable").selectAll()
    assert text(window, "rowsStatus") == f"4 of 4 rows · 4 selected, RMSE {prices.overall:,.3f}"


@pytest.mark.parametrize(("metric", "words"), [("f1", "mean"), ("f1(average=macro)", "F1 macro")])
def test_the_count_says_whose_mean_it_is(window, pair: Inspection, metric: str, words: str) -> None:
    pair.set_metric(metric)
    pair.narrow("id:r01")
    assert text(window, "filterCount").startswith(f"1 of 14 · {words} ")


def test_every_example_of_numbers_can_be_used(show, prices: Inspection) -> None:
    window = show(prices)
    for example, meaning in filter_language.OF_NUMBERS:
        entry(menu_of(window), "Examples", f"{example}   {meaning}").trigger()
        assert (names(window), fault(window)) == ([example], "")


@pytest.mark.slow
def test_examples_of_errors_are_of_their_size(show, prices: Inspection) -> None:
    large = find(show(prices), QLineEdit, "filterEdit").placeholderText()
    chances = pd.DataFrame({"id": ["a", "b"], "p": [0.7, 0.4]}), pd.DataFrame({"id": ["a", "b"], "p": [1, 0]})
    small = find(show(inspector.open_pair(*chances[::-1], "rocauc")), QLineEdit, "filterEdit").placeholderText()
    assert "error>100" in large and "error>0.5" in small


@pytest.mark.slow
def test_every_example_of_classes_can_be_used(show, tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na,0\nb,1\n")
    (tmp_path / "submission.csv").write_text("id,0,1\na,0.7,0.3\nb,0.6,0.4\n")
    window = show(inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mlogloss"))
    assert "p_true<0.1" in find(window, QLineEdit, "filterEdit").placeholderText()
    for example, meaning in filter_language.OF_CLASSES:
        entry(menu_of(window), "Examples", f"{example}   {meaning}").trigger()
        assert (names(window), fault(window)) == ([example], "")
    window.bench.inspection.set_metric("accuracy")
    assert "truth:w_1" in find(window, QLineEdit, "filterEdit").placeholderText()


def test_the_filter_help_names_every_field_and_its_examples_parse(window) -> None:
    action(window, "show_language").trigger()
    page = find(window, QDialog, "filterLanguage")
    said = " ".join(label.text() for label in page.findChildren(QLabel))
    for name in (*NUMBERS, *LABELS, *FLAGS, "id", "none", "after"):
        assert name in said
    for _, lines in filter_language.PAGES:
        for example, _ in lines:
            parse(example)
            assert example in said
    action(window, "show_language").trigger()
    assert window.findChildren(QDialog, "filterLanguage") == [page]
    page.close()


def test_many_rows_are_filtered_in_a_worker_thread(window, edit, qtbot, monkeypatch, pair: Inspection) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "filter", 0)
    started, start = [], Worker.start
    monkeypatch.setattr(Worker, "start", lambda *given: (started.append(given), start(*given)))
    write(edit, "truth:b")
    press(window, Key.Key_Return)
    assert started
    pair.narrow("pred:c", source="histogram")
    qtbot.waitUntil(lambda: sorted(ids(window)) == ["r02", "r08"])
    assert (sorted(names(window)), edit.text()) == (["pred:c", "truth:b"], "")
    write(edit, "nothing<3")
    press(window, Key.Key_Return)
    qtbot.waitUntil(lambda: "there is no field 'nothing'" in fault(window))
    assert sorted(ids(window)) == ["r02", "r08"]


def test_filter_changes_during_a_running_filter_are_not_lost(qtbot, monkeypatch, pair: Inspection) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "filter", 0)
    signals, parent = DocumentSignals(pair), QObject()
    queue = ChangeQueue(pair, parent)
    controller, done = FilterController(signals, queue.filter), []
    controller.update(lambda now: (*now, Clause("truth:b")), lambda: done.append("first"))
    pair.edit("r05", ["b"])
    controller.update(lambda now: (*now, Clause("pred:c")), lambda: done.append("second"))
    qtbot.waitUntil(lambda: len(done) == 2)
    assert (done, pair.state.clauses) == (["first", "second"], (Clause("truth:b"), Clause("pred:c")))
    assert len(pair.state.order) == 2
    queue.close()
    signals.close()


def test_the_window_opens_on_a_filter(monkeypatch, pair_files) -> None:
    opened = []

    def opened_by(*arguments: str) -> State:
        assert cli.cli.main([*map(str, arguments)], standalone_mode=False) == 0
        return opened[-1]

    monkeypatch.setattr(app, "run", lambda opening, **_: opened.append(drain(opening)) or 0)
    state = opened_by("open", *pair_files, "--metric", "map@3", "--filter", "truth:b")
    assert state.clauses == (Clause("truth:b"),)
    assert len(state.order) == 4
    state = opened_by("open", *pair_files, "--metric", "map@3")
    assert (state.clauses, len(state.order)) == ((), 14)
    assert opened_by("demo", "plants", "--filter", "score=0").clauses == (Clause("score=0"),)


@pytest.mark.slow
def test_the_line_is_as_wide_again_after_larger_text(window, pair: Inspection) -> None:
    line = find(window, QLineEdit, "filterEdit")
    before = line.width()
    window.theme.set_scale(2.0)
    pair.edit("r01", ["b"])  # counts are shown in large text
    window.theme.set_scale(1.0)
    QApplication.processEvents()
    assert line.width() == before


def test_the_empty_line_shows_as_many_examples_as_it_has_room_for(window) -> None:
    edit, hints = find(window, QLineEdit, "filterEdit"), []
    for width in (900, 420, 300, 90):
        edit.resize(width, edit.height())
        hints.append(edit.placeholderText())
        assert edit.fontMetrics().horizontalAdvance(hints[-1]) < max(width, 60)
    assert len({*hints}) == 4
    assert hints[0].endswith('"two words"')
    assert hints[-1] == "Filter"


def test_wide_panels_leave_room_to_type_a_filter(window, pair: Inspection) -> None:
    window.resize(1024, 720)
    pair.narrow("rank=1")
    docks = [window.bench.docks.by_name[name] for name in ("scoreDock", "rowDock")]
    window.resizeDocks(docks, [1000] * len(docks), Qt.Orientation.Horizontal)
    QApplication.processEvents()
    line = find(window, QLineEdit, "filterEdit")
    assert line.width() > line.fontMetrics().horizontalAdvance("score<0.2 & x")
    assert window.width() == 1024
