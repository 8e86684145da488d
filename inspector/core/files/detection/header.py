"""Whether the first line of a delimited file names its columns, or is a row like the others."""

from __future__ import annotations

import re

from inspector.core.files.formats.csv.reader import Delimited, without_header
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.options import Options
from inspector.core.files.schema.names import normalized, says_something

_SAMPLE = 200
_MOSTLY = 0.9
_FEW_NUMBERS, _FEW_FORMS = 10, 20
# Cells of one such length are codes.
_LONG = 8
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def with_header_decided(sheet: Sheet, options: Options, *, is_truth: bool) -> Sheet:
    """The sheet, or the sheet with its first line as a row if that line is like the others."""
    given = options.header_of(is_truth)
    if not isinstance(sheet.syntax, Delimited) or given is True:
        return sheet
    return without_header(sheet) if given is False or not _names_columns(sheet) else sheet


def _names_columns(sheet: Sheet) -> bool:
    names = [normalized(name) for name in sheet.names]
    if names == [str(i) for i in range(len(names))] or any(map(says_something, names)):
        return True  # a DataFrame without names is saved with numbers
    alike = [_is_like(name, sheet.columns[i].slice(0, _SAMPLE).to_pylist()) for i, name in enumerate(sheet.names)]
    if any(_is_cell(sheet, column) for column in range(len(names))):
        return False
    return any(like is False for like in alike) or not any(alike)


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
        return None if name.strip() in filled else False  # the labels of a wide file may be numbers, too
    if {*map(len, filled)} == {len(name)} and len(name) >= _LONG and re.search(r"\d", name):
        return True
    forms = {_form(cell) for cell in filled}
    if _form(name) not in forms:
        return False if len(forms) <= _FEW_FORMS else None
    # Words of letters alone have a common form, and so do names.
    return True if re.search(r"[\d\[|;,]", name) else None


def _form(text: str) -> str:
    """The form of a text: 9 for words with digits, a for other words; words of one form in a row count once."""
    words = re.sub(r"[^\W\d_]+", "a", re.sub(r"[^\W_]*\d[^\W_]*", "9", text.strip()))
    return re.sub(r"\b([9a])([\W_]+\1)+(?![^\W_])", r"\1", words)
