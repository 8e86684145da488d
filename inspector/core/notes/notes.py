"""The notes of all rows, by id, so that they stay with their row in every reading of the files."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from inspector.core.notes.note import Note, checked_tags, checked_text

_BLANK = Note()


@dataclass(frozen=True)
class Notes:
    """An immutable value; every change returns another one, or the same if it changes nothing.

    by_id: the note of each row that ever had one; rows with equal notes share one object.
    """

    by_id: Mapping[str, Note] = field(default_factory=dict)

    def __getitem__(self, id_: str) -> Note:
        """The note of a row, a blank one if there is none."""
        return self.by_id.get(id_, _BLANK)

    def __len__(self) -> int:
        """The number of rows with a note or a tag."""
        return self._count

    @cached_property
    def _count(self) -> int:
        return sum(not note.is_blank for note in self.by_id.values())

    @cached_property
    def has_texts(self) -> bool:
        """Whether any row has a note."""
        return any(note.text for note in self.by_id.values())

    @cached_property
    def has_tags(self) -> bool:
        """Whether any row has a tag."""
        return any(note.tags for note in self.by_id.values())

    @cached_property
    def texts(self) -> dict[str, str]:
        """The note of each row that has one, by id."""
        return {id_: note.text for id_, note in self.by_id.items() if note.text}

    @cached_property
    def tags(self) -> dict[str, int]:
        """The tags in use, sorted, with the number of their rows."""
        return self.tags_of(self.by_id)

    def tags_of(self, ids: Iterable[str]) -> dict[str, int]:
        """The tags of some rows, sorted, with the number of these rows that have each."""
        counts = Counter(self[id_].tags for id_ in ids)
        found = Counter[str]()
        for tags, count in counts.items():
            found.update(dict.fromkeys(tags, count))
        return dict(sorted(found.items()))

    def with_text(self, id_: str, text: str) -> Notes:
        """Give a row a note instead of the one it has; "" or blanks for none. Raises InputError."""
        old, text = self[id_], checked_text(text)
        if text == old.text:
            return self
        return Notes({**self.by_id, id_: replace(old, text=text, written=_later(old.written))})

    def with_tags(self, ids: Iterable[str], add: Collection[str] = (), remove: Collection[str] = ()) -> Notes:
        """Add tags to rows and remove others. Raises InputError for a tag that is no word."""
        added, removed = set(checked_tags(add)), set(remove)
        changed, known = dict[str, Note](), dict[int, Note]()
        for id_ in ids:
            old = self[id_]
            if id(old) not in known:
                tags = tuple(sorted((added | set(old.tags)) - removed))
                known[id(old)] = old if tags == old.tags else replace(old, tags=tags, tagged=_later(old.tagged))
            if known[id(old)] is not old:
                changed[id_] = known[id(old)]
        return Notes({**self.by_id, **changed}) if changed else self

    def merged(self, other: Notes) -> Notes:
        """The later text and the later tags of each row; the other notes themselves if these add nothing to them."""
        if other is self:
            return self
        newer, known = dict[str, Note](), dict[tuple[int, int], Note]()
        for id_, theirs in other.by_id.items():
            ours = self[id_]
            pair = id(ours), id(theirs)
            if pair not in known:
                known[pair] = ours.merged(theirs)
            if known[pair] is not ours:
                newer[id_] = known[pair]
        if not newer:
            return self
        both = {**self.by_id, **newer}
        return other if both == other.by_id else Notes(both)


def _later(before: int) -> int:
    """The time now, but after the one before: clocks are set back."""
    return max(time.time_ns(), before + 1)
