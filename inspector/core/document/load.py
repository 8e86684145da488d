"""The long work before another state is adopted: reading a pair, scoring it, reading it again with its edits."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace

from inspector.core.arrays.arrow import release_memory
from inspector.core.document.history import EditStep
from inspector.core.document.rebase import rebase
from inspector.core.document.replay import Recovered
from inspector.core.document.state import State
from inspector.core.files import Pair
from inspector.core.metrics import Metric, guess, parse
from inspector.core.rows.columns import keys_for
from inspector.core.task import Progress, Task


def open_task(pair: Task[Pair], metric: Metric | str | None = None) -> Task[State]:
    """The long work before `Inspection.load`: read a pair, choose the metric when none is given, score."""
    chosen = parse(metric) if isinstance(metric, str) else metric
    read = yield from pair
    yield Progress(0.9, "Scoring")
    state = State.of(read, chosen or _guessed(read))
    state.guessed = chosen is None
    release_memory()
    return state


def _guessed(pair: Pair) -> Metric:
    predictions, layout = pair.table.predictions, pair.submission.layout
    # Confidences that only say the order of a list are no sign of a metric that pools them.
    lists = predictions if layout.shape == "list" else replace(predictions, weights=None)
    has_ranks = layout.rank is not None or layout.confidence is not None
    return guess(pair.table.truth, lists, ranked=layout.shape == "long" and has_ranks)


def metric_task(state: State, metric: Metric) -> Task[State]:
    """The long work before `Inspection.adopt`: score the pair and its edits under another rule."""
    yield Progress(0.0, f"Scoring {metric}")
    return State.of(state.pair, metric, state.overlay, keys_for(state, state, metric), state.clauses)


@dataclass(frozen=True, eq=False)
class Reloaded:
    """Another reading of a pair with its edits. state: with them; carried: what they were; deed: they as one step, None
    where there is none; fresh: without them; seen: the state that they come from, as it was then.
    """

    state: State
    rebased: Recovered
    deed: EditStep | None
    fresh: State
    seen: State

    def is_of(self, state: State) -> bool:
        """Whether the edits and the order are still those that were carried over."""
        return all(getattr(self.seen, name) is getattr(state, name) for name in ("pair", "overlay", "keys"))


def reload_task(state: State, reading: Task[State]) -> Task[Reloaded]:
    """The long work before `Inspection.reload`: read the pair again, with its edits carried over by id as one step.

    Raises InputError when the files cannot hold them any more.
    """
    fresh = yield from reading
    return (yield from rebase_task(state, fresh))


def rebase_task(state: State, fresh: State) -> Task[Reloaded]:
    """The same for a pair that was read again already."""
    yield Progress(0.92, "Carrying the edits over")
    seen = copy(state)
    rebased = rebase(seen, fresh)
    before = fresh.predictions(rebased.edit.rows)
    yield Progress(0.95, "Carrying the edits over")
    has = not rebased.edit.predictions.same(before).all()
    after = fresh.after(rebased.edit) if has else copy(fresh)
    after.arrange(keys_for(seen, fresh, fresh.metric))
    yield Progress(0.98, "Carrying the edits over")
    return Reloaded(after.prepare(), rebased, EditStep(rebased.edit, before) if has else None, fresh, seen)
