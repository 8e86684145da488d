"""A sample submission as the measure: its header and its ids are those that the site asks for."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, flags, integers
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Problem
from inspector.core.files.schema.layout import find, plain

_REFUSES = "the site would refuse the file"


def template_problems(template: Sheet, alignment: Alignment) -> Iterable[Problem]:
    """What a submission has that the template has not, and the other way round. Raises InputError when the template
    has no column named like the submission's ids.
    """
    submission, layout = alignment.submission, alignment.layouts[1]
    wanted, names = [*template.names], [*submission.names]
    if wanted != names:
        yield _problem(
            alignment,
            "template-header",
            [name for name in names if name not in wanted] or names,
            f"the header is {', '.join(names)}; the template has {', '.join(wanted)}",
            1,
        )
    known = {plain(name) for name in template.names}
    place = find(template, names[layout.id]) if plain(names[layout.id]) in known else 0
    own, theirs = combine_chunks(alignment.submission_ids), combine_chunks(template.columns[place])
    absent = theirs.filter(pc.invert(pc.is_in(theirs, value_set=own)))
    strange = np.flatnonzero(~flags(pc.is_in(own, value_set=theirs)))
    if len(absent):
        what = f"{len(absent):,} of the {len(theirs):,} ids of the template are missing"
        yield _problem(alignment, "template-missing-ids", _first(absent), what, None, len(absent))
    if len(strange):
        what = f"{len(strange):,} ids are not in the template"
        line = submission.line(int(alignment.entries[1].first[strange[0]]))
        yield _problem(alignment, "template-unknown-ids", _first(own.take(integers(strange))), what, line, len(strange))


def _first(texts: pa.StringArray) -> list[str]:
    return [str(text) for text in texts.slice(0, 3)]


def _problem(
    alignment: Alignment, kind: str, examples: list[str], what: str, line: int | None, count: int = 1
) -> Problem:
    name = alignment.submission.name
    return Problem(kind, "submission", count, tuple(examples[:3]), line, what, _REFUSES, rejects=True, file=name)
