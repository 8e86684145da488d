"""JSON lines: one object per line. Values keep the text with which they are written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pyarrow as pa

from inspector.core.arrays.arrow import texts
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.records import Records
from inspector.core.files.formats.patch import Cells, Patch, each_row, row_count
from inspector.core.files.formats.separator import free_separator
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.source import Source

Object = dict[str, Any]


@dataclass(frozen=True, eq=False)
class JsonLines:
    """A JSON lines file.

    origins: for each record of the sheet its line and, if objects contain lists by kind, its kind.
    """

    source: Source
    names: tuple[str, ...]
    origins: Sequence[tuple[int, str | None]]
    separator: str

    description = "JSON lines"

    def line(self, record: int) -> int:
        """The line, from 1, on which a record begins."""
        number = self.origins[record][0]
        return self.source.line(int(Records.lines(self.source, number + 1).starts[number]))

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The file with changed values; all other bytes stay."""
        if len(changes.dropped) or len(changes.after) or changes.restructures:
            what = "a JSON lines file supports changed values and new lines only"
            raise InputError(what, self.source.path, hint="Convert the file to CSV first")
        self.source.raise_if_changed()
        lines, at = Records.lines(self.source), 0
        with self.source.map() as data:
            # Records of the same line are adjacent.
            for number, records in groupby(changes.cells_by_record(), key=lambda found: self.origins[found[0]][0]):
                start, end = int(lines.starts[number]), int(lines.ends[number])
                yield data[at:start]
                text = data[start:end].decode()
                for record, cells in records:
                    for column, cell in cells.items():
                        text = self._replaced(text, column, self.origins[record][1], cell)
                yield text.encode()
                at = end
            yield data[at:]
            if row_count(changes.appended) and data[-1:] != b"\n":
                yield b"\n"
            for cells in each_row(changes.appended):
                yield self._line(cells).encode() + b"\n"

    def _replaced(self, text: str, column: int, kind: str | None, cell: str) -> str:
        name = self.names[column]
        start, end = _span(text, name)
        if start == end:  # the object lacks the key
            value = self._value(cell, _kind_of(self._first_line()).get(name, ""))
            return f"{text[:start]}, {json.dumps(name, ensure_ascii=False)}: {value}{text[start:]}"
        if kind is None:
            return text[:start] + self._value(cell, _kind_of(text[start:end])) + text[end:]
        inner = text[start:end]
        low, high = _span(inner, kind)
        return text[:start] + inner[:low] + self._value(cell, _kind_of(inner[low:high])) + inner[high:] + text[end:]

    def _value(self, cell: str, old: object) -> str:
        """A cell as JSON of the same type as the old value: a list stays a list, numbers stay numbers if possible."""
        if not isinstance(old, list):
            return json.dumps(_like(cell, not isinstance(old, str)), ensure_ascii=False)
        numeric = bool(old) and not any(isinstance(value, str) for value in old)
        return json.dumps([_like(label, numeric) for label in _words(cell, self.separator)], ensure_ascii=False)

    def _line(self, cells: Cells) -> str:
        if any(kind is not None for _, kind in self.origins[:1]):
            raise InputError("a row cannot be added to a file with lists by kind", self.source.path)
        values = {self.names[column]: text for column, text in cells.items()}
        first = _kind_of(self._first_line())
        filled = {
            name: json.loads(self._value(values.get(name, ""), first.get(name, "")))
            for name in self.names
            if name in values
        }
        return json.dumps(filled, ensure_ascii=False)

    def _first_line(self) -> str:
        lines = Records.lines(self.source, 1)
        with self.source.map() as data:
            return data[int(lines.starts[0]) : int(lines.ends[0])].decode("utf-8-sig")


def read_json_lines(source: Source) -> Sheet:
    """Read a file of objects. If a value is an object of lists, each list becomes a record with the id `id_kind`."""
    objects = [_parsed(source, number, text) for number, text in enumerate(_texts(source))]
    names = tuple(dict.fromkeys(name for _, found in objects for name in found))
    if len(names) < 2:
        expected = "an id and labels in each object"
        raise InputError("the objects have only one key", source.path, 1, ", ".join(map(shorten, names)), expected)
    nested = next((name for name in names if isinstance(objects[0][1].get(name), dict)), None)
    rows = [row for number, found in objects for row in _rows(number, found, names[0], nested)]
    lists = [value for _, _, found in rows for value in found.values() if isinstance(value, list)]
    separator = free_separator(str(label) for labels in lists for label in labels)
    columns = tuple(
        pa.chunked_array([texts([_text(found.get(name), separator) for _, _, found in rows])]) for name in names
    )
    origins = [(number, kind) for number, kind, _ in rows]
    return Sheet(names, columns, JsonLines(source, names, origins, separator), separator if lists else None)


def _texts(source: Source) -> Iterator[str]:
    lines = Records.lines(source)
    with source.map() as data:
        for start, end in zip(lines.starts.tolist(), lines.ends.tolist(), strict=True):
            try:
                yield data[start:end].decode("utf-8-sig")
            except UnicodeDecodeError:
                raise InputError("the text is not in UTF-8", source.path, source.line(start)) from None


def _parsed(source: Source, number: int, text: str) -> tuple[int, Object]:
    try:
        # Keep numbers as text: 1e5 and 0.10 may be labels.
        found = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "objects are nested too deeply"
        raise _not_an_object(source, number, text, reason) from None
    if not isinstance(found, dict) or not found:
        raise _not_an_object(source, number, text, f"a {type(found).__name__}")
    return number, found


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


def _text(value: object, separator: str) -> str:
    if isinstance(value, list):
        return separator.join(_text(item, separator) for item in value)
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def _words(cell: str, separator: str) -> list[str]:
    return [word for word in cell.split(separator) if word]


def _kind_of(text: str) -> Any:
    """Parse a value for its type only; numbers are replaced, since huge ones are slow or invalid."""
    return json.loads(text, parse_int=lambda _: 0, parse_float=lambda _: 0.5)


def _like(text: str, numeric: bool) -> object:
    """A text as a number if the old value was numeric and the text is a number in canonical form."""
    if numeric:
        try:
            value = json.loads(text)
        except ValueError:
            return text
        if isinstance(value, int | float) and json.dumps(value) == text:
            return value
    return text


def _span(text: str, name: str) -> tuple[int, int]:
    """(start, end) of the value of a key in the text of an object; both the end of the object if the key is missing."""
    decoder, at = json.JSONDecoder(), text.index("{") + 1
    while True:
        key, at = decoder.raw_decode(text, _next(text, at))
        start = _next(text, _next(text, at) + 1)
        _, at = decoder.raw_decode(text, start)
        if key == name:
            return start, at
        if text[_next(text, at)] == "}":
            return at, at
        at = _next(text, at) + 1


def _next(text: str, at: int) -> int:
    """The offset of the next character that is not white space."""
    while text[at] in " \t\r\n":
        at += 1
    return at
