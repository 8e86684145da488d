"""Formats an inspection as text and JSON for the terminal."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.analysis.numbers.unscored import why_unscored
from inspector.core.analysis.trec_eval import trec_eval, trec_values
from inspector.core.data.prediction import Prediction
from inspector.core.document.inspection import Inspection
from inspector.core.errors import quoted
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.marks import named_losses
from inspector.core.figures import figure, fixed
from inspector.core.files.problem import Problem
from inspector.core.ladder.ladder import ladder_of
from inspector.core.metrics import ALIASES, FAMILIES, Explanation, Step
from inspector.core.metrics.host.metric import HostMetric, assumed_of
from inspector.core.rows.rank_words import rank_words
from inspector.terminal.number_text import error_lines, errors_json, step_lines
from inspector.terminal.output import jsonable

if TYPE_CHECKING:
    from inspector.core.analysis.definitions import Definition, ReportedScore
    from inspector.core.comparison.estimate import Estimate

# Counts of first hits that one line can show.
_FEW = 20
_MARK = 9


def score_text(inspection: Inspection, interval: Estimate | None = None) -> str:
    """The output of `score`: the score, with its interval where there is one, the metric, the files, their problems."""
    evaluation = inspection.evaluation
    rows, scored = len(evaluation.table), evaluation.scores.counted
    ties, why = evaluation.tie_range(), why_unscored(evaluation)
    shown = number if evaluation.table.kind.names_labels else figure  # those of labels are below 1 and written in full
    lines = [
        (evaluation.metric.label, shown(inspection.overall) + (f"  ({why})" if why else "")),
        *([("interval", interval.brief)] if interval else []),
        *([(name, shown(value)) for name, value in evaluation.parts().items()]),
        (
            "metric",
            str(evaluation.metric) + ("  (guessed; --metric overrules)" if evaluation.guessed else ""),
        ),
        *([("assumed", evaluation.assumption)] if evaluation.assumption else []),
        ("choices", " ".join(f"{name}={value}" for name, value in choices(inspection).items())),
        ("rows", f"{rows:,}, " + ("all scored" if scored == rows else f"{scored:,} scored")),
        *([("tie range", " to ".join(map(number, ties)))] if ties else []),
        *_outcome_lines(evaluation),
        *trec_lines(evaluation),
        ("matched", matched_text(evaluation)),
        ("truth", str(evaluation.pair.truth)),
        ("submission", str(evaluation.pair.submission)),
        ("problems", "none" if not inspection.problems else str(len(inspection.problems))),
    ]
    return "\n".join([*(f"{name:<11} {value}" for name, value in lines), *problem_lines(inspection.problems)])


def _outcome_lines(evaluation: Evaluation) -> list[tuple[str, str]]:
    """What came of the predictions: what labels lose and where they hit, or how far numbers are off."""
    if not evaluation.table.kind.names_labels:
        return error_lines(evaluation)
    first_hits = _first_hit_text(first_hit_counts(evaluation))
    return [("losses", losses_text(evaluation)), (rank_words(evaluation.metric).column, first_hits)]


def losses_text(evaluation: Evaluation) -> str:
    """What rows could win, by the reason why they do not."""
    if not evaluation.scores.tells_losses:
        return "not known: the metric can only be asked for the score of a whole submission"
    return ", ".join(f"{number(lost)} {name}" for name, lost in named_losses(evaluation))


def matched_text(evaluation: Evaluation) -> str:
    """`25,361 of 25,361 ids, 4,102 of 5,004 predicted labels`: what both files have in common."""
    table, (known, labels) = evaluation.table, evaluation.table.label_overlap
    ids = f"{int(table.submitted.sum()):,} of {len(table):,} ids"
    return f"{ids}, {known:,} of {labels:,} predicted labels" if table.kind.names_labels else ids


def trec_lines(evaluation: Evaluation) -> list[tuple[str, str]]:
    """The usual measures of trec_eval with their values, for qrels and a run."""
    usual = trec_eval(evaluation)
    if usual is None:
        return []
    values = trec_values(evaluation, usual)
    return [("trec_eval", str(usual)), *((name, number(value)) for name, value in values.items())]


def problem_lines(problems: Sequence[Problem]) -> list[str]:
    """Each problem with its line, examples, consequence, likely cause and proposed fix."""
    lines = []
    for problem in problems:
        line = f", first in line {problem.line:,}" if problem.line else ""
        column = f", column {quoted(problem.column)}" if problem.column else ""
        examples = f" ({', '.join(map(repr, problem.examples))})" if problem.examples else ""
        fix = problem.fix
        lines += [
            f"{'✗' if problem.rejects else '!'} {problem.message}{line}{examples}{column}",
            f"  {problem.consequence}" + (f"; likely cause: {problem.cause}" if problem.cause else ""),
            *([f"  --fix {fix.name}: {fix.words} ({fix.counted})"] if fix else []),
        ]
    return lines


def score_json(inspection: Inspection, interval: Estimate | None = None) -> dict[str, object]:
    """The object that `score --json` prints; its keys of the interval are null unless it was asked for."""
    evaluation = inspection.evaluation
    return {
        "metric": str(evaluation.metric),
        "choices": choices(inspection),
        **({"assumed": words} if (words := assumed_of(evaluation.metric)) else {}),
        "overall": jsonable(inspection.overall),
        "interval": list(interval.ends) if interval and interval.has_interval else None,
        "interval_test": interval and interval.method,
        "no_interval": (interval and interval.why) or None,
        "public": jsonable(evaluation.parts().get("public", math.nan)),
        "private": jsonable(evaluation.parts().get("private", math.nan)),
        "rows": len(evaluation.table),
        "scored_rows": evaluation.scores.counted,
        **_outcome_json(evaluation),
        "tie_range": list(evaluation.tie_range() or ()) or None,
        "problems": problems_json(inspection.problems),
        **_trec_json(evaluation),
    }


def _outcome_json(evaluation: Evaluation) -> dict[str, object]:
    """`first_hit`, null for numbers, which have `errors` instead."""
    if evaluation.table.kind.names_labels:
        return {"first_hit": first_hit_counts(evaluation)}
    return {"first_hit": None, "errors": errors_json(evaluation)}


def _trec_json(evaluation: Evaluation) -> dict[str, object]:
    """`trec_eval`: the command that gives these values, and the value of each usual measure; for qrels and a run."""
    usual = trec_eval(evaluation)
    if usual is None:
        return {}
    values = {name: jsonable(value) for name, value in trec_values(evaluation, usual).items()}
    return {"trec_eval": {"command": usual.command, **values}}


def problems_json(problems: Sequence[Problem]) -> list[dict[str, object]]:
    """Each problem as an object; `fix` is null when there is none."""
    shown = ("kind", "where", "count", "examples", "line", "column", "message", "consequence", "rejects", "cause")
    return [
        {
            **{name: getattr(problem, name) for name in shown},
            "file": str(problem.file),
            "fix": problem.fix and dataclasses.asdict(problem.fix),
        }
        for problem in problems
    ]


def choices(inspection: Inspection) -> dict[str, str]:
    """The value of each choice of the metric, and of each further argument of a host's own metric."""
    metric = inspection.metric
    given = {name: metric.argument(name) for name in metric.parameters()} if isinstance(metric, HostMetric) else {}
    return {**given, **{name: metric.value(name) for name in inspection.evaluation.choices}}


def first_hit_counts(evaluation: Evaluation) -> dict[str, int]:
    """Rows by first-hit rank: "1" .. "K", "after", "none". Ranks that no prediction reaches are left out above 20."""
    ranks, longest = evaluation.scores.first_hit, int(evaluation.table.predictions.lengths.max(initial=1))
    k = evaluation.metric.k or max(1, int(ranks.max(initial=1)))
    k = min(k, max(longest, _FEW))
    none, *counts = np.bincount(np.minimum(ranks, k + 1), minlength=k + 2).tolist()
    return dict(zip([*map(str, range(1, k + 1)), "after", "none"], [*counts, none], strict=True))


def _first_hit_text(counts: dict[str, int]) -> str:
    """At most _FEW counts: those of many ranks are added up."""
    *ranks, after, none = counts.items()
    if len(counts) > _FEW:
        rest = ranks[_FEW - 3 :]
        ranks = [*ranks[: _FEW - 3], (f"{rest[0][0]} to {rest[-1][0]}", sum(count for _, count in rest))]
    return "  ".join(f"{name}: {count:,}" for name, count in [*ranks, after, none])


def explanation_text(evaluation: Evaluation, row: int) -> str:
    """The arithmetic of one row as a table."""
    explained = evaluation.explain(row)
    head = f"{evaluation.table.id(row)}   {evaluation.metric.label} ({evaluation.metric})"
    of_kind = _label_steps if evaluation.table.kind.names_labels else step_lines
    return "\n".join(
        [
            head,
            *of_kind(evaluation, row, explained),
            "",
            score_equation(explained),
            *filter(None, [explained.remark, explained.of_overall, _ladder_words(evaluation, row)]),
        ]
    )


def _label_steps(evaluation: Evaluation, row: int, explained: Explanation) -> list[str]:
    """The true labels, and a line for each label; many labels beyond K that are not right are only counted.

    Each line has P at its rank, or how it comes about what the label adds.
    """
    prediction, steps = evaluation.prediction(row), explained.steps
    beyond = sum(step.beyond and not step.hit for step in steps)
    if beyond > _FEW:
        steps = tuple(step for step in steps if step.hit or not step.beyond)
    texts = [step.label for step in steps]
    width, marked = max([len("label"), *map(len, texts)]), max([_MARK, *(len(mark(step)) for step in steps)])
    has_workings = explained.has_workings or any(step.working for step in steps)
    how = "how" if has_workings else "P"
    lines = [f"{'k':>4}  {'label':<{width}}  {'':<{marked}}  {'rank':>9}  {how:<20}  adds"]
    for step, text in zip(steps, texts, strict=True):
        part = step.working if has_workings else "" if math.isnan(step.precision) else number(step.precision)
        position, rank = step.position or "", f"{step.rank:,}" if step.rank else ""
        line = f"{position:>4}  {text:<{width}}  {mark(step):<{marked}}  {rank:>9}  {part:<20}  {number(step.term)}"
        lines.append(line + _confidence(prediction, step))
    if beyond > _FEW:
        lines.append(f"{'':>4}  {beyond:,} more labels beyond K, none of them right")
    return [f"truth: {' '.join(evaluation.truth(row)) or '(none)'}", "", *lines]


def _ladder_words(evaluation: Evaluation, row: int) -> str:
    """What the row's most confident wrong prediction costs those below it; empty for none, and under other metrics."""
    ladder = ladder_of(evaluation)
    if ladder is None or ladder.first_wrong[row] < 0:
        return ""
    place = int(ladder.first_wrong[row])
    return f"Wrong at rank {place + 1:,}: costs the right ones below it {number(ladder.cost[place])}."


def _confidence(prediction: Prediction, step: Step) -> str:
    if prediction.confidence is None or not step.position:
        return ""
    return f"   confidence {prediction.confidence[step.position - 1]!r}"


def score_equation(explained: Explanation) -> str:
    """`sum 1.5 / 3 (min(m = 3, K = 5)) = 0.5`, or `sum 0.5` where nothing is divided."""
    if explained.asked:
        return f"score {number(explained.score)} ({explained.asked})"
    if explained.rule_makes_0:
        return f"score {number(explained.score)} ({explained.divisor_rule})"
    total = f"sum {number(explained.total)}"
    if not explained.divisor_rule:
        return total
    return f"{total} / {explained.divisor:g} ({explained.divisor_rule}) = {number(explained.score)}"


def mark(step: Step) -> str:
    """The outcome of one label in a word, and its grade where the truth has grades."""
    right = "✓ " if step.hit and step.beyond else ""
    return step.with_judgment({"hit": "✓", "miss": ""}.get(step.verdict, right + step.verdict))


def metrics_text() -> str:
    """All metrics and their choices, one line each."""
    lines = []
    for family in FAMILIES.values():
        form = "f1@K, f2@K, f(beta=B)@K" if family.name == "f" else family.name + ("@K" if family.takes_k else "")
        lines.append(f"{form}   {family.formula}   [{family.source}]")
        for name, parameter in family.parameters().items():
            lines.append(f"    {name}=...   {parameter.question}")
        for name, choice in family.choices().items():
            lines.append(f"    {name}={' | '.join(choice.values)}   {choice.question}")
    lines.append(
        "metric.py, file(path=metric.py)   the host's own metric: the function score of a Python file, which is run"
    )
    lines.append("    metric.py(beta=2)   with a value for a further parameter of score; or better=lower for a loss")
    lines += [f"{name}   {metric}" for name, metric in ALIASES.items()]
    lines += map(str, FAMILIES.problems.values())
    return "\n".join(lines)


def number(value: float) -> str:
    """A number at full precision; `-` for NaN."""
    return "-" if math.isnan(value) else repr(float(value) + 0.0)


def definitions_text(definitions: Sequence[Definition], reported: Sequence[ReportedScore]) -> str:
    """The definitions, best fit first: the scores each gives, and the largest gap to the reported ones."""
    width = max(len(str(definition.metric)) for definition in definitions)
    lines = [f"   {'definition':<{width}}  largest gap  gives (against {', '.join(figure(f.value) for f in reported)})"]
    for definition in definitions:
        values = "  ".join(fixed(value, 6) for value in definition.overalls)
        sign = "✓" if definition.fits else " "
        lines.append(f"{sign}  {definition.metric!s:<{width}}  {fixed(definition.worst, 6):>11}  {values}")
        if definition.equals:
            lines.append(f"   {'':<{width}}               the same here: {'; '.join(map(str, definition.equals))}")
    return "\n".join(lines)
