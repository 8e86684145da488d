"""The answer: what a random split into public and private rows does to the scores of submissions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.luck.known import Known
from inspector.core.luck.split import Split, Z
from inspector.core.luck.split_scores import SplitScores
from inspector.core.statistics.testing.distributions import normal_tail

# Means over many rows are normal; else splits are simulated, or each is taken once where there are few.
Method: TypeAlias = Literal["formula", "simulated", "every split"]
# No percentage nearer to 0 or 100 is claimed.
_FLOOR = 0.1
# Of the histogram: few different gaps, as of few rows, would leave gaps between many bars.
_LEAST_BARS, _BARS, _GAPS_A_BAR, _DIGITS = 5, 31, 2, 9
# A normal has nothing to see further out than so many margins, the ends of 95 of 100.
_OUT = 1.8


@dataclass(frozen=True, kw_only=True)
class Question:
    """share: of the rows that are public; test_rows: of an unseen test, None where the rows are the test themselves;
    public: a score on the leaderboard; group: a column whose groups are drawn whole."""

    share: float = 0.3
    test_rows: int | None = None
    public: float | None = None
    group: str = ""
    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class Line:
    """What splits do to one submission, in points of the overall; NaN where something is not known.

    overall: of the rows that are split; deviation_public, deviation_private: standard deviations of both scores;
    margin: how far apart they are at most in 95 of 100 splits; mean_gap: private - public on average; first:
    P(first on private) among all submissions. Against the open submission: smallest_move: the public lead below
    which a lead means nothing; behind_public, behind_private: P(the better one of both is behind there). public,
    private: of the Usage column.
    """

    name: str
    overall: float
    deviation_public: float
    deviation_private: float
    margin: float
    mean_gap: float
    first: float = math.nan
    smallest_move: float = math.nan
    behind_public: float = math.nan
    behind_private: float = math.nan
    public: float = math.nan
    private: float = math.nan


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A public score of the open submission among all splits: typed, or that of the Usage column.

    luck: how far it is better than the overall; percentile: how many of 100 splits give a worse one; private: what it
    says of the private score, within private_margin of it in 95 of 100 splits, or the real one.
    """

    public: float
    luck: float
    percentile: float
    private: float
    private_margin: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Luck:
    """What splits do to submissions, the open one first.

    rows: how many are split; groups: how many of `question.group` they are in, 0 for none; is_real: whether the split
    of a Usage column is shown; public_margin: how far public is from the whole test at most in 95 of 100 splits;
    best_two: names, and best_two_score their better private score on average; shakeup: mean |private rank - public
    rank| / teams; refused: submissions that the metric does not fit; sentences: all of it in words; notes: what is
    assumed, and how it was counted; known: what the answer was made from.
    """

    metric: str
    question: Question
    rows: int
    groups: int
    split: Split
    method: Method
    splits: int
    is_real: bool
    lines: tuple[Line, ...]
    public_margin: float
    placed: Placed | None = None
    best_two: tuple[str, str] | None = None
    best_two_score: float = math.nan
    shakeup: float = math.nan
    refused: tuple[str, ...] = ()
    lower_is_better: bool = False
    sentences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    known: Known = field(repr=False, compare=False)

    @property
    def split_scores(self) -> SplitScores:
        """The public and private scores of all submissions in the splits."""
        return self.known.split_scores

    @property
    def opened(self) -> Line:
        """The open submission."""
        return self.lines[0]

    @property
    def floor(self) -> float:
        """The smallest percentage that these splits can tell from 0: by the rule of three, none of n leaves 3 / n."""
        return max(_FLOOR, 300 / self.splits) if self.method == "simulated" else _FLOOR

    @property
    def rival(self) -> Line | None:
        """The best of the other submissions."""
        sign = -1 if self.lower_is_better else 1
        return max(self.lines[1:], key=lambda line: sign * line.overall, default=None)

    @property
    def fields(self) -> dict[str, Any]:
        """What `luck --json` prints; NaN where something is not known."""
        split, opened, placed = self.split, self.opened, self.placed
        found: dict[str, Any] = {
            "metric": self.metric,
            "rows": self.rows,
            "share": split.share,
            "public": split.public,
            "private": split.private,
            "group": self.question.group or None,
            "groups": self.groups or None,
            "test_rows": self.question.test_rows,
            "usage": self.is_real,
            "method": self.method,
            "splits": self.splits,
            "seed": self.question.seed,
            "margin": opened.margin,
            "public_margin": self.public_margin,
            "submissions": [dict(vars(line)) for line in self.lines],
        }
        if placed is not None:
            found["public_score"] = dict(vars(placed))
        if len(self.lines) > 1:
            found |= {"shakeup": self.shakeup, "best_two": self.best_two, "best_two_score": self.best_two_score}
        return found | {"words": " ".join((*self.sentences, *self.notes))}


def gap_bars(luck: Luck) -> tuple[Floats, Floats]:
    """The histogram of private - public over splits of the open submission; empty where all splits give the same.

    float64 (b + 1,), edges, as far on both sides of 0; float64 (b,), the shares of the splits.
    """
    gaps = luck.split_scores.gaps[0]
    gaps, margin = gaps[~np.isnan(gaps)], luck.opened.margin
    end = _OUT * margin if luck.method == "formula" else float(np.abs(gaps).max(initial=0.0))
    if not end:
        return np.empty(0), np.empty(0)
    if luck.method != "formula":
        different = len(np.unique(gaps.round(_DIGITS)))
        bars = min(_BARS, max(_LEAST_BARS, different // _GAPS_A_BAR | 1))  # odd: one in the middle
        edges = np.linspace(-end, end, bars + 1)
        return edges, np.histogram(gaps, edges)[0] / len(gaps)
    edges = np.linspace(-end, end, _BARS + 1)
    return edges, np.diff([normal_tail(-edge * Z / margin) for edge in edges.tolist()])
