"""The layout of a file: its shape and the role of each column."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, text, texts
from inspector.core.data.usage import USAGES
from inspector.core.errors import InputError, quoted, shorten
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.schema.names import normalized

_SAMPLE = 1000
# Columns that a message names.
_SHOWN = 20
_MIN_REPEATED_SHARE = 0.1
_MIN_REPEATS = 20
# Joins the names of several columns in an option.
JOIN = "+"


@dataclass(frozen=True)
class Repeats:
    """How a file's ids repeat. records: how many repeat an id; ids: how many ids are repeated; of: how many ids."""

    records: int
    ids: int
    of: int

    @property
    def are_intended(self) -> bool:
        """Whether there are too many repeats for a mistake, so that the file is long: one row per label."""
        many = self.records >= _MIN_REPEATED_SHARE * (self.records + self.of)
        return many and (self.records >= _MIN_REPEATS or (self.ids > 1 and 2 * self.ids >= self.of))


@dataclass(frozen=True)
class Layout:
    """The shape of a file and the index of each column by role.

    ids: one column, or several that identify a row together, joined by `id_sign`; labels: one column (several if their
    texts make one label, joined by `label_sign`), or one per label if wide, one per rank if slots, one for each number;
    shape: a key of
    SHAPES; separator: between the labels of a cell, None for native and bracketed lists; label_form: a key of
    LABEL_FORMS; label_names: of the columns of a wide file or of numbers, where they differ from the header;
    confidence: of confidences or relevance grades; usage: of the site's Public/Private split; no_yes: how a wide file
    writes a wrong and a right label; decimal: the decimal point of numbers.
    """

    ids: tuple[int, ...]
    labels: tuple[int, ...]
    shape: str = "list"
    separator: str | None = None
    confidence: int | None = None
    rank: int | None = None
    usage: int | None = None
    no_yes: tuple[str, str] = ("0", "1")
    id_sign: str = ""
    label_sign: str = ""
    label_form: str = "as-written"
    label_names: tuple[str, ...] = ()
    decimal: str = "."

    @property
    def id(self) -> int:
        """The first id column."""
        return self.ids[0]

    @property
    def used(self) -> set[int | None]:
        """The columns used for scoring."""
        return {*self.ids, *self.labels, self.confidence, self.rank}

    def names_of(self, sheet: Sheet) -> tuple[str, ...]:
        """The label of each label column of a wide file, and the name of each number."""
        return self.label_names or tuple(sheet.names[column].strip() for column in self.labels)

    def id_name(self, sheet: Sheet) -> str:
        """The names of the id columns, as options name them."""
        return JOIN.join(sheet.names[column] for column in self.ids)

    def id_words(self, sheet: Sheet) -> str:
        """The id columns in words."""
        return (
            "row number" if sheet.is_numbered and self.ids == (len(sheet.names) - 1,) else quoted(self.id_name(sheet))
        )

    def label_name(self, sheet: Sheet) -> str:
        """The name of the (first) label column, or of those that make one label, as options name them."""
        return JOIN.join(sheet.names[column] for column in (self.labels if self.label_sign else self.labels[:1]))

    def id_cells(self, ids: pa.StringArray) -> dict[int, pa.StringArray]:
        """Ids as the cells of the id columns."""
        if len(self.ids) == 1:
            return {self.ids[0]: ids}
        parts = pc.split_pattern(ids, self.id_sign, max_splits=len(self.ids) - 1)
        return {column: pc.list_element(parts, i) for i, column in enumerate(self.ids)}


def id_texts(sheet: Sheet, layout: Layout) -> pa.ChunkedArray:
    """The id of each record."""
    if len(layout.ids) == 1:
        return sheet.columns[layout.ids[0]]
    parts = [combine_chunks(sheet.columns[column]) for column in layout.ids]
    return pa.chunked_array([pc.binary_join_element_wise(*parts, text(layout.id_sign))])


def find_columns(sheet: Sheet, names: str) -> tuple[int, ...]:
    """The columns that an option names: one name, several as `a+b`, or a pattern such as `pred_*`.

    Raises InputError listing the existing columns.
    """
    if not _has(sheet, names):
        if "*" in names and (found := [i for i, name in enumerate(sheet.names) if fnmatchcase(name, names)]):
            return tuple(found)
        if JOIN in names and all(_has(sheet, part) for part in names.split(JOIN)):
            return tuple(find_column(sheet, part) for part in names.split(JOIN))
    return (find_column(sheet, names),)


def find_column(sheet: Sheet, name: str) -> int:
    """The index of a column by name. Raises InputError listing the existing columns."""
    names = list(sheet.names) if name in sheet.names else [normalized(n) for n in sheet.names]
    key = name if name in sheet.names else normalized(name)
    if key not in names:
        line, more = None if sheet.line(0) is None else 1, len(names) - _SHOWN
        expected = f"one of {', '.join(map(shorten, sheet.names[:_SHOWN]))}"
        expected += f" and {more:,} more" if more > 0 else ""
        raise InputError(f"there is no column {shorten(name)}", sheet.name, line, expected=expected)
    return names.index(key)


def usage_column(sheet: Sheet) -> int | None:
    """The column of the site's split: named so, with at least one known value in the first rows."""
    for i, name in enumerate(sheet.names):
        if normalized(name) in ("usage", "split"):
            cells = pc.utf8_lower(pc.utf8_trim_whitespace(sheet.columns[i].slice(0, _SAMPLE)))
            if pc.any(pc.is_in(cells, value_set=texts(USAGES))).as_py():
                return i
    return None


def _has(sheet: Sheet, name: str) -> bool:
    return normalized(name) in map(normalized, sheet.names)
