"""Delimited text with other columns, names or signs between the fields: every record is written anew."""

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


def restructure(source: Source, delimiter: str, width: int, changes: Patch) -> Iterator[bytes]:
    """The bytes of a file of `width` columns, every record with its fields in their new order.

    Texts in quotes stay so. Raises InputError when the file changed on disk.
    """
    source.refuse_if_changed()
    records, between = Records.scan(source, delimiter), changes.delimiter or delimiter
    order, newline = range(width) if changes.columns is None else changes.columns, records.newline(source)
    header = os.pread(source.file, int(records.ends[0]), 0)[int(records.starts[0]) :]
    if header.startswith(BOM) and not changes.bare:
        yield BOM
    names = _names(header.removeprefix(BOM), delimiter, between, changes)
    yield joined_lines([names[column] for column in order], between, newline)
    for block in blocks(source, records, np.arange(len(records) - 1)):
        yield joined_lines(_columns(block, delimiter, between, order), between, newline)


def _names(header: bytes, delimiter: str, between: str, changes: Patch) -> list[pa.StringArray]:
    """The names of the columns, each as the only field of its column."""
    are_quoted = [header[start:end].startswith(b'"') for start, end in fields(header, delimiter)]
    names = [changes.names.get(column, name) for column, name in enumerate(record_texts(header, delimiter))]
    return [quoted(texts([name]), between, np.array([own])) for name, own in zip(names, are_quoted, strict=True)]


def _columns(block: Block, delimiter: str, between: str, order: Sequence[int]) -> list[pa.StringArray]:
    """The fields of some records, in their new order."""
    known, all_of_them = Fields(block.data, block.starts, block.ends, delimiter), np.arange(len(block.numbers))
    columns = []
    for column in order:
        starts, ends = known.of(column, all_of_them)
        written = cut(block.data, starts, ends)
        columns.append(pc.if_else(booleans(block.are_quoted(starts, ends)), written, quoted(written, between)))
    return columns
