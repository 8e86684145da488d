"""The error for a pair that cannot be scored, with its problem and repair."""

from __future__ import annotations

from inspector.core.errors import InputError
from inspector.core.files.checks.findings import id_fix
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Fix, Problem


class PairMismatchError(InputError):
    """Two readable files that cannot be scored together, with the problem and its repair, if any."""

    def __init__(self, error: InputError, problem: Problem) -> None:
        hint = error.hint
        if problem.fix is not None:
            hint = f"The repair {problem.fix.name} ({problem.fix.words}) would correct {problem.fix.counted}. {hint}"
        super().__init__(error.what, error.file, error.line, error.found, error.expected, hint, error.options)
        self.problem = problem


def pair_mismatch(alignment: Alignment) -> PairMismatchError:
    """The refusal of an alignment as an error, with the proposed repair."""
    error = alignment.refusal
    if error is None or alignment.refused is None:
        raise ValueError("the alignment has no refusal")
    problem = Problem(
        alignment.refused,
        "truth" if alignment.in_truth else "submission",
        _count(alignment),
        tuple(filter(None, [error.found])),
        error.line,
        error.what,
        "the pair cannot be scored",
        rejects=True,
        file=error.file or "",
        fix=None if alignment.in_truth else _fix(alignment),
    )
    return PairMismatchError(error, problem)


def _count(alignment: Alignment) -> int:
    return len(alignment.found.entry_of_row) - alignment.found.found


def _fix(alignment: Alignment) -> Fix | None:
    if alignment.refused == "no-common-ids":
        return id_fix(alignment)
    extra = len(alignment.entries[1]) - len(set(alignment.entries[1].codes.tolist()))
    return Fix("keep-first", "keep the first row of each id", extra, "rows") if extra else None
