"""One object by id: `{query: {document: score}}`, `{id: [labels]}`, `{id: label}` or `{id: {kind: [labels]}}`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Literal

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError
from inspector.core.files.formats.csv.records import Bytes
from inspector.core.files.formats.entries import EntryKeys
from inspector.core.files.formats.json.entries import new_value
from inspector.core.files.formats.json.splice import ItemChange, by_item, spliced
from inspector.core.files.formats.json.text import Container, joiner_after, quoted
from inspector.core.files.formats.patch import Cells, Patch, each_row, row_count
from inspector.core.files.formats.sheet import Sheet, Syntax
from inspector.core.files.io.source import Source

# What the value of an id is.
JsonKind = Literal["scores", "labels", "label", "lists by kind"]
# The columns of the sheet.
ID, LABEL, SCORE = range(3)
_CONSTANTS = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


@dataclass(frozen=True, eq=False)
class JsonDocument(Syntax):
    """A file that is one object.

    kind: of its values; starts, ends: int64 (i,), the bytes of each id with its value; items: int64 (n,), the item of
    each record; inner: int64 (n,), its index in the item's value, 0 if that is the record; separator: of lists;
    entries: the keys of the objects in these, if there are any.
    """

    source: Source
    kind: JsonKind
    starts: Ints
    ends: Ints
    items: Ints
    inner: Ints
    separator: str
    entries: EntryKeys | None = None

    @property
    def description(self) -> str:
        """`a JSON object of scores`, `a JSON object of labels`."""
        return f"a JSON object of {self.kind}"

    def line(self, record: int) -> int:
        """The line, from 1, on which a record begins."""
        start = int(self.starts[self.items[record]])
        if self.kind not in ("scores", "lists by kind"):
            return self.source.line(start)
        with self.source.map() as data:
            pair = self._pair(data, int(self.items[record]))
        before = pair.head + pair.value[: Container.of(pair.value).items[int(self.inner[record])].start]
        return self.source.line(start + len(before.encode()))

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The file with changed, added and removed labels; all other bytes stay."""
        self.refuse(sheet, changes)
        self.source.raise_if_lost()
        with self.source.map() as data:
            filled, appended = self._appended(data, changes)
            touched = sorted([*by_item(changes, lambda record: int(self.items[record])), *filled], key=lambda c: c.item)
            new = ((change.item, self._changed(data, change)) for change in touched)
            yield from spliced(data, self.starts, self.ends, new, self._joiner(data), appended)

    def refuse(self, sheet: Sheet, changes: Patch) -> None:
        """Raise InputError for changes that the object cannot hold."""
        if changes.restructures or changes.drop_bom:
            what = "a JSON file has no columns to rename or reorder"
            raise InputError(what, self.source.path, hint="Convert the file to CSV first")
        has_new_rows = row_count(changes.appended) or len(changes.dropped) or len(changes.after)
        if (self.kind == "lists by kind" and has_new_rows) or (self.kind != "scores" and len(changes.after)):
            raise InputError(f"{self.description} cannot hold another row of an id", self.source.path)

    def _joiner(self, data: Bytes) -> bytes:
        first = int(self.starts[0])
        if len(self.starts) > 1:
            return data[int(self.ends[0]) : int(self.starts[1])]
        opening = data[data.rfind(b"{", 0, first) + 1 : first].decode()
        return joiner_after(opening, self._pair(data, 0).colon).encode()

    def _appended(self, data: Bytes, changes: Patch) -> tuple[list[ItemChange], list[bytes]]:
        """The new rows: those of an id whose object is empty as a change of that one, the others as new items."""
        rows = [(cells[ID], cells) for cells in each_row(changes.appended)]
        if not rows:
            return [], []
        empty = np.delete(np.arange(len(self.starts)), self.items).tolist()
        known = {self._pair(data, item).key: item for item in empty}
        model, filled, appended = self._model(data), list[ItemChange](), list[bytes]()
        for id_, found in groupby(rows, key=itemgetter(0)):
            cells = [row for _, row in found]
            if id_ in known:
                filled.append(ItemChange(known[id_], inserted=[(-1, row) for row in cells]))
            else:
                appended.append(f"{quoted(id_)}{model.colon}{self._new_value(model.value, cells)}".encode())
        return filled, appended

    def _new_value(self, model: str, rows: Sequence[Cells]) -> str:
        if self.kind != "scores":
            return self._labels(model, rows[0].get(LABEL, ""))
        box = Container.of(model)
        return box.with_items([(None, _scored(box, row)) for row in rows if LABEL in row])

    def _labels(self, old: str, cell: str) -> str:
        return new_value(old, cell, self.separator, self.entries)

    def _changed(self, data: Bytes, change: ItemChange) -> list[bytes]:
        """What replaces an item: nothing, or its id with a new value."""
        pair, rows = self._pair(data, change.item), change.cells
        ids = [cells[ID] for cells in rows.values() if ID in cells]
        head = quoted(ids[0]) + pair.colon if ids else pair.head
        if self.kind == "scores":
            value = self._with_scores(data, pair.value, change)
        elif change.dropped:
            return []
        elif self.kind == "lists by kind":
            value = self._with_lists(pair.value, rows)
        else:
            cell = next(iter(rows.values())).get(LABEL)
            value = pair.value if cell is None else self._labels(pair.value, cell)
        return [f"{head}{value}".encode()]

    def _with_scores(self, data: Bytes, value: str, change: ItemChange) -> str:
        """The text of an object of scores with changed, removed and added labels."""
        box, first = Container.of(value), int(np.searchsorted(self.items, change.item))
        if not box.items:
            return self._new_value(self._model(data).value, [row for _, row in change.inserted])
        added = {before: [row for _, row in rows] for before, rows in groupby(change.inserted, key=itemgetter(0))}
        items = list[tuple[int | None, str]]()
        for index in range(len(box.items)):
            record = first + index
            if record not in change.dropped:
                items.append((index, _rescored(box, index, change.cells.get(record, {}))))
            items += [(None, _scored(box, row)) for row in added.get(record, ())]
        return box.with_items(items)

    def _with_lists(self, value: str, rows: dict[int, Cells]) -> str:
        """The text of an object of lists with changed lists."""
        for record, cells in rows.items():
            item = Container.of(value).items[int(self.inner[record])]
            if ID in cells:
                raise InputError("an id with a kind cannot be changed", self.source.path)
            new = self._labels(value[item.value_start : item.end], cells[LABEL])
            value = value[: item.value_start] + new + value[item.end :]
        return value

    def _model(self, data: Bytes) -> _Pair:
        """The first id with labels, as a model for new ones."""
        return self._pair(data, int(self.items[0]))

    def _pair(self, data: Bytes, item: int) -> _Pair:
        text = data[int(self.starts[item]) : int(self.ends[item])].decode()
        box = Container.of(f"{{{text}}}")
        return _Pair(box.items[0].key, text, box.items[0].value_start - 1, box.colon)


@dataclass(frozen=True)
class _Pair:
    """The text of an id and its value. at: the offset of the value; colon: what stands between them."""

    key: str
    text: str
    at: int
    colon: str

    @property
    def head(self) -> str:
        return self.text[: self.at]

    @property
    def value(self) -> str:
        return self.text[self.at :]


def _scored(box: Container, row: Cells) -> str:
    """A new label with its score, spaced like the first one of an object."""
    return f"{quoted(row[LABEL])}{box.colon}{_number(row.get(SCORE, '0'))}"


def _rescored(box: Container, index: int, cells: Cells) -> str:
    """The text of a label with its score, with new ones."""
    item, raw = box.items[index], box.raw(index)
    at = item.value_start - item.start
    value = raw[at:]
    if SCORE in cells:
        value = quoted(cells[SCORE]) if value.startswith('"') else _number(cells[SCORE])
    head = quoted(cells[LABEL]) + Container.of(f"{{{raw}}}").colon if LABEL in cells else raw[:at]
    return head + value


def _number(text: str) -> str:
    return _CONSTANTS.get(text, text)
