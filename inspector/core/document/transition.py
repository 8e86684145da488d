"""All changes of the document as tasks: each computes the next state, and the Inspection commits it.

The Inspection gives each task a `snapshot` of its state, which the task may change as it likes; where a task may work
`in_place`, it gives the state itself. If the document changes meanwhile, the commit refuses the result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.document.change import ChangeKind
from inspector.core.document.history import Direction, EditStep, StateSwap, Step
from inspector.core.document.state import State
from inspector.core.document.submission import Submission
from inspector.core.edits.replay import Recovered
from inspector.core.errors import InputError
from inspector.core.evaluation.asking import ask, ask_directions, directed, open_questions, undecided, with_answers
from inspector.core.evaluation.baseline import Baseline, alike
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.save import validate_edit
from inspector.core.host.hosts import Hosts
from inspector.core.metrics import Metric
from inspector.core.notes.notes import Notes
from inspector.core.query import Clause, filter_of, fitting, parse, quote
from inspector.core.rows.columns import COMPARED
from inspector.core.task import Progress, Task

Plan: TypeAlias = Callable[[Evaluation], Edit]
NotesPlan: TypeAlias = Callable[[Notes], Notes]


@dataclass(frozen=True, eq=False)
class Transition:
    """A change ready to commit.

    state: after the change; rows: int64, the rows whose predictions change, None for all; step, direction: for the
    history, None for changes without undo; rebased: for a reload, the edits carried over; generation: of the document
    that it was computed from; submission: the one that becomes the open one, None to leave it;
    submissions: all of them after a reload; others_rebased: the edits of all but the open one that it carried over, by
    name.
    """

    kind: ChangeKind
    state: State
    rows: Ints | None = None
    step: Step | None = None
    direction: Direction = "do"
    rebased: Recovered | None = None
    generation: int = -1
    submission: Submission | None = None
    submissions: tuple[Submission, ...] = ()
    others_rebased: Mapping[str, Recovered] = field(default_factory=dict)

    @property
    def changes_nothing(self) -> bool:
        """Whether it is an edit or a note without effect, which is not recorded and notifies no observer."""
        return (self.kind is ChangeKind.EDIT and self.step is None) or (
            self.kind is ChangeKind.NOTES and self.rows is not None
        )


def edit_task(state: State, plan: Plan, *, in_place: bool = False) -> Task[Transition]:
    """Plan an edit and score its rows. in_place: change the state that was given, only if nothing reads it
    before the commit; else the scores are copied first.

    Raises the plan's InputError, or one for an edit that could not be saved.
    """
    yield Progress(0.0, "Planning the edit")
    edit = plan(state.evaluation)
    yield Progress(0.3, "Planning the edit")
    before = state.evaluation.predictions(edit.rows)
    if edit.predictions.same(before).all():
        return Transition(ChangeKind.EDIT, state, np.empty(0, np.int64))
    validate_edit(state.evaluation.pair, edit, state.evaluation.overlay)
    return (yield from step_task(state, EditStep(edit, before), "do", in_place=in_place))


def step_task(
    state: State, step: Step, direction: Direction, *, in_place: bool = False, is_alone: bool = True
) -> Task[Transition]:
    """Do, undo or redo a step. is_alone: whether no other submission or version shares the truth.

    Raises InputError if the metric does not fit the files of a StateSwap, or if others share the truth that it takes
    away.
    """
    if isinstance(step, StateSwap):
        if not is_alone and step.other.table.vocab is not state.evaluation.table.vocab:
            what = f"the repair of the truth cannot be {direction}ne while several submissions are compared with it"
            raise InputError(what, hint="Remove the others and the versions first")
        yield Progress(0.0, "Restoring the files" if direction == "undo" else "Taking the repaired files")
        after = state.showing(step.other)
        return Transition(ChangeKind.REPAIR, after, None, step, direction)
    edit = step.in_direction(direction)
    yield Progress(0.4, f"Scoring {len(edit.rows):,} rows")
    return Transition(ChangeKind.EDIT, state.after(edit, in_place=in_place), edit.rows, step, direction)


def sort_task(state: State, keys: Sequence[SortKey]) -> Task[Transition]:
    """Sort the rows. Raises InputError for an unknown column."""
    yield Progress(0.0, "Sorting")
    state.arrange(keys)
    return Transition(ChangeKind.ORDER, state)


def filter_task(state: State, clauses: Sequence[Clause]) -> Task[Transition]:
    """Show only the rows that match the clauses. Raises QueryError."""
    yield Progress(0.0, "Filtering")
    shown = filter_of(clauses, state.evaluation, state.filter)
    yield Progress(0.7, "Filtering")
    state.show(clauses, shown)
    return Transition(ChangeKind.ORDER, state)


def find_task(state: State, text: str) -> Task[Ints]:
    """The positions, int64, ascending, of shown rows whose id or labels contain a text, ignoring case."""
    yield Progress(0.0, "Finding")
    order = state.order
    return np.flatnonzero(parse(quote(text)).mask(state.evaluation)[order.rows])


def metric_task(state: State, metric: Metric) -> Task[Transition]:
    """Score all rows under another metric. Raises InputError if it does not fit."""
    yield Progress(0.0, f"Scoring {metric}")
    return Transition(ChangeKind.METRIC, state.under(metric))


def answers_task(state: State) -> Task[Transition]:
    """Take over what a host's metric answered meanwhile. Neither order nor filter of the rows change."""
    yield Progress(0.0, "Looking up scores")
    state.evaluation = with_answers(state.evaluation)
    return Transition(ChangeKind.ANSWERED, state)


def settled(task: Task[Transition], hosts: Hosts) -> Task[Transition]:
    """Extend a task to ask a host's metric for its overalls and its direction. Raises the InputError of the metric."""
    transition = yield from task
    state = transition.state
    asked, without = open_questions(state.evaluation), undecided(state.evaluation)
    if asked or without:
        yield from ask(asked, hosts)
        yield from ask_directions(without, hosts)
        state.evaluation = with_answers(state.evaluation)
    metric = directed(state.evaluation.metric, [state.evaluation])
    return transition if metric == state.evaluation.metric else replace(transition, state=state.under(metric))


def further_task(state: State, metrics: Sequence[Metric]) -> Task[Transition]:
    """Score all rows also under these further metrics, and no others.

    Raises InputError if one does not fit, or if the filter needs one that is gone.
    """
    yield Progress(0.0, "Scoring further metrics")
    evaluation = state.evaluation.beside(metrics)
    filter_of(state.clauses, evaluation)
    keys = state.keys_under(evaluation.metric, evaluation)
    state.evaluation = evaluation
    if keys != state.keys:
        state.arrange(keys)
    return Transition(ChangeKind.FURTHER, state)


def notes_task(state: State, plan: NotesPlan) -> Task[Transition]:
    """Change the notes. Raises the plan's InputError."""
    yield Progress(0.0, "Writing notes")
    before = state.evaluation.notes
    after = plan(before)
    if after is before:
        return Transition(ChangeKind.NOTES, state, np.empty(0, np.int64))
    state.evaluation = state.evaluation.noted(after)
    return Transition(ChangeKind.NOTES, state)


def switch_task(state: State, submission: Submission, baseline: Task[Baseline[Evaluation]]) -> Task[Transition]:
    """Make another submission the open one, with the metric, keys and clauses of this state.

    Clauses that do not fit the submission are switched off.
    """
    yield Progress(0.0, f"Opening {submission.name}")
    after = alike(submission.evaluation.under(state.evaluation.metric), state.evaluation.metric)
    after = after.with_extras_of(state.evaluation).compared_with((yield from baseline))
    yield Progress(0.5, f"Opening {submission.name}")
    clauses = tuple(fitting(clause, after) for clause in state.clauses)
    return Transition(
        ChangeKind.SWITCH, State.of(after, state.keys_under(after.metric, after), clauses), submission=submission
    )


def baseline_task(state: State, scored: Task[Baseline[Evaluation]]) -> Task[Transition]:
    """Compare the open submission with something else. The order of the rows stays, but for one by the difference."""
    baseline, before = (yield from scored), state.evaluation
    yield Progress(0.0, f"Comparing with {baseline.name}")
    state.evaluation = before.compared_with(baseline.under(before.metric))
    yield Progress(0.3, f"Comparing with {baseline.name}")
    state.clauses = tuple(fitting(clause, state.evaluation) for clause in state.clauses)
    shown = filter_of(state.clauses, state.evaluation)
    if any(key.column in COMPARED for key in state.keys):
        state.arrange(state.keys_under(before.metric, state.evaluation))
    state.show(state.clauses, shown)
    return Transition(ChangeKind.BASELINE, state)


def reset_edit(evaluation: Evaluation, rows: Ints | None = None) -> Edit:
    """The edit that resets rows to the file's predictions, by default all edited rows."""
    edited = evaluation.overlay.rows
    chosen = edited if rows is None else edited[np.isin(edited, rows)]
    name = f"reset {evaluation.table.id(int(chosen[0]))}" if len(chosen) == 1 else f"reset {len(chosen):,} rows"
    return Edit(chosen, evaluation.table.predictions.take(chosen), name)


def snapshot(state: State) -> State:
    """A shallow copy for a task, unaffected by later sorting, filtering and swapping of the original."""
    return copy(state)


def prepared(task: Task[Transition]) -> Task[Transition]:
    """Extend a task to compute ahead what the window shows first."""
    transition = yield from task
    yield Progress(0.98, "Counting")
    state = transition.state
    state.prepare()
    if state.filter is not None:
        state.evaluation.histograms.precompute(state.filter)
    return transition


def stamped(task: Task[Transition], generation: int) -> Task[Transition]:
    """Stamp the result of a task with the generation of the document that it was computed from."""
    transition = yield from task
    return replace(transition, generation=generation)
