"""Checking without scoring: every problem of two files at once, and the repairs of a file or of a pair."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.core.errors import InputError
from inspector.core.files.checks import pair_mismatch, repair, repaired, rewritten, template_problems
from inspector.core.files.checks.diff import RepairDiff, repair_diff
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.io.container import Packing
from inspector.core.files.matching.alignment import Alignment, align
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair, pair_of, read_alignment
from inspector.core.files.problem import Problem
from inspector.core.files.save import save_sheet
from inspector.core.task import Progress, Task


def check_pair(truth: Any, submission: Any, options: Options, template: Path | None = None) -> Task[list[Problem]]:
    """Every problem of two files, those too that keep them from being scored. Raises InputError for unreadable ones.

    What stands in the way of the other checks is repaired for their sake, in memory. template: a sample submission.
    """
    alignment = yield from read_alignment(truth, submission, options)
    found = [] if template is None else [*template_problems(read_sheet(template), alignment)]
    return [*found, *(yield from findings(alignment, options))]


def findings(alignment: Alignment, options: Options) -> Task[list[Problem]]:
    """Every problem of two files side by side, first what keeps them from being scored."""
    found, made = list[Problem](), list[str]()
    while alignment.refusal is not None:
        problem = pair_mismatch(alignment).problem
        found.append(problem)
        if problem.fix is None or problem.fix.name in made:
            return found
        made.append(problem.fix.name)
        yield Progress(0.6, f"Looking behind what {problem.fix.name} repairs")
        alignment = align(alignment.truth, repaired(alignment, problem.fix.name), options)
    try:
        pair = yield from pair_of(alignment, options)
    except InputError:
        if not found:
            raise
        return found  # what the repairs brought to light cannot be read at all
    return [*found, *pair.problems]


def check_template(pair: Pair, template: Path) -> Task[list[Problem]]:
    """What the submission of an open pair has that a sample submission has not, and the other way round."""
    alignment = yield from _read_again(pair)
    yield Progress(0.7, "Comparing with the template")
    return [*template_problems(read_sheet(template), alignment)]


def repair_pair(pair: Pair, fix: str) -> Task[tuple[Pair, RepairDiff]]:
    """An open pair read again with a further repair, and what that changes in its submission.

    Raises InputError for a repair that the file cannot take, or when the files changed on disk since they were opened.
    """
    alignment = yield from _read_again(pair)
    yield Progress(0.6, f"Repairing: {fix}")
    changes = repair(alignment, fix)
    seen = repair_diff(alignment.submission, changes)
    again = align(alignment.truth, rewritten(alignment, changes), pair.options)
    read = yield from pair_of(again, pair.options)
    return replace(read, options=replace(pair.options, fixes=(*pair.options.fixes, fix))), seen


def _read_again(pair: Pair) -> Task[Alignment]:
    """The sheets of an open pair side by side; the repairs that it was read with are in its bytes already."""
    truth, submission = pair.truth.sheet, pair.submission.sheet
    is_one_file = truth.source is not None and truth.source is submission.source
    return (yield from read_alignment(truth, None if is_one_file else submission, replace(pair.options, fixes=())))


def write_repaired(truth: Any, submission: Any, options: Options, path: Path) -> Task[None]:
    """Write the submission with the repairs of the options made. Raises InputError when the target exists."""
    alignment = yield from read_alignment(truth, submission, options)
    if path.exists():
        raise InputError("the file exists already", path, hint="Write to another name")
    yield from save_sheet(alignment.submission, path, Packing.named(path))
