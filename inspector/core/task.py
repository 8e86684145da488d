"""Long work as a generator: it yields how far it is and returns its result; a yield is where it can be dropped."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True)
class Progress:
    """How far a long task is, from 0 to 1, and what it does now."""

    fraction: float
    doing: str


Task: TypeAlias = Generator[Progress, None, Result]


def drain(task: Task[Result]) -> Result:
    """Run a long task to its end and return its result."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            result: Result = end.value
            return result
