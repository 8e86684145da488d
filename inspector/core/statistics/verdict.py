"""One verdict on two submissions: the size of the difference, its interval, and only then the p."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeAlias

from inspector.core.plural import count_of
from inspector.core.statistics.bootstrap import bootstrap_mean, decimals_of
from inspector.core.statistics.cells import Cells
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.equivalence import equivalence_p, smallest_difference
from inspector.core.statistics.paired_tests import paired_t
from inspector.core.statistics.resampling import RESAMPLES
from inspector.core.statistics.sign_flip import sign_flip

VerdictKind: TypeAlias = Literal["better", "worse", "equivalent", "undecided"]

_LEVEL = 0.05
# With fewer rows, not even the same sign in all of them is unlikely enough.
_FEWEST_ROWS = 6
# Why there is neither, where rows were chosen so.
BY_OUTCOME = "The filter chooses rows by their outcome, so there is no p and no interval."
_BEST_SHARE = 100


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The open submission against the baseline, over the n rows that both score.

    overall, baseline_overall: the overalls over these rows; delta = overall - baseline_overall, with the 95 % interval.
    better, worse, same: rows that score better, worse and equally in the open submission.
    p: of the test, over `resamples` random draws from the seed, never 0; p_exact: over all, where they can be counted.
    t, p_t: the paired t test, where there is one. smallest_difference: what these rows show in four of five cases.
    without_best: the delta without the 1 % of rows that gained most, or lost most where delta is a loss; NaN below 100
    rows. check: the normal interval, for 200 rows or more. unpaired: rows that not both sides score. by_outcome:
    whether the rows were chosen by what is compared, as `by_size` has it.
    """

    verdict: VerdictKind
    n: int
    overall: float
    baseline_overall: float
    delta: float
    interval: tuple[float, float]
    p: float
    p_exact: float | None = None
    test: str
    resamples: int
    seed: int
    better: int
    worse: int
    same: int
    unpaired: int = 0
    t: float = math.nan
    p_t: float = math.nan
    smallest_difference: float = math.nan
    without_best: float = math.nan
    margin: float | None = None
    p_equivalent: float = math.nan
    check: tuple[float, float] | None = None
    by_outcome: bool = False

    def by_size(self) -> Verdict:
        """Size and counts alone, for rows that were chosen by what is compared."""
        return replace(
            self,
            verdict="equivalent" if self.is_same else "undecided",
            interval=(math.nan, math.nan),
            p=math.nan,
            p_exact=None,
            test="none",
            resamples=0,
            t=math.nan,
            p_t=math.nan,
            smallest_difference=math.nan,
            without_best=math.nan,
            margin=None,
            p_equivalent=math.nan,
            check=None,
            by_outcome=True,
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
            without_best=-self.without_best,
            check=None if self.check is None else (-self.check[1], -self.check[0]),
        )

    @property
    def best_p(self) -> float:
        """The exact p where there is one."""
        return self.p if self.p_exact is None else self.p_exact

    @property
    def p_text(self) -> str:
        """Its p alone: `0.0312`, `< 0.0001`."""
        return p_words(self).removeprefix("p ").removeprefix("= ")

    @property
    def is_same(self) -> bool:
        """Whether both are equal though no margin is given: nothing differs, or only as sums in another order do."""
        return self.verdict == "equivalent" and self.margin is None

    def words(self, name: str = "This submission", baseline: str = "the baseline") -> str:
        """The verdict in one to three sentences: the size first, p last."""
        if not self.n:
            return f"No row is scored in both {name} and {baseline}."
        if not self.better + self.worse + self.same:
            size = "" if math.isnan(self.delta) else f"{self._opening(name, baseline)} {self._size()}. "
            return f"{size}No row is compared: their scores are not known."
        if self.is_same or not (self.better or self.worse):
            return f"{name} and {baseline} score the same in {'all ' * (self.n > 1)}{count_of(self.n, 'row')}."
        scoring = "row scores" if self.better == 1 else "rows score"
        counts = f"{self.better:,} {scoring} better, {self.worse:,} worse, {self.same:,} the same"
        if self.by_outcome:
            return f"{name} is {self._side(baseline)} {self.signed(self.delta)}: {counts}."
        opening = f"{self._opening(name, baseline)} {self._size()}: {counts}"
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
            return f"{name} is {self.verdict} than {baseline}{' (lower is better)' if is_loss else ''}{self._by}"
        if self.delta == 0:
            return f"{name} and {baseline} have the same overall, a difference of"
        if math.isnan(self.interval[0]):
            return f"{name} is {self._side(baseline)}"
        whether = f"whether {name} is better or worse than {baseline}:"
        if self._are_too_few:
            return f"{count_of(self.n, 'row')} {'is' if self.n == 1 else 'are'} too few to tell {whether}"
        return f"These rows cannot tell {whether}"

    @property
    def _are_too_few(self) -> bool:
        """Whether no difference of so few rows could decide, however clear their interval looks."""
        return self.test == "sign-flip" and self.n < _FEWEST_ROWS

    def _side(self, baseline: str) -> str:
        side = "level with" if self.delta == 0 else "above" if self.delta > 0 else "below"
        return f"{side} {baseline}{self._by}"

    @property
    def _by(self) -> str:
        """What stands before the difference: `by` would turn a minus sign round."""
        return " by" if self.delta > 0 else ","

    def _disagreement(self) -> str:
        """What is said where the interval, which is drawn otherwise, would decide otherwise than p."""
        low, high = self.interval
        if self.n < _FEWEST_ROWS or math.isnan(self.best_p) or math.isnan(low) or self.verdict == "equivalent":
            return ""
        leaves_out_0, is_decided = low > 0 or high < 0, self.verdict != "undecided"
        if leaves_out_0 == is_decided:
            return ""
        return f" The interval {'leaves 0 out' if leaves_out_0 else 'holds 0'}, but p decides."

    def _fragility(self) -> str:
        if math.isnan(self.without_best) or self.verdict not in ("better", "worse"):
            return ""
        change = "gain" if self.verdict == "better" else "lose"
        return f" Without the 1 % of rows that {change} most, the difference is {self.signed(self.without_best)}."

    def _reach(self) -> str:
        if math.isnan(self.smallest_difference):
            return ""
        if self._are_too_few:
            differ = self.better + self.worse
            least = 2.0 ** (1 - differ)
            return f" Of {count_of(differ, 'row')} that differ, p cannot go below {least:g}." if self.best_p < 1 else ""
        smallest = f"{self.smallest_difference:,.{self.decimals}f}"
        return f" With this many rows, a true difference of {smallest} or more would be found at least 4 times in 5."

    def signed(self, value: float) -> str:
        """A difference with its sign, as exactly as the interval warrants."""
        text = f"{abs(value):,.{self.decimals}f}"
        return ("" if not text.strip("0.") else "+" if value > 0 else "−") + text

    @property
    def decimals(self) -> int:
        """As `decimals_of` has them."""
        return decimals_of(self.interval)


def judge(
    cells: Cells,
    *,
    margin: float | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
    refine: bool = False,
    lower_is_better: bool = False,
) -> Verdict:
    """The verdict on row scores whose mean is the overall. margin: the difference that does not matter, if any.

    refine: with .01 < p < .1, 100,000 resamples for the p. With both sides exchanged it is the mirror image.
    """
    differences = cells.differences()
    if differences.side < 0:
        turned = partial(judge, margin=margin, resamples=resamples, seed=seed, refine=refine)
        return turned(cells.turned(), lower_is_better=lower_is_better).turned()
    flips = sign_flip(differences, resamples=resamples, seed=seed, refine=refine)
    interval = bootstrap_mean(differences, resamples=resamples, seed=seed)
    tested = paired_t(differences)
    equivalent = math.nan if margin is None else equivalence_p(differences, margin)
    gain = differences.negated() if lower_is_better else differences
    return Verdict(
        verdict=kind_of(
            gain.mean, flips.best, differ=not differences.n or bool(gain.values.any()), p_equivalent=equivalent
        ),
        n=differences.n,
        overall=cells.overall,
        baseline_overall=cells.baseline_overall,
        delta=differences.mean,
        interval=interval.ends,
        p=flips.p,
        p_exact=flips.exact,
        test="sign-flip",
        resamples=flips.resamples,
        seed=seed,
        better=int(gain.counts[gain.values > 0].sum()),
        worse=int(gain.counts[gain.values < 0].sum()),
        same=int(gain.counts[gain.values == 0].sum()),
        unpaired=cells.unpaired,
        t=tested.statistic,
        p_t=tested.p,
        smallest_difference=smallest_difference(differences),
        without_best=without_best(differences),
        margin=margin,
        p_equivalent=equivalent,
        check=interval.check,
    )


def kind_of(gain: float, p: float, *, differ: bool, p_equivalent: float = math.nan) -> VerdictKind:
    """The verdict of a gain, above 0 for better. differ: whether any row scores differently.

    A difference within the margin counts as none, however sure it is.
    """
    if not differ or p_equivalent < _LEVEL:
        return "equivalent"
    if not p < _LEVEL or gain == 0:
        return "undecided"
    return "better" if gain > 0 else "worse"


def without_best(differences: Counted) -> float:
    """The mean without the 1 % of rows that speak most for it; NaN below 100 rows."""
    rows = differences.n // _BEST_SHARE
    if not rows:
        return math.nan
    if differences.mean < 0:
        return -differences.negated().without_largest(rows).mean
    return differences.without_largest(rows).mean


def p_words(verdict: Verdict) -> str:
    """`p = 0.0312`; a p that no draw reached, or that four decimals would show as 0, is said to be below.

    An overall without a test has no p, which is said as well.
    """
    if math.isnan(verdict.best_p):
        return (
            "there is no test for this metric"
            if math.isnan(verdict.interval[0])
            else "the interval decides, as this metric has no p"
        )
    is_drawn = verdict.p_exact is None and verdict.resamples > 0
    p, least = verdict.best_p, max(1e-4, 1 / (verdict.resamples + 1) if is_drawn else 0)
    if p <= least * 1.0000001:
        return f"p < {max(least, 0.0001):.1g}"
    return "p = 1" if p >= 0.99995 else f"p = {p:.4f}" if p < 0.1 else f"p = {p:.2f}"
