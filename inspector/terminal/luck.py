"""The command `luck`: what a random split into public and private rows would do to a score."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import click

from inspector.core.path import files_in
from inspector.core.plural import count_of
from inspector.terminal.options import (
    ReadingOptions,
    drawn_groups,
    filtering,
    json_object,
    reading_options,
    seeded,
    submissions_of_one_truth,
)
from inspector.terminal.output import Command, aligned, first_problems, jsonable, say
from inspector.terminal.tasks import narrow, run_task, submissions_task

if TYPE_CHECKING:
    from inspector.core.files.problem import Problem
    from inspector.core.luck.luck import Line, Luck, Question
    from inspector.core.task import Task

    _Problems = Mapping[str, Sequence[Problem]]

_REVERSED = "Reversed: in how many splits it and {} stand the other way round than by the overall."


@click.command(cls=Command)
@submissions_of_one_truth
@click.option("--share", type=float, default=0.3, show_default=True, help="The share of the rows that is public.")
@click.option("--test-rows", type=click.IntRange(min=2), metavar="N", help="An unseen test of N rows is split instead.")
@click.option("--public", type=float, metavar="SCORE", help="The public score of the first submission, to be placed.")
@filtering
@drawn_groups
@seeded
@json_object
@reading_options
def luck(
    truth: Path,
    submissions: tuple[Path, ...],
    metric: str | None,
    share: float,
    test_rows: int | None,
    public: float | None,
    expression: str | None,
    group: str,
    seed: int,
    as_json: bool,
    **given: Unpack[ReadingOptions],
) -> None:
    """Say how much of a public score is luck: what random splits into public and private rows do to each SUBMISSION.

    A Usage column of the truth is shown as it is; --test-rows asks about another split. With several submissions, whose
    names and patterns are as in compare: how probably each is the first on private, and which two to select.
    """
    from inspector.core.luck.luck import Question

    files = files_in(submissions, besides=[truth])
    question = Question(share=share, test_rows=test_rows, public=public, group=group, seed=seed)
    found, head, problems = run_task(_asked(truth, files, metric, expression, question, given))
    say(json.dumps(jsonable(_fields(found, problems))) if as_json else _text(found, head, problems))


def _asked(
    truth: Path,
    files: Sequence[Path],
    metric: str | None,
    expression: str | None,
    question: Question,
    given: ReadingOptions,
) -> Task[tuple[Luck, str, _Problems]]:
    """A task: the answer, the metric as it is called, with a note where it was guessed, and the files' problems."""
    from inspector.core.query import parse
    from inspector.core.task import portion

    parse(expression or "")
    inspection, _ = yield from portion(submissions_task(truth, files, metric, **given), 0.0, 0.7)
    narrow(inspection, expression)
    found = yield from portion(inspection.luck_task(question, inspection.shown_rows), 0.7, 1.0)
    name = f"{inspection.metric}, guessed: --metric overrules" if metric is None else str(inspection.metric)
    problems = {one.name: one.own_problems for one in inspection.submissions}
    return found, f"{inspection.metric.label} ({name})", problems


def _fields(found: Luck, problems: _Problems) -> dict[str, Any]:
    """The object that `luck --json` prints."""
    told = {name: [one.message for one in some] for name, some in problems.items()}
    lines = [line | {"problems": told.get(line["name"], [])} for line in found.fields["submissions"]]
    return found.fields | {"submissions": lines}


def _text(found: Luck, head: str, problems: _Problems) -> str:
    """The submissions as a table, and what it says in words."""
    split, noun = found.split, "group" if found.groups else "row"
    parts = f"{count_of(split.public, noun)} public, {split.private:,} private"
    about = [_REVERSED.format(found.lines[0].name)] if len(found.lines) > 1 else []
    words = [*found.sentences, *about, *found.notes, *first_problems(problems)]
    return "\n".join([f"{head}, {parts}", "", *_table(found), "", *words])


def _table(found: Luck) -> list[str]:
    """A line for each submission: names to the left, numbers to the right."""
    lines = [_cells(found, line) for line in found.lines]
    return aligned([[*lines[0]], *([*line.values()] for line in lines)], left=(0,))


def _cells(found: Luck, line: Line) -> dict[str, str]:
    """The cells of a submission by the heads of their columns."""
    from inspector.core.luck.split import Z
    from inspector.core.luck.words import percent, points, score

    cells = {
        "": line.name,
        "overall": score(line.overall),
        "public ±": points(Z * line.deviation_public),
        "private ±": points(Z * line.deviation_private),
    }
    if found.is_real:
        cells |= {"public": score(line.public), "private": score(line.private)}
    if len(found.lines) > 1:
        chances = {
            "first on private": line.first,
            "reversed on public": line.behind_public,
            "reversed on private": line.behind_private,
        }
        cells |= {"lead that counts": points(line.smallest_move)}
        cells |= {head: percent(found, chance) for head, chance in chances.items()}
    return cells
