"""Carries the steps of a history over to another reading of the files, so that undo goes back one edit at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Ints, unique
from inspector.core.data.edits import Edit, Overlay
from inspector.core.data.table import Table
from inspector.core.edits.rebase import edits_of
from inspector.core.edits.replay import applicable
from inspector.core.evaluation.evaluation import Evaluation

# An edit and the lists that it replaced.
Step: TypeAlias = tuple[Edit, Ragged]
# Rows of all steps that are carried one by one; those before are one step.
_MOST_ROWS = 4_000_000


def rebase_steps(steps: Sequence[Step], table: Table, saved: Overlay, after: Evaluation) -> list[Step]:
    """Steps of a table as steps of another reading, which together lead from its file to its predictions now.

    saved: what is in the file of the table already; after: the other reading with all edits carried over. A prediction
    that was that of the file becomes that of the new one. Steps up to the last with a list that the new file cannot
    hold are one step, and so is what was edited before the first. Steps that change nothing any more are left out.
    """
    counts = np.cumsum([len(edit.rows) for edit, _ in reversed(steps)], dtype=np.int64)
    lately = steps[len(steps) - int(np.searchsorted(counts, _MOST_ROWS, "right")) :]
    carried = [_Carried.of(step, table, saved, after) for step in lately]
    first = 1 + max((number for number, one in enumerate(carried) if one.is_refused), default=-1)
    kept = [one for one in carried[first:] if len(one.rows)]
    return [*_before(kept, after), *(one.step for one in kept)]


@dataclass(frozen=True, eq=False)
class _Carried:
    """A step on the other reading. rows: int64 (e,), ascending; is_refused: whether its file cannot hold a list."""

    name: str
    rows: Ints
    new: Ragged
    old: Ragged
    is_refused: bool

    @classmethod
    def of(cls, step: Step, table: Table, saved: Overlay, after: Evaluation) -> _Carried:
        edit, before = step
        (rows, new, unfit), (_, old, misfit) = (
            _carried(edit.rows, lists, table, saved, after) for lists in (edit.predictions, before)
        )
        places = np.flatnonzero((rows >= 0) & ~new.same(old))
        places = places[np.argsort(rows[places])]
        is_refused = bool((unfit | misfit).any())
        return cls(edit.name, rows[places], new.take(places), old.take(places), is_refused)

    @property
    def step(self) -> Step:
        return Edit(self.rows, self.new, self.name), self.old


def _carried(rows: Ints, lists: Ragged, table: Table, saved: Overlay, after: Evaluation) -> tuple[Ints, Ragged, Bools]:
    """The rows, int64 (e,), -1 for those that are gone; their lists; and which of these the file cannot hold."""
    of_file = lists.same(saved.over(table, rows))
    now, refused, fresh = applicable(after, edits_of(table, rows, lists))
    places = np.flatnonzero(of_file & (now >= 0))
    return now, fresh.replace(places, after.table.predictions.take(now[places])), refused & ~of_file


def _before(kept: Sequence[_Carried], after: Evaluation) -> list[Step]:
    """The step that leads from the file to what was there before the first of the kept steps; none if that is it."""
    rows = unique(np.concatenate([after.overlay.rows, *(one.rows for one in kept)]))
    lists, file = after.predictions(rows), after.table.predictions.take(rows)
    for one in reversed(kept):
        lists = lists.replace(np.searchsorted(rows, one.rows), one.old)
    places = np.flatnonzero(~lists.same(file))
    if not len(places):
        return []
    name = f"carry {len(places):,} edited row{'' if len(places) == 1 else 's'} over"
    return [(Edit(rows[places], lists.take(places), name), file.take(places))]
