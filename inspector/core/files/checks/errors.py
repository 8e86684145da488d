"""The error for a pair that cannot be scored, with its problem and repair."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError
from inspector.core.files.checks.findings import id_fix
from inspector.core.files.checks.fixes import unblocked
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.matching.match import repeated, repeats
from inspector.core.files.options import Options
from inspector.core.files.problem import Fix, Problem

_EXAMPLES = 3


class PairMismatchError(InputError):
    """Two readable files that cannot be scored together, with the problem and its repair, if any."""

    def __init__(self, error: InputError, problem: Problem) -> None:
        hint = error.hint
        if problem.fix is not None:
            hint = f"The repair {problem.fix.name} ({problem.fix.words}) would correct {problem.fix.counted}. {hint}"
        super().__init__(error.what, error.file, error.line, error.found, error.expected, hint, error.options)
        self.problem = problem


def pair_mismatch(alignment: Alignment, options: Options) -> PairMismatchError:
    """The refusal of an alignment as an error, with a repair that works, if there is one."""
    error = alignment.refusal
    if error is None or alignment.refused is None:
        raise ValueError("the alignment has no refusal")
    if alignment.refused == "duplicate-ids":
        count, first, fix = _repeating(alignment)
    else:
        count, first = len(alignment.found.entry_of_row) - alignment.found.found, np.arange(1)
        fix = id_fix(alignment)
    ids = alignment.ids if alignment.in_truth else alignment.submission_ids
    problem = Problem(
        alignment.refused,
        "truth" if alignment.in_truth else "submission",
        count,
        error.what,
        "the pair cannot be scored",
        examples=tuple(str(ids[index]) for index in first[: len(ids)].tolist()),
        line=error.line,
        rejects=True,
        file=error.file or "",
        fix=None if unblocked(alignment, fix, options) is None else fix,
    )
    return PairMismatchError(error, problem)


def _repeating(alignment: Alignment) -> tuple[int, Ints, Fix | None]:
    """How many ids repeat, the first entries of some of them that do, and the repair."""
    codes = alignment.entries[0 if alignment.in_truth else 1].codes
    again = repeated(codes)
    first = again[np.sort(np.unique(codes[again], return_index=True)[1])[:_EXAMPLES]]
    fix = Fix("keep-first", "drop all but the first row of each id", len(again), "rows")
    if alignment.in_truth:
        words = "leave out all but the first row of each id of the truth, while it is read"
        fix = Fix("truth-keep-first", words, len(again), "rows")
    # Most rows would be lost, which no mistake explains: they have ids of several columns, or labels.
    return repeats(codes).ids, first, None if 2 * len(again) > len(codes) else fix
