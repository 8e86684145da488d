"""The rows as a Qt model: valid in every state, with the cell values of the core."""

from __future__ import annotations

import html
import math

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QObject, Qt

import inspector
from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.core.metrics.strip import strip_text
from inspector.core.rows import columns
from inspector.ui.table import cell_text
from inspector.ui.table.row_model import RowModel
from inspector.ui.tasks.signals import DocumentSignals

NUMBERS = {"score", "first_hit_rank", "cost", "delta", "wrong_order", "missing_labels"}
NUMBERS |= {"baseline_score", "baseline_first_hit_rank"}
Role = Qt.ItemDataRole


@pytest.fixture
def owner(qapp):
    owner = QObject()
    yield owner
    owner.deleteLater()


@pytest.fixture
def model(owner, theme, pair: Inspection) -> RowModel:
    return RowModel(DocumentSignals(pair, owner), theme, owner)


def unescaped(tooltip: str) -> str:
    return html.unescape(tooltip.removeprefix("<qt>").removesuffix("</qt>"))


def assert_equals_the_core(model: RowModel, pair: Inspection) -> None:
    state = pair.state
    assert model.rowCount() == len(state.order)
    for pos in range(model.rowCount()):
        row = state.order.row(pos)
        assert (model.row(model.index(pos, 0)), model.pos(row)) == (row, pos)
        for place, shown in enumerate(model.columns):
            index, value = model.index(pos, place), shown.values(state.evaluation, np.array([row]))[0]
            if shown.name in NUMBERS and not shown.rank:
                said, whole = index.data(), unescaped(index.data(Role.ToolTipRole))
                assert whole == ("–" if math.isnan(value) else repr(float(value)))
                if shown.name != "delta":
                    assert said == "–" if math.isnan(value) else abs(float(said) - value) <= 5e-5
                elif value and not math.isnan(value):
                    assert said == f"{'▲ +' if value > 0 else '▼ −'}{abs(value):.4f}"
                else:
                    assert said == ("±0" if state.evaluation.is_edited(row) else "")
            elif shown.rank:
                assert index.data() == (str(value) if value else "none")
            elif shown.strip:
                assert index.data() == unescaped(index.data(Role.ToolTipRole)) == strip_text(value)
            else:
                assert index.data() == str(value)
                assert unescaped(index.data(Role.ToolTipRole)).split("\n")[0] == str(value)


def test_the_model_is_valid_while_nothing_is_open(qtmodeltester, owner, theme) -> None:
    model = RowModel(DocumentSignals(Inspection(), owner), theme, owner)
    qtmodeltester.check(model)
    assert model.rowCount() == 0
    assert model.columnCount() == len(columns.COLUMNS)


@pytest.mark.slow
def test_the_model_is_valid_after_every_kind_of_change(qtmodeltester, model, pair: Inspection) -> None:
    qtmodeltester.check(model)
    for change in (
        lambda: pair.sort(SortKey("id", descending=True)),
        lambda: pair.edit("r05", ["e", "<b>x</b>"]),
        lambda: pair.set_metric("map(empty=skip)@5"),
        lambda: pair.sort(SortKey("cost", descending=True), SortKey("id")),
        pair.undo,
        pair.redo,
        pair.reset,
        lambda: pair.add(pd.DataFrame({"id": ["r01", "r05"], "label": ["b a", "e"]}), "one & two"),
        lambda: setattr(pair, "baseline", "one & two"),
        lambda: pair.edit("r02", ["b"]),
        lambda: pair.open("one & two"),
        lambda: setattr(pair, "baseline", "submission"),
        lambda: setattr(pair, "baseline", "file"),
        lambda: pair.load(pair.state),
    ):
        change()
        qtmodeltester.check(model)
        assert_equals_the_core(model, pair)


def test_loading_fills_a_model_that_was_empty(qtmodeltester, owner, theme, pair: Inspection) -> None:
    empty = Inspection()
    model = RowModel(DocumentSignals(empty, owner), theme, owner)
    qtmodeltester.check(model)
    empty.load(pair.state)
    qtmodeltester.check(model)
    assert_equals_the_core(model, empty)


def test_every_cell_matches_the_core(model, pair: Inspection) -> None:
    assert_equals_the_core(model, pair)
    pair.edit("r01", ["x", "a"])
    pair.edit("r05", ["e"])
    assert_equals_the_core(model, pair)


def test_the_columns_of_the_baseline_have_its_name_and_room_for_it(model, pair: Inspection, qtbot) -> None:
    pair.add(pd.DataFrame({"id": ["r01", "r05"], "label": ["b a", "e"]}), "one & two")
    with qtbot.waitSignals([model.columnsInserted, model.headerDataChanged]):
        pair.baseline = "one & two"
    titles = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    assert {"Δ one & two", "one & two: score", "one & two: first hit"} <= set(titles)
    with qtbot.waitSignal(model.headerDataChanged):
        pair.rename("one & two", "three")
    assert model.headerData(titles.index("Δ one & two"), Qt.Orientation.Horizontal) == "Δ three"
    with qtbot.waitSignal(model.headerDataChanged):
        pair.baseline = "submission"
    assert model.headerData(titles.index("Δ one & two"), Qt.Orientation.Horizontal) == "Δ submission"


def test_an_edit_emits_data_changed_only_for_its_row(model, pair: Inspection, qtbot) -> None:
    with qtbot.waitSignal(model.dataChanged) as told:
        pair.edit("r05", ["e"])
    first, last = told.args[0], told.args[1]
    pos = model.pos(pair.evaluation.table.row_of("r05"))
    assert (first.row(), last.row()) == (pos, pos)
    assert (first.column(), last.column()) == (0, model.columnCount() - 1)


@pytest.mark.parametrize(("metric", "price"), [("rmse", [250_000.0]), ("mae", [])])
def test_an_edit_shows_what_all_other_rows_cost_now(
    owner, theme, prices: Inspection, metric: str, price, qtbot
) -> None:
    prices.set_metric(metric)
    model = RowModel(DocumentSignals(prices, owner), theme, owner)
    cost = [shown.name for shown in model.columns].index("cost")
    other = model.pos(prices.evaluation.table.row_of("h3"))
    before = model.text_at(other, cost)
    with qtbot.waitSignal(model.dataChanged) as told:
        prices.edit("h1", ["price"] * len(price), price)
    assert (told.args[0].row(), told.args[1].row()) == (0, model.rowCount() - 1)
    assert model.text_at(other, cost) != before


def test_an_edit_of_the_longest_bar_shows_all_others_anew(owner, theme, tmp_path, qtbot) -> None:
    (tmp_path / "truth.csv").write_text("id,class\na,x\nb,y\nc,x\n")
    (tmp_path / "submission.csv").write_text("id,x,y\na,0.0625,0.9375\nb,0.5,0.5\nc,0.75,0.25\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mlogloss")
    model = RowModel(DocumentSignals(pair, owner), theme, owner)
    told = []
    model.dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))
    pair.edit("c", ["x", "y"], [0.5, 0.5])
    pair.edit("a", ["x", "y"], [0.5, 0.5])
    pair.undo()
    assert told == [(model.pos(2), model.pos(2)), (0, 2), (0, 2)]


def test_an_edit_that_moves_the_costs_of_all_rows_shows_them_all_anew(owner, theme, qtbot) -> None:
    truth = {f"r{at}": ["a" if at % 3 else "b"] for at in range(9)}
    counted = inspector.open_pair(truth, {**truth, "r1": ["b"], "r2": ["b"]}, "mcc")
    model = RowModel(DocumentSignals(counted, owner), theme, owner)
    at = [shown.name for shown in model.columns].index("influence")
    before = model.index(8, at).data()
    with qtbot.waitSignal(model.dataChanged) as told:
        counted.edit("r1", ["a"])
    assert (told.args[0].row(), told.args[1].row()) == (0, 8)
    assert model.index(8, at).data() != before


@pytest.mark.slow
def test_an_edit_of_many_rows_emits_data_changed_once(owner, theme, sample: Inspection, qtbot) -> None:
    model = RowModel(DocumentSignals(sample, owner), theme, owner)
    rows = np.arange(1000)
    told = []
    model.dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))
    from inspector.core.arrays.ragged import Ragged
    from inspector.core.data.edits import Edit

    sample.apply(Edit(rows, Ragged.of([[0]] * len(rows)), "all alike"))
    assert told == [(0, model.rowCount() - 1)]


def test_an_edit_while_no_row_is_shown_emits_nothing(model, pair: Inspection, qtbot) -> None:
    pair.narrow("id:nobody")
    assert model.rowCount() == 0
    pair.set_metric("f1(average=micro)")  # an edit moves what all rows cost
    with qtbot.assertNotEmitted(model.dataChanged):
        pair.edit("r03", ["b"])


def test_numbers_are_aligned_right_and_texts_left_in_cells_and_header(model) -> None:
    for place, shown in enumerate(model.columns):
        wanted = Qt.AlignmentFlag.AlignRight if shown.name in NUMBERS else Qt.AlignmentFlag.AlignLeft
        for said in (
            model.index(0, place).data(Role.TextAlignmentRole),
            model.headerData(place, Qt.Orientation.Horizontal, Role.TextAlignmentRole),
        ):
            assert said & Qt.AlignmentFlag.AlignHorizontal_Mask == wanted, shown.name


def test_only_predictions_are_editable(model) -> None:
    editable = [
        shown.name
        for place, shown in enumerate(model.columns)
        if model.flags(model.index(0, place)) & Qt.ItemFlag.ItemIsEditable
    ]
    assert editable == ["predictions"]
    assert not model.setData(model.index(0, 0), "another id")


def test_a_label_like_markup_is_plain_in_its_cell_and_escaped_in_its_tip(model, pair: Inspection) -> None:
    pos = model.pos(pair.evaluation.table.row_of("r09"))
    index = model.index(pos, [shown.name for shown in model.columns].index("predictions"))
    assert index.data() == "<b>x</b> &amp c"
    assert index.data(Role.ToolTipRole) == "<qt>&lt;b&gt;x&lt;/b&gt; &amp;amp c</qt>"


def test_the_tooltip_of_an_edited_cell_shows_the_value_of_the_file(model, pair: Inspection) -> None:
    place = [shown.name for shown in model.columns].index("predictions")
    pair.edit("r02", ["b", "<i>"])
    row = pair.evaluation.table.row_of("r02")
    edited, plain = model.index(model.pos(row), place), model.index(model.pos(0), place)
    said = unescaped(edited.data(Role.ToolTipRole))
    assert said == "b <i>\n✎ edited; in the file: a b c\n? in neither file: <i>"
    assert edited.data(Role.AccessibleDescriptionRole) == "edited, score ▲ +0.5000"
    assert "edited" not in plain.data(Role.ToolTipRole)
    assert plain.data(Role.AccessibleDescriptionRole) is None
    pair.undo()
    assert unescaped(edited.data(Role.ToolTipRole)) == "a b c"


def test_a_very_long_cell_has_a_tooltip_of_bounded_length(model, pair: Inspection) -> None:
    pair.edit("r01", [f"label{number}" for number in range(5000)])
    index = model.index(model.pos(0), [shown.name for shown in model.columns].index("predictions"))
    assert len(index.data(Role.ToolTipRole)) < 1000
    assert 1000 < len(index.data()) <= 4000


def test_an_edit_makes_the_texts_of_its_row_alone(owner, theme, sample: Inspection, monkeypatch) -> None:
    model = RowModel(DocumentSignals(sample, owner), theme, owner)
    score = [column.name for column in model.columns].index("score")
    model.text_at(0, score)
    sample.edit(sample.evaluation.table.id(model.row_at(0)), sample.evaluation.truth(model.row_at(0)))
    made: list[int] = []
    plain = cell_text.cell_texts
    monkeypatch.setattr(
        cell_text, "cell_texts", lambda of, column, rows: made.append(len(rows)) or plain(of, column, rows)
    )
    assert [model.text_at(pos, score) for pos in range(2)] == model.texts_of(sample.state.order.rows[:2], score)
    assert made == [1, 1]
    assert model.text_at(2, score) == model.texts_of(sample.state.order.rows[2:3], score)[0]
