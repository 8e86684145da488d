"""Read a file that is one object by id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, texts
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.json.document import ID, LABEL, SCORE, JsonDocument, Kind
from inspector.core.files.formats.json.text import Item, label_text
from inspector.core.files.formats.json.whole import WholeText
from inspector.core.files.formats.separator import free_separator
from inspector.core.files.formats.sheet import Roles, Sheet
from inspector.core.files.io.source import Source

_NUMBER = r"^(-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|-?Infinity)$"
_MIXED, _OTHER = "the values of the ids are not of one kind", "the value of an id is neither labels nor scores"
_ROWS = "Write rows as one object a line, or as a list of objects"
_EXPECTED = "{id: {label: score}} or {id: [labels]}, the same for each id"


def read_json_document(source: Source) -> Sheet:
    """Read a file that is one object by id. Raises InputError with the line of the first error."""
    whole, found = WholeText.of(source), _Found()
    for item in whole.items():
        kind = kind_of(item.value)
        if kind == "other":
            raise whole.error(_OTHER, item.start, whole.shown(item), _EXPECTED)
        if not found.fits(kind):
            raise whole.error(_MIXED, item.start, whole.shown(item), _EXPECTED, _ROWS)
        found.kind = found.kind or kind
        found.add(item)
    if found.kind is None or not found.ids:
        raise InputError("the object has no labels", source.path, 1, expected=_EXPECTED)
    return found.sheet(whole, found.kind)


def kind_of(value: Any) -> Kind | Literal["other"] | None:
    """What the value of an id is; None for a blank."""
    if value is None:
        return None
    if isinstance(value, str):
        return "label"
    if isinstance(value, list):
        return "labels" if all(isinstance(label, str) for label in value) else "other"
    if not isinstance(value, dict):
        return "other"
    if all(isinstance(score, str) for score in value.values()):
        return "scores"
    lists = (isinstance(labels, list) and kind_of(labels) == "labels" for labels in value.values())
    return "lists by kind" if all(lists) else "other"


@dataclass
class _Found:
    """The records while reading: ids, labels or lists of them, and scores."""

    kind: Kind | None = None
    ids: list[str] = field(default_factory=list)
    labels: list[Any] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)
    items: list[int] = field(default_factory=list)
    inner: list[int] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)

    def fits(self, kind: Kind | None) -> bool:
        """Whether an id with such a value can follow; a blank is an id without a label."""
        known = {self.kind, kind} - {None}
        has_blank = kind is None or (self.kind is None and len(self.ids) > 0)
        return len(known) < 2 and not (has_blank and known - {"label", "labels"})

    def add(self, item: Item) -> None:
        """Add the records of an id."""
        number, value = len(self.spans), item.value
        self.spans.append((item.start, item.end))
        if isinstance(value, dict):
            self.items += [number] * len(value)
            self.inner += range(len(value))
            if self.kind == "scores":
                self.ids += [item.key] * len(value)
                self.labels += value
                self.scores += value.values()
            else:
                self.ids += [f"{item.key}_{kind}" for kind in value]
                self.labels += value.values()
        else:
            self.items.append(number)
            self.inner.append(0)
            self.ids.append(item.key)
            self.labels.append(value)

    def sheet(self, whole: WholeText, kind: Kind) -> Sheet:
        """All records as a sheet."""
        has_lists = kind in ("labels", "lists by kind")
        separator = free_separator(chain.from_iterable(filter(None, self.labels))) if has_lists else ""
        starts, ends = whole.byte_offsets(np.array(self.spans, np.int64).ravel()).reshape(-1, 2).T
        records = np.array(self.items, np.int64), np.array(self.inner, np.int64)
        syntax = JsonDocument(whole.source, kind, starts.copy(), ends.copy(), *records, separator)
        ids = _column(self.ids)
        if kind != "scores":
            labels = _column([label_text(label, separator) for label in self.labels])
            return Sheet(("id", "labels"), (ids, labels), syntax, separator or None)
        self._refuse_texts(syntax)
        columns = ids, _column(self.labels), _column(self.scores)
        return Sheet(("query", "document", "score"), columns, syntax, roles=Roles(ID, LABEL, SCORE))

    def _refuse_texts(self, syntax: JsonDocument) -> None:
        """Raise InputError for a score that is not a number."""
        odd = np.flatnonzero(~flags(pc.match_substring_regex(texts(self.scores), _NUMBER)))
        if len(odd):
            record = int(odd[0])
            what, found = f"the score of {shorten(self.labels[record])} is not a number", shorten(self.scores[record])
            raise InputError(what, syntax.source.path, syntax.line(record), found, _EXPECTED)


def _column(values: Sequence[str]) -> pa.ChunkedArray:
    return pa.chunked_array([texts(values)])
