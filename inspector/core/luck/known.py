"""What is known of many splits: by formula where means of many rows are normal, else from splits that were drawn."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.types import Floats, beyond_floats
from inspector.core.luck.split import Split, Z, loses
from inspector.core.luck.split_scores import SplitScores, margin
from inspector.core.statistics.testing.distributions import normal_tail

_TIE = 1e-12


@dataclass(frozen=True, eq=False)
class ByFormula:
    """Of submissions by number, 0 the open one. scores: float64 (s, n), whose means are the overalls."""

    scores: Floats
    split: Split
    split_scores: SplitScores

    def deviations(self, submission: int) -> tuple[float, float]:
        """The standard deviations of the public and of the private score."""
        s = _deviation(self.scores[submission])
        return s * math.sqrt(self.split.of_public), s * math.sqrt(self.split.of_private)

    def margin(self, submission: int) -> float:
        """How far private is from public at most in 95 of 100 splits."""
        return Z * _deviation(self.scores[submission]) * math.sqrt(self.split.of_gap)

    def mean_gap(self, submission: int) -> float:
        """private - public on average."""
        return 0.0

    def smallest_move(self, submission: int) -> float:
        """The public lead over the open submission that 95 of 100 splits stay below where both are equally good."""
        return Z * self._apart(submission)[1] * math.sqrt(self.split.of_move)

    def behind(self, submission: int) -> tuple[float, float]:
        """P(the better of a submission and the open one is behind) in public and in private."""
        difference, deviation = self._apart(submission)
        split = self.split
        return loses(difference, deviation, split.of_public), loses(difference, deviation, split.of_private)

    def percentile(self, public: float) -> float:
        """How many of 100 splits give the open submission a worse public score."""
        far, spread = (public - self._overall) * self.split_scores.sign, self.deviations(0)[0]
        if spread:
            return 100 * normal_tail(-far / spread)
        return 50.0 if abs(far) <= _TIE else 100.0 * (far > 0)

    def private(self, public: float) -> tuple[float, float]:
        """The private score of the open submission that a public one tells, and how far off it is in 95 of 100."""
        if self.split.sampled is not None:
            return public, self.margin(0)
        return self.split.private_score(self._overall, public), 0.0

    @property
    def _overall(self) -> float:
        return float(self.scores[0].mean())

    def _apart(self, submission: int) -> tuple[float, float]:
        """The mean of the differences to the open submission, and their deviation."""
        difference = self.scores[submission] - self.scores[0]
        return float(difference.mean()), _deviation(difference)


@dataclass(frozen=True)
class MeanAndOverall:
    """The overall of a mean of row scores, and the mean behind an overall: the same, or the square of a root."""

    overall_of: Callable[[float], float]
    mean_of: Callable[[float], float]


@dataclass(frozen=True, eq=False)
class BySplits:
    """The same from draws, NaN where these do not tell.

    overalls: float64 (s,), of all rows; mean: how the mean of row scores tells the overall of the open submission, if
    it does and rows are drawn one by one; else None.
    """

    overalls: Floats
    split: Split
    split_scores: SplitScores
    mean: MeanAndOverall | None

    def deviations(self, submission: int) -> tuple[float, float]:
        """The standard deviations of the public and of the private score."""
        return _drawn(self.split_scores.public[submission]), _drawn(self.split_scores.private[submission])

    def margin(self, submission: int) -> float:
        """How far private is from public at most in 95 of 100 splits."""
        return margin(self.split_scores.gaps[submission])

    @beyond_floats
    def mean_gap(self, submission: int) -> float:
        """private - public on average."""
        gaps = self.split_scores.gaps[submission]
        return float(np.nanmean(gaps)) if not np.isnan(gaps).all() else math.nan

    def smallest_move(self, submission: int) -> float:
        """The public lead over the open submission that 95 of 100 splits stay below where both are equally good."""
        gaps = self.split_scores.gaps
        return (1 - self.split.share) * margin(gaps[submission] - gaps[0])

    def behind(self, submission: int) -> tuple[float, float]:
        """P(the better of a submission and the open one is behind) in public and in private."""
        ahead = float(self.overalls[submission] - self.overalls[0]) * self.split_scores.sign
        if math.isnan(ahead) or abs(ahead) <= _TIE:
            return math.nan, math.nan
        return self.split_scores.behind(submission, 0) if ahead > 0 else self.split_scores.behind(0, submission)

    def percentile(self, public: float) -> float:
        """How many of 100 splits give the open submission a worse public score."""
        return self.split_scores.percentile(0, public)

    def private(self, public: float) -> tuple[float, float]:
        """The private score of the open submission that a public one tells, and how far off it is in 95 of 100."""
        if self.split.sampled is not None:
            return public, self.margin(0)
        if self.mean is None:
            return self._by_line(public)
        overall, public = (self.mean.mean_of(score) for score in (float(self.overalls[0]), public))
        return self.mean.overall_of(self.split.private_score(overall, public)), 0.0

    def _by_line(self, public: float) -> tuple[float, float]:
        """By the line that fits the splits best."""
        known = ~np.isnan(self.split_scores.gaps[0])
        x, y = self.split_scores.public[0][known], self.split_scores.private[0][known]
        if len(x) < 2 or not x.std():
            return math.nan, math.nan
        slope = float(np.cov(x, y)[0, 1] / x.var(ddof=1))
        line = y.mean() + slope * (x - x.mean())
        return float(y.mean() + slope * (public - x.mean())), margin(y - line)


Known: TypeAlias = ByFormula | BySplits


def _deviation(scores: Floats) -> float:
    """With n - 1; exactly 0 where all are equal."""
    return float(scores.std(ddof=1)) if len(scores) > 1 and scores.min() < scores.max() else 0.0


@beyond_floats
def _drawn(scores: Floats) -> float:
    known = scores[~np.isnan(scores)]
    return float(known.std()) if len(known) else math.nan
