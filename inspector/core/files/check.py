"""Check a pair without scoring it, and apply repairs to a file or an open pair."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.core.errors import InputError
from inspector.core.files.checks import pair_mismatch, repair, repaired, rewritten, template_problems
from inspector.core.files.checks.diff import RepairDiff, repair_diff
from inspector.core.files.detection.align import align
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.io.compression import Compression
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair, build_pair, read_alignment
from inspector.core.files.problem import Problem
from inspector.core.files.save import save_sheet
from inspector.core.path import exists
from inspector.core.task import Progress, Task


def check_pair(truth: Any, submission: Any, options: Options, template: Path | None = None) -> Task[list[Problem]]:
    """Find all problems of two files, including those that prevent scoring.

    Problems that block further checks are repaired in memory. template: a sample submission. Raises InputError for
    an unreadable file.
    """
    alignment = yield from read_alignment(truth, submission, options)
    found = [] if template is None else [*template_problems(read_sheet(template), alignment)]
    return [*found, *(yield from find_problems(alignment, options))]


def find_problems(alignment: Alignment, options: Options) -> Task[list[Problem]]:
    """Find all problems of an aligned pair, those that prevent scoring first."""
    found, applied = list[Problem](), list[str]()
    while alignment.refusal is not None:
        problem = pair_mismatch(alignment).problem
        found.append(problem)
        if problem.fix is None or problem.fix.name in applied:
            return found
        applied.append(problem.fix.name)
        yield Progress(0.6, f"Checking again after the repair {problem.fix.name}")
        alignment = align(alignment.truth, repaired(alignment, problem.fix.name), options)
    try:
        pair = yield from build_pair(alignment, options)
    except InputError:
        if not found:
            raise
        return found  # the repaired file cannot be read either
    return [*found, *pair.problems]


def check_template(pair: Pair, template: Path) -> Task[list[Problem]]:
    """Compare the submission of an open pair with a sample submission."""
    alignment = yield from _read_again(pair)
    yield Progress(0.7, "Comparing with the template")
    return [*template_problems(read_sheet(template), alignment)]


def repair_pair(pair: Pair, fix: str) -> Task[tuple[Pair, RepairDiff]]:
    """Read an open pair again with one more repair; also returns the diff of the submission.

    Raises InputError when the repair does not apply to the file, or when a file has changed on disk since.
    """
    alignment = yield from _read_again(pair)
    yield Progress(0.6, f"Repairing: {fix}")
    changes = repair(alignment, fix)
    diff = repair_diff(alignment.submission, changes)
    again = align(alignment.truth, rewritten(alignment, changes), pair.options)
    read = yield from build_pair(again, pair.options)
    return replace(read, options=replace(pair.options, fixes=(*pair.options.fixes, fix))), diff


def _read_again(pair: Pair) -> Task[Alignment]:
    """Align the sheets of an open pair; their bytes already include the repairs of its options."""
    truth, submission = pair.truth.sheet, pair.submission.sheet
    is_one_file = truth.source is not None and truth.source is submission.source
    return (yield from read_alignment(truth, None if is_one_file else submission, replace(pair.options, fixes=())))


def write_repaired(truth: Any, submission: Any, options: Options, path: Path) -> Task[None]:
    """Write the repaired submission to a new file. Raises InputError when the target exists."""
    alignment = yield from read_alignment(truth, submission, options)
    if exists(path):
        raise InputError("the file already exists", path, hint="Choose another name")
    yield from save_sheet(alignment.submission, path, Compression.of_path(path))
