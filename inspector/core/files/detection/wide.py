"""The columns of a file that may hold a number for each label: which label each stands for, by their names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks
from inspector.core.arrays.types import Floats
from inspector.core.data.numbers import NEAR_SUM
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.numbers.cells import decimal_of
from inspector.core.files.schema.contents import column_probabilities, is_probability, parse_probabilities

_CELLS = 400
_ENOUGH, _MANY, _NEARLY_ALL = 0.5, 0.3, 0.95
_CUT = re.compile(r"[_ .:(=-]|(?<=[^\W\d_])(?=\d)")
_MOST_CUTS = 8


@dataclass(frozen=True)
class WideColumns:
    """columns: of the numbers; labels: what each stands for; affix: what their names have in common besides, if any."""

    columns: tuple[int, ...]
    labels: tuple[str, ...]
    affix: str = ""


def wide_columns(sheet: Sheet, columns: Sequence[int], words: Set[str], *, explicit: bool) -> Iterator[WideColumns]:
    """The sets of columns that may hold a number for each label; `words`: of the other file.

    explicit: whether the user says so; columns that the other file does not name are then taken, too.
    """
    if len(columns) < 2 and not explicit:
        return
    heads = {column: _filled(sheet, column) for column in columns}
    names_of = {column: sheet.names[column].strip() for column in columns}
    numeric = [column for column, values in heads.items() if _are_probabilities(values, names_of[column] in words)]
    labels = {column: names_of[column] for column in numeric}
    if explicit:
        taken = tuple(columns)
        named = next(_named(labels, words), None)
        yield named if named and named.columns == taken else WideColumns(taken, ())
        return
    all_fractions = len(numeric) == len(columns) and all(has_fractions(heads[column]) for column in numeric)
    yield from _named(labels, words, fewest=1 if all_fractions else 2)


def _named(labels: dict[int, str], words: Set[str], fewest: int = 2) -> Iterator[WideColumns]:
    """Columns of which the other file names at least some: as they are, or with something in common taken off."""
    known = tuple(column for column, name in labels.items() if name in words)
    # All columns of numbers count, unless only a few of them are labels.
    taken = tuple(labels) if len(known) > _MANY * len(labels) else known
    if len(known) >= fewest and len(taken) > 1:
        yield WideColumns(taken, ())
    for affix, found in _affixes(labels, words).items():
        if len(found) > 1:
            yield WideColumns(tuple(found), tuple(found.values()), affix)


def _affixes(labels: dict[int, str], words: Set[str]) -> dict[str, dict[int, str]]:
    """Names that begin or end alike, with what remains of them, where that is a word or remains of two kinds."""
    kinds = _parts(labels)
    stems = [{*found.values()} for found in kinds.values()]
    affixes = {
        affix: found
        for affix, found in kinds.items()
        if _are_known(found, words) or sum({*found.values()} == other for other in stems) > 1
    }
    return affixes or {affix: found for affix, found in _middles(labels).items() if _are_known(found, words)}


def _are_known(found: dict[int, str], words: Set[str]) -> bool:
    return sum(stem in words for stem in found.values()) > _ENOUGH * len(found)


def _parts(labels: dict[int, str]) -> dict[str, dict[int, str]]:
    """What several names begin or end with, and what remains of each."""
    parts: dict[str, dict[int, str]] = defaultdict(dict)
    for column, name in labels.items():
        for cut in _CUT.finditer(name):
            head, tail = name[: cut.start()], name[cut.end() :].removesuffix(")" * ("(" in name[: cut.end()]))
            parts[head][column] = tail.removeprefix('"').removesuffix('"')
            parts[tail][column] = head
    return {affix: found for affix, found in parts.items() if len(found) > 1}


def _middles(labels: dict[int, str]) -> dict[str, dict[int, str]]:
    """What several names both begin and end with, as `churn_yes_PREDICTION` does, and what is between."""
    parts: dict[str, dict[int, str]] = defaultdict(dict)
    for column, name in labels.items():
        for first, last in combinations([*_CUT.finditer(name)][:_MOST_CUTS], 2):
            parts[f"{name[: first.end()]}{name[last.start() :]}"][column] = name[first.end() : last.start()]
    return {affix: found for affix, found in parts.items() if len(found) > 1}


def stems_of(names: Iterable[str]) -> set[str]:
    """What remains of names that begin or end alike, as `p_cat` and `p_dog` do."""
    parts = _parts({at: name.strip() for at, name in enumerate(names)})
    return {stem for found in parts.values() for stem in found.values()} - {""}


def head_of(sheet: Sheet, column: int) -> Floats:
    """The numbers in the first cells, NaN for others."""
    return _probabilities(_first_cells(sheet, column))


def _filled(sheet: Sheet, column: int) -> Floats:
    """The numbers in the first cells that are not blank, NaN for others."""
    cells = _first_cells(sheet, column)
    return _probabilities(cells.filter(pc.match_substring_regex(cells, r"\S")))


def _probabilities(cells: pa.StringArray) -> Floats:
    values, column = parse_probabilities(cells), pa.chunked_array([cells])
    if not np.isnan(values).any() or decimal_of(column) == ".":
        return values
    return column_probabilities(column, ",")


def _first_cells(sheet: Sheet, column: int) -> pa.StringArray:
    return combine_chunks(sheet.columns[column].slice(0, _CELLS))


def has_fractions(values: Floats) -> bool:
    """Whether numbers between 0 and 1 occur, as in no truth."""
    return bool(((values > 0) & (values < 1)).any())


def _are_probabilities(values: Floats, is_named: bool) -> bool:
    """Whether most are numbers from 0 to 1; a few others are problems to report.

    Zeros tell nothing, as they are zeros of percentages and counts, too. Neither do blank cells: a file may leave out
    all zeros. is_named: whether the other file names the column, which may then hold nothing else.
    """
    told = values[values != 0]
    if not len(told):
        return is_named or len(values) > 0
    return bool(is_probability(told).mean() > _ENOUGH)


def add_up(sheet: Sheet, columns: Sequence[int]) -> bool:
    """Whether the numbers of nearly all rows add up to 1."""
    sums = np.nansum([head_of(sheet, column) for column in columns], axis=0)
    return bool((np.abs(sums - 1) < NEAR_SUM).mean() > _NEARLY_ALL)
