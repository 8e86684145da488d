"""Public and private scores of submissions over many splits, the same splits for all, and what they tell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice

import numpy as np

from inspector.core.arrays.types import Floats, Ints, beyond_floats
from inspector.core.luck.parts import Parts
from inspector.core.luck.split import Split
from inspector.core.task import Progress, Task

# Up to so many different splits, each is taken once.
_EVERY = 2_000
# How many numbers a block of splits holds.
_BLOCK = 1 << 20
_TIE, _DIGITS = 1e-12, 12
_LEVEL = 0.95


@dataclass(frozen=True, eq=False)
class SplitScores:
    """public, private: float64 (s, b), of s submissions in b splits; NaN where a part has no overall.

    sign: 1 where higher scores are better, else -1; is_every: whether these are all splits that there are.
    """

    public: Floats
    private: Floats
    sign: int = 1
    is_every: bool = False

    def __len__(self) -> int:
        return len(self.public.T)

    @cached_property
    @beyond_floats
    def gaps(self) -> Floats:
        """float64 (s, b): private - public."""
        return self.private - self.public

    def percentile(self, submission: int, public: float) -> float:
        """How many of 100 splits give a worse public score; as good ones count half, those without one do not count."""
        drawn = _known(self.public[submission])
        worse = ((drawn - public) * self.sign < -_TIE).sum() + (np.abs(drawn - public) <= _TIE).sum() / 2
        return 100 * float(worse) / len(drawn) if len(drawn) else math.nan

    def first(self) -> Floats:
        """float64 (s,): P(first on private); submissions that share the first place share it. NaN without a split."""
        private = self._whole[1]
        is_first = private >= private.max(axis=0, initial=-np.inf) - _TIE
        return (is_first / is_first.sum(axis=0)).mean(axis=1) if private.shape[1] else np.full(len(private), np.nan)

    def behind(self, submission: int, other: int) -> tuple[float, float]:
        """P(a submission is behind, not level with, another one) in public and in private; NaN without a split."""
        if not self._whole[0].shape[1]:
            return math.nan, math.nan
        public, private = (float((part[submission] < part[other] - _TIE).mean()) for part in self._whole)
        return public, private

    def best_two(self) -> tuple[int, int, float]:
        """The two whose better private score is best on average, and that average: max E[max(private_i, private_j)].

        Of pairs that are level the one with the better private scores of both.
        """
        private = self._whole[1]

        def worth(two: tuple[int, int]) -> tuple[float, float]:
            both = private[list(two)]
            return round(_mean_of_best(both), _DIGITS), float(both.sum())

        best = max(combinations(range(len(private)), 2), key=worth)
        return *best, self.sign * _mean_of_best(private[list(best)])

    def shakeup(self) -> float:
        """The mean shake-up of the submissions over the splits."""
        return shakeup(*map(ranks, self._whole))

    @cached_property
    def _whole(self) -> tuple[Floats, Floats]:
        """Both parts, higher is better, in the splits where all submissions have both."""
        known = ~(np.isnan(self.public) | np.isnan(self.private)).any(axis=0)
        return self.sign * self.public[:, known], self.sign * self.private[:, known]


def shakeup(public: Ints, private: Ints) -> float:
    """Mean |private rank - public rank| / teams, of int64 (s,) or (s, b): how far a leaderboard is shaken up."""
    return float(np.abs(private - public).mean()) / len(public) if public.size else math.nan


def ranks(scores: Floats) -> Ints:
    """int64 (s,) or (s, b): the ranks within each column from 1, the highest first; equal ones in their order."""
    order = np.argsort(-scores, axis=0, kind="stable")
    return np.argsort(order, axis=0, kind="stable") + 1


@beyond_floats
def margin(deviations: Floats) -> float:
    """How far 95 of 100 deviations stay from 0 at most; NaN is left out."""
    known = _known(np.abs(deviations))
    return float(np.quantile(known, _LEVEL)) if len(known) else math.nan


def drawn(parts: list[Parts], split: Split, units: int, sign: int, seed: int) -> Task[SplitScores]:
    """A task: the same splits of so many units for all submissions; every split where there are few."""
    count = min(part.splits for part in parts)
    ways = math.comb(units, split.public) if split.sampled is None and units < _EVERY else _EVERY + 1
    is_every = ways <= _EVERY
    splits = _every(split, units) if is_every else _random(split, units, np.random.default_rng(seed))
    count = ways if is_every else count
    public, private = np.empty((len(parts), count)), np.empty((len(parts), count))
    step = max(1, min(_BLOCK // units, count // 50 + 1))
    for low in range(0, count, step):
        yield Progress(low / count, f"Scoring {count:,} splits")
        block = [*islice(splits, min(step, count - low))]
        for side, values in enumerate((public, private)):
            times = np.array([one[side] for one in block])
            for number, part in enumerate(parts):
                values[number, low : low + step] = part.overalls(times)
    # Sums in another order differ in their last digits, which are no spread.
    return SplitScores(public.round(_DIGITS), private.round(_DIGITS), sign, is_every)


def normal(means: Floats, covariance: Floats, split: Split, sign: int, seed: int, count: int = 10_000) -> SplitScores:
    """Splits of many rows under means of rows, which are then normal: float64 (s,), and (s, s) of single rows."""
    rng, size = np.random.default_rng(seed), len(means)
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0))
    public, private = (root @ rng.standard_normal((size, count)) for _ in range(2))
    if split.sampled is None:
        public *= math.sqrt(split.of_public)
        private = -public * split.public / split.private
    else:
        shared = root @ rng.standard_normal((size, count)) / math.sqrt(split.sampled)
        public, private = (
            part / math.sqrt(n) + shared for part, n in ((public, split.public), (private, split.private))
        )
    return SplitScores(means[:, None] + public, means[:, None] + private, sign)


def _every(split: Split, units: int) -> Iterator[tuple[Ints, Ints]]:
    for chosen in combinations(range(units), split.public):
        public = np.zeros(units, np.int64)
        public[list(chosen)] = 1
        yield public, 1 - public


def _random(split: Split, units: int, rng: np.random.Generator) -> Iterator[tuple[Ints, Ints]]:
    """Random splits without end: of the units, or of unseen ones like them.

    The smaller part is drawn, so that a share and its complement swap the parts. Units for an unseen test are drawn
    from a resample, because the known ones are a sample themselves.
    """
    small = min(split.public, split.private)
    while split.sampled is None:
        part = np.zeros(units, np.int64)
        part[rng.choice(units, small, replace=False, shuffle=False)] = 1
        yield (part, 1 - part) if small == split.public else (1 - part, part)
    while True:
        known = rng.multinomial(units, np.full(units, 1 / units)) / units
        public, private = (rng.multinomial(size, known) for size in (split.public, split.private))
        yield public, private


def _known(values: Floats) -> Floats:
    return values[~np.isnan(values)]


def _mean_of_best(private: Floats) -> float:
    """The mean over splits of the better of some scores, (s, b); NaN without splits."""
    return float(private.max(axis=0).mean()) if private.shape[1] else math.nan
