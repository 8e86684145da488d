"""Offer only the repairs that work: each is made, read again, and must solve its problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from inspector.core.errors import InputError
from inspector.core.files.checks.fixes import repaired
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.options import Options
from inspector.core.files.problem import Fix, Problem
from inspector.core.task import Progress, Task

# Larger files are tried when the user asks for the repair: reading them again takes as long as opening them.
_MAX_RECORDS = 200_000

Finder: TypeAlias = Callable[[Alignment], Task[Sequence[Problem]]]


def with_offers(
    alignment: Alignment, problems: Iterable[Problem], options: Options, find: Finder, *, tries: bool | None = None
) -> Task[tuple[Problem, ...]]:
    """The problems, without the repairs that fail.

    find: finds the problems of a repaired pair; tries: whether repairs are tried, None for those of small files.
    """
    found = tuple(problems)
    if tries is False or (tries is None and max(map(len, alignment.sheets)) > _MAX_RECORDS):
        return found
    works = dict[Fix, bool]()
    for fix in dict.fromkeys(problem.fix for problem in found if problem.fix is not None):
        yield Progress(0.9, f"Trying the repair {fix.name}")
        works[fix] = yield from _solves(alignment, fix, found, options, find)
    return tuple(
        problem if problem.fix is None or works[problem.fix] else replace(problem, fix=None) for problem in found
    )


def unblocked(alignment: Alignment, fix: Fix | None, options: Options) -> Alignment | None:
    """The alignment after the repair of what prevents scoring, None if the repair fails."""
    if fix is None:
        return None
    try:
        again = repaired(alignment, fix.name, options)
    except InputError:
        return None
    return None if (again.refused, again.in_truth) == (alignment.refused, alignment.in_truth) else again


def _solves(alignment: Alignment, fix: Fix, before: Sequence[Problem], options: Options, find: Finder) -> Task[bool]:
    """Whether a repair can be made, and leaves of the problems that propose it only what it does not claim."""
    try:
        after = yield from find(repaired(alignment, fix.name, options))
    except InputError:
        return False
    left = {(problem.kind, problem.where): problem for problem in after}
    return all(
        _is_solved(problem, left.get((problem.kind, problem.where)), fix) for problem in before if problem.fix == fix
    )


def _is_solved(problem: Problem, left: Problem | None, fix: Fix) -> bool:
    count = 0 if left is None else left.count
    if fix.unit == "ids":
        return count == problem.count - fix.recovers
    return left is None or (left.fix is None or left.fix.name != fix.name)
