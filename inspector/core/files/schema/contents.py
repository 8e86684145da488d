"""What the cells of a column contain: probabilities, numbers, one label or several."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, combine_chunks, flags, integers, numbers, texts
from inspector.core.arrays.types import Bools, Floats
from inspector.core.files.formats.separator import SEPARATORS
from inspector.core.files.formats.sheet import Sheet

NUMBER = r"^[+-]?((\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[iI][nN][fF](inity)?|[nN][aA][nN])$"
# A zero or a one without other digits or a sign: 1e-400 and -0.0 are zeros too, but nobody would write them.
_NO_OR_YES = r"(?i)^\s*(0+(\.0*)?|0*\.0+|0*1(\.0*)?|false|true|no|yes)\s*$"
# Words for 0 and 1, and such as say whether a label is relevant.
NO_YES = ("false", "true"), ("no", "yes")
LETTERS = ("f", "t"), ("n", "y")
_RELEVANCE = *NO_YES, *LETTERS, *((word, "relevant") for word in ("irrelevant", "not relevant", "non-relevant"))
_ROUNDING = 1e-6
_SAMPLE = 1000
_ODD = 0.5
_COUNTING = 0.9


def is_probability(values: Floats) -> Bools:
    """Whether each number is from 0 to 1, or beyond by a rounding error, as sums of float32 are; not so for NaN."""
    probable: Bools = (values >= -_ROUNDING) & (values <= 1 + _ROUNDING)
    return probable


def column_probabilities(column: pa.ChunkedArray, decimal: str = ".", out: Floats | None = None) -> Floats:
    """Parse a column of a wide file: float64, NaN if not a number; out: where to write them."""
    return parse_chunks(with_points(column, decimal), parse_probabilities, out)


def with_points(cells: pa.ChunkedArray, decimal: str) -> pa.ChunkedArray:
    """The cells with a point as the decimal sign; a point that is there already makes a cell no number."""
    if decimal == ".":
        return cells
    return pc.replace_substring(pc.replace_substring(cells, ".", "_"), decimal, ".")


def parse_chunks(
    column: pa.ChunkedArray, parse: Callable[[pa.StringArray], Floats], out: Floats | None = None
) -> Floats:
    """float64 (n,): the numbers of a column, chunk by chunk, so that no text is copied; out: where to write them.

    parse: for a chunk that holds anything but plain numbers.
    """
    values, at = np.empty(len(column)) if out is None else out, 0
    for piece in _pieces(column, parse):
        values[at : at + len(piece)] = piece
        at += len(piece)
    return values


def _pieces(column: pa.ChunkedArray, parse: Callable[[pa.StringArray], Floats]) -> Iterable[Floats]:
    """The numbers of each chunk; most columns hold nothing but numbers, and are parsed in one call."""
    try:
        return map(numbers, pc.cast(column, pa.float64()).chunks)
    except pa.ArrowInvalid:
        return map(parse, column.chunks)


def parse_probabilities(cells: pa.StringArray) -> Floats:
    """Parse the cells of a wide file: float64, NaN if not a number; true and yes are 1, false and no 0."""
    return _parse_with(cells, NO_YES)


def parse_relevance(cells: pa.StringArray) -> Floats:
    """Parse relevance: float64, NaN if not a number; words that say whether a label is relevant are 0 and 1."""
    return _parse_with(cells, _RELEVANCE)


def _parse_with(cells: pa.StringArray, no_yes: tuple[tuple[str, str], ...]) -> Floats:
    """Parse numbers, and words for 0 and 1 in any case."""
    values = trimmed_numbers(cells)
    if np.isnan(values).any():
        lower = pc.utf8_lower(pc.utf8_trim_whitespace(cells))
        is_no, is_yes = (flags(pc.is_in(lower, value_set=texts(words))) for words in zip(*no_yes, strict=True))
        values = np.where(is_yes, 1.0, np.where(is_no, 0.0, values))
    return values


def no_yes(sheet: Sheet, labels: tuple[int, ...]) -> tuple[str, str]:
    """How the first rows write 0 and 1: as numbers or as words such as `False` and `True`."""
    cells = pa.concat_arrays([combine_chunks(sheet.columns[i].slice(0, _SAMPLE)).unique() for i in labels])
    plain = cells.filter(pc.match_substring_regex(cells, _NO_OR_YES))
    values = parse_probabilities(plain)
    no, yes = (str(plain[int((values == value).argmax())]) if (values == value).any() else "" for value in (0, 1))
    word = (no or yes).strip()
    words = next((words for words in NO_YES if word.lower() in words), ("0", "1"))
    if word.istitle():
        words = words[0].title(), words[1].title()
    return no or words[0], yes or words[1]


def to_numbers(tokens: pa.StringArray) -> Floats:
    """Parse each token: float64, read-only, NaN if not a number."""
    with contextlib.suppress(pa.ArrowInvalid):  # much faster, and most columns hold nothing but numbers
        return _cast(tokens)
    valid = flags(pc.match_substring_regex(tokens, NUMBER)) if len(tokens) else np.zeros(0, bool)
    values = np.full(len(tokens), np.nan)
    values[valid] = _cast(tokens.filter(booleans(valid)))
    return values


def _cast(tokens: pa.StringArray) -> Floats:
    values: Floats = numbers(pc.cast(tokens, pa.float64()))
    return values


def trimmed_numbers(cells: pa.StringArray) -> Floats:
    """Parse cells that may have surrounding white space: float64, read-only, NaN if not a number."""
    with contextlib.suppress(pa.ArrowInvalid):
        return _cast(cells)
    return to_numbers(pc.utf8_trim_whitespace(cells))


def is_numeric(sheet: Sheet, column: int) -> bool:
    """Whether the first cells contain mostly numbers; a cell may contain several."""
    cells = combine_chunks(sheet.columns[column].slice(0, _SAMPLE))
    words = pc.ascii_split_whitespace(pc.replace_substring_regex(cells, "[,;|]", " ")).flatten()
    filled = words.filter(booleans(numbers(pc.binary_length(words)) > 0))
    # A few invalid numbers are an error to report, not evidence that the column has another role.
    return len(filled) > 0 and np.isnan(to_numbers(filled)).mean() <= _ODD


def has_single_labels(sheet: Sheet, column: int) -> bool:
    """Whether nearly all cells contain a single label."""
    sample = sheet.columns[column].slice(0, _SAMPLE).to_pylist()
    several = sum(any(separator in cell.strip() for separator in SEPARATORS) for cell in sample)
    return several <= 0.05 * len(sample)


def numbers_rows(sheet: Sheet, column: int) -> bool:
    """Whether a column only numbers the rows, as a saved index does: nearly all of its first cells do, from 0 or 1."""
    cells = combine_chunks(sheet.columns[column].slice(0, _SAMPLE))
    counts = (integers(np.arange(len(cells)) + first).cast(pa.string()) for first in (0, 1))
    return any((pc.mean(pc.equal(cells, count)).as_py() or 0.0) > _COUNTING for count in counts)


def numbers_apart(sheet: Sheet, column: int) -> bool:
    """Whether the first cells are whole numbers from 0 on, all different, as the index has them of some of the rows."""
    values = trimmed_numbers(combine_chunks(sheet.columns[column].slice(0, _SAMPLE)))
    return len(np.unique(values)) == len(values) and bool(((values >= 0) & (values == np.round(values))).all())


def counts_within(ids: pa.ChunkedArray, cells: pa.ChunkedArray) -> bool:
    """Whether cells count the records of nearly every id, from 0 or 1 on, in any order."""
    values = trimmed_numbers(combine_chunks(cells))
    codes = numbers(combine_chunks(ids).dictionary_encode().indices)
    if not len(values) or np.isnan(values).any():
        return False
    order = np.lexsort((values, codes))
    first = np.append(True, np.diff(codes[order]) != 0)
    starts, steps = values[order][first], np.diff(values[order], prepend=0)[~first]
    return len(steps) > 0 and bool(np.isin(starts, (0, 1)).mean() > _COUNTING and (steps == 1).mean() > _COUNTING)
