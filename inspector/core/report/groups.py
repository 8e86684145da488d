"""The sections about groups of rows and about single numbers: kinds of failures, slices, targets, confused labels."""

from __future__ import annotations

import numpy as np

from inspector.core.analysis.confusion import NONE, UNLISTED, confusions, usual_against
from inspector.core.analysis.failures import failure_groups, group_figures
from inspector.core.analysis.numbers.targets import Targets, has_targets, targets
from inspector.core.analysis.slices.bias import Bias
from inspector.core.analysis.slices.grouping import Grouping, groupings
from inspector.core.analysis.slices.slices import Slices, slices
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.report.blocks import Cell, Section, Table, Words
from inspector.core.report.subject import Subject
from inspector.core.report.texts import change, count, error, points, score, share, visible
from inspector.core.task import Progress, Task, portion

# Columns of a file that are split into more groups are more like ids.
_MOST_GROUPS, _MOST_GROUPINGS = 1_000, 8
# What is paired, and the names of its columns.
_TOP_WORDS = "A truth label, and the wrong label that is predicted first in its rows.", "truth label", "predicted first"
_SET_WORDS = "A truth label that rows miss, and a wrong label that they predict.", "missed label", "wrong label"


def failures_section(subject: Subject) -> Task[Section]:
    """The common kinds of failures: how many rows, and what the overall would be if they were perfect."""
    of, kinds = subject.evaluation, failure_groups(subject.evaluation)
    figures = yield from group_figures(of, subject.among)
    lines = tuple(
        (visible(kind.name), count(rows), score(perfect), kind.tip)
        for kind, rows, perfect in zip(kinds, figures.rows, figures.perfect.tolist(), strict=True)
        if rows
    )
    table = Table(columns=("failure", "rows", "overall if perfect", "what it is"), lines=lines, total=len(lines))
    return Section("Failures", (*subject.only, table))


def slices_section(subject: Subject, most: int) -> Task[Section]:
    """The rows by number and frequency of their truth labels, and by each extra column: the costliest groups."""
    blocks, ways = list[Words | Table](), groupings(subject.evaluation)[:_MOST_GROUPINGS]
    for number, grouping in enumerate(ways):
        yield Progress(number / len(ways), f"Grouping by {grouping.title}")
        found = slices(subject.evaluation, grouping, subject.among)
        if len(found) > 1:
            blocks += _grouped(subject, grouping, found, most)
    return Section("Slices", (*subject.only, *blocks) if blocks else (Words("All rows are in one group."),))


def _grouped(subject: Subject, grouping: Grouping, found: Slices, most: int) -> tuple[Words | Table, ...]:
    title = f"By {visible(grouping.title)}"
    if len(found) > _MOST_GROUPS:
        return (Words(f"{title}: {len(found):,} groups, too many to compare."),)
    order = found.cost.argsort(kind="stable")[::-1][:most].tolist()
    lines = tuple(_slice(subject, found, line) for line in order)
    won = (f"Δ against {visible(subject.baseline)}",) if subject.compares else ()
    mean = "mean score" if found.mean_name == "mean" else found.mean_name
    bias = () if found.bias is None else ("mean error",)
    columns = (title, "rows", mean, *bias, "share of the cost", "overall if perfect", *won)
    return (Table(columns=columns, lines=lines, total=len(found), what="groups"),)


def _slice(subject: Subject, found: Slices, line: int) -> tuple[Cell, ...]:
    won = (change(float(found.won[line])),) if subject.compares else ()
    return (
        visible(found.name(line)),
        count(int(found.rows[line])),
        score(float(found.mean[line])),
        *(() if found.bias is None else (_bias(found.bias, line),)),
        share(float(found.share[line])),
        score(float(found.perfect[line])),
        *won,
    )


def _bias(bias: Bias, line: int) -> Cell:
    """The mean error of a group; where rows have several numbers, with the name of the one that is furthest off."""
    mean, name = error(float(bias.mean[line])), bias.names[line]
    return f"{visible(name)} {mean.text}" if name else mean


def targets_section(subject: Subject, most: int) -> Task[Section | None]:
    """Each of several numbers of the rows by itself, the costliest first; None where there is one."""
    of = subject.evaluation
    if not has_targets(of):
        return None
    found = yield from targets(of, subject.among)
    order = (-np.nan_to_num(found.cost)).argsort(kind="stable")[:most].tolist()
    lines = tuple(_target(subject, found, at) for at in order)
    won = (f"Δ against {visible(subject.baseline)}",) if subject.compares else ()
    columns = ("target", of.metric.label, *won, "cost", "mean error", "rows")
    return Section("Targets", (*subject.only, Table(columns=columns, lines=lines, total=len(found), what="targets")))


def _target(subject: Subject, found: Targets, at: int) -> tuple[Cell, ...]:
    won = (change(float(found.won[at])),) if subject.compares else ()
    overall, cost, bias = (float(values[at]) for values in (found.overall, found.cost, found.bias))
    return visible(found.names[at]), score(overall), *won, points(cost), error(bias), count(int(found.rows[at]))


def confusions_section(subject: Subject, most: int) -> Task[Section | None]:
    """The truth labels that are most often confused with another label; None where there are none."""
    of, against = subject.evaluation, usual_against(subject.evaluation.metric)
    pairs = yield from portion(confusions(of, against, "rows", most, subject.among), 0.0, 1.0)
    if not len(pairs):
        return None
    lines = tuple(
        (_label(of, true), _label(of, predicted), count(rows), points(cost))
        for true, predicted, rows, cost in zip(
            pairs.true.tolist(), pairs.predicted.tolist(), pairs.rows.tolist(), pairs.cost.tolist(), strict=True
        )
    )
    words, *names = _SET_WORDS if against == "missed" else _TOP_WORDS
    columns = (*names, "rows", "cost")
    table = Table(columns=columns, lines=lines, total=len(lines), what="pairs")
    return Section("Confusions", (*subject.only, Words(words), table))


def _label(of: Evaluation, code: int) -> str:
    return {NONE: "(none)", UNLISTED: "(not predicted)"}.get(code) or visible(of.table.vocab.text(code))
