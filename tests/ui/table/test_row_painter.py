"""Painting of rows: elided texts, row backgrounds, and partial repaints."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QRegion
from PySide6.QtWidgets import QTableView
from ui.user import click_row, find, section

import inspector
from inspector.core.notes.note import Note
from inspector.ui.table.header import GUTTER
from inspector.ui.table.painting.text_metrics import TextMetrics
from inspector.ui.widgets.formatting import tip

TEXTS = ["", "0a1.jpg", "WAVA " * 9, "fi ffl" * 30, "a\u0301" * 40, "鯨の尾" * 20, "ىبرع" * 30, "0706016001 " * 4000]


@pytest.fixture
def table(window) -> QTableView:
    return find(window, QTableView, "rowTable")


def painted(table: QTableView, part: QRect) -> QImage:
    """Paint only a region of the rows; the rest of the image is red."""
    image = QImage(table.viewport().size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    table.viewport().render(image, part.topLeft(), QRegion(part))
    return image


def ground(table: QTableView, pos: int) -> str:
    """The background colour of a row, at the right edge of its first cell."""
    at = QPoint(table.columnViewportPosition(0) + table.columnWidth(0) - 2, table.rowViewportPosition(pos) + 2)
    return table.viewport().grab().toImage().pixelColor(at).name()


@pytest.mark.parametrize("text", TEXTS, ids=[text[:4] or "nothing" for text in TEXTS])
@pytest.mark.parametrize("width", [-9, 4, 24, 139, 700])
def test_a_text_is_elided_like_the_font_metrics_do(qapp, text: str, width: int) -> None:
    font = QFont(qapp.font())
    cut, wide = TextMetrics(font).cut(text, width), QFontMetrics(font).horizontalAdvance
    if cut != text:
        assert wide(text) > width - 3
    assert wide(cut) <= (width + 2 if width >= wide("…") else 0)


def test_the_widths_of_a_ruler_match_the_font_metrics(qapp) -> None:
    ruler, font = TextMetrics(qapp.font()), QFontMetrics(qapp.font())
    for text in ("0a1.jpg", "w_77 ✓", "0706016001", "鯨 0"):
        assert ruler.width(text) == pytest.approx(font.horizontalAdvance(text), abs=2)


def test_every_other_row_has_a_stripe_and_selected_ones_the_highlight(window, table) -> None:
    palette = table.palette()
    click_row(table, 3, "id")
    chosen = table.currentIndex().row()
    wanted = [palette.base().color().name(), palette.alternateBase().color().name()]
    for pos in range(6):
        assert ground(table, pos) == (palette.highlight().color().name() if pos == chosen else wanted[pos % 2])


def test_a_partial_repaint_equals_a_full_one(table) -> None:
    whole = painted(table, table.viewport().rect())
    part = QRect(60, table.rowViewportPosition(2) + 3, 500, table.rowHeight(2) * 3)
    assert painted(table, part).copy(part) == whole.copy(part)


def test_regions_that_share_a_row_do_not_overwrite_each_other(table) -> None:
    whole = painted(table, table.viewport().rect())
    left, right = (QRect(x, table.rowViewportPosition(1), 90, table.rowHeight(1)) for x in (0, 300))
    image = QImage(table.viewport().size(), QImage.Format.Format_RGB32)
    table.viewport().render(image, left.topLeft(), QRegion(left) | QRegion(right))
    for part in (left, right):
        assert image.copy(part) == whole.copy(part)


def test_stacked_diacritics_stay_in_their_row(show) -> None:
    ids, labels = ["r1", "r2"], ["a", "x" + "\u0301" * 9]
    window = show(inspector.open_pair(*(pd.DataFrame({"id": ids, "label": labels}) for _ in range(2)), "map@5"))
    table = find(window, QTableView, "rowTable")
    window.bench.table.column_choice.show("delta", True)  # which else comes with the edit
    pos = next(pos for pos in range(2) if table.model().row_at(pos) == 1)
    row = QRect(0, table.rowViewportPosition(pos), table.viewport().width(), table.rowHeight(pos))
    before = painted(table, table.viewport().rect())
    click_row(table, 1 - pos, "id")
    window.bench.inspection.edit("r2", [])
    after = painted(table, table.viewport().rect())
    other = row.translated(0, row.height() * (1 - 2 * pos))
    names = [shown.name for shown in table.model().columns]
    left = table.columnViewportPosition(names.index("predictions"))
    assert before.copy(row) != after.copy(row)
    assert before.copy(other.adjusted(left, 0, 0, 0)) == after.copy(other.adjusted(left, 0, 0, 0))


def test_a_narrow_score_stays_in_its_column(table) -> None:
    section = [shown.name for shown in table.model().columns].index("score")
    table.setColumnWidth(section - 1, 60)
    table.setColumnWidth(section, 60)
    before = QRect(table.columnViewportPosition(section - 1), 0, 60, table.rowHeight(0) * 3)
    wide = painted(table, table.viewport().rect()).copy(before)
    table.setColumnWidth(section, 30)
    assert painted(table, table.viewport().rect()).copy(before) == wide


def test_below_the_last_row_and_in_hidden_columns_nothing_is_painted(table) -> None:
    last = table.model().rowCount() - 1
    below = QRect(0, table.rowViewportPosition(last) + table.rowHeight(last), 40, 30)
    image = painted(table, below)
    assert {image.pixelColor(20, y).name() for y in range(below.top(), below.bottom())} == {
        table.palette().base().color().name()
    }
    with_id = painted(table, table.viewport().rect())
    table.setColumnHidden(0, True)
    assert painted(table, table.viewport().rect()) != with_id
    assert table.columnViewportPosition(1) == 0


@pytest.mark.parametrize("is_better", [True, False])
def test_the_mark_of_an_edit_points_where_the_score_went(show, prices, is_better: bool) -> None:
    window = show(prices)
    table, colours = find(window, QTableView, "rowTable"), window.theme.colours
    pos = table.model().pos(prices.evaluation.table.row_of("h1"))
    prices.edit("h1", ["price"], [208500.0] if is_better else [100000.0])
    image, colour = gutter(table, pos), colours.better if is_better else colours.worse
    painted = [
        y for y in range(image.height()) for x in range(image.width()) if image.pixelColor(x, y).name() == colour
    ]
    above = sum(y < image.height() / 2 for y in painted)
    assert painted
    assert (above > len(painted) / 2) == is_better  # a falling loss points down, and is wide above


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_row_whose_text_is_not_applied_is_marked_in_its_own_submission(
    window, table, pair, pair_files, colours
) -> None:
    window.theme.choose(colours)
    second = pair_files[1].with_name("second.csv")
    second.write_bytes(pair_files[1].read_bytes())
    pair.add(second)
    pos = table.model().pos(pair.evaluation.table.row_of("r05"))
    plain = gutter(table, pos)
    window.bench.docks.row.held.give_back(pair.open_submission, {"r05": "e \0 <b>"})
    marked, index = gutter(table, pos), table.model().index(pos, section(table, "id"))
    assert marked != plain
    assert index.data(Qt.ItemDataRole.ToolTipRole) == tip("r05\n… text not applied yet: e \0 <b>")
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "text not applied yet: e \0 <b>"
    pair.open("second")
    assert (gutter(table, pos), index.data(Qt.ItemDataRole.AccessibleDescriptionRole)) == (plain, None)
    pair.open("submission")
    pair.edit("r05", ["e"])
    assert gutter(table, pos) not in (plain, marked)  # that of the edit, with that of the text
    assert "not applied" in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("note", "said"),
    [
        (Note("odd <b>"), "note: odd <b>"),
        (Note("", ("hard", "twin")), "tags: hard twin"),
        (Note("odd", ("hard",)), "note: odd; tags: hard"),
    ],
)
def test_a_row_with_a_note_or_tags_has_a_mark_that_says_them(window, table, pair, note: Note, said: str) -> None:
    pos = table.model().pos(pair.evaluation.table.row_of("r05"))
    plain, index = gutter(table, pos), table.model().index(pos, section(table, "id"))
    pair.note("r05", note.text)
    pair.tag(["r05"], note.tags)
    assert gutter(table, pos) != plain
    assert index.data(Qt.ItemDataRole.ToolTipRole) == tip(f"r05\n▪ {said}")
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == said
    other = table.model().pos(pair.evaluation.table.row_of("r04"))
    assert "▪" not in table.model().index(other, section(table, "id")).data(Qt.ItemDataRole.ToolTipRole)


def gutter(table: QTableView, pos: int) -> QImage:
    """The left edge of a row, where marks are."""
    at = QRect(table.columnViewportPosition(0), table.rowViewportPosition(pos), 2 * GUTTER, table.rowHeight(pos))
    return table.viewport().grab(at).toImage()
