"""What splits do to submissions: by formula where the overall is a mean over many rows, else by simulation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from inspector.core.arrays.types import Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.luck.inputs import LuckInputs, Side, inputs_task
from inspector.core.luck.known import ByFormula, BySplits, Known
from inspector.core.luck.luck import Line, Luck, Placed, Question
from inspector.core.luck.parts import parts_of
from inspector.core.luck.split import Split
from inspector.core.luck.split_scores import drawn, normal, ranks, shakeup
from inspector.core.luck.words import notes, sentences
from inspector.core.metrics import Metric
from inspector.core.task import Task, portion

# From so many rows on, in all and in each part, a mean is as good as normal.
_MANY, _MANY_IN_PART, _ROWS_A_SKEW = 2_000, 200, 25
# Splits of a mean take as long as counting each row so often; those of other overalls are always long work.
_SPLITS_OF_A_ROW, _LONG = 300, 1_000_000


def luck_task(
    submissions: Mapping[str, Side], metric: Metric, question: Question, rows: Ints | None = None
) -> Task[Luck]:
    """A task: what splits do to submissions by name, the open one first, over some rows, None for all.

    Raises InputError for a share that leaves a part empty, fewer than two scored rows, an unknown group, and a metric
    that the open submission does not fit; others that it does not fit are left out.
    """
    inputs = yield from inputs_task(submissions, metric, question, rows)
    split, overalls = inputs.split(), inputs.overalls(inputs.rows)
    scores = np.array([side.scores.row[inputs.rows] for side in inputs.sides.values()])
    smaller = min(split.public, split.private)
    if inputs.is_mean and len(inputs.rows) >= _MANY and _is_normal(scores, smaller):
        covariance = np.atleast_2d(np.cov(scores))
        split_scores = normal(overalls, covariance, split, inputs.sign, question.seed)
        return _answered(inputs, split, overalls, ByFormula(scores, split, split_scores))
    parts = [parts_of(side, inputs.rows, inputs.of_unit) for side in inputs.sides.values()]
    steps = drawn(parts, split, inputs.units, inputs.sign, question.seed)
    split_scores = yield from portion(steps, 0.05, 1.0)
    return _answered(inputs, split, overalls, BySplits(overalls, split, split_scores, inputs.mean))


def _is_normal(scores: Floats, rows: int) -> bool:
    """Whether means of so many rows of the scores, (s, n), are as good as normal: enough rows for how skewed they are.

    The 25 times the squared skewness is Cochran's rule.
    """
    if rows < _MANY_IN_PART:
        return False
    centred = scores - scores.mean(axis=1, keepdims=True)
    square, cube = (centred**2).mean(axis=1), (centred**3).mean(axis=1)
    skewed = np.divide(cube**2, square**3, out=np.zeros(len(square)), where=square > 0)
    return bool(rows >= _ROWS_A_SKEW * skewed.max())


def with_public(luck: Luck, public: float | None) -> Luck:
    """The same splits with another score on the leaderboard placed in them, None for none."""
    question = replace(luck.question, public=public)
    luck = replace(luck, question=question, placed=_placed(public, luck.known, luck.opened))
    return replace(luck, sentences=sentences(luck), notes=notes(luck))


def effort(opened: Evaluation, submissions: int) -> int:
    """About how long asking about so many submissions takes, as the rows that are counted once in that time."""
    rows = len(opened.table) * submissions
    if not opened.scores.is_mean:
        return max(rows, _LONG)
    return rows * _SPLITS_OF_A_ROW  # a formula is quicker, but holds only for scores that are not too skewed


def _answered(inputs: LuckInputs, split: Split, overalls: Floats, known: Known) -> Luck:
    split_scores, real = known.split_scores, inputs.real()
    actual = None if real is None else np.array([inputs.overalls(rows) for rows in real])
    lines = _lines(inputs, overalls, known, actual)
    two = split_scores.best_two() if len(lines) > 1 else None
    shaken = split_scores.shakeup() if actual is None else shakeup(*(ranks(inputs.sign * part) for part in actual))
    is_formula = isinstance(known, ByFormula)
    luck = Luck(
        metric=str(inputs.opened.metric),
        question=inputs.question,
        rows=len(inputs.rows),
        groups=inputs.units if inputs.question.group else 0,
        split=split,
        method="formula" if is_formula else "every split" if split_scores.is_every else "simulated",
        splits=len(split_scores),
        is_real=real is not None,
        lines=lines,
        public_margin=(1 - split.share) * lines[0].margin,
        best_two=None if two is None else (lines[two[0]].name, lines[two[1]].name),
        best_two_score=math.nan if two is None else two[2],
        shakeup=math.nan if two is None else shaken,
        refused=inputs.refused,
        lower_is_better=inputs.sign < 0,
        known=known,
    )
    return with_public(luck, inputs.question.public)


def _lines(inputs: LuckInputs, overalls: Floats, known: Known, actual: Floats | None) -> tuple[Line, ...]:
    first, several, lines = known.split_scores.first(), len(inputs.sides) > 1, list[Line]()
    for number, name in enumerate(inputs.sides):
        public, private = known.deviations(number)
        behind = known.behind(number) if number else (math.nan, math.nan)
        scores = (math.nan, math.nan) if actual is None else actual[:, number].tolist()
        line = Line(
            name=name,
            overall=float(overalls[number]),
            deviation_public=public,
            deviation_private=private,
            margin=known.margin(number),
            mean_gap=known.mean_gap(number),
            first=float(first[number]) if several else math.nan,
            smallest_move=known.smallest_move(number) if number else math.nan,
            behind_public=behind[0],
            behind_private=behind[1],
            public=scores[0],
            private=scores[1],
        )
        lines.append(line)
    return tuple(lines)


def _placed(typed: float | None, known: Known, opened: Line) -> Placed | None:
    """The typed score, or else that of the Usage column."""
    public = opened.public if typed is None else typed
    if math.isnan(public) or math.isnan(opened.overall):
        return None
    private, margin = known.private(public) if typed is not None else (opened.private, 0.0)
    luck, percentile = (public - opened.overall) * known.split_scores.sign, known.percentile(public)
    return Placed(public=public, luck=luck, percentile=percentile, private=private, private_margin=margin)
