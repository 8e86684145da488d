"""Where a change of very many rows leads: another State, made beside the open one, to be adopted whole or dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.document.change import Kind
from inspector.core.document.history import Direction, EditStep, StateSwap, Step
from inspector.core.document.state import State
from inspector.core.task import Progress, Task

Plan: TypeAlias = Callable[[State], Edit]

_NOTHING = Edit(np.empty(0, np.int64), Ragged.empty(), "")
_MADE_FROM = ("pair", "metric", "overlay", "clauses", "order")


@dataclass(frozen=True, eq=False)
class Transition:
    """state: the pair after the change; step: what is done, undone or redone, None for a sort, which nobody undoes;
    seen: the state that this was made from, as it was then.
    """

    state: State
    step: Step | None
    way: Direction
    seen: State

    def is_of(self, state: State) -> bool:
        """Whether nothing that this was made from is another by now."""
        return all(getattr(self.seen, name) is getattr(state, name) for name in _MADE_FROM)

    @property
    def edit(self) -> Edit:
        """What is edited; by an exchange or a sort no row is."""
        return self.step.edit if isinstance(self.step, EditStep) else _NOTHING

    @property
    def kind(self) -> Kind:
        """What the notice is about."""
        kinds = {EditStep: Kind.EDIT, StateSwap: Kind.REPAIR}
        return Kind.ORDER if self.step is None else kinds[type(self.step)]


def edit_task(state: State, plan: Plan) -> Task[Transition]:
    """The long work before `Inspection.go`: plan an edit and score its rows. Raises the plan's InputError."""
    return _planned(copy(state), plan)


def step_task(state: State, step: Step, way: Direction) -> Task[Transition]:
    """The same for a step of the history, back or forth. Raises InputError when the rule in force refuses it."""
    if isinstance(step, StateSwap):
        return _exchanged(copy(state), step, way)
    return _scored(copy(state), step, way, step.inverse if way == "undo" else step.edit)


def sort_task(state: State, keys: Sequence[SortKey]) -> Task[Transition]:
    """The long work before the rows stand in another order."""
    return _sorted(copy(state), keys)


def reset_edit(state: State, rows: Ints | None = None) -> Edit:
    """The edit that puts rows back to what the file says, all edited ones when none are named."""
    edited = state.overlay.rows
    chosen = edited if rows is None else edited[np.isin(edited, rows)]
    name = f"reset {state.table.id(int(chosen[0]))}" if len(chosen) == 1 else f"reset {len(chosen):,} rows"
    return Edit(chosen, state.table.predictions.take(chosen), name)


def _planned(seen: State, plan: Plan) -> Task[Transition]:
    yield Progress(0.0, "Planning the edit")
    edit = plan(seen)
    yield Progress(0.3, "Planning the edit")
    before = seen.predictions(edit.rows)
    if edit.predictions.same(before).all():
        return Transition(seen, EditStep(_NOTHING, Ragged.empty()), "do", seen)
    return (yield from _scored(seen, EditStep(edit, before), "do", edit))


def _scored(seen: State, step: EditStep, way: Direction, edit: Edit) -> Task[Transition]:
    yield Progress(0.4, f"Scoring {len(edit.rows):,} rows")
    after = seen.after(edit)
    yield Progress(0.9, f"Scoring {len(edit.rows):,} rows")
    return Transition(after.prepare(), step, way, seen)


def _sorted(seen: State, keys: Sequence[SortKey]) -> Task[Transition]:
    yield Progress(0.0, "Sorting")
    after = copy(seen)
    after.arrange(keys)
    return Transition(after, None, "sort", seen)


def _exchanged(seen: State, step: StateSwap, way: Direction) -> Task[Transition]:
    yield Progress(0.0, "Putting the files back as they were")
    after = step.other.like(seen)
    yield Progress(0.9, "Putting the files back as they were")
    return Transition(after.prepare(), step, way, seen)
