"""Objects with the same keys, one for each row: one a line, or all in a list. Values keep the text of the file."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from json import JSONDecodeError
from typing import Any

import numpy as np

from inspector.core.arrays.cancel import cancel_check
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.records import Bytes, Records
from inspector.core.files.formats.entries import EntryKeys
from inspector.core.files.formats.json.cells import CellColumns
from inspector.core.files.formats.json.entries import new_value
from inspector.core.files.formats.json.splice import ItemChange, by_item, spliced
from inspector.core.files.formats.json.text import FORMS, Container, RepeatedKeyError, parse, quoted
from inspector.core.files.formats.json.whole import WholeText
from inspector.core.files.formats.patch import Cells, Patch, each_row, row_count
from inspector.core.files.formats.sheet import Sheet, Syntax
from inspector.core.files.io.source import Source

Object = dict[str, Any]


@dataclass(frozen=True, eq=False)
class JsonObjects(Syntax):
    """A file of objects.

    origins: for each record of the sheet its object and, if objects contain lists by kind, its kind; in_list: where
    the objects are in the file, if they are in a list; else each is on its line; entries: as in Sheet.
    """

    source: Source
    names: tuple[str, ...]
    origins: Sequence[tuple[int, str | None]]
    separator: str
    in_list: Records | None = None
    entries: Mapping[int, EntryKeys] = field(default_factory=dict)

    @property
    def description(self) -> str:
        """`JSON lines` or `a JSON list`."""
        return "JSON lines" if self.in_list is None else "a JSON list"

    def line(self, record: int) -> int:
        """The line, from 1, on which a record begins."""
        number = self.origins[record][0]
        return self.source.line(int(self._spans(number + 1).starts[number]))

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The file with changed, added and removed objects; all other bytes stay."""
        self.refuse(sheet, changes)
        self.source.raise_if_lost()
        spans = self._spans()
        with self.source.map() as data:
            new = ((change.item, self._changed(data, spans, change)) for change in by_item(changes, self._object_of))
            appended = [self._new(data, spans, cells) for cells in each_row(changes.appended)]
            joiner = self._joiner(data, spans)
            yield from spliced(data, spans.starts, spans.ends, new, joiner, appended)
            if appended and self.in_list is None and data[-1:] != b"\n":
                yield b"\n"

    def _spans(self, enough: int | None = None) -> Records:
        return self.in_list or Records.lines(self.source, enough)

    def _object_of(self, record: int) -> int:
        return self.origins[record][0]

    def refuse(self, sheet: Sheet, changes: Patch) -> None:
        """Raise InputError for changes that the objects cannot hold."""
        has_kinds = any(kind is not None for _, kind in self.origins[:1])
        if has_kinds and (row_count(changes.appended) or len(changes.after)):
            raise InputError("a row cannot be added to a file with lists by kind", self.source.path)
        if has_kinds and len(changes.dropped):
            self._refuse_kept(changes.dropped)
        if changes.restructures or changes.drop_bom:
            what = "a JSON file has no columns to rename or reorder"
            raise InputError(what, self.source.path, hint="Convert the file to CSV first")

    def _refuse_kept(self, dropped: Ints) -> None:
        """Raise InputError if an object keeps some of its lists."""
        gone, held = (
            Counter(map(self._object_of, records)) for records in (dropped.tolist(), range(len(self.origins)))
        )
        if any(held[number] > count for number, count in gone.items()):
            raise InputError("an object can only be dropped with all of its lists", self.source.path)

    def _joiner(self, data: Bytes, spans: Records) -> bytes:
        if self.in_list is None:
            return spans.newline(self.source).encode()
        if len(spans) > 1:
            return data[int(spans.ends[0]) : int(spans.starts[1])]
        before = data[: int(spans.starts[0])].rpartition(b"[")[2] if len(spans) else b""
        return b"," + (before if b"\n" in before else b" ")

    def _changed(self, data: Bytes, spans: Records, change: ItemChange) -> list[bytes]:
        """The objects that replace one: itself with new values unless it is dropped, and those added after it."""
        added = [self._new(data, spans, cells) for _, cells in change.inserted]
        if change.dropped:
            return added
        text = _text_of(data, spans, change.item)
        for record, cells in change.cells.items():
            for column, cell in cells.items():
                text = self._replaced(data, spans, text, column, self.origins[record][1], cell)
        return [text.encode(), *added]

    def _replaced(self, data: Bytes, spans: Records, text: str, column: int, kind: str | None, cell: str) -> str:
        """The text of an object with a new value."""
        name, box = self.names[column], Container.of(text[text.index("{") :])
        if kind is not None and column == 0:  # the id of such a record is `id_kind`
            cell, kind = self._without_kind(cell, kind), None
        item = next((item for item in box.items if item.key == name), None)
        if item is None:
            value = self._value(column, self._model(data, spans).get(name, '""'), cell)
            pairs = [*((index, box.raw(index)) for index in range(len(box.items)))]
            return text[: text.index("{")] + box.with_items([*pairs, (None, f"{quoted(name)}{box.colon}{value}")])
        start, old = text.index("{") + item.value_start, box.text[item.value_start : item.end]
        if kind is not None:
            inner = Container.of(old)
            low, high = next((found.value_start, found.end) for found in inner.items if found.key == kind)
            start, old = start + low, old[low:high]
        return text[:start] + self._value(column, old, cell) + text[start + len(old) :]

    def _value(self, column: int, old: str, cell: str) -> str:
        return new_value(old, cell, self.separator, self.entries.get(column))

    def _without_kind(self, cell: str, kind: str) -> str:
        if not cell.endswith(f"_{kind}"):
            raise InputError(f"the kind {shorten(kind)} of a list cannot be renamed", self.source.path)
        return cell.removesuffix(f"_{kind}")

    def _new(self, data: Bytes, spans: Records, cells: Cells) -> bytes:
        """A new object with the given cells and values like those of the first object."""
        model = self._model(data, spans)
        values = {
            name: self._value(column, model.get(name, '""'), cells[column])
            for column, name in enumerate(self.names)
            if column in cells
        }
        return ("{" + ", ".join(f"{quoted(name)}: {value}" for name, value in values.items()) + "}").encode()

    def _model(self, data: Bytes, spans: Records) -> dict[str, str]:
        """The text of each value of the first object."""
        text = _text_of(data, spans, 0)
        box = Container.of(text[text.index("{") :])
        return {item.key: box.text[item.value_start : item.end] for item in box.items}


def read_json_lines(source: Source) -> Sheet:
    """Read a file with an object on each line. Raises InputError with the first line that is not an object."""
    rows = _Rows(source, partial(_line_of, source))
    for number, text in enumerate(_lines(source)):
        rows.add(_parsed(source, number, text))
    return rows.sheet()


def read_json_list(source: Source) -> Sheet:
    """Read a file that is one list of objects. Raises InputError with the line of the first error."""
    text, ends = WholeText.of(source), array("q")
    rows = _Rows(source, lambda number: text.line(ends[2 * number]))
    for item in text.items():
        if not isinstance(item.value, dict) or not item.value:
            raise text.error("an item of the list is not an object", item.start, text.shown(item), FORMS)
        ends.extend((item.start, item.end))
        rows.add(item.value)
    if not ends:
        raise InputError("the list has no objects", source.path, 1, expected=FORMS)
    starts, stops = text.byte_offsets(np.array(ends, np.int64)).reshape(-1, 2).T
    return rows.sheet(Records(starts.copy(), stops.copy()))


class _Rows:
    """The rows of some objects. If a value is an object of lists, each list is a row with the id `id_kind`."""

    def __init__(self, source: Source, line: Callable[[int], int]) -> None:
        self._source, self._objects = source, 0
        self._origins = list[tuple[int, str | None]]()
        self._id = ""
        self._nested: str | None = None
        self._cells = CellColumns(source, lambda row: line(self._origins[row][0]))

    def add(self, found: Object) -> None:
        """Add the rows of an object."""
        if not self._objects:
            self._id = next(iter(found))
            self._nested = next((name for name, value in found.items() if isinstance(value, dict)), None)
        for kind, row in self._of(found):
            self._origins.append((self._objects, kind))
            self._cells.add(row)
        self._objects += 1

    def _of(self, found: Object) -> Iterator[tuple[str | None, Object]]:
        if self._nested is None:
            yield None, found
            return
        kinds = found.get(self._nested)
        for kind, value in kinds.items() if isinstance(kinds, dict) else ():
            yield kind, {**found, self._id: f"{found.get(self._id)}_{kind}", self._nested: value}

    def sheet(self, in_list: Records | None = None) -> Sheet:
        """All rows as a sheet."""
        names = self._cells.names
        if not self._origins:
            raise InputError("the objects have no labels", self._source.path, 1, expected=FORMS)
        if len(names) < 2:
            found = ", ".join(map(shorten, names))
            raise InputError("the objects have only one key", self._source.path, 1, found, FORMS)
        columns, separator = self._cells.finish()
        entries = self._cells.entries
        syntax = JsonObjects(self._source, names, self._origins, separator or " ", in_list, entries)
        return Sheet(names, columns, syntax, separator, entries=entries)


def _lines(source: Source) -> Iterable[str]:
    lines, check = Records.lines(source), cancel_check()
    with source.map() as data:
        for start, end in zip(lines.starts.tolist(), lines.ends.tolist(), strict=True):
            check()
            try:
                yield data[start:end].decode("utf-8-sig")
            except UnicodeDecodeError:
                raise InputError("the text is not in UTF-8", source.path, source.line(start)) from None


def _parsed(source: Source, number: int, text: str) -> Object:
    try:
        found = parse(text)
    except RepeatedKeyError as error:
        what = "an object has a key twice"
        raise InputError(what, source.path, _line_of(source, number), error.msg, "each key once") from None
    except JSONDecodeError as error:
        raise _not_an_object(source, number, text, error.msg) from None
    if not isinstance(found, dict) or not found:
        raise _not_an_object(source, number, text, f"a {type(found).__name__}")
    return found


def _not_an_object(source: Source, number: int, text: str, reason: str) -> InputError:
    what, found = "the line is not a JSON object", f"{shorten(text)} ({reason})"
    return InputError(what, source.path, _line_of(source, number), found, "one object on each line")


def _line_of(source: Source, number: int) -> int:
    """The line of the file, from 1, of an object on its own line."""
    return source.line(int(Records.lines(source, number + 1).starts[number]))


def _text_of(data: Bytes, spans: Records, number: int) -> str:
    """The text of an object; the first line may begin with a byte order mark."""
    return data[int(spans.starts[number]) : int(spans.ends[number])].decode()
