"""The result of a paste, in numbers and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.data.edits import Edit
from inspector.core.errors import shorten
from inspector.core.plural import count_of

_MAX_NAMED = 3


@dataclass(frozen=True, eq=False)
class Pasted:
    """The result of a paste. edit: of the rows that change; matched: the number of rows named; unknown: unknown ids;
    again: lines replaced by a later one for the same row; left_over: lines beyond the last row; emptied: rows that
    lose all their labels; fewer: how many labels the rows had that get fewer, but some, and how many they get; noun:
    what a label of the file is; by_id: whether ids name the rows; labels: the number of different labels; new_labels:
    those that neither file has.
    """

    edit: Edit
    matched: int
    unknown: Sequence[str] = ()
    again: int = 0
    left_over: int = 0
    emptied: int = 0
    fewer: tuple[int, int] = (0, 0)
    noun: str = "label"
    by_id: bool = False
    labels: int = 0
    new_labels: Sequence[str] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it changes one row at most, and only to labels of the files, so that nobody need be asked."""
        return len(self.edit.rows) <= 1 and not self.new_labels

    @property
    def label_words(self) -> str:
        """`2 of 3 labels are in neither file: 'Dear', 'Sir'`; empty for none."""
        new = len(self.new_labels)
        if not new:
            return ""
        what = "label is" if self.labels == 1 else "labels are"
        return f"{new:,} of {self.labels:,} {what} in neither file: {_named(self.new_labels)}"

    def __str__(self) -> str:
        """`12 rows changed, 3 ids unknown: a, b, c`."""
        changed, same = len(self.edit.rows), self.matched - len(self.edit.rows)
        parts = [f"{count_of(changed, 'row')} changed"]
        parts += [f"{same:,} the same as before"] if same else []
        parts += [f"{self.emptied:,} emptied"] if self.emptied else []
        parts += [f"{count_of(self.fewer[0], self.noun)} become {self.fewer[1]:,}"] if self.fewer[0] else []
        parts += [f"{count_of(self.again, 'line')} replaced by a later one for the same row"] if self.again else []
        parts += [f"{count_of(self.left_over, 'line')} left over"] if self.left_over else []
        return ", ".join([*parts, *([unknown_words(self.unknown)] if self.unknown else [])])


def unknown_words(ids: Sequence[str]) -> str:
    """`3 ids unknown: a, b, c`."""
    return f"{count_of(len(ids), 'id')} unknown: {_named(ids)}"


def _named(texts: Sequence[str]) -> str:
    """The first of some texts."""
    return ", ".join(shorten(text, 24) for text in texts[:_MAX_NAMED]) + (" …" if len(texts) > _MAX_NAMED else "")
