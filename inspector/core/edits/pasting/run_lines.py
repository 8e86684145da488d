"""Pasted lines of a TREC run: `topic Q0 document rank score tag`, with blanks or tabs between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, integers, numbers, texts
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Floats, Ints
from inspector.core.edits.pasting.tsv import unified
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.schema.contents import trimmed_numbers
from inspector.core.plural import count_of

_FIELDS = 6
TOPIC, Q0, DOCUMENT, RANK, SCORE = range(_FIELDS - 1)


@dataclass(frozen=True, eq=False)
class RunLines:
    """n lines of a run. topics, documents: n Arrow strings; scores: float64 (n,)."""

    topics: pa.StringArray
    documents: pa.StringArray
    scores: Floats

    def lists(self, rows: Ints) -> tuple[Ints, Ints, Ints]:
        """Rows with their lists: the distinct rows and the offsets of their lists in the order of lines, all int64.

        rows: int64 (n,), of each line, negative for none. Lines are ordered by score, and equal scores by document
        from z to a, as the lines of a file are.
        """
        ties = -numbers(pc.rank(self.documents, tiebreaker="dense")).astype(np.int64)
        order = np.lexsort((ties, -self.scores, rows))
        order = order[rows[order] >= 0]
        found, counts = np.unique(rows[order], return_counts=True)
        return found, offsets_of(counts), order


def run_lines_of(evaluation: Evaluation, pasted: str) -> RunLines | None:
    """Pasted text as lines of a run; None if it is anything else. A 0 that is a label may begin a list of labels.

    Raises InputError with the first line that is none, where most are.
    """
    all_lines = pc.ascii_trim_whitespace(texts(unified(pasted).split("\n")))
    at = np.flatnonzero((numbers(pc.binary_length(all_lines)) > 0) & ~flags(pc.starts_with(all_lines, "#")))
    split = pc.ascii_split_whitespace(lines := all_lines.take(integers(at)))
    offsets, words = numbers(split.offsets).astype(np.int64), split.flatten()
    fits = np.diff(offsets) == _FIELDS
    fields = [words.take(integers(offsets[:-1][fits] + field)) for field in range(_FIELDS)]
    scores, zero = trimmed_numbers(fields[SCORE]), "" if evaluation.table.vocab.find_in_files("0") >= 0 else "|0"
    known = flags(pc.match_substring_regex(fields[Q0], f"^([Qq]0{zero})$"))
    fits[fits] = known & flags(pc.match_substring_regex(fields[RANK], r"^-?\d+$")) & np.isfinite(scores)
    if 2 * fits.sum() <= len(lines):
        return None
    if not fits.all():
        odd = int(np.argmin(fits))
        raise _odd_line(str(lines[odd]), int(at[odd]) + 1, int(np.diff(offsets)[odd]))
    return RunLines(fields[TOPIC], fields[DOCUMENT], scores)


def _odd_line(line: str, number: int, fields: int) -> InputError:
    return InputError(
        "the pasted line is not one of a run, as most others are",
        line=number,
        found=f"{shorten(line)}, {count_of(fields, 'field')}",
        expected="topic Q0 document rank score tag, with a whole number as rank and a number as score",
        hint="Mend the line or leave it out, and paste again",
    )
