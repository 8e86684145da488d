"""Rewrite delimited text with other columns, column names or another delimiter."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, texts
from inspector.core.files.formats.csv.block import Block, blocks, cut, joined_lines
from inspector.core.files.formats.csv.fields import Fields, fields, quoted, record_texts
from inspector.core.files.formats.csv.records import Records
from inspector.core.files.formats.patch import Patch
from inspector.core.files.io.source import BOM, Source


def restructure(
    source: Source, delimiter: str, width: int, changes: Patch, *, header: bool = True, leading: int = 0
) -> Iterator[bytes]:
    """The bytes of a file with `width` columns, with the header, column order and delimiter of the patch.

    header: whether a record names the columns; a file without a header gets no new names; leading: the number of lines
    before it. Quoted fields stay quoted. Raises InputError when the file has changed on disk and
    is not kept.
    """
    source.raise_if_lost()
    records, new_delimiter = Records.scan(source, delimiter), changes.delimiter or delimiter
    order, newline = range(width) if changes.columns is None else changes.columns, records.newline(source)
    begins = len(BOM) if source.head().startswith(BOM) else 0
    if begins and not changes.drop_bom:
        yield BOM
    if leading and not changes.drop_leading:
        yield os.pread(source.file, int(records.starts[leading]) - begins, begins)
    if header:
        start, end = int(records.starts[leading]), int(records.ends[leading])
        names = _names(os.pread(source.file, end - start, start).removeprefix(BOM), delimiter, new_delimiter, changes)
        yield joined_lines([names[column] for column in order], new_delimiter, newline)
    rows = records.after(leading + header)
    for block in blocks(source, rows, np.arange(len(rows))):
        yield joined_lines(_columns(block, delimiter, new_delimiter, order), new_delimiter, newline)


def _names(header: bytes, delimiter: str, new_delimiter: str, changes: Patch) -> list[pa.StringArray]:
    """The new column names as fields, one array of length 1 per column."""
    are_quoted = [header[start:end].startswith(b'"') for start, end in fields(header, delimiter)]
    names = [changes.names.get(column, name) for column, name in enumerate(record_texts(header, delimiter))]
    both = zip(names, are_quoted, strict=True)
    return [quoted(texts([name]), new_delimiter, np.array([is_quoted])) for name, is_quoted in both]


def _columns(block: Block, delimiter: str, new_delimiter: str, order: Sequence[int]) -> list[pa.StringArray]:
    """The fields of a block by column, in their new order."""
    parsed, indices = Fields(block.data, block.starts, block.ends, delimiter), np.arange(len(block.numbers))
    columns = []
    for column in order:
        starts, ends = parsed.of(column, indices)
        raw = cut(block.data, starts, ends)
        columns.append(pc.if_else(booleans(block.are_quoted(starts, ends)), raw, quoted(raw, new_delimiter)))
    return columns
