"""The picture of a matrix: shades and counts as pixels, cells chosen with the mouse and the keyboard."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QImage, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from ui.user import Bare, Control, Key, Left, Shift

from inspector.ui.widgets.matrix.geometry import Cell, Geometry
from inspector.ui.widgets.matrix.matrix import HIT, WORSE, Axis, Block, Matrix
from inspector.ui.widgets.matrix.matrix_picture import MatrixPicture
from inspector.ui.widgets.theme.shades import shades

COUNTS = np.array([[40, 1, 0], [9, 200, 0], [0, 3, 12345]])


def matrix(counts: np.ndarray = COUNTS, names: tuple[str, ...] = ("ant", "bee", "<b>cat</b>")) -> Matrix:
    same = np.eye(*counts.shape, dtype=bool)
    sides = Axis("truth", names[: len(counts)], {2: "not an insect"}), Axis("first", names[: counts.shape[1]])
    return Matrix(*sides, counts, np.where(same, HIT, WORSE), same)


@pytest.fixture
def picture(qtbot, theme) -> MatrixPicture:
    """A picture with large cells, in front."""
    picture = MatrixPicture(theme, matrix())
    qtbot.addWidget(picture)
    picture.resize(300, 300)
    with qtbot.waitActive(picture):
        picture.show()
    return picture


def rect(picture: MatrixPicture, line: int, column: int) -> QRect:
    return picture.geometry_now.rect(Block(range(line, line + 1), range(column, column + 1)))


def name_place(picture: MatrixPicture, line: int, column: int) -> QPoint:
    """Where the name of a line (column -1) or of a column (line -1) stands."""
    at = picture.geometry_now
    return QPoint(
        at.left + column * at.side + at.side // 2 if column >= 0 else at.left - 5,
        at.top + line * at.side + at.side // 2 if line >= 0 else at.top - 5,
    )


def place(picture: MatrixPicture, line: int, column: int) -> QPoint:
    return name_place(picture, line, column) if min(line, column) < 0 else rect(picture, line, column).center()


def corner(image: QImage, picture: MatrixPicture, line: int, column: int) -> str:
    """The colour of a cell beside its frame and its text."""
    return image.pixelColor(rect(picture, line, column).topLeft() + QPoint(2, 2)).name()


def chosen_by(picture: MatrixPicture) -> list[tuple[list[int], list[int]]]:
    """The cells that the picture asks for from now on."""
    asked: list[tuple[list[int], list[int]]] = []
    picture.cells_chosen.connect(lambda lines, columns: asked.append((lines.tolist(), columns.tolist())))
    return asked


def drag(picture: MatrixPicture, start: tuple[int, int], *ways: tuple[int, int]) -> None:
    QTest.mousePress(picture, Left, Bare, place(picture, *start))
    for way in ways:
        QTest.mouseMove(picture, place(picture, *way))
    QTest.mouseRelease(picture, Left, Bare, place(picture, *(ways[-1] if ways else start)))


class Painted(QObject):
    """Remembers which part of a widget was painted."""

    def __init__(self, picture: MatrixPicture) -> None:
        super().__init__(picture)
        self.regions: list[QRect] = []
        picture.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QPaintEvent):
            self.regions += [*event.region()]
        return False


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cells_are_shaded_by_the_logarithm_of_their_count(picture, theme, scheme: str) -> None:
    theme.choose(scheme)
    image = picture.grab().toImage()
    strengths = np.log1p(COUNTS) / np.log1p(COUNTS.max())
    for line, column in np.ndindex(COUNTS.shape):
        ramp = shades(theme.colours, "hit" if line == column else "worse")
        level = round(strengths[line, column] * (len(ramp) - 1))
        wanted = ramp[level].fill.name() if COUNTS[line, column] else QColor(theme.colours.base).name()
        assert corner(image, picture, line, column) == wanted


def test_shares_of_the_line_are_shown_instead_of_counts(picture, theme) -> None:
    counts = picture.grab().toImage()
    picture.shade_by_share(True)
    shares = picture.grab().toImage()
    ramp = shades(theme.colours, "worse")
    level = round(np.sqrt(9 / 209) * (len(ramp) - 1))
    assert corner(shares, picture, 1, 0) == ramp[level].fill.name() != corner(counts, picture, 1, 0)
    picture.shade_by_share(False)
    assert picture.grab().toImage() == counts


def test_more_than_the_most_has_the_full_colour_and_no_darker_one(picture, theme) -> None:
    picture.show_matrix(dataclasses.replace(matrix(), most=9))
    image, full = picture.grab().toImage(), shades(theme.colours, "worse")[-1].fill.name()
    assert corner(image, picture, 1, 0) == full != corner(image, picture, 2, 1)
    assert corner(image, picture, 2, 2) == shades(theme.colours, "hit")[-1].fill.name()


def inks(image: QImage, box: QRect) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(box.left(), box.right()) for y in range(box.top(), box.bottom())
    }


def test_an_empty_matrix_says_why_in_the_middle(picture, theme) -> None:
    empty = Matrix.empty("true", "predicted")
    middle, drawn = picture.rect().adjusted(0, picture.height() // 3, 0, -picture.height() // 3), []
    for words in ("", "nothing here", "something else"):
        picture.show_matrix(empty, words)
        drawn.append(picture.grab().toImage())
    assert inks(drawn[0], picture.rect()) == {theme.colours.base}
    assert theme.colours.muted in inks(drawn[1], middle)
    assert drawn[1] != drawn[2]


def test_counts_are_written_in_full_in_fewer_digits_or_not_at_all(picture) -> None:
    """A cell without a text inside its frame has one colour."""
    metrics = QFontMetrics(picture.font())
    wide = metrics.horizontalAdvance("12,345")
    for most, written in ((1.2 * wide, True), (0.7 * wide, True), (0.8 * metrics.height(), False)):
        size = next(size for size in range(400, 0, -5) if fitted(picture, size) <= most)
        picture.resize(size, size)
        image = picture.grab().toImage()
        cell = rect(picture, 2, 2)
        assert (len(inks(image, cell.adjusted(3, 3, -3, -3))) > 1) == written
        assert len(inks(image, QRect(cell.right() - 3, cell.top() + 3, 3, cell.height() - 6))) == 1


def test_a_count_without_room_is_written_smaller_and_others_are_not(picture) -> None:
    picture.show_matrix(matrix(np.array([[4, 0, 0], [0, 444, 0], [0, 0, 4]])))

    def heights(size: int) -> tuple[int, ...]:
        picture.resize(size, size)
        image, cells = picture.grab().toImage(), [rect(picture, at, at).adjusted(2, 2, -2, -2) for at in range(3)]
        return tuple(
            sum(len(inks(image, QRect(cell.left(), y, cell.width(), 2))) > 1 for y in range(cell.top(), cell.bottom()))
            for cell in cells
        )

    seen = [heights(size) for size in range(300, 80, -5)]
    assert all(first == last >= middle for first, middle, last in seen)
    assert any(0 < middle < first for first, middle, _ in seen)


def fitted(picture: MatrixPicture, size: int) -> int:
    """The side of the cells at a size."""
    picture.resize(size, size)
    return picture.geometry_now.side


@pytest.mark.parametrize(
    ("start", "ways", "lines", "columns"),
    [
        ((1, 0), [], [1], [0]),
        ((2, 2), [(1, 1)], [1, 2], [1, 2]),
        ((0, 1), [(2, 2), (0, 2)], [0], [1, 2]),
        ((1, -1), [], [1], [0, 1, 2]),
        ((-1, 2), [], [0, 1, 2], [2]),
        ((0, -1), [(1, -1)], [0, 1], [0, 1, 2]),
        ((-1, 0), [(2, 1)], [0, 1, 2], [0, 1]),
    ],
)
def test_a_click_or_a_drag_chooses_cells_lines_or_columns(picture, start, ways, lines, columns) -> None:
    asked = chosen_by(picture)
    drag(picture, start, *ways)
    assert asked == [(lines, columns)]


def test_esc_ends_a_drag_and_a_place_without_cells_chooses_nothing(picture) -> None:
    asked = chosen_by(picture)
    QTest.mousePress(picture, Left, Bare, place(picture, 0, 0))
    QTest.mouseMove(picture, place(picture, 1, 1))
    QTest.keyClick(picture, Key.Key_Escape)
    QTest.mouseRelease(picture, Left, Bare, place(picture, 1, 1))
    QTest.mouseClick(picture, Left, Bare, QPoint(picture.width() - 2, picture.height() - 2))
    QTest.mouseClick(picture, Left, Bare, QPoint(1, 1))
    assert asked == []


@pytest.mark.parametrize(
    ("keys", "lines", "columns"),
    [
        ([], [0], [0]),
        ([(Key.Key_Down, Bare), (Key.Key_Right, Bare), (Key.Key_Right, Bare), (Key.Key_Right, Bare)], [1], [2]),
        ([(Key.Key_Down, Shift), (Key.Key_Right, Shift)], [0, 1], [0, 1]),
        ([(Key.Key_End, Bare), (Key.Key_Left, Bare)], [0], [1]),
        ([(Key.Key_End, Control), (Key.Key_Up, Bare)], [1], [2]),
        ([(Key.Key_End, Control), (Key.Key_Home, Control)], [0], [0]),
        ([(Key.Key_Up, Bare), (Key.Key_Left, Bare)], [0], [0]),
    ],
)
def test_keys_move_extend_and_choose(picture, keys, lines, columns) -> None:
    asked = chosen_by(picture)
    for key, modifiers in keys:
        QTest.keyClick(picture, key, modifiers)
    for enter in (Key.Key_Return, Key.Key_Space, Key.Key_Enter):
        QTest.keyClick(picture, enter)
    assert asked == [(lines, columns)] * 3


def test_keys_do_nothing_in_an_empty_matrix(picture) -> None:
    picture.show_matrix(Matrix.empty("true", "predicted"), "")
    before, asked = picture.current, chosen_by(picture)
    for key in (Key.Key_Home, Key.Key_End, Key.Key_Down, Key.Key_Return):
        QTest.keyClick(picture, key, Bare)
        QTest.keyClick(picture, key, Control)
    assert (picture.current, asked) == (before, [])


def test_the_current_cell_is_framed_and_told_while_the_keyboard_is_here(picture, theme) -> None:
    ink, edge = QColor(theme.colours.text).name(), rect(picture, 1, 2).topLeft() + QPoint(10, -1)
    picture.setFocus()
    before = picture.grab().toImage().pixelColor(edge).name()
    QTest.keyClick(picture, Key.Key_End)
    QTest.keyClick(picture, Key.Key_Down)
    assert picture.grab().toImage().pixelColor(edge).name() == ink != before
    assert picture.accessibleDescription() == "truth: bee; first: <b>cat</b>; 0 rows, 0.0% of the line"
    picture.clearFocus()
    assert picture.grab().toImage().pixelColor(edge).name() != ink


def test_the_chosen_cells_have_a_line_around_them_and_esc_drops_them(picture, theme, qtbot) -> None:
    now = QColor(theme.colours.now).name()
    picture.choose((np.array([0, 2]), np.array([1])))
    image = picture.grab().toImage()
    for line in (0, 2):
        assert image.pixelColor(rect(picture, line, 1).topLeft() + QPoint(10, 0)).name() == now
    assert image.pixelColor(rect(picture, 1, 1).topLeft() + QPoint(10, 5)).name() != now
    with qtbot.waitSignal(picture.dropped):
        QTest.keyClick(picture, Key.Key_Escape)
    picture.choose(None)
    with qtbot.assertNotEmitted(picture.dropped):
        QTest.keyClick(picture, Key.Key_Escape)


def test_only_cells_that_changed_are_painted_again(picture) -> None:
    QApplication.processEvents()
    painted, counts = Painted(picture), COUNTS.copy()
    picture.show_matrix(matrix(counts))
    QApplication.processEvents()
    assert painted.regions == []
    counts = COUNTS.copy()
    counts[1, 0] = 10
    picture.show_matrix(matrix(counts))
    QApplication.processEvents()
    assert painted.regions
    assert all(rect(picture, 1, 0).adjusted(-1, -1, 1, 1).contains(part) for part in painted.regions)
    painted.regions.clear()
    picture.show_matrix(matrix(counts, ("ant", "bee", "dog")))
    QApplication.processEvents()
    assert painted.regions == [picture.rect()]


def test_a_part_that_is_painted_again_looks_as_before(picture) -> None:
    picture.choose((np.array([1]), np.array([1])))
    whole = picture.grab().toImage()
    for box in (rect(picture, 1, 1), rect(picture, 0, 2).adjusted(-7, -30, 5, 9), QRect(0, 90, 80, 40)):
        assert picture.grab(box).toImage() == whole.copy(box)


def test_a_smaller_matrix_keeps_the_current_cell_inside(picture) -> None:
    asked = chosen_by(picture)
    QTest.keyClick(picture, Key.Key_End, Control)
    picture.show_matrix(matrix(COUNTS[:2, :1]))
    QTest.keyClick(picture, Key.Key_Return)
    picture.show_matrix(Matrix.empty("truth", "first"))
    QTest.keyClick(picture, Key.Key_Return)
    QTest.keyClick(picture, Key.Key_Down)
    QTest.mouseClick(picture, Left, Bare, QPoint(100, 100))
    picture.grab()
    assert asked == [([1], [0])]


def test_the_tooltip_names_both_sides_with_labels_as_plain_text(picture, monkeypatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda at, text, *rest: told.append(text))
    for cell in ((2, 2), (2, -1), (-1, 1)):
        at = place(picture, *cell)
        QApplication.sendEvent(picture, QHelpEvent(QEvent.Type.ToolTip, at, picture.mapToGlobal(at)))
    assert "<b>" not in "".join(told)
    assert (
        "truth: &lt;b&gt;cat&lt;/b&gt;, not an insect<br>first: &lt;b&gt;cat&lt;/b&gt;<br>12,345 rows, 100.0%"
        in told[0]
    )
    assert "<br>12,348 rows<br>" in told[1]
    assert "first: bee<br>204 rows<br>" in told[2]


@pytest.mark.parametrize("size", [QSize(60, 48), QSize(300, 200), QSize(900, 1400)])
@pytest.mark.parametrize("count", [1, 7, 61])
def test_cells_are_squares_that_stay_inside_and_know_their_places(theme, qtbot, size: QSize, count: int) -> None:
    names = tuple(f"label {number}" for number in range(count))
    metrics = QFontMetrics(QApplication.font())
    at = Geometry.fit(matrix(np.ones((count, count), np.int64), names), size, metrics)
    if min(size.width(), size.height()) >= 2 * count:
        assert QRect(QPoint(), size).contains(at.area)
    for line, column in ((0, 0), (count - 1, 0), (count // 2, count - 1)):
        cell = Cell(line, column)
        assert at.cell_at(at.rect(at.block(cell, cell)).center()) == cell
        assert at.cell_at(at.rect(at.block(cell, cell)).topLeft()) == cell
    assert at.area.width() == at.area.height()


def test_the_saved_picture_has_room_for_all_names_and_counts(picture) -> None:
    picture.resize(70, 60)
    image = picture.picture().toImage()
    assert image.width() > picture.width()
    _, at = picture.whole
    for cell in ((0, 0), (1, 0), (2, 2)):
        box = at.rect(at.block(Cell(*cell), Cell(*cell))).adjusted(3, 3, -3, -3)
        assert len(inks(image, box)) > 1


def test_the_name_of_the_current_line_is_written_where_not_all_fit(picture, theme) -> None:
    """It stands alone on its ground: names that would touch it are left out."""
    names = tuple(f"name {number}" for number in range(61))
    picture.show_matrix(matrix(np.ones((61, 61), np.int64), names))
    soft = QColor(theme.colours.now_soft).name()
    at, height = picture.geometry_now, QFontMetrics(picture.font()).height()
    assert at.side < height
    for _ in range(7):
        QTest.keyClick(picture, Key.Key_Down)
    image = picture.grab().toImage()
    column = [image.pixelColor(6, y).name() for y in range(image.height())]
    marked = [y for y, name in enumerate(column) if name == soft]
    middle = at.top + 7 * at.side + at.side // 2
    assert marked[0] < middle < marked[-1]
    above = QRect(6, marked[0] - at.side, at.left - 12, at.side - 1)
    assert inks(image, above) == {QColor(theme.colours.base).name()}


def test_larger_text_makes_more_room_for_names(picture, theme) -> None:
    left = picture.geometry_now.left
    theme.set_scale(1.5)
    picture.setFont(QApplication.font())
    assert picture.geometry_now.left > left


@pytest.mark.parametrize(("name", "is_turned"), [("none", False), ("a name that is wider than its cells", True)])
def test_names_of_columns_are_turned_only_where_they_do_not_fit(picture, theme, name: str, is_turned: bool) -> None:
    picture.show_matrix(matrix(names=("1", name, "3")))
    at, image, base = picture.geometry_now, picture.grab().toImage(), QColor(theme.colours.base)
    left = at.left + at.side
    inked = [y for y in range(at.top - 3) if any(image.pixelColor(x, y) != base for x in range(left, left + at.side))]
    assert (inked[-1] - inked[0] > QFontMetrics(picture.font()).height()) == is_turned
