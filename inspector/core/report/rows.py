"""The sections about single rows: the worst with their arithmetic, the edits, and those with notes."""

from __future__ import annotations

import math

import numpy as np

from inspector.core.analysis.edited import difference
from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.numbers import values_of
from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.baseline import by_edits
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.marks import marks
from inspector.core.evaluation.numbers import errors, has_targets, numbers
from inspector.core.figures import figure
from inspector.core.metrics import Explanation
from inspector.core.plural import agreeing, count_of
from inspector.core.query.notes import noted, tagged
from inspector.core.report.blocks import Cell, Number, Section, Table, Words
from inspector.core.report.subject import Subject
from inspector.core.report.texts import MOST_NAMED, change, error, labels, number, points, rank, score, visible
from inspector.core.rows.rank_words import rank_words

# Terms of a sum that are written out, rows that are shown even where they lose nothing, and letters of a note.
_TERMS, _FEW, _NOTE = 6, 10, 400


def rows_section(subject: Subject, most: int) -> Section:
    """The first rows as they are sorted, each with the arithmetic of its score."""
    of, rows = subject.evaluation, _worth_reading(subject, most).tolist()
    middle = rank_words(of.metric).column if of.table.kind.names_labels else "error"
    written = _written(of, rows)
    moved = ["Δ"] if subject.compares else []
    columns = ("id", "score", *moved, middle, "cost", "truth", "prediction", *written, "how")
    costs = of.costs(np.array(rows, np.int64)).tolist()
    lines = tuple(
        (*_line(subject, row, cost), *(texts[at] for texts in written.values()), arithmetic(of.explain(row)))
        for at, (row, cost) in enumerate(zip(rows, costs, strict=True))
    )
    table = Table(columns=columns, lines=lines, total=len(subject.rows))
    more = "Hits are marked." if of.table.kind.names_labels else "The error is prediction − truth."
    words = f"The cost is what the overall would win if the row were right. {more}"
    return Section(f"Rows, {visible(subject.order or 'worst first')}", (*subject.only, Words(words), table))


def _worth_reading(subject: Subject, most: int) -> Ints:
    """The first rows; of worst rows, a few that lose nothing are enough."""
    rows = subject.rows[:most]
    if subject.order:
        return rows
    costly = np.flatnonzero(subject.evaluation.costs(rows) > 0)
    return rows[: max(_FEW, int(costly[-1]) + 1 if len(costly) else 0)]


def _line(subject: Subject, row: int, cost: float) -> tuple[Cell, ...]:
    of = subject.evaluation
    moved = (change(float(of.deltas(np.array([row]))[0])),) if subject.compares else ()
    return (
        visible(of.table.id(row)),
        score(float(of.scores.row[row])),
        *moved,
        _middle(of, row),
        points(cost, of.scores.fine_decimals),
        _truth(of, row),
        _prediction(of, row),
    )


def _written(of: Evaluation, rows: list[int]) -> dict[str, list[str]]:
    """The notes of some rows and their tags, each under its name where any of the rows has one."""
    found = [of.notes[of.table.id(row)] for row in rows]
    texts = {"note": [" ".join(one.text.split()) for one in found], "tags": [" ".join(one.tags) for one in found]}
    return {name: [visible(text, _NOTE) for text in some] for name, some in texts.items() if any(some)}


def _middle(of: Evaluation, row: int) -> Number:
    """Where labels hit, or how far numbers are off."""
    if of.table.kind.names_labels:
        return rank(int(of.scores.first_hit[row]))
    return error(float(errors(of, np.array([row]))[0]))


def _truth(of: Evaluation, row: int) -> Cell:
    if not of.table.kind.names_labels:
        return _numbers(numbers(of, np.array([row]))[0][0])
    predicted = {*of.codes(row).tolist()}
    codes = of.table.truth[row].tolist()
    return labels(of.truth(row), [code in predicted for code in codes])


def _numbers(values: Floats) -> Cell:
    """The number of a row, or the first of several."""
    if len(values) == 1:
        return number(float(values[0]))
    more = f" and {len(values) - _TERMS} more" if len(values) > _TERMS else ""
    return "  ".join(map(figure, values[:_TERMS].tolist())) + more


def _prediction(of: Evaluation, row: int) -> Cell:
    if not of.table.kind.names_labels:
        return _numbers(numbers(of, np.array([row]))[1][0])
    given = of.prediction(row)
    outcomes = [mark.hit and not mark.beyond for mark in marks(of, row, len(given.labels))]
    return labels(_with_confidences(of, given), outcomes, of.metric.k)


def _with_confidences(of: Evaluation, given: Prediction) -> tuple[str, ...]:
    """The labels of a prediction, each with its confidence where the metric asks for it."""
    if given.confidence is None or not of.metric.needs_confidence:
        return given.labels
    return tuple(f"{label} · {sure:.4g}" for label, sure in zip(given.labels, given.confidence, strict=True))


def arithmetic(explained: Explanation) -> str:
    """`(1 + 0.5) ÷ 3 (min(m = 3, K = 5)) = 0.5`: the terms of the sum, the divisor with its rule, and the score."""
    if math.isnan(explained.score):
        return explained.remark
    if explained.rule_makes_0:
        return f"0 ({explained.divisor_rule})"
    # Of numbers those that score 0 count, too, and tell the most.
    counted = (step for step in explained.steps if step.term or step.verdict == "number")
    terms = [step.working or f"{step.term:.4g}" for step in counted]
    more = [f"{len(terms) - _TERMS} more"] if len(terms) > _TERMS else []
    total = " + ".join([*terms[:_TERMS], *more]) or "0"
    left = f"({total})" if len(terms) > 1 else total
    result = f"{'−' if explained.score < 0 else ''}{abs(explained.score):.5g}"
    if len(explained.steps) == 1 and explained.divisor == 1 and explained.steps[0].verdict == "number":
        return f"{left} = {figure(explained.score)}"
    if not explained.divisor_rule:
        return " = ".join(dict.fromkeys([total, result]))
    return f"{left} ÷ {explained.divisor:g} ({explained.divisor_rule}) = {result}"


def edits_section(subject: Subject, most: int) -> Section | None:
    """The rows that were edited, with what they were and what they became; None without edits in any submission."""
    own = _edits(subject.evaluation, most) if len(subject.evaluation.overlay) else ()
    counts = {name: len(one.overlay) for name, one in subject.others.items()}
    edited = [f"{count_of(count, 'edited row')} of {visible(name)}" for name, count in counts.items() if count]
    more = f" and of {len(edited) - MOST_NAMED:,} more submissions" if len(edited) > MOST_NAMED else ""
    others = [Words(f"Not listed here: {', '.join(edited[:MOST_NAMED])}{more}.")] if edited else []
    return Section("Edits", (*own, *others)) if own or others else None


def _edits(of: Evaluation, most: int) -> tuple[Words, Table]:
    rows = of.overlay.rows
    largest = np.argsort(-np.abs(np.nan_to_num(by_edits(of, rows))), kind="stable")
    shown = rows[largest[:most]].tolist()
    written = _written(of, shown)
    lines = tuple((*_edit(of, row), *(texts[at] for texts in written.values())) for at, row in enumerate(shown))
    moved = change(of.scores.known_overall - of.base.known_overall).text
    differ = ["where they differ"] if of.table.kind.names_labels or has_targets(of) else []
    columns = ("id", "score before", "score now", *differ, "in the file", "edited", *written)
    words = Words(f"{agreeing(len(rows), 'edited row moves', 'edited rows move')} the overall by {moved}.")
    return words, Table(columns=columns, lines=lines, total=len(rows), what="edited rows")


def _edit(of: Evaluation, row: int) -> tuple[Cell, ...]:
    scores = score(float(of.scores.comparable(of.base, np.array([row]))[0])), score(float(of.scores.row[row]))
    if not of.table.kind.names_labels:
        was = _numbers(values_of(of.table.predictions.take(np.array([row])), max(1, len(of.truth(row))))[0])
        told = (_of_numbers(of, row),) if has_targets(of) else ()
        return visible(of.table.id(row)), *scores, *told, was, _prediction(of, row)
    truth, before = {*of.truth(row)}, of.table.prediction(row)
    differ = difference(of, before, of.prediction(row), visible)
    was = labels(_with_confidences(of, before), [label in truth for label in before.labels])
    return visible(of.table.id(row)), *scores, differ, was, _prediction(of, row)


def _of_numbers(of: Evaluation, row: int) -> str:
    """Which of several numbers an edit changed most; empty where there were none, or are none."""
    file, now = of.table.prediction(row), of.prediction(row)
    return difference(of, file, now, visible) if file.labels and now.labels else ""


def notes_section(of: Evaluation, most: int) -> Section | None:
    """All rows with a note or a tag, whatever the filter shows; None where there are none."""
    rows = np.flatnonzero(noted(of) | tagged(of))
    if not len(rows):
        return None
    shown = rows[:most].tolist()
    written = _written(of, shown)
    columns = ("id", "score", "truth", "prediction", *written)
    lines = tuple((*_noted(of, row), *(texts[at] for texts in written.values())) for at, row in enumerate(shown))
    table = Table(columns=columns, lines=lines, total=len(rows), what="rows with a note or a tag")
    return Section("Notes and tags", (Words(f"{count_of(len(rows), 'row')} with a note or a tag."), table))


def _noted(of: Evaluation, row: int) -> tuple[Cell, ...]:
    return visible(of.table.id(row)), score(float(of.scores.row[row])), _truth(of, row), _prediction(of, row)
