"""Check a pair without scoring it, and apply repairs to a file or an open pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from inspector.core.errors import InputError
from inspector.core.files.checks.errors import pair_mismatch
from inspector.core.files.checks.fixes import repair, unblocked, with_repair
from inspector.core.files.formats.detect import read_sheet, reopened
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.further import build_further
from inspector.core.files.io.target import Target
from inspector.core.files.matching.alignment import Alignment, aligned
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair, build_pair, read_alignment
from inspector.core.files.problem import Problem
from inspector.core.files.repair_diff import RepairDiff, repair_diff
from inspector.core.files.save import save_sheet
from inspector.core.files.template import template_problems, with_required_ids
from inspector.core.task import Progress, Task

# Finds problems in a pair that can be scored.
Further: TypeAlias = Callable[[Pair], Sequence[Problem]]
# Each of the two files can repeat ids, and the ids of both can differ.
_MAX_BLOCKS = 3


def none_further(pair: Pair) -> Sequence[Problem]:
    """Find nothing."""
    return ()


def check_pair(
    truth: Any, submission: Any, options: Options, template: Path | None = None, further: Further = none_further
) -> Task[list[Problem]]:
    """Find all problems of two files, including those that prevent scoring.

    Problems that block further checks are repaired in memory. template: a sample submission; further: what else is
    found in a pair that can be scored. Raises InputError for an unreadable file.
    """
    alignment = yield from read_alignment(truth, submission, options)
    sheet = None if template is None else read_sheet(template)
    found = [] if sheet is None else [*template_problems(sheet, alignment)]
    return [*found, *(yield from find_problems(alignment, options, sheet, further))]


def find_problems(
    alignment: Alignment, options: Options, template: Sheet | None = None, further: Further = none_further
) -> Task[list[Problem]]:
    """Find all problems of an aligned pair, those that prevent scoring first; template, further: of `check_pair`."""
    found = list[Problem]()
    while alignment.refusal is not None:
        problem = pair_mismatch(alignment, options).problem
        found.append(problem)
        again = unblocked(alignment, problem.fix, options)
        if again is None or problem.fix is None or len(found) > _MAX_BLOCKS:
            return found
        yield Progress(0.6, f"Checking again after the repair {problem.fix.name}")
        alignment = again
    try:
        pair = yield from build_pair(alignment, options, tries_repairs=True)
    except InputError:
        if not found:
            raise
        return found  # the repaired file cannot be read either
    in_files = pair.problems if template is None else with_required_ids(template, alignment, pair.problems)
    return [*found, *in_files, *further(pair)]


def check_template(pair: Pair, template: Path) -> Task[list[Problem]]:
    """Compare the submission of an open pair with a sample submission."""
    alignment = yield from _read_again(pair)
    yield Progress(0.7, "Comparing with the template")
    return [*template_problems(read_sheet(template), alignment)]


def repair_pair(pair: Pair, fix: str, *, keeps_truth: bool = False) -> Task[tuple[Pair, RepairDiff]]:
    """Read an open pair again with one more repair; also returns the diff of the file that it changes.

    keeps_truth: whether other submissions share the truth of the pair and its vocabulary, which then stay. Raises
    InputError when the repair does not apply to the file, or when a file has changed on disk since.
    """
    alignment = yield from _read_again(pair)
    yield Progress(0.6, f"Repairing: {fix}")
    made = repair(alignment, fix)
    if keeps_truth and made.which == 0:
        what = "the truth cannot be repaired while several submissions are compared with it"
        raise InputError(what, pair.truth.sheet.name, hint="Open it with one submission, repair it, and add the others")
    diff = repair_diff(alignment.sheets[made.which], made.changes)
    again = with_repair(alignment, made, pair.options)
    # A repair of the submission leaves the vocabulary, which versions and further submissions may share by its undo.
    read = yield from build_further(pair, again, pair.options) if made.which else build_pair(again, pair.options)
    return replace(read, options=replace(pair.options, fixes=(*pair.options.fixes, fix))), diff


def _read_again(pair: Pair) -> Task[Alignment]:
    """Align the sheets of an open pair as they were read; their bytes already include the repairs of its options."""
    yield Progress(0.0, "Reading the files again")
    readings = pair.truth, pair.submission
    truth, submission = (reopened(reading.sheet) for reading in readings)
    yield Progress(0.5, "Matching ids")
    layouts = pair.truth.layout, pair.submission.layout
    # A file compared with itself has the same labels twice.
    is_one_file = readings[0].sheet.source is readings[1].sheet.source is not None
    holds_both = is_one_file and not {*layouts[0].labels} & {*layouts[1].labels}
    return aligned(truth, truth if holds_both else submission, layouts)


def write_repaired(truth: Any, submission: Any, options: Options, path: Path) -> Task[None]:
    """Write the repaired submission to a new file. Raises InputError when the target exists."""
    alignment = yield from read_alignment(truth, submission, options)
    sources = {"truth": alignment.truth.source, "submission": alignment.submission.source}
    inputs = {name: source for name, source in sources.items() if source is not None}
    yield from save_sheet(alignment.submission, Target(path=path, inputs=inputs))
