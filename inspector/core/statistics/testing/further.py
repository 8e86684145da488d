"""What row differences say besides the verdict: tests that answer other questions, and how much these rows can tell."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.statistics.counted import Counted
from inspector.core.statistics.testing.equivalence import equivalence_interval, rows_needed
from inspector.core.statistics.testing.paired_tests import sign_test, wilcoxon

# Of so many rows that differ, all signs of their ranks are counted, ties or not.
_FEW = 20


@dataclass(frozen=True, kw_only=True)
class Further:
    """Of the differences seen from either side; NaN where a test says nothing.

    p_sign: is a row as likely to be better as worse? Of scores that are 0 or 1 it is McNemar's exact test.
    p_wilcoxon: do the differences lie around 0 symmetrically? By signed ranks.
    equal_within: the least margin within which two one-sided t tests at 5 % call both equal.
    rows_needed: how many such rows show a difference of this size in four of five cases; None where none is seen.
    """

    p_sign: float
    p_wilcoxon: float
    equal_within: float
    rows_needed: int | None

    @classmethod
    def of(cls, differences: Counted) -> Further:
        """All of them, within milliseconds."""
        changed = int(differences.counts[differences.values != 0].sum())
        return cls(
            p_sign=sign_test(differences).p,
            p_wilcoxon=wilcoxon(differences, exact=True if changed <= _FEW else None).p,
            equal_within=max(map(abs, equivalence_interval(differences))),
            rows_needed=rows_needed(differences, differences.mean),
        )
