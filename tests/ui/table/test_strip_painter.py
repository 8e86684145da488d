"""The column of hits and the marks of edited rows, as pixels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from ui.table.painting import pixels
from ui.user import find, section

import inspector
from inspector.core.evaluation.marks import strips
from inspector.core.metrics.strip import AXIS, EMPTY, HIT, MISS, MISSED
from inspector.ui.table.header import GUTTER
from inspector.ui.table.painting.strip_painter import _tile, cell_width
from inspector.ui.table.row_table import RowTable
from inspector.ui.widgets.theme import DARK, GAP, GRID, LIGHT, Colours


@pytest.fixture
def table(window) -> RowTable:
    return find(window, RowTable, "rowTable")


def strip_cell(table: RowTable, pos: int) -> QRect:
    """The room of the strip of a row."""
    at = section(table, "hits")
    left, width = table.columnViewportPosition(at) + GAP, table.columnWidth(at) - 2 * GAP
    return QRect(left, table.rowViewportPosition(pos), width, table.rowHeight(pos))


def has_hit(table: RowTable, colours: Colours, pos: int, cells: int) -> list[bool]:
    """For each cell of a strip, whether its middle has the colour of a hit."""
    image, width = pixels(table, strip_cell(table, pos)), cell_width(table.rowHeight(pos))
    middle = image.height() // 2
    return [image.pixelColor(cell * width + width // 2 - 1, middle).name() == colours.hit for cell in range(cells)]


def test_a_strip_is_filled_where_the_row_hits(table, theme, pair: inspector.Inspection) -> None:
    evaluation = pair.evaluation
    for pos in range(table.model().rowCount()):
        codes = strips(evaluation, np.array([pair.state.order.row(pos)]), 5)[0]
        assert has_hit(table, theme.colours, pos, 3) == [code == HIT for code in codes]
    assert any(any(has_hit(table, theme.colours, pos, 3)) for pos in range(14))


def test_a_strip_follows_an_edit(table, theme, pair: inspector.Inspection) -> None:
    pair.edit("r05", ["a", "e", "b"])
    pos = pair.state.order.pos(pair.evaluation.table.row_of("r05"))
    assert has_hit(table, theme.colours, pos, 3) == [False, True, False]
    pair.undo()
    assert has_hit(table, theme.colours, pos, 3) == [False, False, False]


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("width", [2, 4, 8])
def test_every_kind_of_cell_has_its_own_shape(qapp, width: int, scale: float, colours: Colours) -> None:
    shapes = {code: (_tile(code, width, 24, scale, colours) >> 24) > 0 for code in (EMPTY, MISSED, MISS, HIT)}
    assert not shapes[EMPTY].any()
    assert len({shape.tobytes() for shape in shapes.values()}) == 4
    assert shapes[HIT].sum() > shapes[MISS].sum()
    assert shapes[HIT].shape == (round(24 * scale), round(width * scale))


@pytest.mark.parametrize("width", [4, 8])
def test_a_higher_grade_fills_more_of_a_cell(qapp, width: int) -> None:
    hit = QColor(LIGHT.hit).rgba()
    filled = [int((_tile(code, width, 24, 1.0, LIGHT) == hit).sum()) for code in range(MISS + 1, HIT + 1)]
    assert filled == sorted(filled)
    assert filled[-1] > filled[0]


@pytest.mark.parametrize("width", [3, 4, 8])
def test_the_cells_of_an_error_are_one_bar(qapp, width: int) -> None:
    filled = (_tile(HIT, width, 24, 1.0, LIGHT, apart=False) >> 24) > 0
    assert (filled.any(axis=0)).all()


def test_a_long_list_shows_its_hits_in_narrow_cells(show, theme) -> None:
    labels = [f"l{number}" for number in range(100)]
    frames = (
        pd.DataFrame({"id": ["a", "b"], "label": given})
        for given in (["l0", "l99"], [" ".join(labels), " ".join(labels)])
    )
    table = find(show(inspector.open_pair(*frames, "map@100")), RowTable, "rowTable")
    table.sort_by("id")
    for pos, end in ((0, 0), (1, 1)):
        image = pixels(table, strip_cell(table, pos))
        top = image.height() // 4 + 2
        hits = [x for x in range(image.width()) if image.pixelColor(x, top).name() == theme.colours.hit]
        assert hits
        assert max(hits) - min(hits) < 4
        assert (min(hits) < 4, max(hits) > image.width() - 12) == (not end, bool(end))


def test_places_are_ticks_on_a_line(qapp) -> None:
    line = (_tile(AXIS, 4, 24, 1.0, LIGHT) >> 24) > 0
    assert line.sum(axis=1).tolist().count(4) == 1
    assert line.sum() == 4


def test_a_mark_before_an_edited_row_says_better_or_worse(table, theme, pair: inspector.Inspection) -> None:
    colours = theme.colours

    def marks() -> dict[str, set[str]]:
        found = {}
        for pos in range(table.model().rowCount()):
            place = QRect(GRID, table.rowViewportPosition(pos), GUTTER, table.rowHeight(pos))
            image = pixels(table, place)
            seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
            found[table.model().index(pos, 0).data()] = seen & {colours.better, colours.worse, colours.now}
        return {id_: seen for id_, seen in found.items() if seen}

    assert marks() == {}
    pair.edit("r05", ["e"])
    pair.edit("r01", ["b", "a"])
    pair.edit("r12", ["b"])
    assert marks() == {"r05": {colours.better}, "r01": {colours.worse}, "r12": {colours.now}}
    pair.reset()
    assert marks() == {}


def test_the_first_column_leaves_room_for_the_marks(table) -> None:
    header = table.horizontalHeader()
    assert [header.inset(at) for at in range(3)] == [GUTTER, 0, 0]
    header.moveSection(0, 2)
    assert [header.inset(at) for at in range(3)] == [0, GUTTER, 0]
    table.setColumnHidden(1, True)
    assert [header.inset(at) for at in range(3)] == [0, 0, GUTTER]


def test_a_click_on_the_title_of_the_strips_sorts_by_first_hit(table, pair: inspector.Inspection) -> None:
    table.sort_by("hit_strip")
    first = pair.evaluation.scores.first_hit[pair.state.order.rows]
    assert first.tolist() == sorted(first.tolist(), key=lambda rank: rank or 99)


def test_a_cell_of_the_strips_is_copied_as_it_is_drawn(table, pair: inspector.Inspection) -> None:
    index = table.model().index(0, section(table, "hits"))
    text = table.model().text_to_copy(index)
    assert text == table.model().text_at(0, index.column())
    assert set(text) <= set(" ─_·▁▂▃▄▅▆▇✓") and text


def test_the_strip_can_be_hidden_and_is_not_exported(table, pair: inspector.Inspection) -> None:
    assert not table.isColumnHidden(section(table, "hits"))
    table.column_choice.show("hit_strip", False)
    assert table.isColumnHidden(section(table, "hits"))
    assert "hit_strip" not in pair.rows().columns
    assert [*pair.rows().columns][:3] == ["id", "score", "first_hit_rank"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("metric", "words"),
    [("map@3", "A cell for each rank"), ("f1", "filled if right"), ("accuracy", "a low line if missed")],
)
def test_the_tip_of_the_title_says_what_a_strip_shows(table, pair, metric: str, words: str) -> None:
    pair.set_metric(metric)
    at = section(table, "hits")
    assert words in table.model().headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)


def test_a_strip_is_text_for_tips_and_screen_readers(table, pair: inspector.Inspection) -> None:
    model, at = table.model(), section(table, "hits")
    said = {model.index(pos, 0).data(): model.index(pos, at).data() for pos in range(model.rowCount())}
    assert (said["r01"], said["r03"], said["r05"], said["r07"], said["r08"]) == ("✓··", "··✓", "···", "", "✓·✓")
    index = model.index(model.pos(pair.evaluation.table.row_of("r03")), at)
    assert "··✓" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_an_edited_row_says_what_it_changed(table, pair: inspector.Inspection) -> None:
    pair.edit("r05", ["e"])
    model = table.model()
    index = model.index(model.pos(pair.evaluation.table.row_of("r05")), section(table, "id"))
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "edited, score ▲ +1.0000"
    assert "edited, score ▲ +1.0000" in index.data(Qt.ItemDataRole.ToolTipRole)
    other = model.index(model.pos(pair.evaluation.table.row_of("r01")), section(table, "id"))
    assert other.data(Qt.ItemDataRole.AccessibleDescriptionRole) is None


def test_another_k_gives_the_strip_its_width(show) -> None:
    labels = " ".join(f"l{number}" for number in range(12))
    frames = (pd.DataFrame({"id": ["a", "b"], "label": given}) for given in (["l0", "l1"], [labels, labels]))
    opened = inspector.open_pair(*frames, "map@12")
    table = find(show(opened), RowTable, "rowTable")
    at = section(table, "hits")
    wide = table.columnWidth(at)
    opened.set_metric("map@8")
    assert table.columnWidth(at) == wide - 4 * cell_width(table.rowHeight(0))
