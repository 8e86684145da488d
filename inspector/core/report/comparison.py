"""The sections about several submissions: a leaderboard with verdicts, and where first hits moved."""

from __future__ import annotations

import math

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.comparison.judging import DrawOptions
from inspector.core.comparison.leaderboard import Leaderboard, Line
from inspector.core.comparison.matrix import FirstHitMatrix
from inspector.core.errors import InputError
from inspector.core.report.blocks import Cell, Matrix, Number, Section, Table, Words
from inspector.core.report.subject import Subject
from inspector.core.report.texts import change, count, score, visible
from inspector.core.rows.rank_words import RankWords, rank_words
from inspector.core.statistics.verdict import BY_OUTCOME
from inspector.core.task import Progress, Task

# Ranks with a line each; those behind share one. Of more lines than a few, those of ranks that no row has are left out.
_RANKS, _FEW = 20, 8
# Matrices that a page shows.
_MATRICES = 6
_COLUMNS = ("submission", "overall", "Δ", "95 % interval of Δ", "p", "better", "worse", "same", "alone", "verdict")


def board_section(subject: Subject, board: Leaderboard) -> Task[Section]:
    """All submissions against the baseline, a line and a verdict in words each, over the rows of the filter."""
    rows, title = subject.rows if subject.filter else None, f"Compared with {visible(board.baseline)}"
    try:
        lines = yield from board.task(rows, DrawOptions(by_outcome=subject.by_outcome))
    except InputError as error:  # such as of infinite scores
        return Section(title, (*subject.only, Words(f"{visible(error.what, 400)}.")))
    cells = tuple(map(_line, lines))
    said = [Words(visible(line.words(), 2_000)) for line in lines if not line.is_baseline]
    said += [Words(BY_OUTCOME)] * subject.by_outcome
    table = Table(columns=_COLUMNS, lines=cells, total=len(cells), what="submissions")
    return Section(title, (*subject.only, table, *said))


def _line(line: Line) -> tuple[Cell, ...]:
    of, (low, high) = line.of, line.of.interval
    is_counted = line.is_by_rows and not line.is_baseline
    counts = (count(of.better), count(of.worse), count(of.same)) if is_counted else ("", "", "")
    alone = count(line.alone) if line.is_by_rows else ""
    if line.is_baseline:
        return (visible(line.name), score(line.overall), "", "", "", *counts, alone, line.verdict)
    within = "" if math.isnan(low) else f"{change(low).text} to {change(high).text}"
    return (
        visible(line.name),
        score(line.overall),
        change(of.delta),
        within,
        Number(of.best_p, "–" if math.isnan(of.best_p) else of.p_text),
        *counts,
        alone,
        line.in_words,
    )


def matrices_section(subject: Subject) -> Task[Section | None]:
    """Rows by the first hit in the baseline and in each other submission; None where none moved."""
    blocks, compared = list[Words | Matrix](), subject.compared
    for number, (name, before, evaluation) in enumerate(compared[:_MATRICES]):
        yield Progress(number / len(compared), f"Comparing {name}")
        found = FirstHitMatrix(evaluation, subject.among)
        counts = found.counts()
        if not np.array_equal(counts, np.diag(np.diag(counts))):
            named = rank_words(evaluation.metric)
            blocks += [Words(_moved(name, before, found, named)), _matrix(name, before, found, named)]
    left_out = len(compared) - _MATRICES
    more = [Words(f"{left_out:,} more submissions are left out.")] if left_out > 0 else []
    title = f"{rank_words(subject.evaluation.metric).ranks} that moved"
    return Section(title, (*subject.only, *blocks, *more)) if blocks else None


def _moved(name: str, before: str, found: FirstHitMatrix, named: RankWords) -> str:
    words = ", ".join(f"{count:,} {became}" for became, count in found.totals().items())
    return f"{named.ranks} of {visible(name)} against those of {visible(before)}: {words}."


def _matrix(name: str, before: str, found: FirstHitMatrix, named: RankWords) -> Matrix:
    counts, names = _folded(_folded(found.counts()).T).T, _names(found.k)
    seen = np.flatnonzero((counts + counts.T).any(axis=1)) if len(names) > _FEW else np.arange(len(names))
    return Matrix(
        line_title=f"{named.column} in {visible(before)}",
        column_title=f"{named.column} in {visible(name)}",
        names=tuple(names[at] for at in seen.tolist()),
        counts=tuple(map(tuple, counts[np.ix_(seen, seen)].tolist())),
    )


def _names(k: int) -> tuple[str, ...]:
    behind = [f"{_RANKS + 1} to {k}"] if k > _RANKS + 1 else [str(k)] * (k == _RANKS + 1)
    return (*map(str, range(1, min(k, _RANKS) + 1)), *behind, f"after {k}", "none")


def _folded(counts: Ints) -> Ints:
    """The lines behind _RANKS, but for the last two, added up in one."""
    if len(counts) <= _RANKS + 3:
        return counts
    behind = counts[_RANKS:-2].sum(axis=0, keepdims=True)
    return np.concatenate([counts[:_RANKS], behind, counts[-2:]])
