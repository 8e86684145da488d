"""Whether the first line of a delimited file names its columns, or is a row like the others."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from itertools import pairwise

import pyarrow.compute as pc

from inspector.core.files.detection.candidate import Candidate
from inspector.core.files.detection.side import words_of
from inspector.core.files.formats.csv.reader import Delimited, read_delimited, without_header
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.options import Options
from inspector.core.files.schema.layout import Layout
from inspector.core.files.schema.names import normalized, says_something

_SAMPLE = 200
_MOSTLY = 0.9
# As many ids match if all do, but for some that the other file lacks.
_ALL = 0.98
_FEW_NUMBERS, _FEW_FORMS = 10, 20
# Long cells take long to look at, and their beginning says enough.
_MOST_LOOKED_AT = 200
# Cells of one such length are codes.
_LONG = 8
# What stands around the labels of a list.
_AROUND = " \t,'\"[](){}"
_DIGIT = re.compile(r"\d")
_DECIMAL, _WHOLE = re.compile(r"[+-]?\d+\.\d+([eE][+-]?\d+)?"), re.compile(r"\d{1,18}")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def with_header_decided(sheet: Sheet, options: Options, *, is_truth: bool) -> Sheet:
    """The sheet, or the sheet with its first line as a row if that line is like the others."""
    given = options.header_of(is_truth)
    is_named = given is None and _is_named(sheet, options, is_truth)
    if not isinstance(sheet.syntax, Delimited) or given is True or is_named:
        return sheet
    return without_header(sheet) if given is False or not _names_columns(sheet) else sheet


def _names_columns(sheet: Sheet) -> bool:
    names = [normalized(name) for name in sheet.names]
    if _is_numbered(sheet) or _is_index_unnamed(sheet) or any(map(says_something, names)):
        return True
    alike = [_is_like(name, sheet.columns[i].slice(0, _SAMPLE).to_pylist()) for i, name in enumerate(sheet.names)]
    if any(_is_cell(sheet, column) for column in range(len(names))):
        return False
    if _goes_before(sheet.names[0], sheet, 0):
        return False
    return any(like is False for like in alike) or not any(alike)


def _is_index_unnamed(sheet: Sheet) -> bool:
    """Whether only the first line has nothing in the first column, as pandas writes an index without a name."""
    cells = sheet.columns[0].slice(0, _SAMPLE).to_pylist()
    return not sheet.names[0].strip() and len(cells) > _FEW_FORMS and all(map(str.strip, cells))


def _is_cell(sheet: Sheet, column: int) -> bool:
    """Whether the name of a column is one of its cells; the labels of a wide file may be numbers like its cells."""
    name = sheet.names[column].strip()
    return bool(name) and not _NUMBER.fullmatch(name) and name in sheet.columns[column].slice(0, _SAMPLE).to_pylist()


def _is_like(name: str, cells: list[str]) -> bool | None:
    """Whether a name could be one of the cells, by its form; None if that cannot be told."""
    filled = [cell for cell in cells if cell.strip()]
    if not filled or not name.strip():
        return None
    numeric = sum(_NUMBER.fullmatch(cell.strip()) is not None for cell in filled) / len(filled)
    if numeric >= _MOSTLY:
        if len({*filled}) > _FEW_NUMBERS:
            return _NUMBER.fullmatch(name.strip()) is not None
        if _DECIMAL.fullmatch(name.strip()) and all(map(_DECIMAL.fullmatch, map(str.strip, filled))):
            return True
        return None if name.strip() in filled else False  # the labels of a wide file may be numbers, too
    lengths = {*map(len, filled)}
    if len(lengths) == 1 and min(lengths) >= _LONG and all(map(_DIGIT.search, filled)):
        return lengths == {len(name)} and _DIGIT.search(name) is not None
    forms = {_form(cell) for cell in filled}
    if _form(name) not in forms:
        return False if len(forms) <= _FEW_FORMS else None
    # Words of letters alone have a common form, and so do names.
    return True if re.search(r"[\d\[|;,]", name) else None


def _goes_before(name: str, sheet: Sheet, column: int) -> bool:
    """Whether a name is the whole number before those of a column, which rise by one, as the id of a first row is."""
    cells = sheet.columns[column].slice(0, _SAMPLE).to_pylist()
    numbers = [int(cell) for cell in (name, *cells) if _WHOLE.fullmatch(cell.strip())]
    return len(numbers) == len(cells) + 1 > 2 and all(low + 1 == high for low, high in pairwise(numbers))


def _form(text: str) -> str:
    """The form of a text: 9 for words with digits, a for other words; words of one form in a row count once."""
    words = re.sub(r"[^\W\d_]+", "a", re.sub(r"[^\W_]*\d[^\W_]*", "9", text[:_MOST_LOOKED_AT].strip()))
    return re.sub(r"\b([9a])([\W_]+\1)+(?![^\W_])", r"\1", words)


def with_header_proven(sheets: tuple[Sheet, Sheet], best: Candidate, options: Options) -> tuple[Sheet, Sheet]:
    """Both sheets, with the first line a header or a row as the best reading of both files proves it to be."""
    found = list(sheets)
    for which in (0, 1):
        if options.header_of(which == 0) is None and not _is_named(sheets[which], options, which == 0):
            found[which] = _proven(sheets, which, best)
    return found[0], found[1]


def _is_named(sheet: Sheet, options: Options, is_truth: bool) -> bool:
    """Whether an option names a column as the first line does, so that this line is a header."""
    given = options.ids_of(is_truth), options.labels_of(is_truth), options.weights_of(is_truth)
    names = {*map(normalized, sheet.names)}
    return any(normalized(part) in names for text in given if text for part in text.split("+"))


def _proven(sheets: tuple[Sheet, Sheet], which: int, best: Candidate) -> Sheet:
    sheet, layout = sheets[which], best.layouts[which]
    syntax = sheet.syntax
    if not isinstance(syntax, Delimited) or layout.shape == "wide" or sheets[0] is sheets[1]:
        return sheet
    is_row = _is_row(sheets, which, best)
    if syntax.header:
        return without_header(sheet) if is_row and not _is_numbered(sheet) else sheet
    matched, other = (best.part.of_truth, best.part.of_submission)[which], sheets[1 - which]
    names = {*map(normalized, _cut(sheet)[0])} & {*map(normalized, other.names)}
    is_header = not is_row and (matched > _ALL or bool(names))
    return read_delimited(syntax.source, syntax.delimiter) if is_header else sheet


def _is_row(sheets: tuple[Sheet, Sheet], which: int, best: Candidate) -> bool:
    """Whether the first line has an id of the other file's rows, or cells like the others and a label of any row."""
    (first, rows), (other_first, other_rows) = _cut(sheets[which]), _cut(sheets[1 - which])
    layout, other = best.layouts[which], best.layouts[1 - which]
    ids, other_ids = [first[column] for column in layout.ids], [other_first[column] for column in other.ids]
    if not any(map(str.strip, ids)):
        return False  # as pandas writes an index without a name
    if len(ids) == len(other_ids) and ids != other_ids and _has(other_rows, other.ids, ids):
        return True
    if len(ids) == 1 and _goes_before(ids[0], rows, layout.ids[0]):
        return True
    cells = [column.slice(0, _SAMPLE).to_pylist() for column in rows.columns]
    if any(_is_like(name, column) is False for name, column in zip(first, cells, strict=True)):
        return False  # a label may be called like its column
    if layout.shape == "numbers":
        held, no_yes = [first[i].strip() for i in layout.labels], {*map(str.lower, layout.no_yes)}
        return all(_NUMBER.fullmatch(cell.replace(layout.decimal, ".")) or cell.lower() in no_yes for cell in held)
    cells = [first[column] for column in layout.labels]
    words = {part.strip(_AROUND) for cell in cells for part in (cell, *cell.split(layout.separator))} - {""}
    return not words.isdisjoint(_labels(rows, layout) | _labels(other_rows, other))


def _labels(sheet: Sheet, layout: Layout) -> set[str]:
    """The labels that a file has, in its first rows."""
    if layout.shape == "wide":
        return {*layout.names_of(sheet)}
    first = replace(sheet, columns=tuple(column.slice(0, _SAMPLE) for column in sheet.columns))
    return words_of(first, layout.labels)


def _cut(sheet: Sheet) -> tuple[tuple[str, ...], Sheet]:
    """The cells of the first line, and the sheet without it."""
    if sheet.syntax.names_columns:
        return sheet.names, sheet
    return tuple(str(column[0]) for column in sheet.columns), replace(
        sheet, columns=tuple(column.slice(1) for column in sheet.columns)
    )


def _has(sheet: Sheet, columns: tuple[int, ...], texts: list[str]) -> bool:
    """Whether a row has these texts in some columns."""
    found = [pc.equal(sheet.columns[column], text) for column, text in zip(columns, texts, strict=True)]
    return bool(pc.any(reduce(pc.and_, found)).as_py())


def _is_numbered(sheet: Sheet) -> bool:
    """Whether the columns are named by their numbers, as a DataFrame without names is saved."""
    return [*sheet.names] == [str(i) for i in range(len(sheet.names))]
