"""The tasks of opening that only the window has."""

from __future__ import annotations

from inspector.core import samples
from inspector.core.arrays.arrow import release_memory
from inspector.core.document.load import open_files
from inspector.core.document.state import State
from inspector.core.errors import InputError
from inspector.core.metrics import parse as parse_metric
from inspector.core.query import parse
from inspector.core.task import Progress, Task


def prepared(task: Task[State]) -> Task[State]:
    """Run `task`, then precompute in the worker thread what the window needs first."""
    state = yield from task
    yield Progress(0.95, "Finding out why points are lost")
    state.prepare()
    # Build the filter parser now, because it is created on first use.
    parse("score<1")
    return state


def released(task: Task[State]) -> Task[State]:
    """Run `task`, then return memory to the system that it needs no more: a window stays open for long."""
    state = yield from task
    release_memory()
    return state


def sample_task(sample: samples.Sample) -> Task[State]:
    """Open a built-in sample, which is generated if it is missing. Raises InputError."""
    yield Progress(0.0, "Generating the sample")
    files = sample.files()
    return (yield from open_files(files[0], files[1], sample.metric))


def usable(metric: str | None) -> str | None:
    """A metric that was kept; None for a guess where there is none such any more, as where its Python file is gone."""
    try:
        return metric and str(parse_metric(metric))
    except InputError:
        return None
