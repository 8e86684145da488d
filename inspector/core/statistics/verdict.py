"""One verdict on two submissions: the size of the difference, its interval, and only then the p."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from inspector.core.plural import count_of
from inspector.core.statistics.bootstrap import decimals_of
from inspector.core.statistics.testing.paired_tests import Further
from inspector.core.statistics.testing.sign_flip import REFINED, needs_more

VerdictKind: TypeAlias = Literal["better", "worse", "equivalent", "undecided"]

# With fewer rows, not even the same sign in all of them is unlikely enough.
FEWEST = 6
# A smaller difference is that of sums in another order.
_NOISE = 1e-12
# Why there is neither, where rows were chosen so.
BY_OUTCOME = "The filter chooses rows by their outcome, so there is no p and no interval."


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The open submission against the baseline, over the n rows that both score.

    overall, baseline_overall: the overalls over these rows; delta = overall - baseline_overall, with the 95 % interval
    from `interval_resamples` random draws, 0 for a formula.
    better, worse, same: rows that score better, worse and equally in the open submission.
    p: of the test, over `resamples` random draws from the seed, never 0; p_exact: over all, where they can be counted.
    Where there is no test, p and interval are NaN.
    t, p_t: the paired t test, where there is one. smallest_difference: what these rows show in four of five cases.
    without_farthest: the delta without the 1 % of rows that differ most, for better or worse; NaN below 100 rows.
    check: the normal interval, for 200 rows or more. unpaired: rows that not both sides score. by_outcome: whether
    the rows were chosen by what is compared, as `by_size` has it; is_loss: whether lower is better.
    further: other tests, where the overall is a mean of rows.
    """

    verdict: VerdictKind
    n: int
    overall: float
    baseline_overall: float
    delta: float
    interval: tuple[float, float] = (math.nan, math.nan)
    p: float = math.nan
    p_exact: float | None = None
    test: str = "none"
    resamples: int = 0
    interval_resamples: int = 0
    seed: int = 0
    better: int
    worse: int
    same: int
    unpaired: int = 0
    t: float = math.nan
    p_t: float = math.nan
    smallest_difference: float = math.nan
    without_farthest: float = math.nan
    margin: float | None = None
    p_equivalent: float = math.nan
    check: tuple[float, float] | None = None
    by_outcome: bool = False
    is_loss: bool = False
    further: Further | None = None

    def by_size(self) -> Verdict:
        """Size and counts alone, for rows that were chosen by what is compared."""
        return Verdict(
            verdict="equivalent" if self.is_same else "undecided",
            n=self.n,
            overall=self.overall,
            baseline_overall=self.baseline_overall,
            delta=self.delta,
            seed=self.seed,
            better=self.better,
            worse=self.worse,
            same=self.same,
            unpaired=self.unpaired,
            by_outcome=True,
            is_loss=self.is_loss,
        )

    def turned(self) -> Verdict:
        """The verdict of the baseline against the open submission."""
        kinds: dict[VerdictKind, VerdictKind] = {"better": "worse", "worse": "better"}
        return replace(
            self,
            verdict=kinds.get(self.verdict, self.verdict),
            overall=self.baseline_overall,
            baseline_overall=self.overall,
            delta=-self.delta,
            interval=(-self.interval[1], -self.interval[0]),
            better=self.worse,
            worse=self.better,
            t=-self.t,
            without_farthest=-self.without_farthest,
            check=None if self.check is None else (-self.check[1], -self.check[0]),
        )

    @property
    def best_p(self) -> float:
        """The exact p where there is one."""
        return self.p if self.p_exact is None else self.p_exact

    @property
    def p_text(self) -> str:
        """Its p alone: `0.0312`, `< 0.0001`."""
        return bare(p_words(self))

    @property
    def is_same(self) -> bool:
        """Whether both are equal though no margin is given: nothing differs, or only as sums in another order do."""
        return self.verdict == "equivalent" and self.margin is None

    def words(self, name: str = "This submission", baseline: str = "the baseline") -> str:
        """The verdict in one to three sentences: the size first, p last."""
        if not self.n and (rows := self.better + self.worse + self.same):
            return f"The metric of {count_of(rows, 'row')} alone is not known, so that {name} cannot be compared there."
        if not self.n:
            return f"No row is scored in both {name} and {baseline}."
        if not self.better + self.worse + self.same:
            size = "" if math.isnan(self.delta) else f"{self._opening(name, baseline)} {self._size()}{self._told}. "
            return f"{size}No row is compared: their scores are not known."
        if self.is_same or not (self.better or self.worse):
            return f"{name} and {baseline} score the same in {'all ' * (self.n > 1)}{count_of(self.n, 'row')}."
        scoring = "row scores" if self.better == 1 else "rows score"
        counts = f"{self.better:,} {scoring} better, {self.worse:,} worse, {self.same:,} the same"
        if self.by_outcome:
            return f"{name} is {self._side(baseline)} {self.signed(self.delta)}{self._told}: {counts}."
        told = self._told if self.verdict == "undecided" and math.isnan(self.interval[0]) else ""
        opening = f"{self._opening(name, baseline)} {self._size()}{told}: {counts}"
        return f"{opening}; {p_words(self)}.{self._disagreement()}{self._fragility()}{self._reach()}"

    def _size(self) -> str:
        """The difference with its interval, where there is one."""
        low, high = self.interval
        within = "" if math.isnan(low) else f" (95 % {self.signed(low)} to {self.signed(high)})"
        return self.signed(self.delta) + within

    def _opening(self, name: str, baseline: str) -> str:
        if self.verdict == "equivalent":
            return f"{name} and {baseline} are equal within ±{self.margin:g}:"
        if self.verdict != "undecided":
            is_loss = (self.verdict == "better") == (self.delta < 0)
            return f"{name} is {self.verdict} than {baseline}{' (lower is better)' if is_loss else ''},"
        if self.delta == 0:
            return f"{name} and {baseline} have the same overall, a difference of"
        if math.isnan(self.interval[0]):
            return f"{name} is {self._side(baseline)}"
        whether = f"whether {name} is better or worse than {baseline}:"
        if self.are_too_few:
            return f"{count_of(self.n, 'row')} {'is' if self.n == 1 else 'are'} too few to tell {whether}"
        return f"These rows cannot tell {whether}"

    @property
    def are_too_few(self) -> bool:
        """Whether no difference of so few rows could decide, however clear their interval looks."""
        return self.test == "sign-flip" and self.n < FEWEST

    @property
    def _told(self) -> str:
        return " (lower is better)" if self.is_loss and self.delta else ""

    def _side(self, baseline: str) -> str:
        side = "level with" if self.delta == 0 else "above" if self.delta > 0 else "below"
        return f"{side} {baseline},"

    def _disagreement(self) -> str:
        """What is said where the interval, which is drawn otherwise, would decide otherwise than p."""
        low, high = self.interval
        if self.n < FEWEST or math.isnan(self.best_p) or math.isnan(low) or self.verdict == "equivalent":
            return ""
        leaves_out_0, is_decided = low > 0 or high < 0, self.verdict != "undecided"
        if leaves_out_0 == is_decided:
            return ""
        return f" The interval {'leaves 0 out' if leaves_out_0 else 'holds 0'}, but p decides."

    def _fragility(self) -> str:
        if math.isnan(self.without_farthest) or self.verdict not in ("better", "worse"):
            return ""
        rest = self.signed(self.without_farthest)
        return f" Without the 1 % of rows that differ most, for better or worse, the difference is {rest}."

    def _reach(self) -> str:
        if math.isnan(self.smallest_difference):
            return ""
        if self.are_too_few:
            differ = self.better + self.worse
            least = 2.0 ** (1 - differ)
            return f" Of {count_of(differ, 'row')} that differ, p cannot go below {least:g}." if self.best_p < 1 else ""
        smallest, what = f"{self.smallest_difference:,.{self.decimals}f}", "groups" if "groups" in self.test else "rows"
        return f" With this many {what}, a difference shows reliably from {smallest} on."

    def signed(self, value: float) -> str:
        """A difference with its sign, as exactly as the interval warrants; a small one with two digits, so no zero."""
        size = abs(value)
        digits = 1 - math.floor(math.log10(size)) if _NOISE < size < 0.5 * 10.0**-self.decimals else self.decimals
        text = f"{size:,.{digits}f}"
        return ("" if not text.strip("0.") else "+" if value > 0 else "−") + text

    @property
    def decimals(self) -> int:
        """As `decimals_of` has them."""
        return decimals_of(self.interval)


def p_words(verdict: Verdict) -> str:
    """The p of a verdict as `words_of_p` has it; an overall without a test has none, which is said as well.

    One that more draws would make more exact is about so much.
    """
    if math.isnan(verdict.best_p):
        return (
            "there is no test for this metric"
            if math.isnan(verdict.interval[0])
            else "the interval decides, as there is no p here"
        )
    is_drawn = verdict.p_exact is None and verdict.resamples > 0
    if is_drawn and verdict.test == "sign-flip" and verdict.resamples < REFINED and needs_more(verdict.p):
        return f"p ≈ {verdict.p:.2f}"
    return words_of_p(verdict.best_p, 1 / (verdict.resamples + 1) if is_drawn else 0.0)


def bare(words: str) -> str:
    """A p in words without its name: `0.0312`, `< 0.0001`."""
    return words.removeprefix("p ").removeprefix("= ")


def words_of_p(p: float, least: float = 0.0) -> str:
    """`p = 0.0312`; below what four decimals show, or at the least that draws can find, it is said to be below."""
    least = max(1e-4, least)
    if p <= least * 1.0000001:
        return f"p < {least:.1g}"
    return "p = 1" if p >= 0.99995 else f"p = {p:.4f}" if p < 0.1 else f"p = {p:.2f}"
