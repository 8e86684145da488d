"""The long shape: one record per label; the records of an id are ordered by file position, rank or score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, integers, numbers
from inspector.core.arrays.offsets import indices_of, offsets_of, owners_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.text import number_texts
from inspector.core.arrays.types import Bools, Codes, Floats, Ints, cumulative_count, distinct
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.patch import Patch, Rows, Texts
from inspector.core.files.formats.sheet import texts_at
from inspector.core.files.formats.trec import Trec
from inspector.core.files.labels.cell import refuse_repeated, validate_label
from inspector.core.files.labels.coding import dictionary_encode
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists, Shape
from inspector.core.files.matching.entries import score_column
from inspector.core.files.schema.contents import parse_relevance, trimmed_numbers
from inspector.core.files.schema.layout import Layout

# Whole numbers beyond are not all floats.
_MOST = 2.0**53


class Long(Shape):
    """The long shape: a label per record."""

    def lists(self, request: LabelRequest) -> Lists:
        """Read the labels of each entry in the order of its records; records without a label are skipped.

        The weights of a truth are the relevance of its labels, those that are not relevant included.
        """
        offsets, records = request.entries.all_records(request.requested)
        labels = texts_at(request.labels, records)
        if request.sheet.roles is None:  # elsewhere blanks around a label belong to it
            labels = pc.utf8_trim_whitespace(labels)
        weights, column = None, request.layout.confidence
        if column is not None:  # words say how relevant a label is, not how sure a model is
            weights = (parse_relevance if request.is_truth else trimmed_numbers)(request.column(column))
        kept = numbers(pc.binary_length(labels)) > 0
        if not kept.all():
            before = cumulative_count(kept)
            offsets, labels = before[offsets], labels.filter(booleans(kept))
            weights = None if weights is None else weights[kept]
        return Lists(offsets, dictionary_encode(labels), weights)

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """Reuse the records of edited entries; drop surplus records, insert missing ones after the last.

        Labels with scores keep their records where these are not in the order of the list.
        """
        held, layout = edited.held, reading.layout
        offsets, records = reading.entries.all_records(held.entries)
        has, needs = np.diff(offsets), held.after.lengths
        if reading.sheet.roles is None:
            needs = np.maximum(needs, 1)  # keep an id without labels in the file; TREC has no blank fields
        owner, was = _slots_of(has)
        goes, ranks = was.copy(), reading.entries.ranks
        own = (was + 1).astype(np.float64) if ranks is None else ranks[records]
        if is_scored := score_column(reading.sheet, layout) is not None:
            _keep_records(held, offsets, records, own, goes)
        is_kept = (goes >= 0) & (goes < needs[owner])
        stays = np.flatnonzero(is_kept)
        before, now = (_Slots(layout, held, owner[stays], at[stays]) for at in (was, goes))
        wanted, at = _Slots(layout, held, *_slots_of(needs)), offsets_of(needs)[now.owner] + now.index
        is_new = np.ones(len(wanted), bool)
        is_new[at] = False
        new = wanted.take(is_new)
        after = np.maximum.reduceat(records, offsets[:-1])[new.owner] if len(new) else new.owner
        in_file = np.argsort(after, kind="stable")
        cells, inserted = _differing(before, now, records[stays], has), new.take(in_file).rows()
        if layout.rank is not None:
            keys = np.full(len(wanted), np.inf)
            keys[at] = own[stays]
            ranks = _ranks(wanted, offsets, own, keys, is_scored=is_scored)
            differs = (ranks[at] != own[stays]) & ~np.isnan(ranks[at]) & now.filled
            cells[layout.rank] = Texts.sorted(records[stays][differs], _whole_texts(ranks[at][differs]))
            inserted = {**inserted, layout.rank: _whole_texts(ranks[is_new][in_file])}
        return Patch(
            cells=cells,
            known={
                column: Texts.sorted(records, cells)
                for column, cells in layout.id_cells(held.ids.take(integers(owner))).items()
            },
            dropped=np.sort(records[~is_kept]),
            after=after[in_file],
            inserted=inserted,
            appended=_Slots(layout, edited.added, *_slots_of(edited.added.after.lengths)).rows(),
        )

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a label that cannot be written to a record and read back."""
        is_trec = isinstance(reading.sheet.syntax, Trec)
        for label in prediction.labels:
            validate_label(label, "\0")
            if is_trec and (len(label.split()) != 1 or label != label.strip()):
                raise InputError(f"the label {shorten(label)} cannot be written to this file", expected="one word")
        if reading.sheet.roles is not None:
            message = "a document cannot be repeated within a topic"
            refuse_repeated(prediction.labels, message, "each document once in a topic")

    def tie_ranks(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """Ranks if the file is ordered by score: equal scores by descending label."""
        if score_column(reading.sheet, reading.layout) is None:
            return None
        rank = {name: number for number, name in enumerate(sorted(set(labels), reverse=True))}
        return [rank[label] for label in labels]


@dataclass(frozen=True, eq=False)
class _Slots:
    """Slots of edited lists, one per record. owner: int64 (s,), the list; index: int64 (s,), the position in it."""

    layout: Layout
    edited: Edited
    owner: Ints
    index: Ints

    def __len__(self) -> int:
        return len(self.owner)

    def take(self, at: Ints | Bools) -> _Slots:
        """A selection of the slots."""
        return _Slots(self.layout, self.edited, self.owner[at], self.index[at])

    def codes(self, lists: Ragged) -> Codes:
        """The label code of each slot in `lists`, BLANK beyond the end of a list."""
        at = np.where(self.index < lists.lengths[self.owner], lists.offsets[self.owner] + self.index, len(lists.codes))
        return np.append(lists.codes, np.int32(BLANK))[at]

    def weights(self, lists: Ragged) -> Floats:
        """The confidence of each slot in `lists`; every slot must be within its list."""
        return np.empty(0) if lists.weights is None else lists.weights[lists.offsets[self.owner] + self.index]

    @property
    def filled(self) -> Bools:
        """bool (s,): false for the slot of an empty list."""
        filled: Bools = self.index < self.edited.after.lengths[self.owner]
        return filled

    def text(self, column: int) -> pa.StringArray:
        """The texts of the slots for a column."""
        if column in self.layout.ids:
            return self.layout.id_cells(self.edited.ids.take(integers(self.owner)))[column]
        if column == self.layout.rank:
            return integers(self.index + 1).cast(pa.string())
        if column == self.layout.confidence:
            return number_texts(self.weights(self.edited.after))
        return self.edited.vocab.strings(self.codes(self.edited.after))

    @property
    def columns(self) -> list[int]:
        """The columns that the lists determine, without the id."""
        layout, has_weights = self.layout, self.edited.after.weights is not None
        given = layout.labels[0], layout.rank, layout.confidence if has_weights else None
        return [column for column in given if column is not None]

    def rows(self) -> Rows:
        """The slots as new records."""
        return {column: self.text(column) for column in (*self.layout.ids, *self.columns)}


def _slots_of(counts: Ints) -> tuple[Ints, Ints]:
    """The owners and indices of `counts` slots per list."""
    return owners_of(counts), indices_of(counts)


def _keep_records(edited: Edited, offsets: Ints, records: Ints, ranks: Floats, goes: Ints) -> None:
    """Write each label to its own record in lists whose records, or their ranks, are not in the order of the list.

    offsets, records, ranks: of the lists; goes: int64 (s,), the index in its list of the label that is written to each
    record, -1 for none; it is changed. A new label takes the record of one that is gone.
    """
    owner, turns = owners_of(np.diff(offsets)), (np.diff(records) < 0) | (np.diff(ranks) < 0)
    odd = distinct(owner[1:][turns & (np.diff(owner) == 0)])
    for number in odd[(edited.before.lengths == np.diff(offsets))[odd]].tolist():
        before, after = edited.before[number].tolist(), edited.after[number].tolist()
        places = {code: index for index, code in enumerate(after)}
        if len({*before}) < len(before) or len(places) < len(after):
            continue  # a label that is repeated may have any of its records
        own = [places.pop(code, -1) for code in before]
        new = iter(places.values())
        goes[offsets[number] : offsets[number + 1]] = [index if index >= 0 else next(new, -1) for index in own]


def _ranks(slots: _Slots, offsets: Ints, own: Floats, keys: Floats, *, is_scored: bool) -> Floats:
    """float64 (m,): the rank of each of all slots: the ranks of a list stay, in the order that the list has of them.

    That is the order of the scores and, among equal ones, of the ranks; or of the ranks alone where they do not follow
    the scores. own: float64 (s,), the ranks of all records of the lists, with their offsets; keys: float64 (m,), that
    of the record that each slot is written to, infinite for a new one, whose rank is the next behind the last.
    """
    has, old, new = np.diff(offsets), slots.edited.before, slots.edited.after
    owner, scores = owners_of(has), np.zeros(len(keys))
    if is_scored and old.weights is not None and new.weights is not None:
        by_score = np.lexsort((own, -old.weights, owner))
        odd = owner[1:][(np.diff(own[by_score]) < 0) & (np.diff(owner) == 0)]
        scores = np.where(np.isin(slots.owner, odd), 0.0, new.weights)
    in_order, last = own[np.lexsort((own, owner))], offsets[1:] - 1
    step = (in_order[last] > in_order[offsets[:-1]]) | (has == 1)  # all ranks may be 0
    at, end = offsets[:-1][slots.owner] + slots.index, last[slots.owner]
    held, behind = in_order[np.minimum(at, end)], np.maximum(at - end, 0)
    ranks = np.empty(len(keys))
    ranks[np.lexsort((keys, -scores, slots.owner))] = held + step[slots.owner] * behind
    ranks = np.where((np.abs(ranks) < _MOST) & (ranks == np.floor(ranks)), ranks, keys)
    # If an entry has records without labels, it is not known which record has which label.
    unsure = (old.lengths != has)[slots.owner]
    return np.where(unsure | np.isinf(ranks), slots.index + 1.0, ranks)


def _whole_texts(values: Floats) -> pa.StringArray:
    return integers(values.astype(np.int64)).cast(pa.string())


def _differing(was: _Slots, slots: _Slots, records: Ints, has: Ints) -> dict[int, Texts]:
    """The changed cells. records: int64 (s,), of the slots; was: what stood there; has: int64, the number of records
    of each list."""
    before, after, layout = slots.edited.before, slots.edited.after, slots.layout
    # If an entry has records without labels, it is not known which record has which label.
    unsure, cells = (before.lengths != has)[slots.owner], dict[int, Texts]()
    for column in (column for column in slots.columns if column != layout.rank):
        if column == layout.labels[0]:
            differs = unsure | (was.codes(before) != slots.codes(after))
        else:
            differs = slots.filled
            sure = differs & ~unsure
            old, new = was.take(sure).weights(before), slots.take(sure).weights(after)
            # Compare the bits, since -0.0 and 0.0 are written differently.
            differs[sure] = old.view(np.int64) != new.view(np.int64)
        cells[column] = Texts.sorted(records[differs], slots.take(differs).text(column))
    return cells
