"""What a repair of the open pair would lead to: worked out beside it, to be looked at, and adopted or dropped."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from inspector.core.data.edits import Overlay
from inspector.core.document.history import StateSwap
from inspector.core.document.rebase import rebase
from inspector.core.document.state import State
from inspector.core.document.transition import Transition, step_task
from inspector.core.files import Fix, Pair, RepairDiff, repair_pair
from inspector.core.metrics import Metric
from inspector.core.task import Progress, Task


@dataclass(frozen=True, eq=False)
class RepairPreview:
    """The pair after a repair. state: with the edits of the pair before; seen: what changes in the file; before, after:
    the overall without and with the repair, edits included.
    """

    fix: Fix
    state: State
    seen: RepairDiff
    before: float
    after: float
    made_from: tuple[Pair, Overlay, Metric]

    def is_of(self, state: State) -> bool:
        """Whether pair, edits and rule are still those from which this was made."""
        pair, overlay, metric = self.made_from
        return state.pair is pair and state.overlay is overlay and state.metric == metric


def preview_repair_task(state: State, fix: Fix) -> Task[RepairPreview]:
    """What a repair of the open pair would lead to. Edits made meanwhile are not in it, as `is_of` tells."""
    return _preview_repair(copy(state), state.scores.overall, fix)


def repair_task(state: State, repair_preview: RepairPreview) -> Task[Transition]:
    """The long work before `Inspection.go`: the repaired pair in the open one's place, worked out anew where edits or
    rule are others by now. Raises InputError when the files changed on disk, or when the rule refuses them.
    """
    return _repaired(copy(state), repair_preview)


def _preview_repair(state: State, before: float, fix: Fix) -> Task[RepairPreview]:
    pair, seen = yield from repair_pair(state.pair, fix.name)
    yield Progress(0.9, "Scoring")
    repaired = State.of(pair, state.metric).like(state)
    repaired.guessed = state.guessed
    repaired.adopt(rebase(state, repaired).edit)
    made_from = state.pair, state.overlay, state.metric
    return RepairPreview(fix, repaired.prepare(), seen, before, repaired.scores.overall, made_from)


def _repaired(seen: State, repair_preview: RepairPreview) -> Task[Transition]:
    if not repair_preview.is_of(seen):
        repair_preview = yield from _preview_repair(seen, seen.scores.overall, repair_preview.fix)
    return (yield from step_task(seen, StateSwap(repair_preview.fix.words, repair_preview.state), "do"))
