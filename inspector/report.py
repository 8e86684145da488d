"""What the terminal prints: an inspection as text and as JSON. Knows nothing of the command line or of windows."""

from __future__ import annotations

import math
from typing import Any

from inspector.core.inspection import Inspection
from inspector.core.metrics import FAMILIES, Explanation
from inspector.core.state import State
from inspector.core.summary import first_hits


def score_text(inspection: Inspection) -> str:
    """The score, the rule that made it, what it was made from, and what is odd about that."""
    state = inspection.state
    rows, scored = len(state.table), state.scores.counted
    lines = [
        (state.metric.label, number(inspection.overall) + ("" if scored else "  (no row is scored)")),
        ("metric", str(state.metric)),
        ("choices", " ".join(f"{name}={value}" for name, value in choices(inspection).items())),
        ("rows", f"{rows:,}, " + ("all scored" if scored == rows else f"{scored:,} scored")),
        ("first hit", "  ".join(f"{name}: {count:,}" for name, count in first_hit_counts(state).items())),
        ("truth", str(state.pair.truth)),
        ("submission", str(state.pair.submission)),
        ("problems", "none" if not inspection.problems else str(len(inspection.problems))),
    ]
    return "\n".join([*(f"{name:<11} {value}" for name, value in lines), *problem_lines(inspection)])


def problem_lines(inspection: Inspection) -> list[str]:
    """Each problem with its place, its first cases and its consequence."""
    lines = []
    for problem in inspection.problems:
        line = f", first in line {problem.line:,}" if problem.line else ""
        lines += [
            f"{'✗' if problem.rejects else '!'} {problem.message}{line} ({', '.join(map(repr, problem.examples))})",
            f"  {problem.consequence}",
        ]
    return lines


def score_json(inspection: Inspection) -> dict[str, Any]:
    """The object that `score --json` prints."""
    state = inspection.state
    return {
        "metric": str(state.metric),
        "choices": choices(inspection),
        "overall": None if math.isnan(inspection.overall) else inspection.overall,
        "public": None,
        "private": None,
        "rows": len(state.table),
        "scored_rows": state.scores.counted,
        "first_hit": first_hit_counts(state),
        "tie_range": None,
        "problems": problems_json(inspection),
    }


def problems_json(inspection: Inspection) -> list[dict[str, Any]]:
    """Every problem as an object; `fix` is null where nothing can be proposed."""
    shown = ("kind", "where", "count", "examples", "line", "message")
    return [{**{name: getattr(problem, name) for name in shown}, "fix": None} for problem in inspection.problems]


def choices(inspection: Inspection) -> dict[str, str]:
    """Every choice of the metric in force."""
    return {name: inspection.metric.value(name) for name in inspection.metric.choices()}


def first_hit_counts(state: State) -> dict[str, int]:
    """Rows by first-hit rank: "1" .. "K", "after", "none"."""
    k = state.metric.k or max(1, int(state.scores.first_hit.max(initial=1)))
    counts = first_hits(state.scores.first_hit, k).counts.tolist()
    return dict(zip([*map(str, range(1, k + 1)), "after", "none"], counts, strict=True))


def explanation_text(state: State, row: int) -> str:
    """The arithmetic of one row as a table."""
    explained = state.explain(row)
    texts = state.table.vocab.texts(step.code for step in explained.steps)
    width = max([len("predicted"), *map(len, texts)])
    lines = [f"{'k':>4}  {'predicted':<{width}}  {'hit':<9}  rel(k)  {'P(k)':<20}  P(k)·rel(k)"]
    for step, text in zip(explained.steps, texts, strict=True):
        precision = "" if math.isnan(step.precision) else number(step.precision)
        lines.append(
            f"{step.place:>4}  {text:<{width}}  {mark(step):<9}  {step.rel:>6}  {precision:<20}  {number(step.term)}"
        )
    head = [
        f"{state.table.id(row)}   {state.metric.label} ({state.metric})",
        f"truth: {' '.join(state.truth(row)) or '(none)'}",
        "",
    ]
    return "\n".join([*head, *lines, "", conclusion(explained), *filter(None, [explained.remark])])


def conclusion(explained: Explanation) -> str:
    """`sum 1.5 / min(m = 3, K = 5) 3 = 0.5`."""
    return (
        f"sum {number(explained.total)} / {explained.divisor:g} ({explained.divisor_rule}) = {number(explained.score)}"
    )


def mark(step: Any) -> str:
    """What became of one predicted label, in a word."""
    if step.repeat:
        return "no credit"
    return ("✓ " if step.hit else "") + ("beyond K" if step.beyond else "") if step.hit or step.beyond else ""


def metrics_text() -> str:
    """All metrics and their choices, one line each."""
    lines = []
    for family in FAMILIES.values():
        lines.append(f"{family.name}@K   {family.formula}   [{family.source}]")
        for name, choice in family.choices().items():
            lines.append(f"    {name}={' | '.join(choice.values)}   {choice.question}")
    return "\n".join(lines)


def number(value: float) -> str:
    """A number at full precision; `-` for NaN."""
    return "-" if math.isnan(value) else repr(float(value))
