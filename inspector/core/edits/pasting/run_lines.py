"""Pasted lines of a TREC run: `topic Q0 document rank score tag`, with blanks or tabs between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, integers, numbers, text, texts
from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.types import Floats, Ints
from inspector.core.edits.pasting.tsv import unified
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.schema.contents import trimmed_numbers
from inspector.core.plural import count_of

_FIELDS = 6
TOPIC, Q0, DOCUMENT, RANK, SCORE = range(_FIELDS - 1)
_BEGIN = r"^\S+\s+[Qq]0\s"
# The fields of a judgment: topic, 0, document and relevance.
_JUDGED = 4
_EXPECTED = "topic Q0 document rank score tag"


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

    Raises InputError with the first line that is none, where most are or have six fields with `Q0` as the second, and
    for judgments.
    """
    all_lines = texts(unified(pasted).split("\n"))
    lines = pc.ascii_trim_whitespace(all_lines)
    at = np.flatnonzero((numbers(pc.binary_length(lines)) > 0) & ~flags(pc.starts_with(lines, "#")))
    lines, tabs = lines.take(integers(at)), numbers(pc.count_substring(all_lines, "\t"))[at]
    split = pc.ascii_split_whitespace(lines)
    offsets, words = numbers(split.offsets).astype(np.int64), split.flatten()
    has_zero = evaluation.table.vocab.find_in_files("0") >= 0
    if not has_zero and _are_judgments(evaluation, offsets, words):
        raise _judgments(str(lines[0]))
    fits = np.diff(offsets) == _FIELDS
    fields = [words.take(integers(offsets[:-1][fits] + field)) for field in range(_FIELDS)]
    scores, zero = trimmed_numbers(fields[SCORE]), "" if has_zero else "|0"
    known = flags(pc.match_substring_regex(fields[Q0], f"^([Qq]0{zero})$"))
    looks = (fits | (tabs == _FIELDS - 1)) & flags(pc.match_substring_regex(lines, _BEGIN))
    fits[fits] = known & flags(pc.match_substring_regex(fields[RANK], r"^-?\d+$")) & np.isfinite(scores)
    if 2 * (fits | looks).sum() <= len(lines):
        return None
    if not fits.all():
        odd = int(np.argmin(fits))
        raise _odd_line(str(lines[odd]), int(at[odd]) + 1, int(np.diff(offsets)[odd]))
    return RunLines(fields[TOPIC], fields[DOCUMENT], scores)


def _are_judgments(evaluation: Evaluation, offsets: Ints, words: pa.StringArray) -> bool:
    """Whether all lines, with the offsets of their words, are `topic 0 document relevance` of known topics."""
    if len(offsets) < 2 or (np.diff(offsets) != _JUDGED).any():
        return False
    topics, zeros, _, grades = (words.take(integers(offsets[:-1] + field)) for field in range(_JUDGED))
    forms = flags(pc.equal(zeros, text("0"))) & flags(pc.match_substring_regex(grades, r"^-?\d+$"))
    return bool((forms & (evaluation.table.rows_of(topics) >= 0)).all())


def _judgments(line: str) -> InputError:
    return InputError(
        "the pasted lines are judgments, not predictions",
        found=shorten(line),
        expected=_EXPECTED,
        hint="Paste lines of a run, or open the judgments as the truth",
    )


def _odd_line(line: str, number: int, fields: int) -> InputError:
    return InputError(
        "the pasted lines are of a run, but one of them is none",
        line=number,
        found=f"{shorten(line)}, {count_of(fields, 'field')}",
        expected=f"{_EXPECTED}, with a whole number as rank and a number as score",
        hint="Mend the line or leave it out, and paste again",
    )
