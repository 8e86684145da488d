"""The table view of the rows: first row, clicks on the header, and current row."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QTableView
from ui.table.painting import Recorder
from ui.user import Control, Key, action, click_header, click_row, find, go_to, press, shown, text

import inspector
from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.ui.table.row_model import RowModel

_STAND_INS: list[object] = []


@pytest.fixture
def table(window) -> QTableView:
    return find(window, QTableView, "rowTable")


def scores(table: QTableView) -> list[float]:
    return [math.nan if said == "–" else float(said) for said in shown(table, "score")]


def test_the_worst_row_is_on_top_and_current_when_a_pair_is_opened(table, pair: Inspection) -> None:
    assert scores(table) == sorted(scores(table))
    assert table.currentIndex().row() == 0
    assert pair.current == pair.state.order.row(0)
    assert pair.evaluation.scores.row[pair.current] == np.nanmin(pair.evaluation.scores.row)


def test_the_header_marks_the_direction_that_another_metric_has(show, prices: Inspection) -> None:
    window = show(prices)
    table, header = find(window, QTableView, "rowTable"), find(window, QTableView, "rowTable").horizontalHeader()
    score = [column.name for column in table.model().columns].index("score")
    marks = []
    for metric in ("r2", "rmse", "r2"):
        prices.set_metric(metric)
        marks.append(header._sort_mark(score)[0])
    assert marks == ["▲", "▼", "▲"]


def test_an_edit_out_of_order_is_marked_and_a_click_sorts_again(table, pair: Inspection) -> None:
    header, keys = table.horizontalHeader(), pair.state.keys
    score = [column.name for column in table.model().columns].index("score")

    def told() -> tuple[str, bool]:
        tip = table.model().headerData(score, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        return header._sort_mark(score), "kept their places" in tip

    assert told() == ("▲1", False)
    assert pair.evaluation.scores.row[pair.current] == 0
    assert action(table.window(), "put_truth_first").trigger() is None
    assert pair.evaluation.scores.row[pair.current] > 0
    assert told() == ("△1", True)
    click_header(table, "score")
    assert (scores(table), told()) == (sorted(scores(table)), ("▲1", False))
    assert pair.state.keys == keys


@pytest.mark.slow
@pytest.mark.parametrize("scale", [0.9, 1.0, 1.1, 1.25, 1.4])
def test_no_title_is_cut_where_a_column_is_as_narrow_as_it(table, theme, scale: float) -> None:
    theme.set_scale(scale)
    header = table.horizontalHeader()
    column = next(at for at, shown in enumerate(table.model().columns) if shown.name == "score")
    header.resizeSection(column, header.sectionSizeFromContents(column).width())
    painter = Recorder()
    painter.setFont(header.font())
    header.paintSection(painter, QRect(0, 0, header.sectionSize(column), header.height()), column)
    painter.end()
    assert [text for _, text in painter.texts] == ["score ▲1"]


def test_a_click_on_the_header_sorts_and_a_second_reverses_the_direction(table, pair: Inspection) -> None:
    click_header(table, "id")
    assert shown(table, "id") == sorted(pair.evaluation.table.ids.to_pylist())
    click_header(table, "id")
    assert shown(table, "id") == sorted(pair.evaluation.table.ids.to_pylist(), reverse=True)
    click_header(table, "score")
    assert scores(table) == sorted(scores(table))
    click_header(table, "score")
    assert scores(table) == sorted(scores(table), reverse=True)


def test_the_first_click_sorts_costs_descending(table) -> None:
    click_header(table, "cost")
    costs = [float(said) for said in shown(table, "cost")]
    assert costs == sorted(costs, reverse=True)


def test_a_click_with_control_adds_a_sort_key_and_a_second_reverses_it(table, pair: Inspection) -> None:
    click_header(table, "first hit")
    click_header(table, "id", Control)
    assert pair.state.keys == (SortKey("first_hit_rank"), SortKey("id"))
    click_header(table, "id", Control)
    assert pair.state.keys == (SortKey("first_hit_rank"), SortKey("id", descending=True))
    groups = list(zip(shown(table, "first hit"), shown(table, "id"), strict=True))
    assert [id_ for rank, id_ in groups if rank == "none"] == sorted(
        (id_ for rank, id_ in groups if rank == "none"), reverse=True
    )
    click_header(table, "truth")
    assert pair.state.keys == (SortKey("truth"),)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sort_worst", "sort_best"])
def test_an_unscored_row_is_last_in_both_directions(window, table, pair: Inspection, name: str) -> None:
    pair.set_metric("map(empty=skip, missing=skip)@3")
    action(window, name).trigger()
    assert shown(table, "score")[-2:] == ["–", "–"]
    assert sorted(shown(table, "id")[-2:]) == ["r12", "r13"]
    assert "–" not in shown(table, "score")[:-2]


def test_sorting_does_not_change_the_current_row(window, table, pair: Inspection) -> None:
    go_to(window, "r08")
    for title in ("id", "score", "score", "predictions", "cost"):
        click_header(table, title)
        assert table.currentIndex().siblingAtColumn(0).data() == "r08"
        assert [index.data() for index in table.selectionModel().selectedRows(0)] == ["r08"]
        assert text(window, "rowId") == "r08"
        assert pair.evaluation.table.id(pair.current) == "r08"


@pytest.mark.slow
def test_a_click_makes_a_row_current_and_keys_go_up_and_down(window, table, pair: Inspection) -> None:
    click_row(table, 3, "truth")
    assert pair.current == pair.state.order.row(3)
    table.setFocus()
    press(window, Key.Key_Down)
    assert pair.current == pair.state.order.row(4)
    press(window, Key.Key_Up, Control)
    press(window, Key.Key_Up, Control)
    assert pair.current == pair.state.order.row(2)
    for _ in range(40):
        press(window, Key.Key_Up, Control)
    assert table.currentIndex().row() == 0
    for _ in range(40):
        press(window, Key.Key_Down, Control)
    assert table.currentIndex().row() == table.model().rowCount() - 1


def test_an_edit_moves_no_row_until_the_next_sort(table, pair: Inspection) -> None:
    before = shown(table, "id")
    pair.edit("r05", ["e"])
    assert shown(table, "id") == before
    assert shown(table, "score")[before.index("r05")] == "1.0000"
    click_header(table, "score")
    assert scores(table) == sorted(scores(table))


@pytest.mark.slow
def test_select_all_does_not_visit_every_row(show, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = 200_000
    ids = [f"r{row}" for row in range(rows)]
    pair = inspector.open_pair(
        pd.DataFrame({"id": ids, "label": ["a"] * rows}), pd.DataFrame({"id": ids, "label": ["a b"] * rows}), "map@5"
    )
    calls = dict.fromkeys(("flags", "headerData", "data", "text_at"), 0)

    def counted(name: str):
        plain = getattr(RowModel, name)

        def call(model, *arguments):
            calls[name] += 1
            return plain(model, *arguments)

        # PySide caches overridden methods, so the patch has to outlive the window.
        _STAND_INS.append(call)
        return call

    for name in calls:
        monkeypatch.setattr(RowModel, name, counted(name))
    window = show(pair)
    table = find(window, QTableView, "rowTable")
    table.setFocus()
    table.viewport().repaint()
    assert table.model().index(0, 0).data() == "r0"
    assert all(calls.values()), calls
    calls.update(dict.fromkeys(calls, 0))
    press(window, Key.Key_A, Control)
    table.viewport().repaint()
    table.horizontalHeader().viewport().repaint()
    assert "200,000 selected" in text(window, "rowsStatus")
    assert max(calls.values()) < rows / 40, calls


def test_rows_can_be_filtered_while_a_cell_is_edited_and_none_is_current(table, pair: Inspection) -> None:
    pair.narrow("id:nobody", "typed")
    assert not table.currentIndex().isValid()
    table.setState(QTableView.State.EditingState)  # as Qt leaves it while an editor commits
    pair.narrow("id:r01", "typed")
    assert table.model().rowCount() == 1


def test_typed_letters_go_to_an_id_without_asking_for_all_texts(show, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [f"id{number:05}" for number in range(30_000)]
    truth = pd.DataFrame({"id": [*ids, "Zebra", "zoo"], "label": "x"})
    pair = inspector.open_pair(truth, truth, "map@1")
    table = find(show(pair), QTableView, "rowTable")
    asked, real = list[int](), RowModel.text_at
    monkeypatch.setattr(RowModel, "text_at", lambda self, pos, section: asked.append(pos) or real(self, pos, section))
    interval = QApplication.keyboardInputInterval()
    QApplication.setKeyboardInputInterval(0)  # what was typed before is forgotten, as after a pause
    for typed, wanted in (("z", "Zebra"), ("z", "zoo"), ("z", "Zebra"), ("id29999", "id29999"), ("q", "id29999")):
        table.keyboardSearch(typed)
        assert pair.evaluation.table.id(pair.current) == wanted
    QApplication.setKeyboardInputInterval(interval)
    assert len({*asked}) < 500
