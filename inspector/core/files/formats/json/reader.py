"""Tell the forms of JSON apart, and read a file that is one object by id."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import islice
from json import JSONDecodeError
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags, integers
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.columnar import is_called_id
from inspector.core.files.formats.csv.records import Records
from inspector.core.files.formats.entries import keys_of
from inspector.core.files.formats.json.cells import CellColumns
from inspector.core.files.formats.json.document import ID, LABEL, SCORE, JsonDocument, JsonKind
from inspector.core.files.formats.json.objects import read_json_lines, read_json_list
from inspector.core.files.formats.json.text import FORMS, Item, RepeatedKeyError, parse, walk
from inspector.core.files.formats.json.whole import WholeText
from inspector.core.files.formats.sheet import Roles, Sheet
from inspector.core.files.io.source import BOM, Source
from inspector.core.plural import count_of

_NUMBER = r"^(-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|-?Infinity)$"
_MIXED, _OTHER = "the values of the ids are not of one kind", "the value of an id is neither labels nor scores"
_ROWS = "Write rows as one object a line, or as a list of objects"
_SAMPLE = 50


def read_json(source: Source) -> Sheet:
    """Read JSON lines, a list of objects, or one object by id. Raises InputError."""
    if source.head().removeprefix(BOM).lstrip()[:1] == b"[":
        return read_json_list(source)
    lines = Records.lines(source, 2)
    with source.map() as data:
        first = data[int(lines.starts[0]) : int(lines.ends[0])].decode("utf-8-sig", "replace")
    is_lines = _is_object(first) if len(lines) > 1 else _is_record(first)
    return read_json_lines(source) if is_lines else read_json_document(source)


def _is_object(line: str) -> bool:
    """Whether a line is a complete object."""
    try:
        return line.rstrip().endswith("}") and isinstance(parse(line), dict)
    except RepeatedKeyError:
        return True  # which the reader of lines names with its line
    except JSONDecodeError:
        return False


def _is_record(text: str) -> bool:
    """Whether the text of an object begins like a row with an id and other values, not like ids with their labels."""
    try:
        items = [*islice(walk(text, text.index("{")), _SAMPLE)]
    except ValueError:
        return False
    kinds = {kind_of(item.value) for item in items if item.value is not None}
    return len(kinds) > 1 or (kinds == {"label"} and any(_is_id(item.key) for item in items))


def _is_id(key: str) -> bool:
    """Whether a key is the name of an id."""
    return key.casefold() == "id" or key.casefold().endswith(("_id", "-id", " id"))


def read_json_document(source: Source) -> Sheet:
    """Read a file that is one object by id. Raises InputError with the line of the first error."""
    whole = WholeText.of(source)
    found = _Found(source, whole.line)
    for item in whole.items():
        kind = kind_of(item.value)
        if kind == "other":
            raise whole.error(_OTHER, item.start, whole.shown(item), FORMS)
        if not found.fits(kind):
            raise whole.error(_MIXED, item.start, whole.shown(item), FORMS, _ROWS)
        found.kind = found.kind or kind
        found.add(item)
    if found.ids == 1 and found.cells.entries:  # rows under a name, as a rule
        raise whole.error(_OTHER, item.start, whole.shown(item), FORMS)
    if found.kind is None or not found.cells.rows:
        raise InputError("the object has no labels", source.path, 1, expected=FORMS)
    return found.sheet(whole, found.kind)


def kind_of(value: Any) -> JsonKind | Literal["other"] | None:
    """What the value of an id is; None for a blank."""
    if value is None:
        return None
    if isinstance(value, str):
        return "label"
    if isinstance(value, list):
        is_plain = all(isinstance(label, str) for label in value)
        return "labels" if is_plain or keys_of(value) is not None else "other"
    if not isinstance(value, dict):
        return "other"
    if all(isinstance(score, str) for score in value.values()):
        return "scores"
    lists = (isinstance(labels, list) and kind_of(labels) == "labels" for labels in value.values())
    return "lists by kind" if all(lists) else "other"


class _Found:
    """The records while reading. spans: where each id with its value is; items, inner: as in JsonDocument."""

    def __init__(self, source: Source, line: Callable[[int], int]) -> None:
        self.kind: JsonKind | None = None
        self.items, self.inner, self.spans = array("q"), array("q"), array("q")
        self.cells = CellColumns(source, lambda row: line(self.spans[2 * self.items[row]]))

    @property
    def ids(self) -> int:
        """How many ids there are so far."""
        return len(self.spans) // 2

    def fits(self, kind: JsonKind | None) -> bool:
        """Whether an id with such a value can follow; a blank is an id without a label."""
        known = {self.kind, kind} - {None}
        has_blank = kind is None or (self.kind is None and self.cells.rows > 0)
        return len(known) < 2 and not (has_blank and known - {"label", "labels"})

    def add(self, item: Item) -> None:
        """Add the records of an id."""
        number, value = self.ids, item.value
        self.spans.extend((item.start, item.end))
        count = len(value) if isinstance(value, dict) else 1
        self.items.extend([number] * count)
        self.inner.extend(range(count))
        if not isinstance(value, dict):
            self.cells.add({"id": item.key, "labels": value})
        elif self.kind == "scores" and value:
            self.cells.extend({"query": [item.key] * count, "document": [*value], "score": [*value.values()]})
        elif self.kind != "scores":
            for kind, labels in value.items():
                self.cells.add({"id": f"{item.key}_{kind}", "labels": labels})

    def sheet(self, whole: WholeText, kind: JsonKind) -> Sheet:
        """All records as a sheet."""
        columns, separator = self.cells.finish()
        starts, ends = whole.byte_offsets(np.array(self.spans, np.int64)).reshape(-1, 2).T
        records = np.array(self.items, np.int64), np.array(self.inner, np.int64)
        entries = self.cells.entries
        keys = entries.get(LABEL)
        syntax = JsonDocument(whole.source, kind, starts.copy(), ends.copy(), *records, separator or "", keys)
        if kind != "scores":
            return Sheet(self.cells.names, columns, syntax, separator, entries=entries)
        _refuse_table(syntax, columns)
        _refuse_texts(syntax, columns)
        return Sheet(self.cells.names, columns, syntax, roles=Roles(ID, LABEL, SCORE))


def _refuse_table(syntax: JsonDocument, columns: Sequence[pa.ChunkedArray]) -> None:
    """Raise InputError for several objects that all have the keys 0, 1, 2 and so on, one of ids, as columns have."""
    counts = np.bincount(syntax.items)
    are_alike = len(counts) > 1 and counts[0] > 1 and bool((counts == counts[0]).all())
    has_ids = are_alike and any(map(is_called_id, columns[ID].unique().to_pylist()))
    if has_ids and combine_chunks(columns[LABEL]).equals(integers(syntax.inner).cast(pa.string())):
        found = f"{count_of(len(counts), 'key')} with the rows 0 to {counts[0] - 1:,} each"
        hint = 'Write the rows, such as with to_json(path, orient="records")'
        raise InputError("the file has its columns by row", syntax.source.path, 1, found, FORMS, hint)


def _refuse_texts(syntax: JsonDocument, columns: Sequence[pa.ChunkedArray]) -> None:
    """Raise InputError for a score that is not a number."""
    odd = np.flatnonzero(~flags(pc.match_substring_regex(combine_chunks(columns[SCORE]), _NUMBER)))
    if len(odd):
        label, found = (shorten(str(columns[column][int(odd[0])])) for column in (LABEL, SCORE))
        what = f"the score of {label} is not a number"
        raise InputError(what, syntax.source.path, syntax.line(int(odd[0])), found, FORMS)
