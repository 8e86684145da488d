"""Read a single file: detect its format from the first bytes and parse it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.core.errors import InputError
from inspector.core.files.formats.csv.reader import Delimited, read_delimited, without_header
from inspector.core.files.formats.parquet import read_parquet
from inspector.core.files.formats.python import sheet_of_data
from inspector.core.files.formats.row_numbers import with_row_numbers
from inspector.core.files.formats.sheet import Sheet, Syntax
from inspector.core.files.formats.trec import looks_like_trec, read_trec
from inspector.core.files.io.compression import uncompressed_suffix
from inspector.core.files.io.source import BOM, Source

_JSON = (".json", ".jsonl", ".ndjson")


def read_sheet(origin: Any) -> Sheet:
    """Read a path or data from Python as columns of text; a sheet is read again from its open file.

    Raises InputError for an unsupported origin or an unreadable file.
    """
    if isinstance(origin, Sheet):
        if origin.source is None:
            return origin
        origin.source.raise_if_changed()
        return read_source(origin.source)
    return read_source(Source.open(origin)) if isinstance(origin, str | Path) else sheet_of_data(origin)


def reopened(sheet: Sheet) -> Sheet:
    """Read a sheet again from its open file, as it was read. Raises InputError for a file that has changed."""
    if sheet.source is None:
        return sheet
    sheet.source.raise_if_changed()
    return read_again(sheet, sheet.source)


def read_again(sheet: Sheet, source: Source, delimiter: str | None = None) -> Sheet:
    """Read a changed file as the sheet was: with its header or without, its delimiter unless another is given.

    The rows are numbered where those of the sheet are. Raises InputError for an unreadable file.
    """
    again = _read_as(sheet.syntax, source, delimiter)
    return with_row_numbers(again) if sheet.is_numbered else again


def _read_as(syntax: Syntax, source: Source, delimiter: str | None) -> Sheet:
    if not isinstance(syntax, Delimited):
        return read_source(source)
    again = read_delimited(source, delimiter or syntax.delimiter)
    return again if syntax.header else without_header(again)


def read_source(source: Source) -> Sheet:
    """Parse an open file into columns of text. Raises InputError if it cannot be read, or changes meanwhile."""
    try:
        return read_content(source)
    finally:  # what was found in a file that changed meanwhile is of no use
        source.raise_if_changed()


def read_content(source: Source) -> Sheet:
    """Parse the content of a file as it was opened, whether or not it changed since. Raises InputError."""
    try:
        return _read(source)
    except InputError as error:
        raise replace(error, file=error.file or source.path) from None
    except MemoryError:
        raise InputError("there is not enough memory to read the file", source.path) from None


def _read(source: Source) -> Sheet:
    if source.binary:
        return read_parquet(source)
    head = source.head()
    if _looks_like_json(source):
        from inspector.core.files.formats.json.reader import read_json  # imported late: ten files for one format

        return read_json(source)
    names = looks_like_trec(head[: 1 << 16])
    return read_trec(source, names) if names else read_delimited(source)


def _looks_like_json(source: Source) -> bool:
    """Whether a file begins with an object or a list of objects, or with any list if its name says that it is JSON."""
    beginning = rb"\s*[\[{]" if uncompressed_suffix(source.path) in _JSON else rb"\s*(\{|\[\s*\{)"
    return re.match(beginning, source.head().removeprefix(BOM)) is not None
