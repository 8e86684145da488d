"""Repair the rows, columns and signs of a submission; no repair changes or invents a prediction."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.arrow import integers, texts
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError
from inspector.core.files.checks.pair import is_swapped
from inspector.core.files.checks.respelling import all_lists
from inspector.core.files.detection.ids.columns import is_index_column
from inspector.core.files.formats.csv.reader import Delimited
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.io.source import BOM
from inspector.core.files.labels.cell import Grammar, words
from inspector.core.files.labels.dispatch import kind_of
from inspector.core.files.matching.alignment import Alignment, empty_records
from inspector.core.files.matching.match import repeated
from inspector.core.files.schema.names import normalized


def fill_missing(alignment: Alignment) -> Patch:
    """Add a row for each missing id that says that nothing is predicted. Raises InputError if none can say so."""
    layout, sheet = alignment.layouts[1], alignment.submission
    if sheet.roles is not None:
        what = f"{sheet.syntax.description} cannot have a topic without documents"
        raise InputError(what, sheet.name, hint="Leave the topic out")
    if not kind_of(layout).names_labels:
        what = "a row of numbers cannot say that nothing is predicted"
        raise InputError(what, sheet.name, hint="Add the rows with numbers of your own")
    missing = alignment.ids.take(integers(np.flatnonzero(alignment.found.entry_of_row < 0)))
    blank = layout.no_yes[0] if layout.shape == "wide" else _empty_cell(alignment)
    cells = texts([blank] * len(missing))
    return Patch(appended={**layout.id_cells(missing), **dict.fromkeys(layout.labels, cells)})


def _empty_cell(alignment: Alignment) -> str:
    """A label cell without labels."""
    literal = all_lists(alignment, 1).literal
    return "" if literal is None else literal.write([])


def drop_unknown(alignment: Alignment) -> Patch:
    """Drop the rows whose id is not in the truth."""
    return Patch(dropped=np.sort(alignment.entries[1].all_records(alignment.found.unknown)[1]))


def keep_first(alignment: Alignment, which: int) -> Patch:
    """Keep the first row of each id."""
    entries = alignment.entries[which]
    return Patch(dropped=entries.first[repeated(entries.codes)])


def unread_records(alignment: Alignment, which: int) -> Ints:
    """int64, ascending: the empty rows that are not read."""
    sheet = alignment.sheets[which]
    is_read = alignment.layouts[which].shape == "long" or len(alignment.entries[which]) == len(sheet)
    return empty_records(sheet, np.arange(0 if is_read else len(sheet)))


def drop_empty(alignment: Alignment) -> Patch:
    """Drop the empty rows."""
    return Patch(dropped=unread_records(alignment, 1))


def index_columns(alignment: Alignment) -> list[int]:
    """The columns of the submission that only number the rows and are not used."""
    sheet, used = alignment.submission, alignment.layouts[1].used
    return [i for i in range(len(sheet.names)) if i not in used and is_index_column(sheet, i)]


def drop_index(alignment: Alignment) -> Patch:
    """Drop the index columns."""
    index = index_columns(alignment)
    kept = tuple(i for i in range(len(alignment.submission.names)) if i not in index)
    return Patch(columns=kept) if index else Patch()


def header(alignment: Alignment) -> Patch:
    """Rename and reorder the columns as in the truth; columns that the truth lacks go last."""
    expected = {normalized(name): name for name in alignment.truth.names}
    names = alignment.submission.names
    renamed = {
        i: expected[normalized(name)] for i, name in enumerate(names) if expected.get(normalized(name), name) != name
    }
    order = {normalized(name): index for index, name in enumerate(alignment.truth.names)}
    columns = tuple(sorted(range(len(names)), key=lambda i: order.get(normalized(names[i]), len(order))))
    return Patch(names=renamed, columns=None if columns == tuple(range(len(names))) else columns)


def swap_columns(alignment: Alignment) -> Patch:
    """Swap the id and label columns and their names, so that the header stays the same."""
    if not is_swapped(alignment):
        return Patch()
    names, (a, b) = alignment.submission.names, (alignment.layouts[1].id, alignment.layouts[1].labels[0])
    swap = {a: b, b: a}
    return Patch(names={a: names[b], b: names[a]}, columns=tuple(swap.get(i, i) for i in range(len(names))))


def delimiter(alignment: Alignment) -> Patch:
    """Put commas between the columns; lines before the header, which may name another sign, are left out."""
    syntax = alignment.submission.syntax
    if not isinstance(syntax, Delimited) or syntax.delimiter == ",":
        return Patch()
    return Patch(delimiter=",", drop_leading=syntax.leading > 0)


def separator(alignment: Alignment) -> Patch:
    """Separate labels as the truth does."""
    expected = all_lists(alignment, 0).grammar or Grammar()
    grammar = all_lists(alignment, 1).grammar
    layout, cells = alignment.layouts[1], dict[int, Texts]()
    for column in (layout.labels[0], layout.confidence):
        if column is not None and grammar is not None:
            numbered = enumerate(alignment.submission.columns[column].to_pylist())
            separated = [(record, text) for record, text in numbered if grammar.separator in text.strip()]
            right = {record: expected.separator.join(words(text, grammar.separator)) for record, text in separated}
            cells[column] = Texts.of(right)
    return Patch(cells)


def drop_leading(alignment: Alignment) -> Patch:
    """Drop the lines before the header."""
    syntax = alignment.submission.syntax
    return Patch(drop_leading=isinstance(syntax, Delimited) and syntax.leading > 0)


def drop_bom(alignment: Alignment) -> Patch:
    """Remove the byte order mark."""
    syntax = alignment.submission.syntax
    return Patch(drop_bom=isinstance(syntax, Delimited) and syntax.source.head().startswith(BOM))
