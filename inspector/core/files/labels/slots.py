"""Places of edited lists that have a record of their own each: what stands there, and what stood there before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.text import number_texts
from inspector.core.arrays.types import Bools, Codes, Floats, Ints, repeat_chunked
from inspector.core.files.formats.patch import Rows, Texts
from inspector.core.files.labels.shape import Edited
from inspector.core.files.schema.layout import Layout


@dataclass(frozen=True, eq=False)
class Slots:
    """Places of edited lists, each for a record of its own: int64 (s,), whose list, and which place of it."""

    layout: Layout
    edited: Edited
    owner: Ints
    place: Ints

    def __len__(self) -> int:
        return len(self.owner)

    def take(self, at: Ints | Bools) -> Slots:
        """Some of them."""
        return Slots(self.layout, self.edited, self.owner[at], self.place[at])

    def codes(self, lists: Ragged) -> Codes:
        """The label of each in these lists, BLANK where they end before it."""
        at = np.where(self.place < lists.lengths[self.owner], lists.offsets[self.owner] + self.place, len(lists.codes))
        return np.append(lists.codes, np.int32(BLANK))[at]

    def weights(self, lists: Ragged) -> Floats:
        """The confidence of each, in lists that have them and that no place is behind."""
        return np.empty(0) if lists.weights is None else lists.weights[lists.offsets[self.owner] + self.place]

    @property
    def filled(self) -> Bools:
        """bool (s,): false for the place of an empty list."""
        filled: Bools = self.place < self.edited.after.lengths[self.owner]
        return filled

    def text(self, column: int) -> pa.StringArray:
        """What the records have in a column."""
        if column == self.layout.id:
            return self.edited.ids.take(integers(self.owner))
        if column == self.layout.rank:
            return integers(self.place + 1).cast(pa.string())
        if column == self.layout.confidence:
            return number_texts(self.weights(self.edited.after))
        return self.edited.vocab.strings(self.codes(self.edited.after))

    @property
    def columns(self) -> list[int]:
        """What the lists say in each record, the id left out."""
        layout, weighed = self.layout, self.edited.after.weights is not None
        given = layout.labels[0], layout.rank, layout.confidence if weighed else None
        return [column for column in given if column is not None]

    def rows(self) -> Rows:
        """As new records."""
        return {column: self.text(column) for column in (self.layout.id, *self.columns)}


def slots_of(counts: Ints, first: Ints | None = None) -> tuple[Ints, Ints]:
    """So many places of each list, the first of them 0 or as given: whose list, and which place of it."""
    owner = repeat_chunked(np.arange(len(counts)), counts)
    start = np.cumsum(counts) - counts - (0 if first is None else first)
    return owner, np.arange(len(owner)) - repeat_chunked(start, counts)


def differing(slots: Slots, records: Ints, has: Ints) -> dict[int, Texts]:
    """The cells of records, int64 (s,), that are not what they were; has: how many records each list had."""
    before, after, layout = slots.edited.before, slots.edited.after, slots.layout
    # Where a record of an entry said nothing, it is not known which of them held which label.
    unsure, cells = (before.lengths != has)[slots.owner], dict[int, Texts]()
    for column in slots.columns:
        if column == layout.labels[0]:
            differs = unsure | (slots.codes(before) != slots.codes(after))
        elif column == layout.rank:
            differs = unsure & slots.filled
        else:
            differs = slots.filled
            sure = slots.take(differs & ~unsure)
            # To the last bit, as -0.0 is written in another way than 0.0.
            differs[differs & ~unsure] = sure.weights(before).view(np.int64) != sure.weights(after).view(np.int64)
        cells[column] = Texts.sorted(records[differs], slots.take(differs).text(column))
    return cells
