"""What the cells of a column contain: probabilities, numbers, one label or several."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, combine_chunks, flags, numbers, text, texts
from inspector.core.arrays.types import Floats
from inspector.core.files.formats.separator import SEPARATORS
from inspector.core.files.formats.sheet import Sheet

NUMBER = r"^[+-]?((\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[iI][nN][fF](inity)?|[nN][aA][nN])$"
_SAMPLE = 1000
_ODD = 0.5
_COUNTING = 0.9


def are_probabilities(sheet: Sheet, column: int) -> bool:
    """Whether every cell is a number from 0 to 1; checks a sample first."""
    for cells in (sheet.columns[column].slice(0, _SAMPLE), sheet.columns[column]):
        values = parse_probabilities(combine_chunks(cells))
        if not ((values >= 0) & (values <= 1)).all():
            return False
    return True


def parse_probabilities(cells: pa.StringArray) -> Floats:
    """Parse the cells of a wide file: float64, NaN if not a number; true and false are 1 and 0."""
    values = trimmed_numbers(cells)
    if np.isnan(values).any():
        lower = pc.utf8_lower(cells)
        for word, value in (("true", 1.0), ("false", 0.0)):
            values[flags(pc.equal(lower, text(word)))] = value
    return values


def no_yes(sheet: Sheet, labels: tuple[int, ...]) -> tuple[str, str]:
    """How the first rows write 0 and 1: as numbers or as words such as `False` and `True`."""
    cells = pa.chunked_array([combine_chunks(sheet.columns[i].slice(0, _SAMPLE)).unique() for i in labels], pa.string())
    found = {
        value: cell
        for cell in cells.to_pylist()[::-1]
        for value in parse_probabilities(texts([cell])).tolist()
        if value in (0, 1)
    }
    words = ("false", "true") if found.get(0.0, found.get(1.0, "")).strip().isalpha() else ("0", "1")
    if found.get(0.0, "").istitle() or found.get(1.0, "").istitle():
        words = words[0].title(), words[1].title()
    return found.get(0.0, words[0]), found.get(1.0, words[1])


def to_numbers(tokens: pa.StringArray) -> Floats:
    """Parse each token: float64, NaN if not a number."""
    valid = flags(pc.match_substring_regex(tokens, NUMBER)) if len(tokens) else np.zeros(0, bool)
    values = np.full(len(tokens), np.nan)
    values[valid] = numbers(pc.cast(tokens.filter(booleans(valid)), pa.float64()))
    return values


def trimmed_numbers(cells: pa.StringArray) -> Floats:
    """Parse cells that may have surrounding white space: float64, NaN if not a number."""
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
    """Whether the first cells of a column count the rows, from any whole number on."""
    cells = trimmed_numbers(combine_chunks(sheet.columns[column].slice(0, _SAMPLE)))
    return bool(len(cells)) and bool((np.diff(cells) == 1).all()) and float(cells[0]) in (0.0, 1.0)


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
