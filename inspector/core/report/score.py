"""The sections about the score: what it is, by which rule, of which files, and how the rows are distributed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from inspector.core.analysis.numbers.error_figures import error_figures
from inspector.core.analysis.numbers.problems import AS_LOADED, are_as_loaded, problems_now
from inspector.core.analysis.trec_eval import source_of
from inspector.core.comparison.interval import interval_task
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.marks import named_losses
from inspector.core.evaluation.numbers import bar_of_error, error_bars, error_field, names
from inspector.core.evaluation.sides import baseline_of, compared_rows
from inspector.core.evaluation.summary import Bars, bar_of_rank, bar_of_score, rank_bars
from inspector.core.files.labels.reading import Reading
from inspector.core.files.problem import Problem
from inspector.core.metrics import Metric
from inspector.core.metrics.host.metric import HostMetric, assumed_of
from inspector.core.plural import agreeing
from inspector.core.report.blocks import BarChart, Cell, Facts, Section, Table, Words
from inspector.core.report.subject import FileNow, Subject
from inspector.core.report.texts import MOST_NAMED, change, count, score, visible
from inspector.core.rows.rank_words import rank_words
from inspector.core.task import Task

# Numbers of a row with their figures each.
_MOST_NUMBERS = 6
BarOfRow = NDArray[np.int16]


def score_section(subject: Subject) -> Task[Section]:
    """The overall with its interval, its parts and what the rows could still win."""
    overall, *others = score_facts(subject)
    drawn = yield from interval_task(subject.evaluation)
    return Section("Score", (Facts((overall, ("its interval", drawn.brief), *others)),))


def score_facts(subject: Subject) -> Iterator[tuple[str, str]]:
    """The overall first, then its parts and what the rows could still win."""
    of = subject.evaluation
    unknown = "" if of.scores.is_settled else " (the metric has not answered for the predictions as they are)"
    yield of.metric.label, score(of.scores.known_overall).text + unknown
    for name, value in of.parts().items():
        yield name, score(value).text
    if subject.compares:
        yield (
            f"against {visible(subject.baseline)}",
            f"{change(of.delta).text} (from {score(of.compared.known_overall).text})",
        )
    yield "rows", f"{len(of.table):,}, {of.scores.counted:,} of them scored"
    if subject.filter:
        alone = of.scores.part(subject.rows, partial(of.batch, subject.rows))
        yield f"{len(subject.rows):,} rows of the filter", f"{score(alone).text} alone ({visible(subject.filter, 400)})"
    if ties := of.tie_range():
        yield "by the order of equal confidences", " to ".join(score(end).text for end in ties)
    yield from _of_kind(of)


def _of_kind(of: Evaluation) -> Iterator[tuple[str, str]]:
    """What labels lose, or how far numbers are off."""
    if not of.table.kind.names_labels:
        found = error_figures(of)
        for one in found[:_MOST_NUMBERS]:
            name = f" of {visible(one.name)}" if len(found) > 1 else ""
            yield f"error{name}", one.bias
            yield f"furthest off{name}", visible(one.furthest(of), 200)
        return
    for name, lost in named_losses(of):
        yield f"lost by {name}", score(lost).text


def rule_text(metric: Metric) -> str:
    """The text form of a metric, without the folder of a file: a report is handed on."""
    return str(metric).replace(str(metric.path), metric.path.name) if isinstance(metric, HostMetric) else str(metric)


def rule_section(evaluation: Evaluation) -> Section:
    """The formula with its source, and every choice that could move the number."""
    metric = evaluation.metric
    facts = [("metric", rule_text(metric)), ("formula", metric.formula), ("source", source_of(evaluation))]
    hidden = {"path"} if isinstance(metric, HostMetric) else set[str]()
    shown = {name: one for name, one in metric.parameters().items() if name not in hidden}
    arguments = {parameter.question: metric.argument(name) for name, parameter in shown.items()}
    facts += [(question, visible(argument)) for question, argument in arguments.items() if argument]
    facts += [
        (choice.question, f"{metric.value(name)}: {choice.values[metric.value(name)]}")
        for name, choice in evaluation.choices.items()
        if metric.applies(name)
    ]
    facts += [("assumed", words) for words in (assumed_of(metric), evaluation.assumption) if words]
    return Section("Rule", (Facts(tuple(facts)),))


def files_section(subject: Subject) -> Section:
    """Which files were read, and how, with their problems."""
    of, pair = subject.evaluation, subject.evaluation.pair
    read = [("truth", _read(pair.truth)), ("submission", _read(pair.submission, subject.files.get(subject.name)))]
    others = subject.others.items()
    read += [(visible(name), _read(one.pair.submission, subject.files.get(name))) for name, one in others]
    facts = Facts(tuple(read[: 2 + MOST_NAMED]))
    left_out = len(read) - len(facts.pairs)
    more = [Words(f"{agreeing(left_out, 'more submission is', 'more submissions are')} left out.")] if left_out else []
    lines = tuple(_problems(subject))
    if not lines:
        return Section("Files", (facts, *more, Words("No problems were found in the files.")))
    columns = ("in", "problem", "count", "what it does", "examples")
    table = Table(columns=columns, lines=lines, total=len(lines), what="problems")
    are_old = are_as_loaded(of, subject.found_in(subject.name, of))
    return Section("Files", (facts, *more, *[Words(AS_LOADED)] * are_old, table))


def _problems(subject: Subject) -> Iterator[tuple[Cell, ...]]:
    """The problems of the truth and of each submission as it is, those of the open one first."""
    of = subject.evaluation
    for name, one in {subject.name: of, **subject.others}.items():
        found = subject.found_in(name, one)
        for problem in problems_now(one, tuple(p for p in found if one is of or p.where == "submission")):
            where = name if problem.where == "submission" else problem.where
            texts = visible(problem.message, 300), count(problem.count), visible(problem.consequence, 300)
            yield visible(where), *texts, _examples(problem)


def _read(reading: Reading, now: FileNow | None = None) -> str:
    """`new.csv (loaded as old.csv) · 4 rows: id "id"`: the file that is open, without its folder, and how it was read.

    now: what it is saved as, None for a truth.
    """
    source = reading.sheet.source
    loaded = source.path.name if source else ""
    name = now.path.name if now and now.path else loaded
    before = f" (loaded as {visible(loaded)})" if loaded not in ("", name) else ""
    return " · ".join(filter(None, [f"{visible(name)}{before}", visible(str(reading), 400)]))


def _examples(problem: Problem) -> str:
    return ", ".join(map(visible, problem.examples[:3]))


def distribution_section(subject: Subject) -> Section:
    """How many rows have which score, and where their first hits are, or how far their numbers are off."""
    of_labels = subject.evaluation.table.kind.names_labels
    others = [_first_hit_chart(subject)] if of_labels else _error_charts(subject)
    return Section("Distribution", (*subject.only, _score_chart(subject), *others))


def _score_chart(subject: Subject) -> BarChart:
    of = subject.evaluation
    bars = of.histograms.scores()
    before = bar_of_score(compared_rows(of), bars.edges, bars.is_open) if subject.compares else None
    return _chart("Rows by score", subject, bars, before)


def _first_hit_chart(subject: Subject) -> BarChart:
    of = subject.evaluation
    k = rank_bars(of.metric.k, int(of.scores.first_hit.max(initial=1)))
    bars = of.histograms.first_hits(k)
    before = bar_of_rank(of.compared.first_hit, k) if subject.compares else None
    return _chart(f"Rows by the {rank_words(of.metric).axis}", subject, bars, before, are_numbers=False)


def _error_charts(subject: Subject) -> Iterator[BarChart | Words]:
    """A chart of the errors of each of the first numbers of the rows, and how many more there are."""
    of, known = subject.evaluation, names(subject.evaluation)
    difference = "log(1 + prediction) − log(1 + truth)" if of.metric.by_logs else "prediction − truth"
    for at, name in enumerate(known[:_MOST_NUMBERS]):
        bars = error_bars(of, at, error_field(of))
        before = bar_of_error(baseline_of(of), of.all_rows, bars, at) if subject.compares else None
        what = f" of {visible(name)}" if len(known) > 1 else ""
        yield _chart(f"Rows by error{what}, {difference}", subject, bars, before)
    if (more := len(known) - _MOST_NUMBERS) > 0:
        yield Words(f"The errors of {agreeing(more, 'more number is', 'more numbers are')} left out.")


def _chart(title: str, subject: Subject, bars: Bars, before: BarOfRow | None, *, are_numbers: bool = True) -> BarChart:
    """The counts of the rows shown; before: the bar of each row in the baseline."""
    counts = bars.counts if subject.among is None else bars.count(subject.among)
    was = () if before is None else _counted(before if subject.among is None else before[subject.among], len(counts))
    name = visible(subject.baseline) if was else ""
    return BarChart(
        title=title,
        names=bars.names,
        counts=tuple(counts.tolist()),
        edges=tuple(bars.edges.tolist()) if are_numbers else (),
        is_open=bars.is_open,
        before=was,
        before_name=name,
    )


def _counted(bar_of: BarOfRow, bars: int) -> tuple[int, ...]:
    return tuple(np.bincount(bar_of[bar_of >= 0], minlength=bars).tolist())
