"""A verdict in detail: each question that the rows answer, the answer, and the test behind it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.statistics.testing.paired_tests import Further
from inspector.core.statistics.verdict import Verdict, p_words, words_of_p

_OFTEN = "found at 5 % in four of five such samples"


@dataclass(frozen=True)
class Detail:
    """A question, its answer, and by which test."""

    question: str
    answer: str
    test: str


def details(verdict: Verdict) -> list[Detail]:
    """What lies behind a verdict first, then tests that answer other questions, then how much these rows can tell.

    Nothing of rows that score the same, or that were chosen by their outcome.
    """
    if verdict.is_same or verdict.by_outcome or not verdict.n:
        return []
    found = [*_verdict(verdict)]
    if verdict.further is not None:
        found += _other_questions(verdict, verdict.further)
        found += [] if verdict.are_too_few else _reach(verdict, verdict.further)
    return found


def _verdict(verdict: Verdict) -> Iterator[Detail]:
    if not math.isnan(verdict.best_p):
        is_exact = verdict.p_exact is not None
        test = f"{verdict.test}, exact" if is_exact else _drawn(verdict, verdict.test, verdict.resamples)
        yield Detail("Do the overalls differ?", p_words(verdict), test)
    if not math.isnan(verdict.p_t):
        t = f"t = {'−' if verdict.t < 0 else ''}{abs(verdict.t):.2f}, {words_of_p(verdict.p_t)}"
        test = f"paired t, {verdict.n - 1:,} degrees of freedom"
        yield Detail("Do the overalls differ, by the t test?", t, test)
    if not math.isnan(verdict.interval[0]):
        size = f"{verdict.signed(verdict.delta)}, 95 % {_span(verdict, verdict.interval)}"
        method = "bootstrap" if verdict.interval_resamples else "jackknife"
        yield Detail("How large is the difference?", size, _drawn(verdict, method, verdict.interval_resamples))
    if verdict.check is not None:
        yield Detail(
            "How large is it, by a normal interval?", f"95 % {_span(verdict, verdict.check)}", "± 1.96 standard errors"
        )


def _other_questions(verdict: Verdict, further: Further) -> Iterator[Detail]:
    rows = f"{verdict.better:,} better, {verdict.worse:,} worse, {words_of_p(further.p_sign)}"
    yield Detail("Is a row as likely to be better as worse?", rows, "sign test (McNemar's, where scores are 0 or 1)")
    if not math.isnan(further.p_wilcoxon):
        p = words_of_p(further.p_wilcoxon)
        yield Detail("Are gains as large as losses, by their ranks?", p, "Wilcoxon's signed ranks")


def _reach(verdict: Verdict, further: Further) -> Iterator[Detail]:
    places = verdict.decimals
    if not math.isnan(further.equal_within):
        least = math.ceil(further.equal_within * 10**places) / 10**places  # rounded down, it would not hold
        yield Detail(
            "How far apart are they at most?",
            f"{least:,.{places}f}; equal within a larger margin",
            "two one-sided t, at 5 %",
        )
    if verdict.margin is not None and not math.isnan(verdict.p_equivalent):
        equal = f"±{verdict.margin:g}, {words_of_p(verdict.p_equivalent)}"
        yield Detail("Are they within the margin that you chose?", equal, "two one-sided t")
    if not math.isnan(verdict.smallest_difference):
        smallest = f"{verdict.smallest_difference:,.{places}f} or more"
        yield Detail("How large does a difference have to be to show?", smallest, _OFTEN)
    if further.rows_needed is not None:
        needed = f"{further.rows_needed:,}; there {'is' if verdict.n == 1 else 'are'} {verdict.n:,}"
        yield Detail("How many rows does this difference need to show?", needed, _OFTEN)


def _drawn(verdict: Verdict, method: str, resamples: int) -> str:
    """A method, and its draws if it has some."""
    return f"{method}, {resamples:,} random draws, seed {verdict.seed}" if resamples else method


def _span(verdict: Verdict, ends: tuple[float, float]) -> str:
    low, high = map(verdict.signed, ends)
    return f"{low} to {high}"
