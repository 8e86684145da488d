"""The scores of a host's metric: what it answered so far, and the last number where it has not answered yet."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Self

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation
from inspector.core.metrics.host.answers import Answers, Prints, RowAnswers, RowKind, Told, prints_of, sum_of
from inspector.core.metrics.host.metric import HostMetric
from inspector.core.metrics.losses import Losses
from inspector.core.metrics.scores import ScorePreview, Scores
from inspector.core.metrics.total import Total

INFLUENCE = "influence: n·s(all) − (n−1)·s(without the row)"
NOT_KNOWN = "not worked out yet"
OLD = "from before the last edits"
RENEW = "; Analyse > Work out row scores asks again"
_MODULUS = 1 << 64


class HostScores(Scores):
    """The numbers of `answers`, which copies share; nothing here runs the file.

    row: NaN where it is not known, or where the file gave no number for a row alone. The key of a row among the answers
    is its own print where rows are separable; an influence depends on all predictions, so that it is their sum.
    """

    metric: HostMetric
    separable = False
    tells_losses = False
    tells_parts = False

    def __init__(self, metric: HostMetric, batch: Batch) -> None:
        super().__init__(metric, batch)
        self.answers = Answers()
        self._own: Prints = prints_of(np.arange(len(batch)), batch.predictions)
        self._state = sum_of(self._own)
        self._overall_of: int | None = None  # the sum of all prints that `overall` is about
        self._known = np.zeros(len(batch), bool)
        # The sum of all prints when a row score was answered.
        self._asked: Prints = np.zeros(len(batch), np.uint64)
        # The answers about rows that were looked at, and how many of them.
        self._told: RowAnswers | None = None
        self._read = 0
        self._counted = len(batch)

    def copy(self) -> Self:
        """A copy that shares the answers."""
        twin = super().copy()
        twin._own, twin._asked, twin._known = self._own.copy(), self._asked.copy(), self._known.copy()
        return twin

    @property
    def is_settled(self) -> bool:
        """Whether the overall is that of the current predictions."""
        return self._overall_of == self._state

    @property
    def row_words(self) -> str:
        """What the row scores are, for the user."""
        waiting, old = int(np.count_nonzero(~self._known)), int(np.count_nonzero(self.outdated))
        words = {None: "not worked out yet", "influence": INFLUENCE}.get(self.kind) or (
            f"each row scored alone: separable, verified on {self.answers.verified:,} rows"
        )
        counts = (waiting, "not worked out yet"), (old, OLD), (self.answers.refused, "refused")
        some = [f"{count:,} {what}" for count, what in counts if count and self.kind]
        return f"Row scores are {'; '.join([words, *some])}{RENEW if old else ''}"

    def warning(self, rows: Ints) -> str:
        """How many row scores are missing, or of other predictions."""
        old, waiting = (int(np.count_nonzero(of[rows])) for of in (self.outdated, self.unknown))
        counts = (old, f"row scores are {OLD}"), (waiting, f"row scores are {NOT_KNOWN}")
        return "; ".join(f"{count:,} {what}" for count, what in counts if count)

    @property
    def kind(self) -> RowKind | None:
        """What the row scores are, None until that is known."""
        return self._told.kind if self._told is not None else None

    @property
    def unknown(self) -> Bools:
        """bool (n,): the rows whose score is not worked out yet."""
        return ~self._known

    @property
    def outdated(self) -> Bools:
        """bool (n,): the rows whose influence was worked out before the last edits."""
        if self.kind != "influence":
            return np.zeros(len(self.row), bool)
        is_old: Bools = self._known & (self._asked != np.uint64(self._state))
        return is_old

    @property
    def is_mean(self) -> bool:  # type: ignore[override]
        """Whether the overall is the mean of the row scores, all of which are known."""
        return self.kind == "separable" and bool(self._known.all())

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Take over the new lists of `rows`, and what was answered about them before."""
        self.first_hit[rows] = self.metric.first_hits(after)
        own = prints_of(rows, after.predictions)
        self._state = self._state_with(rows, own)
        self._own[rows] = own
        self.row[rows], self._known[rows] = np.nan, False
        self._read = 0
        self.take_answers()

    def take_answers(self) -> None:
        """Look up what was answered meanwhile; it takes no longer than there are answers that were not looked at."""
        if self._state in self.answers.overall:
            self.overall, self._overall_of = self.answers.overall[self._state], self._state
        if self._told is not self.answers.rows:
            self._told, self._read = self.answers.rows, 0
            self._known[:], self.row[:] = False, np.nan
        if self._told is not None:
            told = self._told.since(self._read)
            self._read += len(told.rows)
            self._take(told)
        self.top, self.bottom = float(np.nanmax(self.row, initial=0.0)), float(np.nanmin(self.row, initial=0.0))

    @property
    def is_behind(self) -> bool:
        """Whether there are answers that `take_answers` has not looked at."""
        told = self.answers.rows
        has_new_rows = told is not self._told or (told is not None and len(told) > self._read)
        return has_new_rows or self.has_new_overall

    @property
    def has_new_overall(self) -> bool:
        """Whether there is an overall that `take_answers` has not looked at, be it the number of before."""
        return self._state in self.answers.overall and not self.is_settled

    def tell(self, kind: RowKind, rows: Ints, scores: Floats) -> None:
        """Add what the file answered about rows of these predictions, float64 (r,), to the answers."""
        keys = self._own[rows] if kind == "separable" else np.full(len(rows), self._state, np.uint64)
        self.answers.add(kind, Told(rows, keys, scores))

    def forget_outdated(self) -> None:
        """Let the influence that was worked out before the last edits be worked out again."""
        self._known[self.outdated] = False

    def key(self, rows: Ints | None = None) -> int:
        """The key of the overall of some rows among the answers, None for all."""
        return self._state if rows is None else sum_of(self._own[rows])

    def now(self, row: int) -> ScorePreview:
        """The scores as they are, NaN while they are waited for."""
        return ScorePreview(float(self.row[row]), self.overall if self.is_settled else math.nan)

    def preview(self, row: int, before: Batch, after: Batch) -> ScorePreview:
        """The scores with another list for one row, NaN where nobody asked for them; changes nothing."""
        rows, own = np.array([row]), prints_of(np.array([row]), after.predictions)
        state = self._state_with(rows, own)
        key = own[0] if self.kind == "separable" else np.uint64(state)
        return ScorePreview(self._found(row, key), self.answers.overall.get(state, math.nan))

    def preview_rows(self, rows: Ints, before: Batch, after: Batch) -> float:
        """The overall with other lists for several rows, NaN where nobody asked for it; changes nothing."""
        return self.answers.overall.get(self._state_with(rows, prints_of(rows, after.predictions)), math.nan)

    def explain(self, row: int, batch: Batch) -> Explanation:
        """The labels of a row, its score as it was answered, and what the file says of itself."""
        score = float(self.row[row])
        rule = {"separable": "the row scored alone", "influence": INFLUENCE, None: NOT_KNOWN}[self.kind]
        if self.kind == "influence" and self._asked[row] != np.uint64(self._state):
            rule = f"{INFLUENCE}, {OLD}{RENEW}"
        return replace(self.metric.explain(batch), score=score, asked=rule if self._known[row] else NOT_KNOWN)

    def losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> Losses:
        """NaN: nobody knows what would win points under a metric that can only be asked."""
        nothing = np.full(len(self.row) if rows is None else len(rows), math.nan)
        return Losses(nothing, nothing.copy())

    def costs(self, rows: Ints, batch: Callable[[], Batch]) -> Floats:
        """NaN, as the losses."""
        return np.full(len(rows), math.nan)

    def total_losses(self, rows: Ints | None, batch: Callable[[], Batch]) -> tuple[float, float]:
        """NaN, as the losses."""
        return math.nan, math.nan

    def part(self, rows: Ints, batch: Callable[[], Batch]) -> float:
        """The overall of some rows alone, NaN where nobody asked for it."""
        answer = self.answers.overall.get(self.key(rows), math.nan)
        return self.mean(rows) if math.isnan(answer) and self.is_mean else answer

    @property
    def decimals(self) -> int:
        """Decimals needed to show row scores."""
        return 4 if max(self.top, -self.bottom) > 0.01 else self.fine_decimals

    def _take(self, told: Told) -> None:
        """Take over those of the answers that are about the predictions as they are."""
        if self.kind == "separable":
            at = np.flatnonzero(~self._known[told.rows])
            at = at[told.keys[at] == self._own[told.rows[at]]]
        else:
            at = np.flatnonzero(told.keys == np.uint64(self._state))
        rows = told.rows[at]
        self.row[rows], self._known[rows], self._asked[rows] = told.scores[at], True, self._state

    def _found(self, row: int, key: np.uint64) -> float:
        """What was answered about a row, NaN for nothing."""
        if self._told is None:
            return math.nan
        told = self._told.since(0)
        at = np.flatnonzero((told.keys == key) & (told.rows == row))
        return float(told.scores[at[-1]]) if len(at) else math.nan

    def _new_totals(self) -> tuple[Total, Total, Total]:
        """Empty: nothing is added up here. Those of other scores refer to the scores, which would keep copies alive."""
        nothing = Total(0, lambda _: np.empty(0))
        return nothing, nothing, nothing

    def _mean(self) -> float:
        scored = self.row[~np.isnan(self.row)]
        return float(scored.mean()) if len(scored) else math.nan

    def _state_with(self, rows: Ints, own: Prints) -> int:
        """The sum of all prints with others for some rows."""
        return (self._state - sum_of(self._own[rows]) + sum_of(own)) % _MODULUS


def share_answers(known: Iterable[Scores], others: Iterable[Scores]) -> None:
    """Let others have the answers of scores of the same predictions, where the same is asked of the same file: another
    direction changes no answer.
    """
    for one, other in zip(known, others, strict=True):
        if isinstance(one, HostScores) and isinstance(other, HostScores) and one.metric.asked == other.metric.asked:
            other.answers = one.answers
            other.take_answers()
