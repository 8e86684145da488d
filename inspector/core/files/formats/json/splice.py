"""Replace, remove and add items of a file of items with separators between them; all other bytes stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import groupby
from operator import itemgetter

from inspector.core.arrays.types import Ints
from inspector.core.files.formats.csv.records import Bytes
from inspector.core.files.formats.patch import Cells, Patch, each_row


@dataclass(frozen=True)
class ItemChange:
    """The changes of one item of a file: new cells by record, dropped records, and new rows with the one before."""

    item: int
    cells: dict[int, Cells] = field(default_factory=dict)
    dropped: set[int] = field(default_factory=set)
    inserted: list[tuple[int, Cells]] = field(default_factory=list)


def by_item(changes: Patch, item_of: Callable[[int], int]) -> Iterator[ItemChange]:
    """The changes of each touched item, ascending. item_of: the item of a record, ascending like the records."""
    events = merge(
        ((item_of(record), "cells", record, cells) for record, cells in changes.cells_by_record()),
        ((item_of(record), "dropped", record, {}) for record in changes.dropped.tolist()),
        (
            (item_of(record), "inserted", record, cells)
            for record, cells in zip(changes.after.tolist(), each_row(changes.inserted), strict=True)
        ),
        key=itemgetter(0),
    )
    for item, found in groupby(events, key=itemgetter(0)):
        change = ItemChange(item)
        for _, what, record, cells in found:
            match what:
                case "cells":
                    change.cells[record] = cells
                case "dropped":
                    change.dropped.add(record)
                case _:
                    change.inserted.append((record, cells))
        yield change


def spliced(
    data: Bytes,
    starts: Ints,
    ends: Ints,
    new: Iterable[tuple[int, Sequence[bytes]]],
    joiner: bytes,
    appended: Sequence[bytes] = (),
) -> Iterator[bytes]:
    """The bytes of a file with other items.

    starts, ends: int64 (i,), where the items are; new: by ascending item what replaces it, nothing to remove it, which
    also removes a separator; joiner: a new separator; appended: items after the last.
    """
    at, gone = 0, 0
    for item, texts in new:
        start, end = int(starts[item]), int(ends[item])
        if texts:
            yield data[at:start]
            yield joiner.join(texts)
            at = end
        elif item > gone:  # an item is left before it
            yield data[at : max(at, int(ends[item - 1]))]
            at = end
        else:
            yield data[at:start]
            at = int(starts[item + 1]) if item + 1 < len(starts) else end
        gone += not texts
    if appended:
        last = max(at, int(ends[-1]))
        yield data[at:last]
        yield joiner.join([*([b""] if gone < len(starts) else []), *appended])
        at = last
    yield data[at:]
