"""Writing a submission back: only edited cells change, every other byte stays, and nothing is lost on the way."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from inspector.core.errors import InputError, shorten
from inspector.core.files.delimited import record_texts
from inspector.core.files.pair import Pair
from inspector.core.files.reading import Reading
from inspector.core.files.records import Bytes, Records, fields
from inspector.core.files.source import BLOCK, Source
from inspector.core.prediction import Prediction

# The new text of some fields of a record, by the column's place.
Cells: TypeAlias = Mapping[int, str]


def save(pair: Pair, edited: Mapping[int, Prediction], path: Path | str, *, overwrite: bool = False) -> None:
    """Write the submission with the edited rows (row of the table -> prediction) to `path`, in one step or not at all.

    Raises InputError when the target exists and `overwrite` is false, when the original changed on disk since it was
    opened, or when the target cannot be written; whatever stood there before is then untouched.
    """
    path = Path(path)
    if path.exists() and not overwrite:
        raise InputError(
            "the file exists already", path, hint="Save under another name, or say that it may be replaced"
        )
    cells = {row: pair.submission.cells(prediction) for row, prediction in edited.items()}
    source = pair.submission.sheet.source
    if source is None:
        _write(path, _from_frame(pair, cells))
        return
    original = path.absolute() == source.path.absolute()
    if original:
        source.refuse_if_replaced()
    _write(path, _from_file(source, pair, cells))
    if original:
        source.note_written()


def _from_file(source: Source, pair: Pair, cells: Mapping[int, Cells]) -> Iterator[bytes]:
    """The original bytes with the edited cells exchanged; rows that the submission lacked come last."""
    source.refuse_if_changed()
    changed = {int(pair.records[row]) + 1: row for row in cells if pair.records[row] >= 0}
    added = {pair.table.id(row): cell for row, cell in cells.items() if pair.records[row] < 0}
    records = Records.scan(source, pair.submission.sheet.delimiter, max(changed, default=0) + 1)
    with source.map() as data:
        at = 0
        for record in sorted(changed):
            start, end = int(records.starts[record]), int(records.ends[record])
            yield from _copy(data, at, start)
            row = changed[record]
            yield _exchange(data[start:end], pair.submission, pair.table.id(row), cells[row])
            at = end
        yield from _copy(data, at, len(data))
        yield from _append(data, pair.submission, added)


def _copy(data: Bytes, start: int, end: int) -> Iterator[bytes]:
    for low in range(start, end, BLOCK):
        yield data[low : min(low + BLOCK, end)]


def _exchange(record: bytes, reading: Reading, id_: str, cells: Cells) -> bytes:
    """A record with other texts in some fields, each quoted when the old one was or the new one has to be."""
    delimiter = reading.sheet.delimiter
    spans = fields(record, delimiter)
    if record_texts(record, delimiter)[reading.id_column] != id_:
        raise InputError(
            f"the line of {shorten(id_)} is not where it was read",
            reading.sheet.name,
            hint="Open the pair again",
        )
    for column in sorted(cells, reverse=True):
        start, end = spans[column]
        field = _field(cells[column], delimiter, quoted=record[start:end].startswith(b'"'))
        record = record[:start] + field + record[end:]
    return record


def _append(data: Bytes, reading: Reading, added: Mapping[str, Cells]) -> Iterator[bytes]:
    if not added:
        return
    newline = b"\r\n" if data.find(b"\r\n") >= 0 else b"\n" if data.find(b"\n") >= 0 else b"\r"
    delimiter = reading.sheet.delimiter
    if data[-1:] not in b"\r\n":
        yield newline
    for id_, cell in added.items():
        texts = [""] * len(reading.sheet.names)
        texts[reading.id_column] = id_
        for column, text in cell.items():
            texts[column] = text
        yield delimiter.encode().join(_field(text, delimiter) for text in texts) + newline


def _field(text: str, delimiter: str, *, quoted: bool = False) -> bytes:
    if quoted or any(sign in text for sign in (delimiter, '"', "\n", "\r")):
        text = '"' + text.replace('"', '""') + '"'
    return text.encode()


def _from_frame(pair: Pair, cells: Mapping[int, Cells]) -> Iterator[bytes]:
    """A frame has no bytes of its own: its rows and columns as plain CSV; rows that it lacked come last."""
    reading, records = pair.submission, pair.records
    changed = {int(records[row]): cell for row, cell in cells.items() if records[row] >= 0}
    columns = [column.to_pylist() for column in reading.sheet.columns]
    yield _line(*reading.sheet.names)
    for record, texts in enumerate(map(list, zip(*columns, strict=True))):
        yield _line(*(changed.get(record, {}).get(column, text) for column, text in enumerate(texts)))
    for row in (row for row in cells if records[row] < 0):
        added = {reading.id_column: pair.table.id(row), **cells[row]}
        yield _line(*(added.get(column, "") for column in range(len(columns))))


def _line(*texts: str) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(texts)
    return text.getvalue().encode()


def _write(path: Path, pieces: Iterator[bytes]) -> None:
    """Write to a temporary file in the same folder, make sure it is on disk, then put it in place."""
    draft: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.absolute().parent, prefix=".saving-", delete=False) as file:
            draft = Path(file.name)
            file.writelines(pieces)
            file.flush()
            os.fchmod(file.fileno(), _mode(path))
            os.fsync(file.fileno())
        draft.replace(path)
        draft = None
    except OSError as error:
        hint = "Nothing was changed; your edits are still open. Choose another folder"
        raise InputError(f"the file cannot be written: {error.strerror}", path, hint=hint) from None
    finally:
        if draft is not None:
            with contextlib.suppress(OSError):
                draft.unlink()


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those a new file gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
