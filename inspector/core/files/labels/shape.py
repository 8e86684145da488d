"""The interface of a shape: read lists of labels from records, and turn edited lists into a patch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, integers, text, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.kind import LABELS, Kind
from inspector.core.data.prediction import Prediction
from inspector.core.data.vocab import Vocab
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import Grammar
from inspector.core.files.labels.literal import Literal
from inspector.core.files.labels.reading import OddCells, Reading
from inspector.core.files.matching.entries import Entries
from inspector.core.files.schema.layout import Layout

_WHOLE = r"(\d)\.0+($|[\s,;|\]])"


@dataclass(frozen=True, eq=False)
class LabelRequest:
    """A request for lists. requested: int64 (n,), entries, -1 for none; truth: its lists, None to read the truth."""

    sheet: Sheet
    layout: Layout
    entries: Entries
    requested: Ints
    truth: Lists | None = None

    def column(self, column: int) -> pa.StringArray:
        """The text of a column for each record of the requested entries."""
        return self.sheet.texts_at(column, self.entries.all_records(self.requested)[1])

    @cached_property
    def labels(self) -> pa.ChunkedArray:
        """The label column, in the form of the layout; several columns are joined."""
        layout, column = self.layout, self.sheet.columns[self.layout.labels[0]]
        if layout.label_sign:
            parts = [combine_chunks(self.sheet.columns[i]) for i in layout.labels]
            column = pa.chunked_array([pc.binary_join_element_wise(*parts, text(layout.label_sign))])
        if layout.label_form == "whole":
            return pc.replace_substring_regex(column, _WHOLE, r"\1\2")
        return pc.replace_substring(column, " ", "_") if layout.label_form == "underscores" else column

    @property
    def records(self) -> Ints:
        """int64 (n,): the first record of each requested entry, -1 for none."""
        if self.entries.order is None:
            return self.requested
        return np.where(self.requested < 0, -1, self.entries.first[self.requested])

    @property
    def is_truth(self) -> bool:
        """Whether the labels of the truth are requested."""
        return self.truth is None


@dataclass(frozen=True, eq=False)
class Lists:
    """c lists: offsets int64 (c + 1,), the concatenated dictionary-encoded labels, their weights or None.

    grammar: of lists in cells, None if there are none; literal: how lists in brackets are written; indices: int64
    (n,), the list of each requested entry, -1 for none; None if the lists are in the requested order; odd: the cells of
    a wide file that could not be read; known: values of cached properties of `Ragged` that reading has told, so that
    the lists need not be looked through again; moved: int64, the lists that stand in another order in the file than by
    score, where scores order all lists, equal ones as in the file; None where they do not.
    """

    offsets: Ints
    labels: pa.ChunkedArray
    weights: Floats | None = None
    grammar: Grammar | None = None
    literal: Literal | None = None
    indices: Ints | None = None
    odd: OddCells | None = None
    known: Mapping[str, object] = field(default_factory=dict)
    moved: Ints | None = None

    @property
    def names(self) -> pa.StringArray:
        """The text of every label; may contain duplicates."""
        return pa.concat_arrays([texts([]), *(chunk.dictionary for chunk in self.labels.chunks)])

    def without_labels(self) -> Lists:
        """A copy without labels, to release their memory."""
        return replace(self, labels=pa.chunked_array([], self.labels.type))


@dataclass(frozen=True, eq=False)
class Edited:
    """Edited lists.

    entries: int64 (e,), ascending, -1 for ids that the file lacks; ids: Arrow strings (e,); before, after: e lists
    each of vocabulary codes, as in the file and as edited.
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
        """The edits of ids that the file has."""
        return self.take(np.flatnonzero(self.entries >= 0))

    @property
    def added(self) -> Edited:
        """The edits of ids that the file lacks."""
        return self.take(np.flatnonzero(self.entries < 0))

    def take(self, at: Ints) -> Edited:
        """A selection of the edits."""
        if len(at) == len(self):
            return self
        before, after = self.before.take(at), self.after.take(at)
        return Edited(self.entries[at], self.ids.take(integers(at)), before, after, self.vocab)


class Shape(Protocol):
    """How lists are represented in the records of a file."""

    @property
    def kind(self) -> Kind:
        """What the lists are."""
        return LABELS

    def lists(self, request: LabelRequest) -> Lists:
        """Read the lists of some entries. Raises InputError for an invalid cell."""

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """The patch of the file for edited lists. Raises InputError for a list that cannot be written."""

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a prediction that cannot be written and read back."""

    def tie_ranks(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """Ranks that order labels with equal or no confidence when the file is read again.

        The lower rank comes first, equal ranks keep the written order. None if all labels keep the written order.
        """
        return None
