"""Both lists of a row: which labels moved between the baseline and the open submission, came or went."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.marks import LabelMark, marks
from inspector.core.evaluation.sides import baseline_of, is_absent


class Listed(NamedTuple):
    """A label of one list. moved: how many ranks it stands higher in the open submission, None where only one list has
    it, and 0 in a row that only one submission has; of a repeat, its first place counts."""

    mark: LabelMark
    moved: int | None


@dataclass(frozen=True)
class SideBySide:
    """Both lists of a row by rank, a side None behind its end; score, baseline_score: of the row, NaN if not scored;
    more: the ranks that are left out; absent, baseline_absent: whether a submission has no such row."""

    lines: tuple[tuple[Listed | None, Listed | None], ...]
    score: float
    baseline_score: float
    more: int = 0
    absent: bool = False
    baseline_absent: bool = False


def side_by_side(evaluation: Evaluation, row: int, most: int = 200) -> SideBySide:
    """The open list and that of the baseline, up to some rank."""
    sides = evaluation, baseline_of(evaluation)
    ranks, absent = [_ranks(side, row) for side in sides], [is_absent(side, row) for side in sides]
    gone, lists = 0 if any(absent) else None, []
    for side, other, sign in ((0, 1, 1), (1, 0, -1)):
        own, others = ranks[side], ranks[other]
        moved = {code: gone if code not in others else sign * (others[code] - rank) for code, rank in own.items()}
        codes = sides[side].codes(row).tolist()
        lists.append([Listed(mark, moved[codes[at]]) for at, mark in enumerate(marks(sides[side], row, most))])
    scores = [float(side.scores.row[row]) for side in sides]
    longest = max(len(side.codes(row)) for side in sides)
    lines = tuple((ours, theirs) for ours, theirs in zip_longest(lists[0], lists[1]))
    return SideBySide(lines, scores[0], scores[1], max(0, longest - most), *absent)


def _ranks(evaluation: Evaluation, row: int) -> dict[int, int]:
    """The best rank of each label of a row by its code."""
    codes = evaluation.codes(row).tolist()
    return {code: rank for rank, code in reversed([*enumerate(codes, 1)])}
