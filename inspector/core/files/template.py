"""Compare a submission with a sample submission, which has the header and ids that the site requires."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags, integers
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError
from inspector.core.files.checks.respelling import entry_ids
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Problem
from inspector.core.files.schema.layout import id_texts
from inspector.core.files.schema.names import normalized
from inspector.core.plural import agreeing, count_of

_UNKNOWN = " unknown to the truth and to the template"
_REJECTS = "the site would reject the file"


def template_problems(template: Sheet, alignment: Alignment) -> Iterable[Problem]:
    """Find differences in header and ids between a submission and a template. Raises InputError without ids."""
    submission = alignment.submission
    if submission.is_numbered:
        what, hint = "a file without ids cannot be compared with a template", "Write the file with its ids"
        raise InputError(what, submission.name, hint=hint)
    expected, names = [*template.names], [*submission.names]
    if expected != names:
        yield _problem(
            alignment,
            "template-header",
            [name for name in names if name not in expected] or names,
            f"the header is {', '.join(names)}; the template has {', '.join(expected)}",
            1,
        )
    ids, required = combine_chunks(alignment.submission_ids), _required_ids(template, alignment)
    missing = required.filter(pc.invert(pc.is_in(required, value_set=ids)))
    unknown = np.flatnonzero(~flags(pc.is_in(ids, value_set=required)))
    if len(missing):
        are = "is" if len(missing) == 1 else "are"
        what = f"{len(missing):,} of the {count_of(len(required), 'id')} of the template {are} missing"
        yield _problem(alignment, "template-missing-ids", _first(missing), what, None, len(missing))
    if len(unknown):
        what = agreeing(len(unknown), "id is not in the template", "ids are not in the template")
        line = submission.line(min(alignment.entries[1].records(int(unknown[0]))))
        yield _problem(alignment, "template-unknown-ids", _first(ids.take(integers(unknown))), what, line, len(unknown))


def with_required_ids(template: Sheet, alignment: Alignment, problems: Iterable[Problem]) -> list[Problem]:
    """The problems of a pair; ids that the template has are not unknown, and no repair may drop them."""
    entries = alignment.found.unknown
    left = entries[~flags(pc.is_in(entry_ids(alignment, 1, entries), value_set=_required_ids(template, alignment)))]
    kept = [problem for problem in problems if problem.kind != "unknown-ids" or len(left)]
    if len(left) == len(entries):
        return kept
    return [_left(problem, alignment, left) if problem.kind == "unknown-ids" else problem for problem in kept]


def _left(problem: Problem, alignment: Alignment, entries: Ints) -> Problem:
    """The problem of these unknown entries only."""
    return replace(
        problem,
        count=len(entries),
        examples=tuple(_first(entry_ids(alignment, 1, entries))),
        line=alignment.submission.line(min(alignment.entries[1].records(int(entries[0])))),
        message=agreeing(len(entries), "id of the submission is", "ids of the submission are") + _UNKNOWN,
        fix=None if problem.fix and problem.fix.name == "drop-unknown" else problem.fix,
    )


def _required_ids(template: Sheet, alignment: Alignment) -> pa.StringArray:
    """The distinct ids of the template, in columns named like the ids if these are in several.

    Else in the column that has the most ids of the pair; of several such columns, the one named like the ids.
    """
    known = pa.concat_arrays([alignment.ids, combine_chunks(alignment.submission_ids)])
    layout, names = alignment.layouts[1], [*map(normalized, template.names)]
    wanted = [normalized(alignment.submission.names[column]) for column in layout.ids]
    if len(wanted) > 1 and {*wanted} <= {*names}:
        together = replace(layout, ids=tuple(map(names.index, wanted)))
        return combine_chunks(id_texts(template, together)).unique()
    columns = [combine_chunks(column).unique() for column in template.columns]
    shared = [int(flags(pc.is_in(column, value_set=known)).sum()) for column in columns]
    best = max(range(len(columns)), key=lambda i: (shared[i], names[i] == wanted[0]))
    return columns[best]


def _first(texts: pa.StringArray) -> list[str]:
    return [str(text) for text in texts.slice(0, 3)]


def _problem(
    alignment: Alignment, kind: str, examples: list[str], what: str, line: int | None, count: int = 1
) -> Problem:
    name = alignment.submission.name
    return Problem(kind, "submission", count, what, _REJECTS, tuple(examples[:3]), line, rejects=True, file=name)
