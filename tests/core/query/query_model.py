"""A slow model of the filter language: random expression trees, their texts, and the rows that they select."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Mapping

import hypothesis.strategies as st
from core.metrics.metric_strategies import expected
from core.strategies import KNOWN, Lists, any_label

from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import quote

SIGNS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
# Kinds of problems of what is predicted, which an edit resolves.
OF_LABELS = ("misspelled-labels", "rank-against-score")
FLAGS = ("edited", "empty", "repeats", "missing", "problem")
PATTERNS = ("a", "^a", "^.$", "[0-9]", "x|b", "(?i)N", "^$", "/", "é$")
WORDS = ("edited", "and", "Or", "not")
hostile = st.one_of(
    any_label,
    st.text(max_size=4),
    st.sampled_from(['a "b', "a & b", "\\", '\\"', "(", "x:y", "/a/", "", *WORDS]),
)


class QueryModel:
    """Evaluates an expression tree row by row. A leaf is (kind, ...); `and`, `or`, `not` are followed by trees."""

    def __init__(self, lists: Lists, now: dict[int, Prediction], evaluation: Evaluation) -> None:
        self.now, self.evaluation = now, evaluation
        self.rows = lists.rows(now)
        self.scores = expected(lists, evaluation.metric, now)
        self.before = expected(lists, evaluation.metric)
        found = [problem for problem in evaluation.pair.problems if problem.kind in OF_LABELS]
        self.named = {row for problem in found for row in problem.rows.tolist()}

    def holds(self, tree: tuple, row: int) -> bool:
        kind, *rest = tree
        if kind in ("and", "or"):
            return (all if kind == "and" else any)(self.holds(part, row) for part in rest)
        if kind == "not":
            return not self.holds(rest[0], row)
        if kind == "text":
            return any(
                rest[0].lower() in text.lower() for text in [self.rows[row].id, *self.truth(row), *self.pred(row)]
            )
        if kind == "flag":
            return getattr(self, rest[0])(row)
        if kind == "number":
            field, sign, value = rest
            number = self.number(field, row)
            return not math.isnan(number) and SIGNS[sign](number, value)
        if kind == "rank":
            rank, k = self.scores.first_hits[row], self.evaluation.metric.k
            return rank == 0 if rest[0] == "none" else k is not None and rank > k
        field, value = rest
        texts = {"id": [self.rows[row].id], "truth": self.truth(row), "pred": self.pred(row), "top": self.top(row)}[
            field
        ]
        return any(re.search(value, text) for text in texts) if kind == "regex" else value in texts

    def truth(self, row: int) -> list[str]:
        return list(self.rows[row].truth)

    def pred(self, row: int) -> list[str]:
        return self.rows[row].labels

    def top(self, row: int) -> list[str]:
        return [label for label in list(self.rows[row].predicted or [])[:1] if label]

    def number(self, field: str, row: int) -> float:
        if field == "delta":
            return self.scores.rows[row] - self.before.rows[row]
        if field == "rank":
            return self.scores.first_hits[row] or math.nan
        return {"score": self.scores.rows[row], "truths": len(self.truth(row)), "preds": len(self.pred(row))}[field]

    def edited(self, row: int) -> bool:
        return row in self.now

    def empty(self, row: int) -> bool:
        return not self.pred(row)

    def missing(self, row: int) -> bool:
        return self.rows[row].predicted is None

    def repeats(self, row: int) -> bool:
        return len(set(self.pred(row))) < len(self.pred(row))

    def problem(self, row: int) -> bool:
        odd = not all(map(math.isfinite, self.rows[row].confidence))
        named = row in self.named and not self.edited(row)
        return self.empty(row) or self.missing(row) or self.repeats(row) or odd or named


IN_SIGNS = {"and": "&", "or": "|", "not": "!"}


def text_of(tree: tuple, links: Mapping[str, str] = IN_SIGNS) -> str:
    """The expression of a tree, with these signs or words for and, or, not."""
    kind, *rest = tree
    if kind in ("and", "or"):
        return f" {links[kind]} ".join(f"({text_of(part, links)})" for part in rest)
    if kind == "not":
        return f"{links['not']}({text_of(rest[0], links)})"
    if kind == "text":
        return quote(rest[0])
    if kind == "flag":
        return rest[0]
    if kind == "number":
        return f"{rest[0]} {rest[1]} {rest[2]!r}"
    if kind == "rank":
        return f"rank={rest[0]}"
    if kind == "regex":
        return f"{rest[0]}:/{rest[1].replace('/', chr(92) + '/')}/"
    return f"{rest[0]}:{quote(rest[1])}"


fields = st.sampled_from(["id", "truth", "pred", "top"])
leaves = st.one_of(
    st.tuples(st.just("text"), st.sampled_from([*KNOWN, "A", "0", "É", " "])),
    st.tuples(st.just("flag"), st.sampled_from(FLAGS)),
    st.tuples(
        st.just("number"), st.sampled_from(["rank", "truths", "preds"]), st.sampled_from([*SIGNS]), st.integers(0, 4)
    ),
    st.tuples(
        st.just("number"),
        st.sampled_from(["score", "delta"]),
        st.sampled_from("<>"),
        st.sampled_from([0.31, -0.29, 0.77]),
    ),
    st.tuples(st.just("rank"), st.sampled_from(["none", "after"])),
    st.tuples(st.just("exact"), fields, hostile),
    st.tuples(st.just("regex"), fields, st.sampled_from(PATTERNS)),
)
trees = st.recursive(
    leaves,
    lambda parts: st.one_of(st.tuples(st.just("not"), parts), st.tuples(st.sampled_from(["and", "or"]), parts, parts)),
    max_leaves=5,
)
