"""Both lists of a row: which labels moved between the baseline and the open submission, came or went."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.marks import LabelMark, marks
from inspector.core.evaluation.sides import baseline_of, compared_rows, is_absent


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


def side_by_side(evaluation: Evaluation, row: int, draft: Prediction | None = None, most: int = 200) -> SideBySide:
    """The open list and that of the baseline, up to some rank. draft: another prediction of the row that is open."""
    opened, baseline = evaluation.prediction(row) if draft is None else draft, baseline_of(evaluation)
    sides = (evaluation, opened), (baseline, baseline.prediction(row))
    codes = [side.batch_with(row, given).predictions.codes.tolist() for side, given in sides]
    # The best rank of each label.
    ranks = [{code: rank for rank, code in reversed([*enumerate(of, 1)])} for of in codes]
    absent = [is_absent(side, row) and not len(given) for side, given in sides]
    gone, lists = 0 if any(absent) else None, []
    for side, other, sign in ((0, 1, 1), (1, 0, -1)):
        own, others = ranks[side], ranks[other]
        moved = {code: gone if code not in others else sign * (others[code] - rank) for code, rank in own.items()}
        marked = marks(sides[side][0], row, most, sides[side][1])
        lists.append([Listed(mark, moved[code]) for code, mark in zip(codes[side], marked, strict=False)])
    longest, scores = max(map(len, codes)), (evaluation.preview(row, opened).score, _score_there(evaluation, row))
    lines = tuple((ours, theirs) for ours, theirs in zip_longest(lists[0], lists[1]))
    return SideBySide(lines, scores[0], scores[1], max(0, longest - most), *absent)


def _score_there(evaluation: Evaluation, row: int) -> float:
    """The score of the row in the baseline."""
    return float(compared_rows(evaluation, np.array([row]))[0])
