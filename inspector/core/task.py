"""Long-running tasks as generators: they yield progress and return a result, and can be cancelled at any yield."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True)
class Progress:
    """The completed fraction of a task, from 0 to 1, and its current step."""

    fraction: float
    message: str


Task: TypeAlias = Generator[Progress, None, Result]


def portion(task: Task[Result], start: float, end: float, name: str = "") -> Task[Result]:
    """The same task as a part of a longer one, from a fraction of it to another; name: what it works on."""
    try:
        while True:
            step = next(task)
            yield Progress(start + (end - start) * step.fraction, f"{name}: {step.message}" if name else step.message)
    except StopIteration as ended:
        result: Result = ended.value
        return result
    finally:
        task.close()


def drain(task: Task[Result]) -> Result:
    """Run a task to its end and return its result."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            result: Result = end.value
            return result
