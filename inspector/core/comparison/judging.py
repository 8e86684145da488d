"""The verdict on two submissions by the test that suits their metric, as its scores say what can be drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.evidence import LabelSums, ListedRows, PairedScores, RowLosses, RowSums
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.statistics.bootstrap import Interval, bootstrap_of_draws
from inspector.core.statistics.cells import Cells, PairCodes
from inspector.core.statistics.clusters import judge_clusters
from inspector.core.statistics.gap import Listing, judge_gap
from inspector.core.statistics.intervals import LARGE, jackknife_error, normal_ends, normal_p
from inspector.core.statistics.judge import judge, kind_of
from inspector.core.statistics.pooled import bootstrap_labels, judge_pooled, swapped_losses
from inspector.core.statistics.resampling import RESAMPLES, affordable
from inspector.core.statistics.testing.paired_tests import REACH
from inspector.core.statistics.verdict import Verdict, VerdictKind
from inspector.core.task import Task

# Each draw of labels or of one list of all rows takes as long as scoring.
SLOW_RESAMPLES = 1_000
# About how many nanoseconds a row takes in each of them.
DRAWN = 40.0


@dataclass(frozen=True, kw_only=True)
class DrawOptions:
    """How a verdict is drawn. resamples: None for as many as take little time; margin: the difference that does not
    matter, if any; refine: 100,000 where p is near .05 and no number is given; group: a column whose groups are drawn
    whole; by_outcome: whether the rows were chosen by what is compared, so that only the size is told."""

    resamples: int | None = None
    seed: int = 0
    margin: float | None = None
    refine: bool = True
    group: str = ""
    by_outcome: bool = False


PLAIN = DrawOptions()


def judged(
    baseline: Evaluation, opened: Evaluation, codes: PairCodes, rows: Ints | None, options: DrawOptions
) -> Task[Verdict]:
    """A task: the verdict over `rows`, None for all, that both score. codes: of both scores of all rows.

    Rows that are better or worse are those whose row score is. Raises InputError for groups that cannot be drawn.
    """
    cells = codes.cells(rows)
    if opened.scores.is_mean and not options.group:
        return _by_cells(cells, opened, options)
    shown = opened.all_rows if rows is None else np.sort(rows)
    if options.group:
        verdict = _by_groups(baseline, opened, shown[codes.paired()[shown]], options)
    else:
        left_out = [side.metric.skipped(side.batch(shown)) for side in (baseline, opened)]
        verdict = yield from _by_evidence(baseline, opened, shown[~np.logical_or(*left_out)], cells, options)
    return _counted(verdict, cells, opened.metric.lower_is_better)


def unchanged(evaluation: Evaluation, rows: Ints | None) -> Verdict:
    """The verdict on a submission and itself, whose draws would all be 0."""
    shown = evaluation.all_rows if rows is None else rows
    overall = evaluation.scores.part(shown, partial(evaluation.batch, shown))
    scored = len(shown) - int(np.isnan(evaluation.scores.row[shown]).sum())
    return _same(_untested(scored, overall, overall))


def _by_cells(cells: Cells, opened: Evaluation, options: DrawOptions) -> Verdict:
    return judge(
        cells,
        margin=options.margin,
        resamples=options.resamples or RESAMPLES,
        seed=options.seed,
        refine=options.refine and options.resamples is None,
        lower_is_better=opened.metric.lower_is_better,
    )


def _by_groups(baseline: Evaluation, opened: Evaluation, shared: Ints, options: DrawOptions) -> Verdict:
    if not opened.scores.is_mean:
        raise InputError(
            f"there is no test by groups for {opened.metric}",
            expected="a metric whose overall is the mean of the row scores",
            hint="Leave the group out, or choose another metric",
        )
    group = opened.table.groups(options.group).of_row[shared]
    scores = baseline.scores.row[shared], opened.scores.row[shared]
    resamples, is_loss = options.resamples or RESAMPLES, opened.metric.lower_is_better
    return judge_clusters(*scores, group, resamples=resamples, seed=options.seed, lower_is_better=is_loss)


def _by_evidence(
    baseline: Evaluation, opened: Evaluation, shared: Ints, cells: Cells, options: DrawOptions
) -> Task[Verdict]:
    sides = baseline, opened
    before, after = (side.scores.evidence(shared, partial(side.batch, shared)) for side in sides)
    resamples, slow = options.resamples or RESAMPLES, options.resamples or SLOW_RESAMPLES
    if isinstance(before, RowSums) and isinstance(after, RowSums):
        return judge_pooled(before.counts, after.counts, after.overall, resamples=resamples, seed=options.seed)
    if isinstance(before, ListedRows) and isinstance(after, ListedRows):
        first, second = (Listing(side.row, side.hit) for side in (before, after))
        return (yield from judge_gap(first, second, after.truths, resamples=slow, seed=options.seed))
    overalls = [side.scores.part(shared, partial(side.batch, shared)) for side in sides]
    plain = _untested(len(shared), *overalls)
    if isinstance(before, LabelSums) and isinstance(after, LabelSums):
        return (yield from _by_labels(plain, before, after, slow, options.seed))
    if isinstance(before, PairedScores) and isinstance(after, PairedScores):
        drawn = yield from _by_draws(plain, before, after, opened.metric.lower_is_better, slow, options.seed)
        if before.is_ordered and after.is_ordered:
            return _with_swaps(drawn, cells, opened, options)
        if before.summed is not None and after.summed is not None and drawn.test == "bootstrap":
            return _with_swapped_losses(drawn, before.summed, after.summed, opened, options)
        return drawn
    return plain


def _by_draws(
    plain: Verdict, before: PairedScores, after: PairedScores, lower_is_better: bool, resamples: int, seed: int
) -> Task[Verdict]:
    """The verdict by the interval alone, from draws of the same rows on both sides; without draws for many rows."""
    if before.without is not None and after.without is not None and plain.n >= LARGE:
        return _by_error(plain, jackknife_error(after.without() - before.without()), lower_is_better)

    def difference(drawn: Ints) -> float:
        return after.overall(drawn) - before.overall(drawn)

    resamples = affordable(resamples, DRAWN * plain.n)
    found = yield from bootstrap_of_draws(difference, plain.n, resamples=resamples, seed=seed)
    return _by_interval(replace(plain, seed=seed), found, lower_is_better)


def _by_interval(plain: Verdict, found: Interval, lower_is_better: bool) -> Verdict:
    """The verdict by the interval of the difference alone."""
    low, high = (-found.high, -found.low) if lower_is_better else found.ends
    kind: VerdictKind = "better" if low > 0 else "worse" if high < 0 else "undecided"
    draws = found.resamples
    return replace(
        plain, verdict=kind, interval=found.ends, test="bootstrap", resamples=draws, interval_resamples=draws
    )


def _by_error(plain: Verdict, error: float, lower_is_better: bool) -> Verdict:
    """The verdict by a normal test of the difference."""
    p = normal_p(plain.delta, error)
    gain = -plain.delta if lower_is_better else plain.delta
    return replace(
        plain,
        verdict=kind_of(gain, p, differ=error > 0),
        interval=normal_ends(plain.delta, error),
        p=p,
        test="jackknife",
        smallest_difference=REACH * error,
    )


def _with_swaps(drawn: Verdict, cells: Cells, opened: Evaluation, options: DrawOptions) -> Verdict:
    """The verdict with the p of the row scores: a swap of rows that moves their mean moves the overall alike."""
    rows = _by_cells(cells, opened, replace(options, margin=None))
    tested = replace(drawn, verdict=rows.verdict, p=rows.p, p_exact=rows.p_exact, test=rows.test)
    return replace(tested, resamples=rows.resamples, t=rows.t, p_t=rows.p_t)


def _with_swapped_losses(
    drawn: Verdict, before: RowLosses, after: RowLosses, opened: Evaluation, options: DrawOptions
) -> Verdict:
    """The verdict with the p of swapping whole rows, which adds up what each number of them loses."""
    if (after.losses < 0).any():
        return drawn
    losses, overall = (before.losses, after.losses), after.overall
    p, resamples = swapped_losses(*losses, overall, resamples=options.resamples or RESAMPLES, seed=options.seed)
    differ = bool((losses[0] != losses[1]).any())
    kind = kind_of(float(opened.metric.improvement(drawn.delta)), p, differ=differ)
    return replace(drawn, verdict=kind, p=p, test="swapped rows", resamples=resamples)


def _by_labels(plain: Verdict, before: LabelSums, after: LabelSums, resamples: int, seed: int) -> Task[Verdict]:
    """The verdict by the interval alone."""
    width = 1 + max(int(side.label.max(initial=-1)) for side in (before, after))
    shape = 2, after.kinds, width
    keys = [
        np.ravel_multi_index((np.full(len(side.row), at), side.kind, side.label), shape)
        for at, side in enumerate((before, after))
    ]

    def difference(sums: Ints) -> float:
        own = sums.reshape(shape)
        return after.overall(own[1]) - before.overall(own[0])

    rows, size = np.concatenate([before.row, after.row]), math.prod(shape)
    drawn = bootstrap_labels(rows, np.concatenate(keys), plain.n, difference, size=size, resamples=resamples, seed=seed)
    return _by_interval(replace(plain, seed=seed), (yield from drawn), lower_is_better=False)


def _untested(n: int, before: float, after: float) -> Verdict:
    """The size of the difference, for an overall without a test."""
    delta = after - before
    return Verdict(
        verdict="undecided", n=n, overall=after, baseline_overall=before, delta=delta, better=0, worse=0, same=n
    )


def _counted(verdict: Verdict, cells: Cells, lower_is_better: bool) -> Verdict:
    """The verdict with the numbers of rows whose own scores are better and worse; p = 1 where nothing differs."""
    change = -cells.difference if lower_is_better else cells.difference
    better, worse = (int(cells.counts[change * sign > 0].sum()) for sign in (1, -1))
    same = int(cells.counts.sum()) - better - worse
    counted = replace(verdict, better=better, worse=worse, same=same, unpaired=cells.unpaired)
    if counted.test == "none" and not (better or worse or verdict.delta) and (same or not counted.n):
        return _same(counted)
    return counted


def _same(verdict: Verdict) -> Verdict:
    """The verdict where no row differs, which needs no test."""
    return replace(verdict, verdict="equivalent", interval=(0.0, 0.0), p=1.0)
