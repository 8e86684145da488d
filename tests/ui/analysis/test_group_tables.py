"""The tables of labels, slices, confusions and failures; a click on a line shows its rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDockWidget, QLabel, QStyleOptionHeader, QTableView, QWidget
from ui.user import Key, action, bring, click_header, click_row, find, press, shown

import inspector
from inspector import Inspection
from inspector.core.analysis.confusion import confusions
from inspector.core.analysis.failures import failure_groups, group_figures
from inspector.core.analysis.slices.grouping import groupings
from inspector.core.analysis.slices.slices import slices
from inspector.core.errors import InputError
from inspector.core.query import Clause, parse
from inspector.core.task import Progress, drain
from inspector.ui.analysis import confusions_panel, failures_panel
from inspector.ui.analysis.group_columns import percents
from inspector.ui.analysis.group_table import GroupTable
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.widgets.theme import GAP

TABLES = {
    "labelTable": "labelsDock",
    "sliceTable": "slicesDock",
    "confusionTable": "confusionsDock",
    "groupsPanel": "groupsDock",
}
DOCKS = {**TABLES, "metricsPanel": "metricsDock"}


def table(window, name: str) -> QTableView:
    """The group table with a name, brought to the front."""
    return bring(find(window, GroupTable, name), find(window, QDockWidget, DOCKS[name]))


def clause(pair: Inspection, name: str) -> str:
    return next((clause.text for clause in pair.state.clauses if clause.source.partition(" ")[0] == name), "")


def ids(window) -> list[str]:
    return sorted(shown(find(window, QTableView, "rowTable"), "id"))


def columns(view: QTableView) -> list[str]:
    model = view.model()
    return [model.headerData(section, Qt.Orientation.Horizontal) for section in range(model.columnCount())]


def lines(view: QTableView) -> list[tuple]:
    return [*zip(*(shown(view, title) for title in columns(view)), strict=True)]


def wanted(pair: Inspection, text: str) -> list[str]:
    return sorted(pair.evaluation.table.id(int(row)) for row in np.flatnonzero(parse(text).mask(pair.evaluation)))


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_a_click_on_any_line_shows_as_many_rows_as_it_counts(window, pair: Inspection, name: str) -> None:
    view = table(window, name)
    assert view.model().rowCount() > 3
    counted = "support" if name == "labelTable" else "rows"
    for pos in range(view.model().rowCount()):
        click_row(view, pos, counted)
        assert ids(window) == wanted(pair, clause(pair, name))
        rows = int(str(shown(view, counted)[pos]).replace(",", ""))
        assert (len(ids(window)) >= rows) if name == "labelTable" else (len(ids(window)) == rows)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_a_line_counts_the_rows_that_a_click_shows_under_other_filters(window, pair: Inspection, name: str) -> None:
    view, counted = table(window, name), "support" if name == "labelTable" else "rows"
    whole = lines(view)
    pair.narrow("score<0.4 & !empty", "elsewhere")
    among = wanted(pair, "score<0.4 & !empty")
    assert lines(view) != whole
    click_row(view, 0, counted)
    first = lines(view)
    for pos in range(view.model().rowCount()):
        click_row(view, pos, counted)
        assert ids(window) == sorted({*among} & {*wanted(pair, clause(pair, name))})
        rows = int(str(shown(view, counted)[pos]).replace(",", ""))
        assert (len(ids(window)) >= rows) if name == "labelTable" else (len(ids(window)) == rows)
        assert lines(view) == first
    pair.filter_by([Clause("2 rows", "picked", rows=np.array([0, 1]))])
    two = lines(view)
    pair.filter_by([Clause("2 rows", "picked", rows=np.array([3, 7]))])
    assert lines(view) != two
    pair.filter_by([])
    assert lines(view) == whole


def test_sorting_and_disabled_filters_count_nothing_again(window, pair: Inspection, monkeypatch) -> None:
    view, counted = table(window, "groupsPanel"), []
    monkeypatch.setattr(failures_panel, "group_figures", lambda *given: counted.append(given) or group_figures(*given))
    pair.sort()
    pair.filter_by([Clause("score=0", "elsewhere", on=False)])
    click_row(view, 0, "rows")
    assert counted == []
    pair.filter_by([Clause("score=0", "elsewhere")])
    assert len(counted) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_enter_shows_the_rows_of_the_line_and_esc_all_again(window, pair: Inspection, name: str) -> None:
    view = table(window, name)
    view.setFocus()
    view.selectRow(1)
    press(view, Key.Key_Return)
    first = clause(pair, name)
    assert first
    press(view, Key.Key_Down)
    press(view, Key.Key_Enter)
    assert clause(pair, name) not in ("", first)
    press(view, Key.Key_Escape)
    assert pair.state.clauses == ()
    press(view, Key.Key_Escape)
    assert len(ids(window)) == len(pair.evaluation.table)


def titles(view: QTableView) -> list[str]:
    """The column titles, with the sort indicator."""
    said = []
    for place in range(view.model().columnCount()):
        option = QStyleOptionHeader()
        option.text = str(view.model().headerData(place, Qt.Orientation.Horizontal))
        view.horizontalHeader().initStyleOptionForIndex(option, place)
        said.append(option.text)
    return said


@pytest.mark.slow
@pytest.mark.parametrize(("name", "words"), [("groupsPanel", "rows that fail"), ("metricsPanel", "metric")])
def test_the_sort_indicator_is_over_the_column_that_is_sorted(window, pair: Inspection, name: str, words: str) -> None:
    view = table(window, name)
    first, heads = shown(view, words), titles(view)
    assert not any(sign in head for head in heads for sign in "▲▼")
    click_header(view, heads[1])
    assert titles(view) == [heads[0], f"{heads[1]} ▼", *heads[2:]]
    click_header(view, words)
    assert titles(view)[0] == f"{words} ▲"
    assert shown(view, words) == sorted(first, key=str.casefold) != first
    click_header(view, words)
    assert shown(view, words) == sorted(first, key=str.casefold, reverse=True)
    click_header(view, words)
    assert (titles(view), shown(view, words)) == (heads, first)
    pair.edit("r05", ["e"])
    assert shown(view, words) == first


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_numbers_are_right_aligned_and_tabular_and_headers_have_tips(window, name: str) -> None:
    view = table(window, name)
    assert view.font().featureTags()
    model = view.model()
    for section in range(model.columnCount()):
        side = Qt.AlignmentFlag.AlignLeft if model.headers[section].words else Qt.AlignmentFlag.AlignRight
        assert model.index(0, section).data(Qt.ItemDataRole.TextAlignmentRole) & side
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            assert model.headerData(section, Qt.Orientation.Horizontal, role)
            assert model.index(0, section).data(role) or model.headers[section].compares


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_any_column_sorts_and_a_line_stays_what_it_is(window, pair: Inspection, name: str, qtmodeltester) -> None:
    view = table(window, name)
    every = columns(view)
    before = set(lines(view))
    for title in (*every, every[0]):
        click_header(view, title)
        assert set(lines(view)) == before
    last = [title for title in every if title not in ("part by edits", "p")][-1]
    rows = [float(str(n).replace(",", "")) for n in shown(view, last) if not str(n).endswith("%")]
    click_header(view, last)
    again = [float(str(n).replace(",", "")) for n in shown(view, last) if not str(n).endswith("%")]
    assert again in (sorted(rows), sorted(rows, reverse=True))
    qtmodeltester.check(view.model())


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_hidden_panels_count_nothing_and_are_right_when_shown_again(window, pair, name, monkeypatch) -> None:
    view = table(window, name)
    counted, plain = [], view.recount.count
    monkeypatch.setattr(view.recount, "count", lambda *given: counted.append(given) or plain(*given))
    find(window, QDockWidget, TABLES[name]).hide()
    pair.edit("r05", ["e"])
    pair.set_metric("map@2")
    pair.narrow("score<0.4", "elsewhere")
    assert counted == []
    for _ in range(2):
        find(window, QDockWidget, TABLES[name]).show()
        table(window, name)
        assert len(counted) == 1
        find(window, QDockWidget, TABLES[name]).hide()
    find(window, QDockWidget, TABLES[name]).show()
    table(window, name)
    seen = lines(view)
    view.refresh()
    assert lines(view) == seen


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_nothing_is_counted_behind_the_tab_of_another(window, pair: Inspection, name: str, monkeypatch) -> None:
    view = table(window, name)
    counted, plain = [], view.recount.count
    monkeypatch.setattr(view.recount, "count", lambda *given: counted.append(given) or plain(*given))
    for part, dock in (("rowPanel", "rowDock"), ("firstHitHistogram", "firstHitDock")):
        bring(find(window, QWidget, part), find(window, QDockWidget, dock))
    pair.edit("r05", ["e"])
    assert counted == []
    table(window, name)
    assert len(counted) == 1


def test_the_failures_are_those_of_the_core_and_follow_an_edit(window, pair: Inspection) -> None:
    view = table(window, "groupsPanel")
    for change in (lambda: None, lambda: pair.edit("r01", []), pair.undo, lambda: pair.set_metric("f1")):
        change()
        names = [group.name for group in failure_groups(pair.evaluation)]
        counts = drain(group_figures(pair.evaluation)).rows
        assert dict(zip(shown(view, "rows that fail"), shown(view, "rows"), strict=True)) == dict(
            zip(names, map(str, counts), strict=True)
        )
    assert shown(view, "rows that fail") == names


def test_slices_are_grouped_by_what_is_chosen(window, pair: Inspection) -> None:
    view, chooser = table(window, "sliceTable"), find(window, QComboBox, "sliceBy")
    assert [chooser.itemText(i) for i in range(chooser.count())] == [g.title for g in groupings(pair.evaluation)]
    for place, grouping in enumerate(groupings(pair.evaluation)):
        chooser.setCurrentIndex(place)
        found = slices(pair.evaluation, grouping)
        assert dict(zip(shown(view, "rows with"), shown(view, "rows"), strict=True)) == {
            found.name(line): str(found.rows[line]) for line in range(len(found))
        }


def test_the_baseline_of_a_slice_shows_once_there_is_something_to_compare(window, pair: Inspection) -> None:
    view = table(window, "sliceTable")
    column = columns(view).index("baseline")
    assert view.isColumnHidden(column)
    pair.edit("r01", ["b"])
    assert not view.isColumnHidden(column)
    assert shown(view, "baseline") != shown(view, "mean")
    assert view.columnWidth(column) > view.fontMetrics().horizontalAdvance("baseline") + 2 * GAP


def test_the_worst_groups_of_every_column_come_first(window, pair: Inspection) -> None:
    truth = pd.DataFrame({"id": [*"abcdefgh"], "y": [5.0] * 8, "shop": [*"11112222"], "kind": ["", *"qpqpqpq"]})
    guess = truth[["id", "y"]].assign(y=[5.0, 5.1, 5.0, 5.1, 6.0, 6.1, 6.0, 6.1])
    pair.load(inspector.open_pair(truth, guess, "mae", truth_column="y").state)
    view, chooser = table(window, "sliceTable"), find(window, QComboBox, "sliceBy")
    assert chooser.currentText() == "every column"
    assert not find(window, QComboBox, "sliceAnd").isEnabled()
    assert shown(view, "rows with") == ["shop: 2", "kind: p", "kind: q", "kind: (nothing)", "shop: 1"]
    assert next(zip(shown(view, "of cost"), shown(view, "excess"), strict=True)) == ("95.5%", "+45.5%")
    click_row(view, 0, "rows")
    assert (clause(pair, "sliceTable"), ids(window)) == ("shop:2", [*"efgh"])
    assert len(shown(view, "rows")) == 5  # so that one can go on to the next
    click_row(view, 3, "rows")
    assert (clause(pair, "sliceTable"), ids(window)) == ('kind:""', ["a"])
    chooser.setCurrentText("shop")
    assert find(window, QComboBox, "sliceAnd").isEnabled()


def test_groups_of_another_column_are_gone_while_new_ones_are_counted(window, pair, qtbot, monkeypatch) -> None:
    view, chooser = table(window, "sliceTable"), find(window, QComboBox, "sliceBy")
    assert view.model().rowCount() > 1
    monkeypatch.setitem(ROWS_AT_ONCE, "count", -1)
    with qtbot.waitSignal(view.filled):
        chooser.setCurrentIndex(1)
        assert view.model().rowCount() == 0
        assert not view.grab().isNull()  # the words for that are painted
    assert view.model().rowCount() > 1
    with qtbot.waitSignal(view.filled):
        pair.edit("r01", ["b"])
        assert view.model().rowCount() > 1  # what an edit changes is the same question


def test_a_chosen_column_is_kept_for_the_next_pair(window, pair: Inspection) -> None:
    chooser = find(window, QComboBox, "sliceBy")
    truth = pd.DataFrame({"id": [*"abcd"], "y": [5.0] * 4, "shop": [*"1122"], "kind": [*"pqpq"]})
    opened = lambda: inspector.open_pair(truth, truth[["id", "y"]], "mae", truth_column="y")  # noqa: E731
    assert chooser.currentText() == groupings(pair.evaluation)[0].title  # which is no choice of the user's
    pair.load(opened().state)
    assert chooser.currentText() == "every column"
    chooser.setCurrentText("kind")
    pair.load(opened().state)
    assert chooser.currentText() == "kind"


def test_the_bias_of_a_group_names_the_target_that_is_furthest_off(window, pair: Inspection) -> None:
    truth = pd.DataFrame({"id": [*"abcdef"], "big": range(6), "<b>x": range(6), "shop": [*"111222"]})
    guess = truth[["id", "big", "<b>x"]].assign(big=[0, 1, 2, 103, 104, 105], **{"<b>x": [-1, 0, 1, 3, 4, 5]})
    pair.load(inspector.open_pair(truth, guess, "rmse").state)
    view = table(window, "sliceTable")
    find(window, QComboBox, "sliceBy").setCurrentText("shop")
    column = view.model().headers.index(next(head for head in view.model().headers if head.title == "bias"))
    assert not view.isColumnHidden(column)
    texts = dict(zip(shown(view, "rows with"), shown(view, "bias"), strict=True))
    assert texts == {"1": "<b>x −1", "2": "big +100"}
    assert sorted(view.model().exported(column, np.arange(2))) == ["<b>x -1.0", "big 100.0"]  # with all digits


def test_short_words_take_little_room_and_a_dragged_column_stays(window, pair: Inspection) -> None:
    view, chooser = table(window, "sliceTable"), find(window, QComboBox, "sliceBy")
    widths = {}
    for name in ("a", "rather long words of a group"):
        frame = pd.DataFrame({"id": [*"xyz"], "y": [1, 2, 3], "kind": [name, name, "b"]})
        pair.load(inspector.open_pair(frame, frame[["id", "y"]].assign(y=[2, 2, 2]), "mae", truth_column="y").state)
        chooser.setCurrentText("kind")
        widths[name] = view.columnWidth(0)
    short, long = widths.values()
    assert short < long <= view.viewport().width() // 2 + 3 * GAP
    view.setColumnWidth(0, 60)
    pair.narrow("id:x")
    pair.filter_by([])
    assert view.columnWidth(0) == 60


def test_slices_are_split_by_a_second_column(window, pair: Inspection) -> None:
    truth = pd.DataFrame({"id": [*"abcdef"], "y": range(6), "shop": [*"112233"], "kind": [*"pqpqpp"]})
    guess = truth[["id", "y"]].assign(y=[0, 2, 2, 3, 7, 4])
    pair.load(inspector.open_pair(truth, guess, "rmse", shape="numbers", truth_column="y").state)
    view, second = table(window, "sliceTable"), find(window, QComboBox, "sliceAnd")
    find(window, QComboBox, "sliceBy").setCurrentText("shop")
    assert shown(view, "rows") == ["2"] * 3
    assert dict(zip(shown(view, "rows with"), shown(view, "bias"), strict=True))["3"] == "▲ +1.0000"
    second.setCurrentText("and kind")
    assert sorted(shown(view, "rows with")) == ["1 · p", "1 · q", "2 · p", "2 · q", "3 · p"]
    click_row(view, shown(view, "rows with").index("1 · q"), "rows")
    assert ids(window) == ["b"]
    pair.filter_by([])
    second.setCurrentIndex(0)
    assert shown(view, "rows") == ["2"] * 3


def test_the_second_column_is_another_than_the_first(window, pair: Inspection) -> None:
    truth = pd.DataFrame({"id": [*"abcdef"], "y": range(6), "shop": [*"112233"], "kind": [*"pqpqpp"]})
    pair.load(inspector.open_pair(truth, truth[["id", "y"]], "rmse", shape="numbers", truth_column="y").state)
    table(window, "sliceTable")
    first, second = find(window, QComboBox, "sliceBy"), find(window, QComboBox, "sliceAnd")
    offered = lambda: [second.itemText(at) for at in range(second.count())]  # noqa: E731
    for chosen, others in (("shop", ["true y", "kind"]), ("kind", ["true y", "shop"]), ("true y", ["shop", "kind"])):
        first.setCurrentText(chosen)
        assert offered() == ["not split further", *(f"and {other}" for other in others)]
    second.setCurrentText("and kind")
    first.setCurrentText("shop")
    assert second.currentText() == "and kind"
    assert "1 · q" in shown(find(window, GroupTable, "sliceTable"), "rows with")
    first.setCurrentText("kind")  # which splits nothing further
    assert second.currentText() == "not split further"
    assert sorted(shown(find(window, GroupTable, "sliceTable"), "rows with")) == ["p", "q"]


@pytest.mark.slow
def test_a_click_on_a_band_of_numbers_shows_its_rows(window, pair: Inspection) -> None:
    truth = pd.DataFrame({"id": range(61), "label": np.resize(["x", "y"], 61), "age": np.arange(61) + 17})
    pair.load(inspector.open_pair(truth, truth[["id", "label"]].assign(label="x"), "accuracy").state)
    view = table(window, "sliceTable")
    find(window, QComboBox, "sliceBy").setCurrentText("age")
    click_row(view, shown(view, "rows with").index("17–22"), "rows")
    assert ids(window) == [*"012345"]
    find(window, QComboBox, "sliceAnd").setCurrentText("and true label")
    click_row(view, shown(view, "rows with").index("17–22 · y"), "rows")
    assert ids(window) == [*"135"]


def test_another_pair_has_other_columns_to_group_by(window, pair: Inspection, tmp_path) -> None:
    view, chooser = table(window, "sliceTable"), find(window, QComboBox, "sliceBy")
    (tmp_path / "t.csv").write_text('id,label,fold\na,x,1\nb,y,"<b>2</b>"\nc,z,\n')
    (tmp_path / "s.csv").write_text("id,label\na,x\nb,y\nc,y\n")
    pair.load(inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@3").state)
    chooser.setCurrentText("fold")
    click_header(view, "rows with")
    assert sorted(shown(view, "rows with")) == ["(nothing)", "1", "<b>2</b>"]
    click_row(view, shown(view, "rows with").index("(nothing)"), "rows")
    assert ids(window) == ["c"]
    assert clause(pair, "sliceTable") == 'fold:""'


def test_a_group_is_looked_at_within_a_group_of_another_kind(window, pair: Inspection) -> None:
    truth = pd.DataFrame(
        {"id": list("abcdef"), "label": list("xyxyxy"), "shop": list("112233"), "kind": list("pqpqpq")}
    )
    pair.load(inspector.open_pair(truth, truth[["id", "label"]], "map@3", truth_column="label").state)
    view, chooser = table(window, "sliceTable"), find(window, QComboBox, "sliceBy")
    chooser.setCurrentText("shop")
    click_row(view, shown(view, "rows with").index("2"), "rows")
    assert (ids(window), shown(view, "rows")) == (["c", "d"], ["2"] * 3)
    chooser.setCurrentText("kind")
    assert shown(view, "rows") == ["1"] * 2  # of that shop alone
    click_row(view, shown(view, "rows with").index("q"), "rows")
    assert ids(window) == ["d"]
    chooser.setCurrentText("shop")  # whose own group is chosen anew
    assert shown(view, "rows") == ["1"] * 3
    click_row(view, shown(view, "rows with").index("3"), "rows")
    assert ids(window) == ["f"]


def pairs_shown(view) -> list[tuple]:
    return list(zip(shown(view, "true"), shown(view, "predicted"), strict=True))


def test_confusions_pair_labels_with_labels_the_costly_first(window, pair: Inspection) -> None:
    view = table(window, "confusionTable")
    found, text = drain(confusions(pair.evaluation, "top", "cost", 500)), pair.evaluation.table.vocab.text
    pairs = zip(found.true.tolist(), found.predicted.tolist(), strict=True)
    assert pairs_shown(view) == [(text(true), text(predicted)) for true, predicted in pairs]
    assert ("c", "a") in pairs_shown(view)
    costs = [float(cost) for cost in shown(view, "cost")]
    assert costs == sorted(costs, reverse=True)
    assert find(window, QLabel, "confusionWords").text() == f"all {len(found)} pairs"


def test_confusions_with_no_label_are_separate(window, pair: Inspection) -> None:
    view, chooser = table(window, "confusionTable"), find(window, QComboBox, "confusionAgainst")
    chooser.setCurrentIndex(2)
    assert len(pairs_shown(view)) == len(drain(confusions(pair.evaluation, "nothing", "cost", 500)))
    assert {("(none)", "a"), ("a", "(none)"), ("e", "(not in list)")} <= set(pairs_shown(view))
    assert all({"(none)", "(not in list)"} & set(names) for names in pairs_shown(view))
    click_row(view, pairs_shown(view).index(("(none)", "a")), "rows")
    assert ids(window) == ["r12"]


def test_confusions_before_the_first_hit_can_be_chosen(window, pair: Inspection) -> None:
    view, chooser = table(window, "confusionTable"), find(window, QComboBox, "confusionAgainst")
    chooser.setCurrentIndex(1)
    assert view.model().rowCount() == len(drain(confusions(pair.evaluation, "before", "rows", 500)))
    pos = list(zip(shown(view, "true"), shown(view, "predicted"), strict=True)).index(("c", "b"))
    click_row(view, pos, "rows")
    assert ids(window) == ["r03"]


def test_under_a_metric_of_sets_missed_labels_are_paired_with_wrong_ones(window, pair: Inspection) -> None:
    view, chooser = table(window, "confusionTable"), find(window, QComboBox, "confusionAgainst")
    assert chooser.currentText() == "wrong at rank 1"
    pair.set_metric("f1")
    assert chooser.currentText() == "missed and wrong, in any order"
    found, text = drain(confusions(pair.evaluation, "missed", "cost", 500)), pair.evaluation.table.vocab.text
    assert pairs_shown(view) == [
        (text(true), text(predicted))
        for true, predicted in zip(found.true.tolist(), found.predicted.tolist(), strict=True)
    ]
    for line in range(3):
        rows = int(shown(view, "rows")[line])
        click_row(view, line, "rows")
        assert len(ids(window)) == rows
        view.filter_asked.emit(Clause("", "confusionTable"))
    chooser.setCurrentIndex(chooser.findData("nothing"))
    pair.set_metric("f1@2")
    assert chooser.currentData() == "nothing"  # as chosen, until order means something again
    pair.set_metric("map@5")
    assert chooser.currentText() == "wrong at rank 1"


def test_sorting_by_rows_finds_the_pairs_of_most_rows_among_all(window, pair: Inspection, monkeypatch) -> None:
    monkeypatch.setattr(confusions_panel, "MOST", 3)
    view = table(window, "confusionTable")
    view.refresh()
    words = find(window, QLabel, "confusionWords")
    assert words.text() == "the 3 pairs with the highest cost"
    pair.set_metric("map(empty=skip)@3")
    wanted = drain(confusions(pair.evaluation, "top", "cost", 3)).cost
    assert [float(str(cost)) for cost in shown(view, "cost")] == pytest.approx(wanted.tolist(), abs=1e-4)
    click_header(view, "rows")
    wanted = drain(confusions(pair.evaluation, "top", "rows", 3)).rows
    assert [int(str(rows)) for rows in shown(view, "rows")] == wanted.tolist()
    assert words.text() == "the 3 pairs with the most rows"


@pytest.mark.slow
def test_a_large_pair_is_counted_in_a_worker_thread(window, pair: Inspection, monkeypatch, qtbot) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "count", 3)
    view = table(window, "groupsPanel")
    with qtbot.waitSignal(view.filled):
        view.refresh()
    before = shown(view, "rows")
    view.refresh()
    with qtbot.waitSignal(view.filled):
        pair.edit("r01", [])
    assert shown(view, "rows") != before
    view.refresh()
    find(window, QDockWidget, "groupsDock").hide()
    assert not view.recount.runner.is_busy
    with qtbot.waitSignal(view.filled):
        find(window, QDockWidget, "groupsDock").show()
        table(window, "groupsPanel")


def test_an_error_while_counting_is_shown_in_the_message_bar(window, pair, monkeypatch, qtbot) -> None:
    view = table(window, "groupsPanel")
    monkeypatch.setitem(ROWS_AT_ONCE, "count", 3)
    monkeypatch.setattr(failures_panel, "group_figures", _fails)
    view.refresh()
    message = find(window, QWidget, "messageBar")
    qtbot.waitUntil(message.isVisible)


def _fails(*_):
    """A task that fails."""
    yield Progress(0.0, "")
    raise InputError("there is no counting this")


def test_lines_of_a_closed_pair_show_no_rows(window, pair: Inspection, other) -> None:
    view = table(window, "labelTable")
    find(window, QDockWidget, "labelsDock").hide()
    pair.load(inspector.open_pair(*other, "map@3").state)
    view.clicked.emit(view.model().index(0, 0))
    assert pair.state.clauses == ()


def test_the_labels_show_their_cost_and_how_it_is_shared(window, pair: Inspection) -> None:
    view = table(window, "labelTable")
    costs = [float(str(cost)) for cost in shown(view, "cost")]
    lost = pair.evaluation.costs(pair.evaluation.all_rows)[pair.evaluation.table.truth.lengths > 0]
    assert sum(costs) == pytest.approx(np.nansum(lost), abs=1e-3)
    section = columns(view).index("cost")
    assert "equal parts" in view.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    QTest.keyClick(view, Key.Key_Home)


def test_show_all_rows_removes_the_clauses_of_the_tables_too(window, pair: Inspection) -> None:
    click_row(table(window, "groupsPanel"), 0, "rows")
    assert pair.state.clauses
    action(window, "show_all").trigger()
    assert pair.state.clauses == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["groupsPanel", "sliceTable", "labelTable"])
def test_what_groups_won_follows_the_baseline_and_sorts(window, pair: Inspection, name: str) -> None:
    view = table(window, name)
    assert {*shown(view, "part by edits")} == {""}
    pair.add(pd.DataFrame({"id": ["r01", "r02", "r04"], "label": ["x", "b", "d"]}), "other")
    pair.baseline = "other"
    won = shown(view, "part over other")
    assert any(text.startswith("▲ +") for text in won)
    click_header(view, "part over other")
    signed = [float(text.replace("−", "-")[2:] or 0) for text in shown(view, "part over other")]
    assert signed == sorted(signed, reverse=True)
    assert len({*shown(view, "if perfect")}) > 1
    pair.set_metric("f1(average=micro)")
    told = {*shown(view, "if perfect"), *shown(view, "part over other")}
    assert ("–" in told) == (name == "labelTable")  # as labels are too many to try each
    assert len(told) == 1 or name != "labelTable"


def test_groups_are_of_the_rows_that_the_table_keeps_after_an_edit(window, pair: Inspection) -> None:
    view = table(window, "sliceTable")
    pair.narrow("score<1")
    kept = len(pair.state.order.rows)
    counted = lambda: sum(int(text) for text in shown(view, "rows"))  # noqa: E731
    assert counted() == kept
    row = int(next(row for row in pair.state.order.rows if len(pair.evaluation.table.truth[row])))
    pair.edit(pair.evaluation.table.id(row), pair.evaluation.truth(row))
    assert (len(pair.state.order.rows), counted()) == (kept, kept)
    pair.narrow("score<1")
    assert (len(pair.state.order.rows), counted()) == (kept - 1, kept - 1)


@pytest.mark.parametrize("name", ["groupsPanel", "sliceTable", "labelTable"])
@pytest.mark.slow
def test_what_groups_won_names_the_baseline(window, qapp, pair: Inspection, name: str) -> None:
    view = table(window, name)
    section = columns(view).index("part by edits")
    head = lambda role: view.model().headerData(section, Qt.Orientation.Horizontal, role)  # noqa: E731
    assert "its file as loaded" in head(Qt.ItemDataRole.ToolTipRole)
    other = "another submission with a long name"
    pair.add(pd.DataFrame({"id": ["r01", "r02", "r04"], "label": ["x", "b", "d"]}), other)
    pair.baseline = other
    assert head(Qt.ItemDataRole.DisplayRole) == "part over another submiss…"
    assert other in head(Qt.ItemDataRole.ToolTipRole)
    assert "not the difference of their own scores" in head(Qt.ItemDataRole.ToolTipRole)
    room = view.fontMetrics().horizontalAdvance("part over another submiss…")
    assert view.horizontalHeader().sectionSize(section) > room
    next(action for action in view.actions() if action.text() == "Copy &all").trigger()
    assert f"part over {other}" in qapp.clipboard().text().splitlines()[0].split("\t")
    pair.rename(other, "b")
    assert head(Qt.ItemDataRole.DisplayRole) == "part over b"


@pytest.mark.parametrize("name", ["groupsPanel", "sliceTable", "labelTable"])
@pytest.mark.slow
def test_what_groups_lost_under_a_loss_has_the_colour_of_worse(show, name: str) -> None:
    truth = pd.DataFrame({"id": ["q", "r"], "label": ["cat", "dog"]})
    given = pd.DataFrame({"id": ["q", "r"], "cat": [0.25, 0.125], "dog": [0.75, 0.875]})
    pair = inspector.open_pair(truth, given, "mlogloss")
    window = show(pair)
    view, colours = table(window, name), window.theme.colours
    for confidence, sign, colour in ((0.01, "▲", colours.worse), (0.9, "▼", colours.better)):
        pair.edit("q", ["cat", "dog"], [confidence, 1 - confidence])
        inks = shown(view, "part by edits", Qt.ItemDataRole.ForegroundRole)
        changed = zip(shown(view, "part by edits"), inks, strict=True)
        assert {(text[0], ink.name()) for text, ink in changed if text} == {(sign, colour)}


@pytest.mark.parametrize("name", ["sliceTable", "labelTable"])
def test_the_p_of_a_line_is_shown_where_rows_are_compared(show, name: str) -> None:
    ids_ = [f"r{number:02}" for number in range(20)]
    truth = pd.DataFrame({"id": ids_, "label": ["x", "y"] * 10})
    right, wrong = truth, truth.assign(label=["z", "y"] * 10)
    pair = inspector.open_pair(truth, right, "map@2")
    window = show(pair)
    view = table(window, name)
    assert {*shown(view, "p")} == {"–"}
    pair.add(wrong, "wrong")
    pair.baseline = "wrong"
    # Of ten rows that all agree; the other label does not differ, and is not counted among the tests.
    assert shown(view, "p")[0] == "0.0044"
    assert {*shown(view, "p")[1:]} <= {"–"}
    click_row(view, 0, "p")  # its own clause, which may name predictions, leaves the lines as they are
    assert shown(view, "p")[0] == "0.0044"
    pair.narrow("score>0")
    assert {*shown(view, "p")} == {"–"}
    pair.filter_by([])
    assert shown(view, "p")[0] == "0.0044"
    pair.set_metric("f1(average=micro)")
    assert {*shown(view, "p")} == {"–"}


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["mlogloss", "map@2"])
def test_confusions_that_were_perfect_make_the_overall_better(show, metric: str) -> None:
    truth = pd.DataFrame({"id": ["q", "r"], "label": ["cat", "dog"]})
    given = pd.DataFrame({"id": ["q", "r"], "cat": [0.25, 0.125], "dog": [0.75, 0.875]})
    opened = inspector.open_pair(truth, given, metric)
    view = table(show(opened), "confusionTable")
    opened.edit("q", ["cat"], [1.0])
    perfect = opened.overall
    opened.undo()
    assert shown(view, "if perfect")[0] == f"{perfect:.6f}"


def test_the_colour_tells_what_edits_made_better(show, prices) -> None:
    window = show(prices)
    view, colours = table(window, "metricsPanel"), window.theme.colours
    prices.edit("h1", ["price"], [208500.0])
    changes, inks = shown(view, "by edits"), shown(view, "by edits", Qt.ItemDataRole.ForegroundRole)
    by_sign = {(change[0], ink.name()) for change, ink in zip(changes, inks, strict=True) if change}
    assert by_sign == {("▲", colours.better), ("▼", colours.better)}
    prices.edit("h1", ["price"], [1.0])
    assert shown(view, "by edits", Qt.ItemDataRole.ForegroundRole)[0].name() == colours.worse
    prices.undo()
    prices.undo()
    assert set(shown(view, "by edits", Qt.ItemDataRole.ForegroundRole)) == {None}


def test_every_metric_keeps_the_cut_off_of_before_its_panel_was_seen(show, pair: Inspection) -> None:
    window = show(pair)
    k = pair.metric.k
    assert k is not None
    pair.set_metric("f1")
    listed = [line[0] for line in lines(table(window, "metricsPanel"))]
    assert f"ndcg@{k}" in listed


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCKS)
def test_no_number_is_cut_off(window, pair: Inspection, name: str) -> None:
    for id_ in ("r01", "r02", "r03"):
        pair.edit(id_, ["z"])
    view = table(window, name)
    heads = enumerate(view.model().headers)
    numbers = [section for section, head in heads if not (head.words or view.isColumnHidden(section))]
    assert numbers
    for section in numbers:
        assert view.sizeHintForColumn(section) <= view.columnWidth(section), view.model().headers[section].title


@pytest.mark.slow
@pytest.mark.parametrize("name", ["confusionTable", "groupsPanel"])
def test_a_narrow_table_scrolls_before_its_words_are_cut(window, name: str) -> None:
    view = table(window, name)
    header, words = view.horizontalHeader(), [at for at, head in enumerate(view.model().headers) if head.words]
    least = view.fontMetrics().horizontalAdvance("0" * 12)
    find(window, QDockWidget, DOCKS[name]).setFloating(True)
    for width, is_narrow in ((240, True), (900, False), (240, True)):
        view.window().resize(width, 300)
        assert min(map(header.sectionSize, words)) >= least
        assert (header.length() > view.viewport().width()) == is_narrow


@pytest.mark.slow
@pytest.mark.parametrize("name", ["groupsPanel", "sliceTable"])
def test_words_have_room_before_numbers_have(window, pair: Inspection, name: str) -> None:
    view = table(window, name)
    find(window, QDockWidget, DOCKS[name]).setFloating(True)
    view.window().resize(440, 300)
    pair.narrow("score<1")  # counted anew in this width
    widest = max(map(view.fontMetrics().horizontalAdvance, shown(view, view.model().headers[0].title)))
    assert view.columnWidth(0) >= min(widest + 2 * GAP, view.viewport().width() // 2)


@pytest.mark.slow
def test_a_title_without_room_is_elided_beside_its_arrow(window, pair: Inspection) -> None:
    view = table(window, "labelTable")
    header = view.horizontalHeader()

    def title() -> str:
        option = QStyleOptionHeader()
        header.initStyleOption(option)
        header.initStyleOptionForIndex(option, header.sortIndicatorSection())
        return option.text

    whole = title()
    header.resizeSection(header.sortIndicatorSection(), header.minimumSectionSize())
    assert title() != whole
    assert title()[:1] + title()[-3:] == whole[:1] + "…" + whole[-2:]


@pytest.mark.parametrize(("name", "title"), [("groupsPanel", "of rows"), ("sliceTable", "of cost")])
def test_a_share_says_of_what(window, name: str, title: str) -> None:
    assert title in columns(table(window, name))


@pytest.mark.parametrize("name", ["sliceTable", "labelTable"])
def test_the_tip_of_p_says_that_it_is_corrected(window, name: str) -> None:
    view = table(window, name)
    section = columns(view).index("p")
    told = view.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "corrected for the number of lines" in told


def test_a_share_of_nothing_is_a_dash() -> None:
    column = percents(np.array([0.325, np.nan]))
    assert [column.text(line) for line in (0, 1)] == ["32.5%", "–"]


@pytest.mark.slow
def test_the_score_of_slices_is_called_what_it_is(show, prices: Inspection) -> None:
    view = table(show(prices), "sliceTable")
    for metric, title in (("rmse", "RMSE"), ("mae", "mean"), ("rmse", "RMSE")):
        prices.set_metric(metric)
        assert columns(view)[2] == title
        assert view.model().headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.EditRole) == "mean"


@pytest.mark.slow
def test_columns_make_room_for_long_numbers(show, prices: Inspection) -> None:
    window = show(prices)
    prices.edit("h3", ["price"], [4e9])
    view = table(window, "sliceTable")
    column = columns(view).index("RMSE")
    longest = max(shown(view, "RMSE"), key=len)
    assert len(longest) > len("2,000,000.0")
    assert view.columnWidth(column) > view.fontMetrics().horizontalAdvance(longest)


def test_slices_begin_with_a_column_where_rows_of_one_truth_tell_nothing(show) -> None:
    ids, grades = [f"r{row}" for row in range(40)], np.arange(40) % 4
    truth = pd.DataFrame({"id": ids, "grade": grades, "camera": np.resize(["old", "new", "new"], 40)})
    given = pd.DataFrame({"id": ids, "grade": np.roll(grades, 1)})
    window = show(inspector.open_pair(truth, given, "qwk", truth_column="grade"))
    view, chooser = table(window, "sliceTable"), find(window, QComboBox, "sliceBy")
    assert [chooser.itemText(at) for at in range(chooser.count())] == ["every column", "true grade", "camera"]
    assert chooser.currentText() == "every column"
    assert sorted(shown(view, "rows with")) == ["camera: new", "camera: old"]
