"""A search for the number with the best score, by trying some, then closing in on the best of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

# The part of a span between two numbers that a step of the golden section keeps.
_KEPT = (math.sqrt(5) - 1) / 2
# As many steps at most, fewer once both ends of the span have the first digits in common.
_STEPS, _NEAR = 30, 1e-5
# Numbers tried between two others: a score may have several peaks, as where what falls below 0 counts as 0.
_BETWEEN = 4
# What a score must be better by, relative to its size: less is the noise of floats.
_NOISE = 1e-9
# Digits of the result, and what fewer digits may give up: a part of what is won, or next to nothing of the score.
_FEWEST, _MOST, _GIVEN_UP, _LITTLE = 3, 15, 0.01, 1e-6


class Search:
    """Tries each number once. score: what a number scores, higher is better, NaN for unknown; start: what is there now.

    Of numbers that score the same, the nearest to the start is best.
    """

    def __init__(self, score: Callable[[float], float], start: float) -> None:
        self._score, self._start = score, start
        self._tried = dict[float, float]()

    @property
    def knows_nothing(self) -> bool:
        """Whether no number that was tried has a score."""
        return all(map(math.isnan, self._tried.values()))

    @property
    def best(self) -> float:
        """The number that scores best so far."""
        return max(self._tried, key=lambda number: (self.score(number), -abs(number - self._start)))

    def score(self, number: float) -> float:
        """What a number scores; nothing is worse than an unknown score."""
        if number not in self._tried:
            self._tried[number] = self._score(number)
        found = self._tried[number]
        return -math.inf if math.isnan(found) else found

    def refine(self, first: Sequence[float]) -> Iterator[float]:
        """Close in on the best of the ascending numbers tried so far; yields the part that is done.

        First some more between it and both beside it are tried.
        """
        low, high = self._beside_best(first)
        finer = sorted({*_between(low, self.best), *_between(self.best, high), self.best})
        for number in finer:
            yield 0.0
            self.score(number)
        yield from self._golden_section(*self._beside_best(finer))

    def _beside_best(self, first: Sequence[float]) -> tuple[float, float]:
        """The numbers before and behind the best of ascending ones.

        Beside an outmost one, as far beyond it as the next one is on the other side.
        """
        at = first.index(self.best)
        before, behind = first[max(0, at - 1)], first[min(len(first) - 1, at + 1)]
        low = before if at else 2 * first[0] - behind
        high = behind if at + 1 < len(first) else 2 * first[-1] - before
        return low, high

    def shortened(self, *, prefers_whole: bool = False) -> float | None:
        """The best number, with three digits if these give up little; None where it is no better than the start.

        prefers_whole: whether a whole number beside it is taken before, if it gives up little, too.
        """
        best = self.best
        if not self._wins(best):
            return None
        whole = sorted((math.floor(best), math.ceil(best)), key=self.score, reverse=True) if prefers_whole else []
        shorter = [*map(float, whole), *(float(f"{best:.{digits}g}") for digits in range(_FEWEST, _MOST + 1))]
        return next((number for number in shorter if self._wins(number) and self._is_as_good(number, best)), None)

    def _wins(self, number: float) -> bool:
        score, now = self.score(number), self.score(self._start)
        return score > now and (math.isinf(now) or score - now > _NOISE * abs(now))

    def _is_as_good(self, number: float, best: float) -> bool:
        """Whether a number gives up little beside the best one."""
        won, all_won = (self.score(one) - self.score(self._start) for one in (number, best))
        return math.isinf(won) or all_won - won <= max(_GIVEN_UP * all_won, _LITTLE * abs(self.score(self._start)))

    def _golden_section(self, low: float, high: float) -> Iterator[float]:
        """Keep the part of a span with the better one of two numbers inside, one of which stays for the next step."""
        left, right = high - _KEPT * (high - low), low + _KEPT * (high - low)
        for step in range(_STEPS):
            if high - low <= _NEAR * max(abs(low), abs(high)):
                return
            yield step / _STEPS
            if self.score(left) >= self.score(right):
                high, right = right, left
                left = high - _KEPT * (high - low)
            else:
                low, left = left, right
                right = low + _KEPT * (high - low)


def _between(low: float, high: float) -> list[float]:
    """Both numbers, and some at equal steps between them."""
    numbers: list[float] = np.linspace(low, high, _BETWEEN + 2).tolist()
    return numbers
