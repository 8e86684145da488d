"""Painting of labels: predictions in columns by rank, truth as chips."""

from __future__ import annotations

import html
import itertools

import pandas as pd
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from ui.table.painting import Recorder, pixels, recorded, texts_in
from ui.user import find, section

import inspector
from inspector import Inspection
from inspector.ui.table.row_table import RowTable
from inspector.ui.widgets.theme import GAP, GRID

HOSTILE = ["<b>bold</b>", "\u202eevil", "two\nlines", "a" * 1_000_000, "x" + "\u0301" * 50, "عربي", "&amp", "\x07"]


def lists(show, truths: list[list[str]], predictions: list[list[str]], metric: str, *, width: int = 0) -> RowTable:
    """The table of a pair of such lists, in their order, with a width for the predictions."""
    frames = (
        pd.DataFrame({"id": [f"r{row:02}" for row in range(len(given))], "label": [";".join(one) for one in given]})
        for given in (truths, predictions)
    )
    opened = inspector.open_pair(*frames, metric, separator=";", id_column="id")
    table = find(show(opened), RowTable, "rowTable")
    table.sort_by("id")
    if width:
        table.setColumnWidth(section(table, "predictions"), width)
    return table


def labels(table: RowTable, pos: int) -> list[str]:
    return [text for _, text in texts_in(table, pos, "predictions")]


def lefts(table: RowTable, pos: int) -> list[int]:
    return [left for left, _ in texts_in(table, pos, "predictions")]


MIXED = [["a", "bbbbbbbbbb", "cc"], ["dddddddd", "e", "ff"], ["gg", "hhh", "iiiiiiiiii"]]


def test_equal_ranks_stand_at_the_same_place_in_every_row(show) -> None:
    table = lists(show, [["bbbbbbbbbb"], ["x"], ["gg"]], MIXED, "map@3", width=500)
    assert [labels(table, pos) for pos in range(3)] == [
        ["a", "bbbbbbbbbb ✓", "cc"],
        ["dddddddd", "e", "ff"],
        ["gg ✓", "hhh", "iiiiiiiiii"],
    ]
    first, second, third = lefts(table, 0)
    assert lefts(table, 1) == lefts(table, 2) == [first, second, third]
    assert first == GAP
    assert third - second == second - first


def test_hits_of_labels_of_any_length_line_up_in_pixels(show, theme) -> None:
    truths = [[labels[1]] for labels in MIXED]
    table = lists(show, truths, MIXED, "map@3", width=500)
    tint = QColor(theme.colours.hit_soft)
    starts = []
    for pos in range(1, 3):  # the first row is selected
        row = QRect(
            table.columnViewportPosition(section(table, "predictions")),
            table.rowViewportPosition(pos),
            table.columnWidth(section(table, "predictions")),
            table.rowHeight(pos),
        )
        image = pixels(table, row)
        y = image.height() // 2
        starts.append(next(x for x in range(image.width()) if image.pixelColor(x, y) == tint))
    assert starts[0] == starts[1] == lefts(table, 0)[1] - GRID


def test_the_header_numbers_the_columns_where_the_labels_stand(show) -> None:
    table = lists(show, [["a"]] * 3, MIXED, "map@3", width=500)
    header, at = table.horizontalHeader(), section(table, "predictions")
    painter = Recorder()
    header.paintSection(painter, QRect(0, 0, table.columnWidth(at), header.height()), at)
    painter.end()
    assert painter.texts == list(zip(lefts(table, 0), "123", strict=True))


def test_one_column_has_the_title_above_it(show) -> None:
    table = lists(show, [["a"]] * 3, [["a"], ["b"], ["c"]], "map@1", width=500)
    header, at = table.horizontalHeader(), section(table, "predictions")
    painter = Recorder()
    header.paintSection(painter, QRect(0, 0, 300, header.height()), at)
    painter.end()
    assert [text for _, text in painter.texts] == ["predictions"]


def test_predictions_beyond_k_are_faded_behind_a_thin_line(show, theme) -> None:
    table = lists(show, [["cc"]] * 3, MIXED, "map@2", width=600)
    assert labels(table, 0) == ["a", "bbbbbbbbbb", "cc ✓"]
    at = table.columnViewportPosition(section(table, "predictions")) + lefts(table, 0)[2] - GRID - 1
    image = pixels(table, QRect(at, 0, 1, table.rowHeight(0) * 3))
    assert {image.pixelColor(0, y).name() for y in range(image.height())} == {theme.colours.faint}
    table.window().bench.inspection.set_metric("map@3")
    image = pixels(table, QRect(at, 0, 1, table.rowHeight(0) * 3))
    assert theme.colours.faint not in {image.pixelColor(0, y).name() for y in range(image.height())}


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["map@6", "map@3", "f1"])
def test_at_any_width_labels_stay_in_their_column(show, metric: str) -> None:
    predictions = [[f"{letter}{number}" * 3 for number in range(6)] for letter in "abc"]
    table = lists(show, [["a2a2a2"]] * 3, predictions, metric)
    for width in (40, 90, 140, 200, 260, 330, 420, 520, 700, 1200):
        table.setColumnWidth(section(table, "predictions"), width)
        assert_inside(table)


def assert_inside(table: RowTable) -> None:
    """Every one of the six labels of a row is in its column, or counted as hidden."""
    ruler, width = table.horizontalHeader().ranks.ruler, table.columnWidth(section(table, "predictions"))
    for pos in range(3):
        found = texts_in(table, pos, "predictions")
        more = [text for _, text in found if text.startswith("+")]
        shown = found[: len(found) - len(more)]
        hidden = int(more[0]) if more else 6 - len(shown)
        assert len(shown) + hidden == 6
        ends = [left for left, _ in found[1:]] + [width]
        for (left, text), end in zip(found, ends, strict=True):
            assert left + ruler.width(text) <= max(end, left), (text, found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["predictions", "truth"])
def test_a_count_of_further_labels_is_never_painted_in_part(show, name: str) -> None:
    many = [[f"{letter}{number}" * 3 for number in range(20)] for letter in "abc"]
    table = lists(show, many, many, "f1", width=150)
    table.window().resize(700, 500)
    table.setColumnWidth(section(table, "truth"), 150)
    bar, ruler, seen = table.horizontalScrollBar(), table.horizontalHeader().ranks.ruler, set[bool]()
    assert bar.maximum() > 100
    for at in range(0, bar.maximum() + 1, 3):
        bar.setValue(at)
        left = table.columnViewportPosition(section(table, name))
        ends = left, left + table.columnWidth(section(table, name))
        counts = [(x, text) for x, text in recorded(table, 1).texts if text[0] == "+" and ends[0] <= x < ends[1]]
        pinned = table.pinned.width() if table.pinned else 0
        assert all(pinned <= x and x + ruler.width(text) <= table.viewport().width() for x, text in counts)
        seen.add(bool(counts))
    assert seen == {True, False}
    table.setColumnWidth(section(table, "predictions"), 24)
    assert not [text for text in labels(table, 0) if text.startswith("+")]


def test_all_of_k_are_shown_as_soon_as_they_can_be_read(show) -> None:
    predictions = [[f"{number}" * 10 for number in range(6)]] * 3
    table = lists(show, [["a"]] * 3, predictions, "map@6")
    ruler = table.horizontalHeader().ranks.ruler
    readable = 6 * (ruler.width("00000 ✓") + 4 * GRID)
    table.setColumnWidth(section(table, "predictions"), readable)
    assert len(labels(table, 0)) == 6
    assert labels(table, 0)[0].endswith("…")
    table.setColumnWidth(section(table, "predictions"), readable // 2)
    *some, more = labels(table, 0)
    assert (len(some), more) == (2, "+4")
    assert all(len(label) > 6 for label in some)
    table.setColumnWidth(section(table, "predictions"), readable * 3 // 4)
    assert labels(table, 0)[0] == "0" * 10


def test_a_label_is_cut_before_the_tick_of_its_hit(show) -> None:
    table = lists(show, [["bbbbbbbbbb"]] * 3, [["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"]] * 3, "map@3")
    seen = []
    for width in range(420, 180, -4):
        table.setColumnWidth(section(table, "predictions"), width)
        seen.append(labels(table, 0)[1])
    wide, *narrow = (text for text, _ in itertools.groupby(seen))  # without the tick only the colour would tell
    assert wide == "bbbbbbbbbb ✓"
    assert narrow[0].endswith("… ✓") and "bbbbbbbbbb" not in narrow


def test_short_labels_do_not_waste_the_room(show) -> None:
    predictions = [[f"{letter}{number}" for number in range(40)] for letter in "abc"]
    table = lists(show, [["a"]] * 3, predictions, "map@5", width=700)
    assert len(labels(table, 0)) > 8


def test_a_long_label_uses_the_room_behind_it(show) -> None:
    table = lists(show, [["a"]] * 3, [["w" * 60], ["w" * 60, "b"], ["b"]], "map@5", width=700)
    first, second = labels(table, 0)[0], labels(table, 1)[0]
    assert len(first) > len(second) > 5
    assert second.endswith("…")


def test_repeats_are_struck_through(show) -> None:
    table = lists(show, [["a"]] * 3, [["b", "b", "a"], ["a"], ["c"]], "map@3", width=500)
    assert recorded(table, 0).struck_out == ["b"]


def test_a_label_in_neither_file_is_marked_in_its_cell_and_its_tooltip(window, pair: Inspection) -> None:
    table = find(window, RowTable, "rowTable")
    pair.edit("r01", ["new<i>", "a"])
    pos = pair.state.order.pos(0)
    table.setColumnWidth(section(table, "predictions"), 400)
    assert labels(table, pos) == ["new<i> ?", "a ✓"]
    place = [shown.name for shown in table.model().columns].index("predictions")
    tip = html.unescape(table.model().index(pos, place).data(Qt.ItemDataRole.ToolTipRole))
    assert "? in neither file: new<i>" in tip
    pair.undo()
    assert "neither" not in table.model().index(pos, place).data(Qt.ItemDataRole.ToolTipRole)


def test_truth_labels_are_chips_and_those_without_room_are_counted(show, theme) -> None:
    table = lists(show, [["a", "b", "c"], ["dd"], ["e" * 50]], MIXED, "map@3")
    at = section(table, "truth")
    table.setColumnWidth(at, 300)
    found = texts_in(table, 0, "truth")
    assert [text for _, text in found] == ["a", "b", "c"]
    row = QRect(table.columnViewportPosition(at), table.rowViewportPosition(1), 300, table.rowHeight(1))
    image = pixels(table, row)
    fill = [x for x in range(300) if image.pixelColor(x, 4).name() == theme.colours.chip]
    ruler = table.horizontalHeader().ranks.ruler
    assert fill
    assert fill[0] < GAP
    assert fill[-1] < GAP + ruler.width("dd") + GRID + 1
    table.setColumnWidth(at, 48)
    assert [text for _, text in texts_in(table, 0, "truth")][-1] in ("+1", "+2")
    assert texts_in(table, 2, "truth")[0][1].endswith("…")


@pytest.mark.slow
@pytest.mark.parametrize("label", HOSTILE, ids=["markup", "rtl", "newline", "huge", "stacked", "arabic", "amp", "bell"])
def test_a_hostile_label_is_plain_text_in_its_cell(show, label: str) -> None:
    table = lists(show, [[label], ["a"], ["b"]], [["b", label, "a"], ["a"], ["b"]], "map@3", width=420)
    shown, truth = labels(table, 0), texts_in(table, 0, "truth")
    start = label[:4]
    assert shown[0] == "b"
    assert shown[1].startswith((start, start[:1] + "…", "…"))
    assert shown[1].endswith(" ✓")
    assert len(shown[1]) < 200
    assert truth[0][1].startswith((start, start[:1] + "…", "…"))
    table.column_choice.show("delta", True)  # which else comes with the edit
    below = QRect(0, table.rowViewportPosition(1), table.viewport().width(), table.rowHeight(1))
    before = pixels(table, below)
    table.window().bench.inspection.edit("r00", ["b", "c"])
    assert pixels(table, below) == before


@pytest.mark.slow
def test_the_bar_of_the_score_gives_way_to_whole_labels(sample_window) -> None:
    sample_window.resize(1280, 800)
    table = find(sample_window, RowTable, "rowTable")
    cut = [text for pos in range(0, 25_000, 50) for text in labels(table, pos) if "…" in text]
    assert cut == []


def test_a_class_that_is_a_digit_stands_apart_from_its_probability(show) -> None:
    truth = pd.DataFrame({"id": ["a", "b", "c"], "label": ["6", "8", "9"]})
    given = pd.DataFrame({"id": ["a", "b", "c"], "6": [0.7, 0.1, 0.1], "8": [0.2, 0.7, 0.1], "9": [0.1, 0.2, 0.8]})
    table = find(show(inspector.open_pair(truth, given, "mlogloss")), RowTable, "rowTable")
    table.sort_by("id")
    assert labels(table, 0) == ["6 · 0.70 ✓", "8 · 0.20", "9 · 0.10"]
