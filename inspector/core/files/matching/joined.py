"""Ids that one file writes in several columns and the other as one text, as in `store,date` and `7_2014-03-01`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, text, texts
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import distinct
from inspector.core.files.formats.sheet import Sheet

# What joins the parts, the likeliest first.
SIGNS = ("_", "-", "|", "/", ":", ".", " ")
_SIGN = re.compile(f"[{re.escape(''.join(SIGNS))}]")
_MOST_SIGNS, _MOST_PARTS, _SAMPLE = 8, 3, 60
# Cells that a thread looks through at a time.
_AT_ONCE = 1 << 18
# The share of the ids that parts from the columns must make, which may be a part of all rows.
_SOME = 0.2


def joined(columns: Sequence[pa.ChunkedArray], sign: str) -> pa.StringArray:
    """The texts of several columns, joined by a sign."""
    joint: pa.StringArray = pc.binary_join_element_wise(*map(combine_chunks, columns), text(sign))
    return joint


def joining_sign(columns: Sequence[pa.ChunkedArray], ids: pa.ChunkedArray) -> str | None:
    """The sign that makes most ids of the texts of several columns, None if none makes any."""
    some = _some(ids)
    present = [sign for sign in SIGNS if any(sign in one for one in some)]
    counts = {sign: len({*_made(columns, sign, some)}) for sign in present}
    best = max(counts, key=lambda sign: counts[sign], default=None)
    return best if best is not None and counts[best] else None


def _made(columns: Sequence[pa.ChunkedArray], sign: str, some: Sequence[str]) -> list[str]:
    """The ids among some that rows make; of all rows, only those that have the ends of one are joined."""
    parts = [(one[: at.start()], one[at.end() :]) for one in some for at in re.finditer(re.escape(sign), one)]
    first, last = (texts([*set(ends)]) for ends in zip(*parts, strict=True))
    has_ends = pc.and_(pc.is_in(columns[0], value_set=first), pc.is_in(columns[-1], value_set=last))
    made = joined([column.filter(has_ends) for column in columns], sign)
    found: list[str] = made.filter(pc.is_in(made, value_set=texts(some))).to_pylist()
    return found


def columns_that_make(
    ids: Sequence[pa.ChunkedArray], sheet: Sheet, columns: Sequence[int]
) -> list[list[tuple[int, ...]]]:
    """For each of several columns of ids, columns whose texts, joined by a sign, may be many of them; likeliest first.

    columns: of the sheet, the ones to look at.
    """
    split = [
        {one: [*_parts(one)] for one in _some(column) if 0 < len(_SIGN.findall(one)) <= _MOST_SIGNS} for column in ids
    ]
    pieces = {piece for parts in split for found in parts.values() for part in found for piece in part}
    known = _having(sheet, columns, texts(sorted(pieces))) if pieces else {}
    return [_making(parts, known) for parts in split]


def _having(sheet: Sheet, columns: Sequence[int], pieces: pa.StringArray) -> dict[int, set[str]]:
    """Which pieces are cells of each column; none is looked for any more once no two columns can have any."""
    known = dict[int, set[str]]()
    # The ids are mostly first, and are looked through only if a column behind them has pieces as well.
    for left, column in zip(range(len(columns), 0, -1), reversed(columns), strict=True):
        if left + sum(map(bool, known.values())) > 1:
            known[column] = _found(sheet.columns[column], pieces)
    return dict(sorted(known.items()))


def _making(parts: dict[str, list[tuple[str, ...]]], known: dict[int, set[str]]) -> list[tuple[int, ...]]:
    """The columns that make most of some ids, by the ways to split each of these."""
    made = Counter(of for found in parts.values() for of in {c for part in found for c in _columns_of(part, known)})
    return [of for of, count in made.most_common(_MOST_PARTS) if count > _SOME * len(parts)]


def _some(ids: pa.ChunkedArray) -> list[str]:
    """Distinct ids from all over a column."""
    at = distinct(np.linspace(0, max(0, len(ids) - 1), min(len(ids), _SAMPLE)).astype(np.int64))
    return [*{cell.strip() for place in at.tolist() if (cell := ids[place].as_py())}]


def _parts(one: str) -> Iterator[tuple[str, ...]]:
    """The ways to split an id into two or more parts at one kind of sign."""
    for sign in {*_SIGN.findall(one)}:
        pieces = one.split(sign)
        for count in range(1, min(len(pieces), _MOST_PARTS)):
            for cuts in combinations(range(1, len(pieces)), count):
                bounds = zip((0, *cuts), (*cuts, len(pieces)), strict=True)
                yield tuple(sign.join(pieces[low:high]) for low, high in bounds)


def _found(column: pa.ChunkedArray, pieces: pa.StringArray) -> set[str]:
    """Which pieces are cells of a column."""

    def found(span: tuple[int, int]) -> list[str]:
        part = column.slice(*span)
        cells: list[str] = part.filter(pc.is_in(part, value_set=pieces)).unique().to_pylist()
        return cells

    return {cell for cells in parallel_map(found, spans(len(column), _AT_ONCE)) for cell in cells}


def _columns_of(parts: tuple[str, ...], known: dict[int, set[str]]) -> Iterator[tuple[int, ...]]:
    """The columns that have these parts, each one another."""
    having = ([column for column, cells in known.items() if part in cells] for part in parts)
    yield from (columns for columns in product(*having) if len({*columns}) == len(columns))
