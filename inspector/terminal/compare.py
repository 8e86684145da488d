"""The command `compare`: submissions of one truth against a baseline, as a table with verdicts or as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import click

from inspector.core.path import files_in
from inspector.core.plural import agreeing, count_of
from inspector.terminal.options import (
    ReadingOptions,
    drawn_groups,
    filtering,
    json_object,
    named_baseline,
    reading_options,
    seeded,
    submissions_of_one_truth,
)
from inspector.terminal.output import Command, aligned, first_problems, jsonable, say
from inspector.terminal.tasks import narrow, run_task, submission_named, submissions_task, with_baseline

if TYPE_CHECKING:
    from inspector.core.arrays.types import Ints
    from inspector.core.comparison.judging import DrawOptions
    from inspector.core.comparison.leaderboard import Leaderboard, Line
    from inspector.core.files.problem import Problem
    from inspector.core.metrics import Metric
    from inspector.core.task import Task

# What is printed of the baseline, which is not tested against itself.
_UNTESTED = ("name", "overall", "delta", "interval", "p", "better", "worse", "same", "alone", "verdict")
# Of a host's metric that is no mean of rows.
_NOT_BY_ROWS = "row scores are influences, which are not compared"
_REACH = "smallest_difference", "p_sign", "p_wilcoxon", "equal_within", "rows_needed"
_PRINTED = (*_UNTESTED[:5], "test", "resamples", "t", "p_t", *_UNTESTED[5:9], *_REACH, "verdict")


@click.command(cls=Command)
@submissions_of_one_truth
@named_baseline
@filtering
@drawn_groups
@click.option("--resamples", type=click.IntRange(min=1), metavar="N", help="Random draws of a test and an interval.")
@seeded
@click.option("--details", is_flag=True, help="What each test finds, and what these rows can tell.")
@json_object
@reading_options
def compare(
    truth: Path,
    submissions: tuple[Path, ...],
    metric: str | None,
    baseline: str | None,
    expression: str | None,
    group: str,
    resamples: int | None,
    seed: int,
    details: bool,
    as_json: bool,
    **given: Unpack[ReadingOptions],
) -> None:
    """Compare every SUBMISSION with a baseline, row by row: how much better it is, and whether that is more than luck.

    A submission goes by the name of its file without its ending, or with it where these names are alike; SUBMISSION
    may also be a folder, whose files are taken, or a pattern. Fields of the filter that are about predictions and
    scores are those of the baseline.
    """
    from inspector.core.comparison.judging import DrawOptions

    files = with_baseline(files_in(submissions, besides=[truth]), baseline)
    options = DrawOptions(resamples=resamples, seed=seed, group=group)
    task = _compared(truth, files, metric, baseline, expression, options, given)
    result = run_task(task)
    say(json.dumps(result.json) if as_json else "\n\n".join([result.text, *(result.details if details else ())]))


@dataclass(frozen=True, eq=False)
class _Result:
    """The lines over some rows, None for all.

    guessed: whether nobody named the metric; by_outcome: whether the filter chooses rows by what is compared; problems:
    of the file of each submission, by its name.
    """

    board: Leaderboard
    lines: Sequence[Line]
    rows: Ints | None
    seed: int
    metric: Metric
    guessed: bool
    by_outcome: bool
    problems: Mapping[str, Sequence[Problem]]

    @property
    def json(self) -> dict[str, object]:
        """The object that `compare --json` prints."""
        shared, unpaired = self._shared()
        return {
            "metric": str(self.metric),
            "baseline": self.board.baseline,
            "rows": shared,
            "unpaired": unpaired,
            "seed": self.seed,
            "by_outcome": self.by_outcome,
            **self._assumed,
            "submissions": [
                _line_json(line) | {"problems": [problem.message for problem in self.problems.get(line.name, ())]}
                for line in self.lines
            ],
        }

    @property
    def text(self) -> str:
        """A table with a line for each submission, and what the lines say in words."""
        from inspector.core.statistics.verdict import BY_OUTCOME

        shared, unpaired = self._shared()
        scored = agreeing(shared, "row that every file scores", "rows that all score")
        if not self._is_by_rows:
            scored = f"{count_of(shared, 'row')} scored as a whole: {_NOT_BY_ROWS}"
        lacking = f", {count_of(unpaired, 'row')} missing in some of the files" if unpaired else ""
        guessed = ", guessed: --metric overrules" if self.guessed else ""
        metric = f"{self.metric.label} ({self.metric}{guessed})"
        head = f"{metric}, {scored}{lacking}, compared with {self.board.baseline}, seed {self.seed}"
        words = [line.words() for line in self.lines if not line.is_baseline]
        why = [BY_OUTCOME] * self.by_outcome
        assumed = [f"Assumed: {words}." for words in self._assumed.values()]
        return "\n".join(
            [head, *assumed, "", *_table(self.lines), "", *words, *why, *first_problems(self.problems)]
        ).rstrip()

    @property
    def _assumed(self) -> dict[str, str]:
        """`assumed`, which only a host's metric without a chosen direction has."""
        from inspector.core.metrics.host.metric import assumed_of

        words = assumed_of(self.metric)
        return {"assumed": words} if words else {}

    @property
    def details(self) -> list[str]:
        """A table for each submission but the baseline."""
        from inspector.core.statistics.details import details

        tables = ((line.name, [(d.question, d.answer, d.test) for d in details(line.of)]) for line in self.lines)
        return ["\n".join([name, *aligned(cells, left=(0, 1, 2))]) for name, cells in tables if cells]

    def _shared(self) -> tuple[int, int]:
        """How many rows all submissions and the baseline score, and how many not all of their files have.

        Where rows are scored as a whole alone, those that all of them have.
        """
        import numpy as np

        comparisons = [*self.board.comparisons.values()]
        paired = reduce(lambda some, other: some & other, (comparison.paired() for comparison in comparisons))
        sides = [comparison.opened for comparison in comparisons]
        having = np.array([side.overlay.submitted(side.table, self.rows) for side in sides])
        shared = paired if self.rows is None else paired[self.rows]
        in_all = having.all(axis=0)
        return int((shared if self._is_by_rows else in_all).sum()), int((having.any(axis=0) & ~in_all).sum())

    @property
    def _is_by_rows(self) -> bool:
        return self.board.is_by_rows


def _compared(
    truth: Path,
    files: Sequence[Path],
    metric: str | None,
    baseline: str | None,
    expression: str | None,
    options: DrawOptions,
    given: ReadingOptions,
) -> Task[_Result]:
    """A task: read and score all submissions, and compare them."""
    from inspector.core.query import parse, refuse_both_sides
    from inspector.core.task import portion

    refuse_both_sides(parse(expression or ""))
    inspection, names = yield from portion(submissions_task(truth, files, metric, **given), 0.0, 0.7)
    name = submission_named(baseline, names)
    inspection.open(name)
    inspection.baseline = name
    narrow(inspection, expression)
    board = yield from inspection.leaderboard_task()
    rows, by_outcome = inspection.shown_rows, inspection.is_by_outcome
    lines = yield from portion(board.task(rows, replace(options, by_outcome=by_outcome)), 0.7, 1.0)
    problems = {one.name: one.own_problems for one in inspection.submissions}
    return _Result(board, lines, rows, options.seed, inspection.metric, metric is None, by_outcome, problems)


def _line_json(line: Line) -> dict[str, Any]:
    # The exact p, where there is one, as the text has it.
    fields = {**line.fields, "p": line.of.best_p}
    further = [] if math.isnan(line.p_corrected) else ["p_corrected"]
    named = _UNTESTED if line.is_baseline else (*_PRINTED[:5], *further, *_PRINTED[5:])
    return {name: jsonable(fields[name]) for name in named}


_HEADS = ("", "overall", "Δ", "95 % interval", "p", "better", "worse", "same", "alone", "verdict")


def _table(lines: Sequence[Line]) -> list[str]:
    """A line for each submission: names and verdicts to the left, numbers to the right."""
    return aligned([_HEADS, *map(_cells, lines)], left=(0, len(_HEADS) - 1))


def _cells(line: Line) -> tuple[str, ...]:
    from inspector.core.figures import fixed

    of, (low, high) = line.of, line.of.interval
    counts = [f"{count:,}" if line.is_by_rows else "-" for count in (of.better, of.worse, of.same, line.alone)]
    overall = "-" if math.isnan(line.overall) else fixed(line.overall, of.decimals + 1)
    if line.is_baseline:
        return (line.name, overall, "", "", "", "", "", "", counts[-1], line.verdict)
    delta = "-" if math.isnan(of.delta) else of.signed(of.delta)
    within = "-" if math.isnan(low) else f"{of.signed(low)} to {of.signed(high)}"
    p = "-" if math.isnan(of.best_p) or not of.n else of.p_text
    return (line.name, overall, delta, within, p, *counts, line.in_words)
