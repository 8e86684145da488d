"""The error for a pair that cannot be scored, with its problem and repair."""

from __future__ import annotations

import numpy as np

from inspector.core.errors import InputError
from inspector.core.files.checks.findings import id_fix
from inspector.core.files.checks.offers import unblocked
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
    fix = _fix(alignment)
    problem = Problem(
        alignment.refused,
        "truth" if alignment.in_truth else "submission",
        _count(alignment),
        error.what,
        "the pair cannot be scored",
        examples=_examples(alignment),
        line=error.line,
        rejects=True,
        file=error.file or "",
        fix=None if unblocked(alignment, fix, options) is None else fix,
    )
    return PairMismatchError(error, problem)


def _count(alignment: Alignment) -> int:
    """How many ids repeat, or are missing."""
    if alignment.refused == "duplicate-ids":
        return repeats(alignment.entries[_which(alignment)].codes).ids
    return len(alignment.found.entry_of_row) - alignment.found.found


def _examples(alignment: Alignment) -> tuple[str, ...]:
    """The first ids that repeat, or an id of the submission."""
    which = _which(alignment)
    if alignment.refused == "duplicate-ids":
        codes = alignment.entries[which].codes
        again = repeated(codes)
        first = again[np.sort(np.unique(codes[again], return_index=True)[1])[:_EXAMPLES]]
    else:
        first = np.arange(min(1, len(alignment.entries[which])))
    ids = (alignment.ids, alignment.submission_ids)[which]
    return tuple(str(ids[index]) for index in first.tolist())


def _which(alignment: Alignment) -> int:
    """The file that is refused: 0 for the truth, 1 for the submission."""
    return 0 if alignment.in_truth else 1


def _fix(alignment: Alignment) -> Fix | None:
    if alignment.refused == "no-common-ids":
        return id_fix(alignment)
    codes = alignment.entries[_which(alignment)].codes
    extra = len(repeated(codes))
    if 2 * extra > len(codes):
        return None  # most rows would be lost, which no mistake explains: they have ids of several columns, or labels
    if alignment.in_truth:
        return Fix(
            "truth-keep-first",
            "leave out all but the first row of each id of the truth, while it is read",
            extra,
            "rows",
        )
    return Fix("keep-first", "drop all but the first row of each id", extra, "rows")
