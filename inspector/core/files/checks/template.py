"""Compare a submission with a sample submission, which has the header and ids that the site requires."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags, integers
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Problem
from inspector.core.files.schema.layout import find_column
from inspector.core.files.schema.names import normalized

_REJECTS = "the site would reject the file"


def template_problems(template: Sheet, alignment: Alignment) -> Iterable[Problem]:
    """Find differences in header and ids between a submission and a template."""
    submission, layout = alignment.submission, alignment.layouts[1]
    expected, names = [*template.names], [*submission.names]
    if expected != names:
        yield _problem(
            alignment,
            "template-header",
            [name for name in names if name not in expected] or names,
            f"the header is {', '.join(names)}; the template has {', '.join(expected)}",
            1,
        )
    known = {normalized(name) for name in template.names}
    column = find_column(template, names[layout.id]) if normalized(names[layout.id]) in known else 0
    ids, required = combine_chunks(alignment.submission_ids), combine_chunks(template.columns[column])
    missing = required.filter(pc.invert(pc.is_in(required, value_set=ids)))
    unknown = np.flatnonzero(~flags(pc.is_in(ids, value_set=required)))
    if len(missing):
        what = f"{len(missing):,} of the {len(required):,} ids of the template are missing"
        yield _problem(alignment, "template-missing-ids", _first(missing), what, None, len(missing))
    if len(unknown):
        what = f"{len(unknown):,} ids are not in the template"
        line = submission.line(int(alignment.entries[1].first[unknown[0]]))
        yield _problem(alignment, "template-unknown-ids", _first(ids.take(integers(unknown))), what, line, len(unknown))


def _first(texts: pa.StringArray) -> list[str]:
    return [str(text) for text in texts.slice(0, 3)]


def _problem(
    alignment: Alignment, kind: str, examples: list[str], what: str, line: int | None, count: int = 1
) -> Problem:
    name = alignment.submission.name
    return Problem(kind, "submission", count, tuple(examples[:3]), line, what, _REJECTS, rejects=True, file=name)
