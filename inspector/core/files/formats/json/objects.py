"""Objects with the same keys, one for each row: one a line, or all in a list. Values keep the text of the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from json import JSONDecodeError
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import texts
from inspector.core.arrays.cancel import cancel_check
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.records import Bytes, Records
from inspector.core.files.formats.json.splice import ItemChange, by_item, spliced
from inspector.core.files.formats.json.text import (
    Container,
    RepeatedKeyError,
    label_text,
    parse,
    quoted,
    replaced_value,
)
from inspector.core.files.formats.json.whole import WholeText
from inspector.core.files.formats.patch import Cells, Patch, each_row, row_count
from inspector.core.files.formats.separator import free_separator
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.source import Source

Object = dict[str, Any]


@dataclass(frozen=True, eq=False)
class JsonObjects:
    """A file of objects.

    origins: for each record of the sheet its object and, if objects contain lists by kind, its kind; in_list: where
    the objects are in the file, if they are in a list; else each is on its line.
    """

    source: Source
    names: tuple[str, ...]
    origins: Sequence[tuple[int, str | None]]
    separator: str
    in_list: Records | None = None

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
        self._refuse(changes)
        self.source.raise_if_changed()
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

    def _refuse(self, changes: Patch) -> None:
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
            value = replaced_value(self._model(data, spans).get(name, '""'), cell, self.separator)
            pairs = [*((index, box.raw(index)) for index in range(len(box.items)))]
            return text[: text.index("{")] + box.with_items([*pairs, (None, f"{quoted(name)}{box.colon}{value}")])
        start, old = text.index("{") + item.value_start, box.text[item.value_start : item.end]
        if kind is not None:
            inner = Container.of(old)
            low, high = next((found.value_start, found.end) for found in inner.items if found.key == kind)
            start, old = start + low, old[low:high]
        return text[:start] + replaced_value(old, cell, self.separator) + text[start + len(old) :]

    def _without_kind(self, cell: str, kind: str) -> str:
        if not cell.endswith(f"_{kind}"):
            raise InputError(f"the kind {shorten(kind)} of a list cannot be renamed", self.source.path)
        return cell.removesuffix(f"_{kind}")

    def _new(self, data: Bytes, spans: Records, cells: Cells) -> bytes:
        """A new object with the given cells and values like those of the first object."""
        model = self._model(data, spans)
        values = {
            name: replaced_value(model.get(name, '""'), cells[column], self.separator)
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
    return _sheet(source, [_parsed(source, number, text) for number, text in enumerate(_lines(source))])


def read_json_list(source: Source) -> Sheet:
    """Read a file that is one list of objects. Raises InputError with the line of the first error."""
    text, objects, ends = WholeText.of(source), list[Object](), list[tuple[int, int]]()
    for item in text.items():
        if not isinstance(item.value, dict) or not item.value:
            expected = 'an object such as {"id": 1, "labels": [2, 3]}'
            raise text.error("an item of the list is not an object", item.start, text.shown(item), expected)
        objects.append(item.value)
        ends.append((item.start, item.end))
    if not objects:
        raise InputError("the list has no objects", source.path, 1, expected="an object for each row")
    starts, stops = text.byte_offsets(np.array(ends, np.int64).ravel()).reshape(-1, 2).T
    return _sheet(source, objects, Records(starts.copy(), stops.copy()))


def _sheet(source: Source, objects: Sequence[Object], in_list: Records | None = None) -> Sheet:
    """The sheet of some objects. If a value is an object of lists, each list is a record with the id `id_kind`."""
    names = tuple(dict.fromkeys(name for found in objects for name in found))
    if len(names) < 2:
        expected = "an id and labels in each object"
        raise InputError("the objects have only one key", source.path, 1, ", ".join(map(shorten, names)), expected)
    nested = next((name for name in names if isinstance(objects[0].get(name), dict)), None)
    rows = [row for number, found in enumerate(objects) for row in _rows(number, found, names[0], nested)]
    lists = [value for _, _, found in rows for value in found.values() if isinstance(value, list)]
    separator = free_separator(str(label) for labels in lists for label in labels)
    columns = tuple(
        pa.chunked_array([texts([label_text(found.get(name), separator) for _, _, found in rows])]) for name in names
    )
    origins = [(number, kind) for number, kind, _ in rows]
    return Sheet(names, columns, JsonObjects(source, names, origins, separator, in_list), separator if lists else None)


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
        line = source.line(int(Records.lines(source, number + 1).starts[number]))
        raise InputError("an object has a key twice", source.path, line, error.msg, "each key once") from None
    except JSONDecodeError as error:
        raise _not_an_object(source, number, text, error.msg) from None
    if not isinstance(found, dict) or not found:
        raise _not_an_object(source, number, text, f"a {type(found).__name__}")
    return found


def _not_an_object(source: Source, number: int, text: str, reason: str) -> InputError:
    line = source.line(int(Records.lines(source, number + 1).starts[number]))
    return InputError(
        "the line is not a JSON object", source.path, line, f"{shorten(text)} ({reason})", "one object a line"
    )


def _rows(number: int, found: Object, id_name: str, nested: str | None) -> list[tuple[int, str | None, Object]]:
    if nested is None:
        return [(number, None, found)]
    kinds = found.get(nested)
    pairs = kinds.items() if isinstance(kinds, dict) else ()
    return [(number, kind, {**found, id_name: f"{found.get(id_name)}_{kind}", nested: value}) for kind, value in pairs]


def _text_of(data: Bytes, spans: Records, number: int) -> str:
    """The text of an object; the first line may begin with a byte order mark."""
    return data[int(spans.starts[number]) : int(spans.ends[number])].decode()
