"""Pasted lines of a TREC run: `topic Q0 document rank score tag`, with blanks or tabs between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, integers, numbers, texts
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Floats, Ints
from inspector.core.edits.pasting.tsv import unified
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.schema.contents import trimmed_numbers

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
    """Pasted text as lines of a run; None if it is anything else. A 0 that is a label may begin a list of labels."""
    lines = pc.ascii_trim_whitespace(texts(unified(pasted).split("\n")))
    lines = lines.filter(booleans((numbers(pc.binary_length(lines)) > 0) & ~flags(pc.starts_with(lines, "#"))))
    split = pc.ascii_split_whitespace(lines)
    offsets, words = numbers(split.offsets).astype(np.int64), split.flatten()
    if not len(lines) or (np.diff(offsets) != _FIELDS).any():
        return None
    fields = [words.take(integers(offsets[:-1] + field)) for field in range(_FIELDS)]
    zero = "" if evaluation.table.vocab.find_in_files("0") >= 0 else "|0"
    forms = ((Q0, f"^([Qq]0{zero})$"), (RANK, r"^-?\d+$"))
    scores = trimmed_numbers(fields[SCORE])
    if np.isfinite(scores).all() and all(flags(pc.match_substring_regex(fields[at], form)).all() for at, form in forms):
        return RunLines(fields[TOPIC], fields[DOCUMENT], scores)
    return None
