"""Previews and applies a repair of the open pair."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.document.history import StateSwap
from inspector.core.document.state import State
from inspector.core.document.transition import Transition, step_task
from inspector.core.edits.rebase import rebase
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files import Fix, RepairDiff, repair_pair
from inspector.core.task import Progress, Task


@dataclass(frozen=True, eq=False)
class RepairPreview:
    """The pair after a repair.

    evaluation: with the edits carried over; diff: what changes in the file; before, after: the overall without and with
    the repair, edits included; generation: of the document that it was computed from.
    """

    fix: Fix
    evaluation: Evaluation
    diff: RepairDiff
    before: float
    after: float
    generation: int


def preview_task(state: State, fix: Fix, generation: int, *, is_alone: bool = True) -> Task[RepairPreview]:
    """Repair a copy of the open pair. is_alone: whether no other submission shares its truth.

    Raises InputError if its files changed on disk, the metric does not fit, or an edited row would get another id.
    """
    before = state.evaluation
    pair, diff = yield from repair_pair(before.pair, fix.name, keeps_truth=not is_alone)
    yield Progress(0.9, "Scoring")
    repaired = Evaluation.of(pair, before.metric)
    repaired.guessed = before.guessed
    carried = rebase(before, repaired)
    if carried.unknown:
        what = f"the repair changes the ids of {carried.unknown:,} edited row{'' if carried.unknown == 1 else 's'}"
        raise InputError(what, pair.truth.sheet.name, hint="Save the edits or undo them first")
    repaired.apply(carried.edit)
    repaired.prepare()
    return RepairPreview(fix, repaired, diff, before.scores.overall, repaired.scores.overall, generation)


def repair_task(state: State, preview: RepairPreview, generation: int, *, is_alone: bool = True) -> Task[Transition]:
    """Replace the open pair by the repaired one; repairs again if the document changed since the preview."""
    if preview.generation != generation:
        preview = yield from preview_task(state, preview.fix, generation, is_alone=is_alone)
    return (yield from step_task(state, StateSwap(preview.fix.words, preview.evaluation), "do"))
