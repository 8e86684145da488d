"""The cells of columns of numbers: their decimal point, their values, and what is wrong with cells that have none."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, combine_chunks, flags, numbers, text
from inspector.core.arrays.types import Floats
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.schema.contents import LETTERS, NO_YES, parse_chunks, to_numbers, trimmed_numbers, with_points

_SAMPLE = 1000
# So many columns tell what all of them are.
_MOST_JUDGED = 24
_MOSTLY = 0.5
# One comma, which does not stand before a group of three digits, or does so behind a zero.
_COMMA = r"^\s*[+-]?(\d*,(\d{1,2}|\d{4,})|0,\d+)([eE][+-]?\d+)?\s*$"
# Signs between groups of three digits.
_THOUSANDS = r"^\s*[+-]?[1-9]\d{0,2}([,.' \x{A0}\x{202F}]\d{3})+([.,]\d+)?\s*$"
_SIGNS = r",.' \x{A0}\x{202F}"
# Numbers do not begin with a zero, but codes do.
_CODE = r"^\s*0\d+\s*$"
_IN_GROUPS = re.compile(_THOUSANDS.replace(r"\x{A0}\x{202F}", "\u00a0\u202f"))
_UNKNOWN = r"(?i)^\s*nan\s*$"
NO_NUMBER = ("nan", "na", "n/a", "null", "none", "-", "?")
# Further words for 0 and 1, and the share of cells that have such words where a column is of them.
_NO_YES = *NO_YES, *LETTERS, ("negative", "positive"), ("neg", "pos")
_NEARLY_ALL = 0.95
NUMERALS = ("0", "1")


def column_numbers(
    column: pa.ChunkedArray, decimal: str = ".", no_yes: tuple[str, str] = NUMERALS, out: Floats | None = None
) -> Floats:
    """Parse a column of numbers: float64, NaN for cells that hold none; no_yes: words for 0 and 1.

    out: where to write them.
    """
    if no_yes != NUMERALS:
        words = pc.utf8_lower(pc.utf8_trim_whitespace(combine_chunks(column)))
        no, yes = (flags(pc.equal(words, text(word.lower()))) for word in no_yes)
        values = np.empty(len(column)) if out is None else out
        values[:] = np.where(yes, 1.0, np.where(no, 0.0, np.nan))
        return values
    return parse_chunks(with_points(column, decimal), trimmed_numbers, out)


def decimal_of(column: pa.ChunkedArray) -> str:
    """The decimal point of a column, by its first cells: a comma if some have one where no thousands can end."""
    cells = _filled(column)
    return "," if _share(cells, _COMMA) > _share(cells, r"\.") else "."


def decimal_of_all(sheet: Sheet, columns: Sequence[int]) -> str:
    """The decimal point of several columns: a comma if one has it."""
    judged = (sheet.columns[column] for column in columns[:_MOST_JUDGED])
    return "," if any(decimal_of(column) == "," for column in judged) else "."


def no_yes_of(column: pa.ChunkedArray) -> tuple[str, str]:
    """How a column writes 0 and 1, by its first cells: in words such as `No` and `Yes`, or NUMERALS."""
    cells = _filled(column)
    pairs = _NO_YES if _are(cells, [word for pair in _NO_YES for word in pair]) else ()
    for words in pairs:
        if _are(cells, words):
            written = {cell.strip().lower(): cell.strip() for cell in reversed(cells.unique().to_pylist())}
            no, yes = (written.get(word, word) for word in words)
            return no, yes
    return NUMERALS


def are_numbers(sheet: Sheet, index: int) -> bool:
    """Whether most of the first filled cells are single numbers, or would be without signs between thousands.

    A cell of `nan`, as programs write a number that they do not know, is as good as empty.
    """
    column = sheet.columns[index].slice(0, _SAMPLE)
    filled = _filled(column)
    cells = filled.filter(pc.invert(pc.match_substring_regex(filled, _UNKNOWN)))
    if not len(cells) or _share(cells, _CODE) > _MOSTLY:
        return False
    values = column_numbers(pa.chunked_array([cells]), decimal_of(column))
    grouped = np.isnan(values) & flags(pc.match_substring_regex(cells, _THOUSANDS))
    return bool((np.isfinite(values) | grouped).mean() > _MOSTLY)


def meant_numbers(column: pa.ChunkedArray) -> Floats:
    """The numbers that the cells of a column seem to mean, also in words or with signs between thousands; else NaN."""
    decimal, no_yes = decimal_of(column), no_yes_of(column)
    if no_yes != NUMERALS:
        return column_numbers(column, no_yes=no_yes)
    values, cells = column_numbers(column, decimal), combine_chunks(column)
    grouped = np.isnan(values) & flags(pc.match_substring_regex(cells, _THOUSANDS))
    if grouped.any():
        signs = _SIGNS.replace(decimal, "")
        plain = pc.replace_substring_regex(cells.filter(booleans(grouped)), f"[{signs}]", "")
        values[grouped] = column_numbers(pa.chunked_array([plain]), decimal)
    return values


def what_is_wrong(cell: str) -> str:
    """Of a cell that holds no finite number: `missing`, `infinite`, `grouped` or `text`."""
    plain = cell.strip()
    if not plain or plain.casefold() in NO_NUMBER:
        return "missing"
    if np.isinf(to_numbers(pa.array([plain]))[0]):
        return "infinite"
    return "grouped" if _IN_GROUPS.match(cell) else "text"


def _filled(column: pa.ChunkedArray) -> pa.StringArray:
    cells = combine_chunks(column.slice(0, _SAMPLE))
    return cells.filter(booleans(numbers(pc.binary_length(pc.utf8_trim_whitespace(cells))) > 0))


def _are(cells: pa.StringArray, words: Sequence[str]) -> bool:
    """Whether nearly all cells are among a few words, however they are written."""
    return _share(cells, rf"(?i)^\s*({'|'.join(words)})\s*$") > _NEARLY_ALL


def _share(cells: pa.StringArray, pattern: str) -> float:
    return float(flags(pc.match_substring_regex(cells, pattern)).sum()) / max(1, len(cells))
