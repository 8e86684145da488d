"""Every change of the document as a task: it computes the state that follows, and the Inspection commits it.

Each function starts from a copy of the state that nothing else changes meanwhile, or whose result is then dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.document.change import Kind
from inspector.core.document.history import Direction, EditStep, StateSwap, Step
from inspector.core.document.rebase import rebase
from inspector.core.document.replay import Recovered
from inspector.core.document.state import State
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric
from inspector.core.query import Clause, filter_of, parse, quote
from inspector.core.task import Progress, Task

Plan: TypeAlias = Callable[[Evaluation], Edit]


@dataclass(frozen=True, eq=False)
class Transition:
    """A change that is ready to be committed.

    state: the document after it; rows: int64, whose predictions change, None for all; step, direction: what the
    history notes, None for what nobody undoes; rebased: for a reload, what became of the edits; generation: of the
    document that it was computed from.
    """

    kind: Kind
    state: State
    rows: Ints | None = None
    step: Step | None = None
    direction: Direction = "do"
    rebased: Recovered | None = None
    generation: int = -1

    @property
    def changes_nothing(self) -> bool:
        """Whether it is an edit to what is there already, which is neither noted nor told."""
        return self.kind is Kind.EDIT and self.step is None


def edit_task(state: State, plan: Plan, *, in_place: bool = False) -> Task[Transition]:
    """Plan an edit and score its rows; in place, without a copy, where nobody looks before it is committed.

    Raises the plan's InputError.
    """
    yield Progress(0.0, "Planning the edit")
    edit = plan(state.evaluation)
    yield Progress(0.3, "Planning the edit")
    before = state.evaluation.predictions(edit.rows)
    if edit.predictions.same(before).all():
        return Transition(Kind.EDIT, state, np.empty(0, np.int64))
    return (yield from step_task(state, EditStep(edit, before), "do", in_place=in_place))


def step_task(state: State, step: Step, direction: Direction, *, in_place: bool = False) -> Task[Transition]:
    """Do, undo or redo a step. Raises InputError when the metric in force refuses the files as they were."""
    if isinstance(step, StateSwap):
        yield Progress(0.0, "Restoring the files" if direction == "undo" else "Taking the repaired files")
        after = state.showing(step.other)
        return Transition(Kind.REPAIR, after, None, step, direction)
    edit = step.in_direction(direction)
    yield Progress(0.4, f"Scoring {len(edit.rows):,} rows")
    if in_place:
        state.evaluation.apply(edit)
    else:
        state = state.after(edit)
    return Transition(Kind.EDIT, state, edit.rows, step, direction)


def sort_task(state: State, keys: Sequence[SortKey]) -> Task[Transition]:
    """Sort the rows. Raises InputError for an unknown column."""
    yield Progress(0.0, "Sorting")
    state.arrange(keys)
    return Transition(Kind.ORDER, state)


def filter_task(state: State, clauses: Sequence[Clause]) -> Task[Transition]:
    """Show only the rows that satisfy the clauses. Raises QueryError."""
    yield Progress(0.0, "Filtering")
    shown = filter_of(clauses, state.evaluation, state.filter)
    yield Progress(0.7, "Filtering")
    state.show(clauses, shown)
    return Transition(Kind.ORDER, state)


def find_task(state: State, text: str) -> Task[Ints]:
    """The positions, int64, ascending, of the shown rows whose id or labels contain a text, whatever its case."""
    yield Progress(0.0, "Finding")
    order = state.order
    return np.flatnonzero(parse(quote(text)).mask(state.evaluation)[order.rows])


def metric_task(state: State, metric: Metric) -> Task[Transition]:
    """Score everything under another metric. Raises InputError when it does not fit."""
    yield Progress(0.0, f"Scoring {metric}")
    return Transition(Kind.METRIC, state.under(metric))


def rebase_task(state: State, fresh: Evaluation) -> Task[Transition]:
    """Put another reading of the files in place of this one, with its edits found again by id and text.

    The edits become one step that can be undone. Raises InputError when the files cannot hold them any more.
    """
    yield Progress(0.92, "Rebasing the edits")
    fresh = fresh.under(state.evaluation.metric)
    rebased = rebase(state.evaluation, fresh)
    before = fresh.predictions(rebased.edit.rows)
    has_edits = not rebased.edit.predictions.same(before).all()
    yield Progress(0.95, "Rebasing the edits")
    evaluation = fresh.after(rebased.edit) if has_edits else fresh
    yield Progress(0.98, "Rebasing the edits")
    after = State.of(evaluation, state.keys_under(fresh.metric, fresh))
    step = EditStep(rebased.edit, before) if has_edits else None
    return Transition(Kind.LOAD, after, None, step, rebased=rebased)


def reset_edit(evaluation: Evaluation, rows: Ints | None = None) -> Edit:
    """The edit that puts rows back to what the file says, all edited ones when none are given."""
    edited = evaluation.overlay.rows
    chosen = edited if rows is None else edited[np.isin(edited, rows)]
    name = f"reset {evaluation.table.id(int(chosen[0]))}" if len(chosen) == 1 else f"reset {len(chosen):,} rows"
    return Edit(chosen, evaluation.table.predictions.take(chosen), name)


def snapshot(state: State) -> State:
    """The state that a task may work on: later sorting, filtering and swapping of the original leave it as it is."""
    return copy(state)


def prepared(task: Task[Transition]) -> Task[Transition]:
    """The same task, which also computes what a window asks for as soon as it shows the result."""
    transition = yield from task
    yield Progress(0.98, "Counting")
    state = transition.state
    state.evaluation.prepare()
    if state.filter is not None:
        state.evaluation.histograms.foresee(state.filter)
    return transition


def stamped(task: Task[Transition], generation: int) -> Task[Transition]:
    """The same task; its result is stamped with the generation of the document that it was computed from."""
    transition = yield from task
    return replace(transition, generation=generation)
