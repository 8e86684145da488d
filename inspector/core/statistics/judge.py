"""The verdict on row scores whose mean is the overall."""

from __future__ import annotations

import math
from functools import partial

from inspector.core.statistics.bootstrap import bootstrap_mean
from inspector.core.statistics.cells import Cells
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.resampling import RESAMPLES
from inspector.core.statistics.testing.paired_tests import REACH, Further, equivalence_p, paired_t
from inspector.core.statistics.testing.sign_flip import sign_flip
from inspector.core.statistics.verdict import Verdict, VerdictKind

_LEVEL = 0.05
_FARTHEST_SHARE = 100


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
        interval_resamples=interval.resamples,
        seed=seed,
        better=int(gain.counts[gain.values > 0].sum()),
        worse=int(gain.counts[gain.values < 0].sum()),
        same=int(gain.counts[gain.values == 0].sum()),
        unpaired=cells.unpaired,
        t=tested.statistic,
        p_t=tested.p,
        smallest_difference=REACH * differences.error,
        without_farthest=without_farthest(differences),
        margin=margin,
        p_equivalent=equivalent,
        check=interval.check,
        further=Further.of(differences),
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


def without_farthest(differences: Counted) -> float:
    """The mean without the 1 % of rows that differ most, for better or worse; NaN below 100 rows."""
    rows = differences.n // _FARTHEST_SHARE
    return differences.mean_without_farthest(rows) if rows else math.nan
