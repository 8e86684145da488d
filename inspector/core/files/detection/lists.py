"""Layouts with a label column: how its cells are split, and in which form its labels are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from functools import cache
from itertools import combinations, islice

from inspector.core.files.detection import weights
from inspector.core.files.detection.side import LayoutChoice, Side
from inspector.core.files.formats.separator import SEPARATORS
from inspector.core.files.labels.literal import literal_of
from inspector.core.files.schema.layout import Layout

_FREE = (*SEPARATORS, "/", "·", "\x1f")
_MOSTLY = 0.95
# What speaks against several labels beside one confidence.
_ALONE = 0.4
# A comma before so many more digits, or behind a minus sign, is a decimal one and separates no labels.
_DECIMALS, _SOME = r"^\s*([+-]?\d{1,4},\d{5,}([eE][+-]?\d+)?|-\d+,\d+)\s*$", 0.3
_WHOLE = r"^\s*\d+\.0+\s*$"
# What joins the texts of two columns to one label.
_JOINS = (":", "_", "-", "/")


def lists(side: Side) -> Iterator[LayoutChoice]:
    """A list of labels in a cell, in all ways to split the cells."""
    if len(side.given) > 1:
        yield from _joined(side, [side.given])
        return
    for column in side.given or side.candidates:
        confidence = weights.confidence(side, column)
        for separator in _separators(side, column):
            alone = confidence is not None and side.has_single_labels(confidence) and _splits(side, column, separator)
            layout = Layout(side.ids, (column,), "list", separator, confidence)
            yield from _forms(side, layout, side.hint(column) - _ALONE * alone)
    if side.is_truth and not side.given and len(side.candidates) > 1:
        able = [column for column in sorted(side.candidates) if not side.is_decimal(column)]
        yield from _joined(side, combinations(able, 2))


def long(side: Side) -> Iterator[LayoutChoice]:
    """A row for each label, with all possible columns of ranks, scores and relevance."""
    if side.shape is None and not side.is_long:
        return
    single = side.candidates if side.shape else [i for i in side.candidates if side.has_single_labels(i)]
    single = [i for i in single if i not in side.counting] or single
    for column in side.given or single:
        rank, likely = weights.rank(side, column)
        for weight, prior in weights.grades(side, column) if side.is_truth else weights.scores(side, column):
            ranked = (None, 0.0) if rank == weight else (rank, likely)
            layout = Layout(side.ids, (column,), "long", None, weight, ranked[0])
            yield from _forms(side, layout, side.hint(column) + prior + ranked[1])


def _splits(side: Side, column: int, separator: str | None) -> bool:
    cells = side.text(column).split("\n")
    return separator is not None and 2 * sum(separator in cell for cell in cells) > len(cells)


def _separators(side: Side, column: int) -> list[str | None]:
    """The signs that may separate the labels of a cell: those that occur, and one that does not, for single labels."""
    given = side.options.separator_of(side.is_truth)
    if given:
        return [given]
    if side.sheet.separator is not None or literal_of(side.cells(column)) is not None:
        return [None]
    text = side.text(column)
    present = [sign for sign in SEPARATORS if sign in text and (sign != "," or side.share(column, _DECIMALS) < _SOME)]
    if any(text.count(f"{sign} ") > text.count(" ") / 2 for sign in present if sign != " "):
        present = [sign for sign in present if sign != " "]  # the blanks belong to another sign
    return [*present, _free(side, [column])]


def _free(side: Side, columns: Iterable[int]) -> str:
    """A separator that occurs in none of the cells."""
    cells = "\n".join(map(side.text, columns))
    return next((sign for sign in _FREE if sign not in cells), _FREE[-1])


def _forms(side: Side, layout: Layout, prior: float) -> Iterator[LayoutChoice]:
    """The layout, and with the labels of the truth in another form if they may have one."""
    form = side.options.label_form if side.is_truth else "as-written"
    if form in (None, "as-written"):
        yield LayoutChoice(layout, prior)
    if form == "whole" or (form is None and side.share(layout.labels[0], _WHOLE) > _MOSTLY):
        yield LayoutChoice(replace(layout, label_form="whole"), prior + 0.4)
    if form == "underscores" or (form is None and layout.separator != " " and _has_underscores(side, layout.labels[0])):
        yield LayoutChoice(replace(layout, label_form="underscores"), prior - 0.1)


def _has_underscores(side: Side, column: int) -> bool:
    """Whether the other file has cells of several words with underscores in place of blanks."""
    several = {cell for cell in map(str.strip, side.cells(column).to_pylist()) if " " in cell}
    return any(cell.replace(" ", "_") in side.words for cell in several)


def _joined(side: Side, pairs: Iterable[tuple[int, ...]]) -> Iterator[LayoutChoice]:
    """Labels of two columns that the other file writes as one."""
    known = {sign: [word.split(sign, 1) for word in side.words if sign in word] for sign in _JOINS}
    known = known if side.given else {sign: halves for sign, halves in known.items() if halves}
    texts = cache(lambda column: {*map(str.strip, side.cells(column).unique().to_pylist())})
    for columns in pairs:
        for sign, halves in known.items():
            if side.given or _has_two(halves, texts(columns[0]), texts(columns[-1])):
                yield LayoutChoice(Layout(side.ids, columns, "list", _free(side, columns), label_sign=sign), -0.1)
                break


def _has_two(halves: list[list[str]], first: Set[str], last: Set[str]) -> bool:
    """Whether at least two texts consist of one of each column."""
    return len([*islice((None for one, other in halves if one in first and other in last), 2)]) == 2
