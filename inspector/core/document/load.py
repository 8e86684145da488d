"""The task that opens a pair: reads it, guesses a metric if none is given, and scores it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from inspector.core.arrays.arrow import release_memory
from inspector.core.document.state import State
from inspector.core.document.submission import Submission, name_of, refuse_name
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files import Options, Pair, read_further
from inspector.core.metrics import Metric, guess, parse
from inspector.core.task import Progress, Task


def open_task(pair: Task[Pair], metric: Metric | str | None = None) -> Task[State]:
    """Read and score a pair, for `Inspection.load`. Raises InputError."""
    chosen = parse(metric) if isinstance(metric, str) else metric
    read = yield from pair
    yield Progress(0.9, "Scoring")
    evaluation = Evaluation.of(read, chosen or _guessed(read))
    evaluation.guessed = chosen is None
    state = State.of(evaluation)
    release_memory()
    return state


def further_task(
    pair: Pair, metric: Metric, data: Any, name: str | None, taken: Collection[str], options: Options | None
) -> Task[Submission]:
    """Read and score another submission for the truth of a pair. taken: names of others. Raises InputError."""
    if name is not None:
        refuse_name(name, taken)
    read = yield from read_further(pair, data, options)
    yield Progress(0.9, "Scoring")
    return Submission(name or name_of(read, taken), Evaluation.of(read, metric))


def _guessed(pair: Pair) -> Metric:
    predictions, layout = pair.table.predictions, pair.submission.layout
    # Outside lists, confidences may only order the labels, so they do not suggest GAP.
    lists = predictions if layout.shape == "list" else replace(predictions, weights=None)
    return guess(pair.table.truth, lists, ranked=pair.is_ranking, retrieval=pair.is_retrieval)
