"""The sections about groups of rows and about single numbers: kinds of failures, slices, targets."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inspector.core.analysis.failures import group_figures
from inspector.core.analysis.numbers.targets import Targets, targets
from inspector.core.analysis.slices.bias import Bias
from inspector.core.analysis.slices.every import every_slice
from inspector.core.analysis.slices.grouping import Grouping, groupings
from inspector.core.analysis.slices.slices import Slices, slices
from inspector.core.arrays.types import Floats
from inspector.core.evaluation.numbers import has_targets
from inspector.core.report.blocks import Cell, Section, Table, Words
from inspector.core.report.subject import Subject
from inspector.core.report.texts import change, count, error, excess, points, score, share, visible
from inspector.core.task import Progress, Task, portion

# Columns of a file that are split into more groups are more like ids.
_MOST_GROUPS, _MOST_GROUPINGS = 1_000, 8
# Submissions with a column each where the open one is what they are compared with.
_MOST_COMPARED = 3
_PART = "part of the overall Δ"


def failures_section(subject: Subject) -> Task[Section]:
    """The common kinds of failures: how many rows, and what the overall would be if they were perfect."""
    of = subject.evaluation
    figures = yield from group_figures(of, subject.among)
    lines = tuple(
        (visible(kind.name), count(rows), score(perfect), kind.tip)
        for kind, rows, perfect in zip(figures.groups, figures.rows, figures.perfect.tolist(), strict=True)
        if rows
    )
    table = Table(columns=("failure", "rows", "overall if perfect", "what it is"), lines=lines, total=len(lines))
    return Section("Failures", (*subject.only, table))


def slices_section(subject: Subject, most: int) -> Task[Section]:
    """The groups of every column that cost most for their size, then the costliest groups of each way to group rows."""
    of, blocks = subject.evaluation, list[Words | Table]()
    ways = groupings(of)[:_MOST_GROUPINGS]
    if of.table.extra:
        found = yield from portion(every_slice(of, subject.among), 0.0, 0.5)
        blocks.append(_table(subject, "Of every column", found, found.excess, most))
    for number, grouping in enumerate(ways):
        yield Progress(0.5 + 0.5 * number / len(ways), f"Grouping by {grouping.title}")
        found = slices(of, grouping, subject.among)
        if len(found) > 1:
            blocks.append(_grouped(subject, grouping, found, most))
    if not blocks:
        return Section("Slices", (Words("All rows are in one group."),))
    return Section("Slices", (*subject.only, *blocks, *_of_parts(subject)))


def _of_parts(subject: Subject) -> tuple[Words, ...]:
    """What the parts of Δ are where they do not add up to it."""
    if subject.evaluation.scores.is_mean or not (subject.compares or subject.compared):
        return ()
    metric = subject.evaluation.metric.label
    return (
        Words(
            f"A part of the overall Δ is how far the overall is from that with only these rows as in the other "
            f"submission; under {metric} the parts do not add up to Δ."
        ),
    )


def _grouped(subject: Subject, grouping: Grouping, found: Slices, most: int) -> Words | Table:
    title = f"By {visible(grouping.title)}"
    if len(found) > _MOST_GROUPS:
        return Words(f"{title}: {len(found):,} groups, too many to compare.")
    return _table(subject, title, found, found.cost, most, _others(subject, grouping))


def _table(
    subject: Subject, title: str, found: Slices, keys: Floats, most: int, others: dict[str, Floats] | None = None
) -> Table:
    """The `most` groups with the highest keys, float64 (s,); others: further columns."""
    order = keys.argsort(kind="stable")[::-1][:most].tolist()
    part = f"{_PART} against {visible(subject.baseline)}"
    won = {part: found.won} if subject.compares else others or {}
    lines = tuple(_slice(subject, found, won.values(), line) for line in order)
    mean = "mean score" if found.mean_name == "mean" else found.mean_name
    bias = () if found.bias is None else ("mean error",)
    before = (f"{mean} of {visible(subject.baseline)}",) if subject.compares else ()
    columns = (title, "rows", mean, *before, *bias, "share of the cost", "excess", "overall if perfect", *won)
    return Table(columns=columns, lines=lines, total=len(found), what="groups")


def _others(subject: Subject, grouping: Grouping) -> dict[str, Floats]:
    """float64 (s,) by a title: the part of each group in the Δ of those that are compared with the open submission."""
    others = () if subject.compares else subject.compared[:_MOST_COMPARED]
    return {f"{_PART} of {visible(name)}": slices(one, grouping, subject.among).won for name, _, one in others}


def _slice(subject: Subject, found: Slices, won: Iterable[Floats], line: int) -> tuple[Cell, ...]:
    return (
        visible(found.name(line)),
        count(int(found.rows[line])),
        score(float(found.mean[line])),
        *((score(float(found.baseline[line])),) if subject.compares else ()),
        *(() if found.bias is None else (_bias(found.bias, line),)),
        share(float(found.share[line])),
        excess(float(found.excess[line])),
        score(float(found.perfect[line])),
        *(change(float(values[line])) for values in won),
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
