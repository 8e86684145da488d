"""The table of ranked labels in the row panel: dragging, deleting, moving, adding and editing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QTableView, QWidget
from ui.user import Alt, Bare, Key, Left, Shift, action, find, go_to, overwrite, press, shown, text, write

import inspector
from inspector import Inspection
from inspector.core.data.prediction import Prediction
from inspector.ui.row.step_model import LABEL, PRECISION, TERM, WORKING
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP


@pytest.fixture
def steps(window) -> QTableView:
    go_to(window, "r04")  # a b c d, and d is right
    return find(window, QTableView, "stepTable")


def labels(pair: Inspection) -> list[str]:
    return pair.evaluation.labels(pair.evaluation.table.row_of("r04"))


def middle(steps: QTableView, place: int) -> QPoint:
    return steps.visualRect(steps.model().index(place, 1)).center()


def above(steps: QTableView, place: int) -> QPoint:
    """The position of the gap above a line."""
    return QPoint(middle(steps, 0).x(), steps.visualRect(steps.model().index(place, 1)).top() + 1)


def pick(steps: QTableView, place: int) -> None:
    steps.setFocus()
    QTest.mouseClick(steps.viewport(), Left, Bare, middle(steps, place))


def edit_in_place(steps: QTableView, place: int, words: str) -> None:
    pick(steps, place)
    press(steps, Key.Key_F2)
    overwrite(steps.viewport().findChild(QLineEdit), words)


def test_the_column_that_tells_how_is_there_without_a_hit_too(window, steps, pair: Inspection) -> None:
    pair.set_metric("ndcg@3")
    for id_ in ("r01", "r05"):  # with a hit and without
        go_to(window, id_)
        assert [steps.isColumnHidden(section) for section in (PRECISION, WORKING)] == [True, False]


def test_an_empty_column_that_tells_how_cuts_no_label(window, steps, pair: Inspection) -> None:
    pair.set_metric("ndcg@3")
    pair.edit("r05", ["w" * 40, "b"])
    go_to(window, "r05")
    assert steps.isColumnHidden(WORKING)
    pair.edit("r05", ["e", "w" * 40])
    assert not steps.isColumnHidden(WORKING)


def test_how_a_label_adds_stands_in_what_it_adds_without_room(window, steps, pair: Inspection) -> None:
    pair.set_metric("ndcg@3")
    pair.edit("r02", ["w" * 10, "b"])
    for width, hidden, adds in ((900, False, "0.6309"), (340, True, "1 ÷ log2(3)")):
        steps.setFixedWidth(width)
        for id_ in ("r05", "r02"):  # without a hit and with
            go_to(window, id_)
            assert steps.isColumnHidden(WORKING) == hidden
        assert shown(steps, "adds")[1] == adds


def test_further_labels_scroll_before_the_formula_is_out_of_sight(window, steps, pair: Inspection, qtbot) -> None:
    window.resize(1280, 800)
    pair.edit("r04", [f"x{number}" for number in range(40)])
    page, formula = find(window, QWidget, "rowPanel").findChild(ScrollPage), find(window, QLabel, "rowSum")
    for _ in range(3):  # the table, the page and the panel lay themselves out, one after the other
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    qtbot.waitUntil(lambda: steps.verticalScrollBar().maximum() > 0)
    assert page.verticalScrollBar().maximum() == 0
    assert page.rect().contains(QRect(formula.mapTo(page, QPoint()), formula.size()))


def test_the_labels_of_another_row_are_shown_from_the_first(window, steps, pair: Inspection) -> None:
    for id_ in ("r04", "r05"):
        pair.edit(id_, [f"x{number}" for number in range(40)])
    steps.scrollToBottom()
    before = steps.verticalScrollBar().value()
    pair.edit("r06", ["e"])
    assert steps.verticalScrollBar().value() == before > 0
    go_to(window, "r05")
    assert steps.verticalScrollBar().value() == 0


def test_a_wrong_label_of_a_set_is_called_so(window, steps, pair: Inspection) -> None:
    pair.set_metric("f1")
    go_to(window, "r05")
    assert [told for told in shown(steps, "hit") if told] == ["✗ wrong"] * 3 + ["✗ missed"]


DRAGS = (
    (3, 0, "d a b c"),
    (3, 1, "a d b c"),
    (3, 3, "a b c d"),
    (0, 2, "b a c d"),
    (0, 3, "b c a d"),
    (0, 4, "b c d a"),
    (1, 1, "a b c d"),
    (1, 2, "a b c d"),
    (2, 1, "a c b d"),
)


def test_a_dragged_line_lands_in_the_gap_it_is_dropped_in(window, steps, pair) -> None:
    for source, gap, after in DRAGS:
        score, overall = pair.evaluation.scores.row.tobytes(), text(window, "overallScore")
        QTest.mousePress(steps.viewport(), Left, Bare, middle(steps, source))
        QTest.mouseMove(steps.viewport(), above(steps, gap) + QPoint(15, 0))
        seen = pair.evaluation.preview(pair.current, Prediction(tuple(after.split())))
        assert find(window, QLabel, "rowScore").toolTip() == repr(seen.score)
        assert find(window, QLabel, "rowOverall").toolTip() == repr(seen.overall)
        assert find(window, QLabel, "rowSum").toolTip().endswith(f" = {repr(seen.score).removesuffix('.0')}</qt>")
        assert (labels(pair), pair.undo_name, pair.evaluation.scores.row.tobytes()) == (list("abcd"), None, score)
        assert text(window, "overallScore") == overall
        QTest.mouseRelease(steps.viewport(), Left, Bare, above(steps, gap) + QPoint(15, 0))
        assert labels(pair) == after.split() == shown(steps, "predicted")[:-1]
        assert text(window, "overallScore") == repr(seen.overall)
        if after != "a b c d":
            assert pair.undo_name.startswith(
                f"move {'abcd'[source]} to rank {after.split().index('abcd'[source]) + 1} "
            )
            action(window, "undo").trigger()
            assert (labels(pair), pair.undo_name) == (list("abcd"), None)


def test_a_drag_below_the_last_line_drops_after_the_last_label(steps, pair: Inspection) -> None:
    end = steps.visualRect(steps.model().index(steps.model().rowCount() - 1, 1)).bottomLeft() + QPoint(30, 40)
    QTest.mousePress(steps.viewport(), Left, Bare, middle(steps, 1))
    QTest.mouseMove(steps.viewport(), end)
    QTest.mouseRelease(steps.viewport(), Left, Bare, end)
    assert labels(pair) == ["a", "c", "d", "b"]


def test_escape_during_a_drag_leaves_the_row_as_it_was(window, steps, pair: Inspection) -> None:
    texts = lambda: [text(window, name) for name in ("rowScore", "rowOverall", "rowSum")]  # noqa: E731
    before = texts()
    steps.setFocus()
    QTest.mousePress(steps.viewport(), Left, Bare, middle(steps, 3))
    QTest.mouseMove(steps.viewport(), above(steps, 0))
    assert texts()[0] != before[0]
    assert texts()[2] != before[2]
    press(window, Key.Key_Escape)
    assert texts() == before
    QTest.mouseRelease(steps.viewport(), Left, Bare, above(steps, 0))
    assert (labels(pair), pair.undo_name) == (list("abcd"), None)


def test_a_click_is_no_drag(steps, pair: Inspection) -> None:
    QTest.mousePress(steps.viewport(), Left, Bare, middle(steps, 3))
    QTest.mouseMove(steps.viewport(), middle(steps, 3) + QPoint(2, 2))
    QTest.mouseRelease(steps.viewport(), Left, Bare, middle(steps, 3) + QPoint(2, 2))
    assert pair.undo_name is None


def test_the_line_for_a_further_label_cannot_be_dragged(steps, pair: Inspection) -> None:
    QTest.mousePress(steps.viewport(), Left, Bare, middle(steps, 4))
    QTest.mouseMove(steps.viewport(), above(steps, 0))
    QTest.mouseRelease(steps.viewport(), Left, Bare, above(steps, 0))
    assert pair.undo_name is None


def test_delete_removes_the_selected_labels_in_one_step(window, steps, pair: Inspection) -> None:
    pick(steps, 1)
    press(window, Key.Key_Delete)
    assert (labels(pair), pair.undo_name) == (["a", "c", "d"], "remove b from r04")
    press(window, Key.Key_Down, Shift)
    press(window, Key.Key_Delete)
    assert labels(pair) == ["a"]
    action(window, "undo").trigger()
    assert labels(pair) == ["a", "c", "d"]


@pytest.mark.slow
def test_delete_on_the_line_for_a_further_label_does_nothing(window, steps, pair: Inspection) -> None:
    pick(steps, 4)
    press(window, Key.Key_Delete)
    assert pair.undo_name is None


@pytest.mark.slow
def test_alt_and_an_arrow_move_a_label_and_stop_at_the_ends(window, steps, pair: Inspection) -> None:
    pick(steps, 3)
    for wanted in ("a b d c", "a d b c", "d a b c", "d a b c"):
        press(window, Key.Key_Up, Alt)
        assert labels(pair) == wanted.split()
    for wanted in ("a d b c", "a b d c", "a b c d", "a b c d"):
        press(window, Key.Key_Down, Alt)
        assert labels(pair) == wanted.split()


def test_a_label_typed_in_the_last_line_is_added(window, steps, pair: Inspection) -> None:
    edit_in_place(steps, 4, "zz")
    press(window, Key.Key_Return)
    assert labels(pair) == ["a", "b", "c", "d", "zz"]
    assert shown(steps, "predicted") == ["a", "b", "c", "d", "zz", "add…"]


def test_a_label_is_edited_in_its_line(window, steps, pair: Inspection) -> None:
    edit_in_place(steps, 1, "zz")
    assert labels(pair) == list("abcd")
    press(window, Key.Key_Return)
    assert labels(pair) == ["a", "zz", "c", "d"]
    assert pair.undo_name is not None


def test_escape_while_typing_over_a_label_leaves_it(window, steps, pair: Inspection) -> None:
    edit_in_place(steps, 1, "zz")
    press(window, Key.Key_Escape)
    assert (labels(pair), pair.undo_name) == (list("abcd"), None)


def test_a_label_entered_unchanged_is_no_edit(window, steps, pair: Inspection) -> None:
    pick(steps, 1)
    press(window, Key.Key_F2)
    press(window, Key.Key_Return)
    assert pair.undo_name is None


def test_enter_opens_the_editor_of_the_current_label(window, steps, pair: Inspection) -> None:
    pick(steps, 2)
    press(window, Key.Key_Return)
    write(window, "qq")
    press(window, Key.Key_Return)
    assert labels(pair) == ["a", "b", "qq", "d"]


def test_the_first_lines_are_seen_in_a_low_window(window, steps, pair: Inspection) -> None:
    window.resize(900, 400)
    window.bench.change_queue.predict(pair.current, Prediction(tuple("abcdefghi")))
    assert steps.viewport().height() >= 5 * steps.verticalHeader().defaultSectionSize()


@pytest.mark.slow
def test_a_loss_of_two_digits_has_room(steps, pair: Inspection) -> None:
    explained = pair.evaluation.explain(pair.evaluation.table.row_of("r04"))
    losses = tuple(step._replace(term=11.6183) for step in explained.steps)
    steps.show_steps(replace(explained, steps=losses), None)
    assert steps.columnWidth(TERM) - 2 * GAP >= steps.fontMetrics().horizontalAdvance("11.6183")


def test_the_least_height_follows_the_font_at_once(window) -> None:
    view = find(window, QTableView, "stepTable")
    before, font = view.minimumHeight(), view.font()
    larger = QFont(font)
    larger.setPointSizeF(2 * font.pointSizeF())
    view.setFont(larger)
    assert view.minimumHeight() > 1.25 * before
    view.setFont(font)
    assert view.minimumHeight() == before


@pytest.mark.parametrize(
    ("line", "key", "scores"), [(0, Key.Key_Down, (8.0, 7.5, 7.0)), (1, Key.Key_Up, (9.000001, 9.0, 7.0))]
)
def test_the_document_that_moves_gets_the_new_score(show, qrels_and_run, line: int, key: Key, scores) -> None:
    pair = inspector.open_pair(*qrels_and_run)
    window = show(pair)
    go_to(window, "1")
    steps = find(window, QTableView, "stepTable")
    steps.setFocus()
    steps.setCurrentIndex(steps.model().index(line, LABEL))
    press(window, key, Alt)
    assert pair.evaluation.prediction(0) == Prediction(("a", "c", "b"), scores)
