"""How many rows of a test are public and how many private, and the formulas that follow from their numbers alone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from inspector.core.errors import InputError
from inspector.core.plural import count_of
from inspector.core.statistics.testing.distributions import normal_tail

# In 95 of 100 draws a normal is no further out than so many standard deviations.
Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, kw_only=True)
class Split:
    """Numbers of public and private units: rows, or groups of rows.

    sampled: how many units there are of which an unseen test is another sample; None where these units are the test.
    The factors turn the variance of one unit, S² with n - 1, into that of a mean.
    """

    public: int
    private: int
    sampled: int | None = None

    @classmethod
    def of(cls, units: int, share: float, test: int | None = None, *, noun: str = "row") -> Split:
        """A share of the units, or of an unseen test of so many. Raises InputError where a part would be empty."""
        if not 0 < share < 1:
            raise InputError(
                f"a public share of {share:g} is no split", expected="a number between 0 and 1, such as 0.3"
            )
        if units < 2:
            raise InputError(
                f"{count_of(units, f'scored {noun}')} cannot be split", expected=f"at least two {noun}s with a score"
            )
        size = units if test is None else test
        public = round(share * size)
        if not 0 < public < size:
            empty = "public" if public <= 0 else "private"
            raise InputError(
                f"{share:.3g} of {count_of(size, noun)} public leaves no {empty} {noun}",
                expected=f"at least one {noun} in each part: a share nearer to one half, or more {noun}s",
            )
        return cls(public=public, private=size - public, sampled=None if test is None else units)

    @property
    def size(self) -> int:
        """The units of the test."""
        return self.public + self.private

    @property
    def share(self) -> float:
        """The share of them that is public, f."""
        return self.public / self.size

    @property
    def of_public(self) -> float:
        """Var(public) / S²: (1 - f) / (f n) where these rows are the test, else 1 / public + 1 / sampled."""
        return self._of(self.public)

    @property
    def of_private(self) -> float:
        """Var(private) / S²: f / ((1 - f) n) where these rows are the test, else 1 / private + 1 / sampled."""
        return self._of(self.private)

    @property
    def of_gap(self) -> float:
        """Var(private - public) / S²: 1 / (n f (1 - f)), whether or not the rows are one's own."""
        return 1 / self.public + 1 / self.private

    @property
    def of_move(self) -> float:
        """(1 - f) / (f n): how far the public part of a test is from the whole test."""
        return 1 / self.public - 1 / self.size

    def private_score(self, overall: float, public: float) -> float:
        """(overall - f public) / (1 - f): what is left for the private rows of a mean over one's own rows."""
        return (overall - self.share * public) / (1 - self.share)

    def _of(self, units: int) -> float:
        return 1 / units - 1 / self.size if self.sampled is None else 1 / units + 1 / self.sampled


def loses(difference: float, deviation: float, factor: float) -> float:
    """P(the better of two submissions is behind in a part): Φ(-|D| / (S_d √factor)); NaN where none is better.

    difference: of their means over all rows, D; deviation: of the differences of single rows, S_d.
    """
    if not difference:
        return math.nan
    spread = deviation * math.sqrt(factor)
    return normal_tail(abs(difference) / spread) if spread else 0.0
