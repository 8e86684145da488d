"""What the commands print: into a pipe that is closed early, onto a full disk, or nowhere."""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from inspector.core.errors import InputError
from inspector.core.plural import count_of

if TYPE_CHECKING:
    from inspector.core.files.problem import Problem

# Of each file.
_MOST_PROBLEMS = 3


def say(text: str) -> None:
    """Print a text and the end of a line. Raises InputError if it cannot be written."""
    with printing():
        click.echo(text)


def print_with(write: Callable[[BinaryIO], object]) -> None:
    """Let a function write what is printed, as bytes. Raises InputError if it cannot be written."""
    if sys.stdout is not None:  # it was closed before the program started
        with printing():
            write(sys.stdout.buffer)
            sys.stdout.flush()


def jsonable(value: Any) -> Any:
    """A value as JSON has it: None for NaN and infinity, which JSON lacks, lists for tuples, and 0 for -0."""
    if isinstance(value, dict):
        return {name: jsonable(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [*map(jsonable, value)]
    if isinstance(value, float):
        return value + 0.0 if math.isfinite(value) else None
    return value


def aligned(rows: Sequence[Sequence[str]], left: Collection[int]) -> list[str]:
    """Rows of cells as lines whose columns line up: those with an index in `left` to the left, others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def first_problems(problems: Mapping[str, Sequence[Problem]]) -> list[str]:
    """Lines with the first problems of each file, so that no score of one that was misread passes for a model's.

    problems: those of the file of each submission, by its name.
    """
    told = list[str]()
    for name, found in problems.items():
        told += [f"! {name}: {one.message}; {one.consequence}" for one in found[:_MOST_PROBLEMS]]
        more = len(found) - _MOST_PROBLEMS
        told += [f"! {name}: {count_of(more, 'further problem')}, see check"] if more > 0 else []
    return ["", *told] if told else []


@contextlib.contextmanager
def printing() -> Iterator[None]:
    """A context that only prints: a reader that closed the pipe, such as `head`, has seen enough.

    Raises InputError if the output cannot be written otherwise.
    """
    try:
        yield
    except OSError as error:
        # Python writes what is left of it once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise InputError(f"the output cannot be written: {error.strerror}") from None


class Command(click.Command):
    """Reads its arguments, and prints its help if they ask for it."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments. Raises InputError if the help cannot be written."""
        with printing():
            return super().make_context(*args, **kwargs)
