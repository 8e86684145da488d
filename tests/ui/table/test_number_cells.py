"""Cells of numbers: right-aligned, several side by side, with the share of the worst loss."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from ui.table.painting import Recorder, recorded, texts_in
from ui.user import action, find, section, shown, text

import inspector
from inspector.ui.table.row_table import RowTable
from inspector.ui.widgets.formatting import fixed_decimals, in_column, short_number
from inspector.ui.widgets.theme import GAP


@pytest.fixture
def table(show, prices) -> RowTable:
    return find(show(prices), RowTable, "rowTable")


def titles(table: RowTable) -> list[str]:
    model = table.model()
    return [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]


def test_columns_about_labels_are_not_there(table) -> None:
    assert {"id", "score", "cost", "truth", "predictions"} < {*titles(table)}
    assert not {"first hit", "wrong order", "missing labels", "place", "hits"} & {*titles(table)}


def test_numbers_are_shown_as_in_the_files_and_right_aligned(table) -> None:
    assert shown(table, "truth") == ["223500", "208500", "181500", "140000"]
    assert shown(table, "predictions") == ["400000", "181000.5", "181500", ""]
    for title in ("truth", "predictions"):
        assert table.model().alignment(section(table, title)) & Qt.AlignmentFlag.AlignRight


def test_painted_numbers_end_at_the_same_place(table) -> None:
    ruler = table._header.ranks.ruler
    ends = [
        left + ruler.width(text)
        for pos, wanted in enumerate(("400000", "181000.5", "181500"))
        for left, text in recorded(table, pos).texts
        if text == wanted and left > table.columnViewportPosition(section(table, "predictions"))
    ]
    assert len(ends) >= 3
    assert max(ends) - min(ends) <= 1


def test_several_numbers_stand_below_their_names(show, classes) -> None:
    table = find(show(classes), RowTable, "rowTable")
    table.window().resize(1600, 800)
    seen = [text for _, text in recorded(table, 0).texts]
    assert [text for text in ("0.75", "0.25") if text in seen] == ["0.75", "0.25"]
    assert table._header.ranks.titles(3) == ["cat", "dog", "fox"]


def test_a_number_that_was_edited_has_a_dotted_line(table, prices) -> None:
    pos = prices.state.order.pos(prices.evaluation.table.row_of("h2"))
    before = len(recorded(table, pos).lines)
    prices.edit("h2", ["price"], [181501.0])
    assert len(recorded(table, pos).lines) == before + 1


def test_the_bar_of_a_loss_is_the_share_of_the_worst(table, prices) -> None:
    painter, worst = table._painter, prices.evaluation.table.row_of("h3")
    assert painter._share(worst) == 1.0
    row = prices.evaluation.table.row_of("h1")
    assert painter._share(row) == pytest.approx((181000.5 - 208500) ** 2 / (400000 - 223500) ** 2)
    assert painter._share(prices.evaluation.table.row_of("h2")) == 0.0


def test_a_number_is_typed_in_the_cell(table, prices) -> None:
    model = table.model()
    pos = prices.state.order.pos(row := prices.evaluation.table.row_of("h4"))
    assert model.setData(model.index(pos, section(table, "predictions")), "140000")
    assert prices.evaluation.prediction(row).confidence == (140000.0,)
    assert model.setData(model.index(pos, section(table, "predictions")), "140 000")
    assert "2 numbers" in text(table.window(), "messageText")
    assert prices.evaluation.prediction(row).confidence == (140000.0,)


@pytest.mark.parametrize(
    ("value", "text"),
    [(34739.288568, "34,739.2886"), (756_250_000.0, "756,250,000"), (0.1234567, "0.123457"),
     (-12345.678, "−12,345.6780"), (1.5e15, "1.500e+15")],
)  # fmt: skip
def test_large_numbers_are_readable(value: float, text: str) -> None:
    assert fixed_decimals(value, 6) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(583643.49, 10, "583643.49"), (0.1 + 0.2, 10, "0.3"), (1234567.0, 4, "1234567"), (0.0, 4, "0"),
     (0.619508, 4, "0.6195"), (1e-9, 4, "1e-09"), (-0.25, 4, "-0.25"), (100.0, 4, "100"), (float("nan"), 4, "–")],
)  # fmt: skip
def test_numbers_of_files_are_shortened(value: float, digits: int, text: str) -> None:
    assert short_number(value, digits) == text


def test_commands_about_labels_give_way_to_those_of_numbers(show, prices) -> None:
    window = show(prices)
    labels, numbers = action(window, "bulk_put_first"), action(window, "bulk_blend")
    assert (labels.isEnabled(), numbers.isEnabled()) == (False, True)
    assert window.bench.commands.why_not(labels) == "Only for predictions that are labels"
    assert action(window, "put_truth_first").text() == "Set to the &truth"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(188806.01, "188,806.01", id="as the largest"),
        pytest.param(9.5, "9.50", id="a small one"),
        pytest.param(-236359.93, "−236,359.93", id="larger than usual"),
        pytest.param(0.0, "0.00", id="none"),
        pytest.param(0.0012, "0.0012", id="would look like none"),
        pytest.param(float("nan"), "–", id="no number"),
        pytest.param(1.5e13, "1.500e+13", id="huge"),
    ],
)
def test_numbers_of_a_column_have_equally_many_decimals(value: float, text: str) -> None:
    assert in_column(value, 94123.0) == text


def test_points_of_errors_line_up(show, prices) -> None:
    model = find(show(prices), RowTable, "rowTable").model()
    at = [column.name for column in model.columns].index("error")
    texts = [model.text_at(pos, at) for pos in range(model.rowCount())]
    assert len({len(text.partition(".")[2]) for text in texts if text != "–"}) == 1


def test_ids_further_down_are_not_cut(show, tmp_path) -> None:
    numbers = [*range(1, 1000), *range(10**9, 10**9 + 1000)]
    lines = "".join(f"{number},1\n" for number in numbers)
    for name in ("truth.csv", "submission.csv"):
        (tmp_path / name).write_text(f"id,price\n{lines}")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "rmse", shape="numbers")
    table = find(show(pair), RowTable, "rowTable")
    assert table.columnWidth(section(table, "id")) > table.fontMetrics().horizontalAdvance(str(10**9))


def test_in_a_narrow_table_the_number_stays_and_its_strip_goes(show, prices) -> None:
    window = show(prices)
    table = find(window, RowTable, "rowTable")
    strip, number = section(table, "too low, high"), section(table, "predictions")
    fits = {}
    for width in (900, 400):
        table.setFixedWidth(width)
        fits[width] = not table.isColumnHidden(strip)
        right = table.columnViewportPosition(number) + table._header.ranks.least_room
        assert right <= table.viewport().width()
    assert fits == {900: True, 400: False}


def test_the_column_of_the_truth_is_as_wide_as_its_own_title_and_numbers(table) -> None:
    header, truth = table._header, section(table, "truth")
    assert header.ranks.truth_room < header.ranks.ruler.width("predictions ▲1")
    assert table.columnWidth(truth) >= header.sectionSizeFromContents(truth).width()


@pytest.mark.slow
@pytest.mark.parametrize("width", [70, 90, 300])
def test_a_true_number_ends_below_its_title_however_wide_the_column(table, width: int) -> None:
    table.setColumnWidth(section(table, "truth"), width)
    ((left, text),) = texts_in(table, 0, "truth")
    assert abs(left + table._header.ranks.ruler.width(text) - (width - GAP)) <= 1


def test_the_title_of_the_predictions_ends_where_they_do(table) -> None:
    header, column, painter = table._header, section(table, "predictions"), Recorder()
    header.paintSection(painter, QRect(0, 0, header.sectionSize(column), header.height()), column)
    painter.end()
    (area,), ((left, text),) = painter.areas, texts_in(table, 0, "predictions")
    assert abs(area.x() + area.width() - left - header.ranks.ruler.width(text)) <= 1


def test_a_number_that_is_shown_as_zero_has_no_sign() -> None:
    assert [fixed_decimals(value) for value in (-0.0, -1e-9, 1e-9, -0.5)] == ["0.0000", "0.0000", "0.0000", "−0.5000"]


def test_bars_are_as_long_beside_short_scores_as_beside_long_ones(table, prices: inspector.Inspection) -> None:
    prices.set_metric("mae")
    table.setColumnWidth(section(table, "score"), 200)
    left, width = table.columnViewportPosition(section(table, "score")), table.columnWidth(section(table, "score"))
    tracks, letters = set(), set()
    for name in ("sort_worst", "sort_best"):
        action(table.window(), name).trigger()
        track, bar = (area for area in recorded(table, 0).filled if left < area.left() < left + width)
        assert bar.width() <= track.width()
        tracks.add(track.width())
        letters.add(len(texts_in(table, 0, "score")[0][1]))
    assert (len(tracks), len(letters)) == (1, 2)


def test_errors_and_costs_give_way_last_beside_a_comparison(table, prices) -> None:
    prices.add(prices.rows()[["id", "predictions"]].rename(columns={"predictions": "price"}).dropna(), "old")
    prices.baseline = "old"
    strip, other = section(table, "too low, high"), section(table, "old: score")
    told = [section(table, title) for title in ("error", "cost", "Δ old")]
    lost = dict[int, int]()
    for width in range(1500, 500, -20):
        table.window().resize(width, 800)
        for at in (strip, other, *told):
            if table.isColumnHidden(at):
                lost.setdefault(at, width)
    assert lost[strip] >= lost[other] > max(lost.get(at, 0) for at in told)
