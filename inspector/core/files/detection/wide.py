"""The columns of a wide file: one number for each label, which the other file names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from inspector.core.arrays.arrow import combine_chunks
from inspector.core.arrays.types import Floats
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.schema.contents import parse_probabilities

_CELLS = 400
_ENOUGH, _MANY = 0.5, 0.3
_CUT = re.compile(r"[_ .:-]|(?<=[^\W\d_])(?=\d)")


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
    heads = {column: _head(sheet, column) for column in columns}
    numeric = [column for column, values in heads.items() if _are_probabilities(values)]
    labels = {column: sheet.names[column].strip() for column in numeric}
    if explicit:
        taken = tuple(columns)
        named = next(_named(labels, words), None)
        yield named if named and named.columns == taken else WideColumns(taken, ())
        return
    all_fractions = len(numeric) == len(columns) and all(_has_fractions(heads[column]) for column in numeric)
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
    parts: dict[str, dict[int, str]] = defaultdict(dict)
    for column, name in labels.items():
        for cut in _CUT.finditer(name):
            head, tail = name[: cut.start()], name[cut.end() :]
            parts[head][column] = tail
            parts[tail][column] = head
    kinds = {affix: found for affix, found in parts.items() if len(found) > 1}
    stems = [{*found.values()} for found in kinds.values()]
    return {
        affix: found
        for affix, found in kinds.items()
        if sum(stem in words for stem in found.values()) > _ENOUGH * len(found)
        or sum({*found.values()} == other for other in stems) > 1
    }


def holds_fractions(sheet: Sheet, column: int) -> bool:
    """Whether numbers between 0 and 1 occur, as in no truth."""
    return _has_fractions(_head(sheet, column))


def _head(sheet: Sheet, column: int) -> Floats:
    """The numbers in the first cells, NaN for others."""
    return parse_probabilities(combine_chunks(sheet.columns[column].slice(0, _CELLS)))


def _has_fractions(values: Floats) -> bool:
    return bool(((values > 0) & (values < 1)).any())


def _are_probabilities(values: Floats) -> bool:
    """Whether most are numbers from 0 to 1; a few others are problems to report."""
    return bool(((values >= 0) & (values <= 1)).mean() > _ENOUGH)
