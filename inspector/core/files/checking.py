"""Checking without scoring: every problem of two files at once, and the file with its repairs made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspector.core.errors import InputError
from inspector.core.files.alignment import align
from inspector.core.files.container import Packing
from inspector.core.files.doctor import repaired, template_problems, unfit
from inspector.core.files.layout import Options
from inspector.core.files.pair import pair_of, read_alignment
from inspector.core.files.problem import Problem
from inspector.core.files.save import save_sheet
from inspector.core.files.syntax import read_sheet
from inspector.core.files.task import Task


def check_pair(truth: Any, submission: Any, options: Options, template: Path | None = None) -> Task[list[Problem]]:
    """Every problem of two files, those too that keep them from being scored. Raises InputError for unreadable ones.

    What stands in the way of the other checks is repaired for their sake, in memory. template: a sample submission.
    """
    alignment = yield from read_alignment(truth, submission, options)
    found = [] if template is None else [*template_problems(read_sheet(template), alignment)]
    made = list[str]()
    while alignment.refusal is not None:
        problem = unfit(alignment).problem
        found.append(problem)
        if problem.fix is None or problem.fix.name in made:
            return found
        made.append(problem.fix.name)
        alignment = align(alignment.truth, repaired(alignment, problem.fix.name), options)
    pair = yield from pair_of(alignment, options)
    return [*found, *pair.problems]


def write_repaired(truth: Any, submission: Any, options: Options, path: Path) -> Task[None]:
    """Write the submission with the repairs of the options made. Raises InputError when the target exists."""
    alignment = yield from read_alignment(truth, submission, options)
    if path.exists():
        raise InputError("the file exists already", path, hint="Write to another name")
    save_sheet(alignment.submission, path, Packing.named(path))
