"""What every shape does: lists of labels out of the records of a file, and changed records out of changed lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import integers, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.prediction import Prediction
from inspector.core.data.vocab import Vocab
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import Grammar
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.entries import Entries
from inspector.core.files.schema.layout import Layout


@dataclass(frozen=True, eq=False)
class LabelRequest:
    """Which lists are wanted. wanted: int64 (n,), entries, -1 for none; truth: its lists, None when they are read."""

    sheet: Sheet
    layout: Layout
    entries: Entries
    wanted: Ints
    separator: str | None = None
    truth: Lists | None = None

    def column(self, place: int) -> pa.StringArray:
        """A column's text for each record of the wanted entries."""
        return self.sheet.texts_at(place, self.entries.all_records(self.wanted)[1])

    @property
    def records(self) -> Ints:
        """int64 (n,): the first record of each wanted entry, -1 for none. Entries left out shift the others."""
        if self.entries.order is None:
            return self.wanted
        return np.where(self.wanted < 0, -1, self.entries.first[self.wanted])

    @property
    def is_truth(self) -> bool:
        """Whether these are the labels that are right."""
        return self.truth is None


@dataclass(frozen=True, eq=False)
class Lists:
    """c lists: offsets int64 (c + 1,), all labels in a row as codes of dictionaries, their weights or None.

    grammar: how the file writes a list, None where no cell holds one; literal: the quote of list literals; places:
    int64 (n,), which of the lists each wanted entry has, -1 for none; None where they are the wanted ones in order.
    """

    offsets: Ints
    labels: pa.ChunkedArray
    weights: Floats | None = None
    grammar: Grammar | None = None
    literal: str | None = None
    places: Ints | None = None

    @property
    def names(self) -> pa.StringArray:
        """The text of every label, of some of them more than once."""
        return pa.concat_arrays([texts([]), *(chunk.dictionary for chunk in self.labels.chunks)])

    def bare(self) -> Lists:
        """The same without labels, which are let go."""
        return replace(self, labels=pa.chunked_array([], self.labels.type))


@dataclass(frozen=True, eq=False)
class Edited:
    """The lists of some ids, as the file has them and as they shall be.

    entries: int64 (e,), ascending, -1 for ids that the file lacks; ids: Arrow strings (e,); before, after: e lists
    each, of codes of the vocabulary.
    """

    entries: Ints
    ids: pa.StringArray
    before: Ragged
    after: Ragged
    vocab: Vocab

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def held(self) -> Edited:
        """Those whose ids the file has."""
        return self.take(np.flatnonzero(self.entries >= 0))

    @property
    def added(self) -> Edited:
        """Those whose ids it lacks."""
        return self.take(np.flatnonzero(self.entries < 0))

    def take(self, at: Ints) -> Edited:
        """Some of them."""
        if len(at) == len(self):
            return self
        before, after = self.before.take(at), self.after.take(at)
        return Edited(self.entries[at], self.ids.take(integers(at)), before, after, self.vocab)


class Shape(Protocol):
    """How lists of labels lie in the records of a file."""

    def lists(self, asked: LabelRequest) -> Lists:
        """The lists of some entries. Raises InputError for what cannot be understood."""

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """What becomes of the file when ids get other lists. Raises InputError for a list that it cannot hold."""

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a prediction that a file of this shape could not give back."""

    def places(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """Which of two labels with equal confidences, or without any, comes first when a file of this shape is read
        again: the one of the lower place, or the one that is written first. None where all stay as they are written.
        """
