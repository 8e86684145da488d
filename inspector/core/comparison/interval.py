"""The interval of the overall of one submission: how far it hangs on which rows the files happen to have."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from inspector.core.arrays.types import Floats, Ints, ranges, union
from inspector.core.comparison.estimate import Estimate
from inspector.core.comparison.judging import DRAWN, PLAIN, SLOW_RESAMPLES, DrawOptions
from inspector.core.data.evidence import LabelSums, ListedRows, RowScores, RowSums
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.statistics.bootstrap import Interval, bootstrap_mean, bootstrap_of_draws
from inspector.core.statistics.clusters import Clusters, bootstrap_clusters
from inspector.core.statistics.counted import Counted, ValueCodes, refuse_infinite
from inspector.core.statistics.gap import Listing, bootstrap_gap
from inspector.core.statistics.intervals import LARGE, jackknife_error, normal_ends, wilson
from inspector.core.statistics.pooled import bootstrap_labels, bootstrap_pooled
from inspector.core.statistics.resampling import RESAMPLES, affordable
from inspector.core.task import Progress, Task


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """What the interval of a submission is drawn from. Codes of row scores are kept, so that an edit costs little.

    before: the codes before the last edits, with the rows of these edits and their scores.
    """

    evaluation: Evaluation
    before: tuple[ValueCodes, Ints, Floats] | None = None

    @cached_property
    def codes(self) -> ValueCodes:
        """The row scores, coded at the first use; for a million rows that is work for a worker."""
        if self.before is None:
            return ValueCodes.of(self.evaluation.scores.row)
        known, rows, scores = self.before
        return known.updated(rows, scores)

    def follow(self, evaluation: Evaluation, rows: Ints | None) -> Uncertainty:
        """The same after an edit of some rows, None for all. The scores of these rows are read now, and no others."""
        if rows is None or not evaluation.scores.separable:
            return Uncertainty(evaluation)
        known, earlier = vars(self).get("codes"), np.empty(0, np.int64)
        if known is None and self.before is not None:
            known, earlier = self.before[:2]
        changed = union(rows, earlier)
        return Uncertainty(evaluation, None if known is None else (known, changed, evaluation.scores.row[changed]))

    def task(self, rows: Ints | None = None, options: DrawOptions = PLAIN) -> Task[Estimate]:
        """A task: the interval over some rows, None for all. Raises InputError for an unknown group."""
        yield Progress(0.0, "Drawing rows")
        if why := _infinite(self._scores_of(rows)):
            return self._without(rows, options, why)
        if (of_mean := self.evaluation.scores.of_mean) is not None:
            return self._by_mean(rows, options, of_mean)
        return (yield from self._by_evidence(rows, options))

    def _scores_of(self, rows: Ints | None) -> Floats:
        scores = self.evaluation.scores.row
        return scores if rows is None else scores[rows]

    def _without(self, rows: Ints | None, options: DrawOptions, why: str) -> Estimate:
        """The overall of some rows without an interval, and why. Raises InputError for an unknown group."""
        evaluation, scores = self.evaluation, self.evaluation.scores
        shown = evaluation.all_rows if rows is None else np.sort(rows)
        overall = scores.overall if rows is None else scores.part(shown, partial(evaluation.batch, shown))
        kept = shown[~np.isnan(scores.row[shown])]
        return replace(_plain(evaluation, kept, overall, options)[0], why=why)

    def _counted(self, rows: Ints | None) -> Counted:
        """The row scores of some rows, counted by the codes of all unless others are infinite."""
        if rows is not None and np.isinf(self.evaluation.scores.row).any():
            return Counted.of(self._scores_of(rows))
        return self.codes.counted(rows)

    def _by_mean(self, rows: Ints | None, options: DrawOptions, of_mean: Callable[[float], float]) -> Estimate:
        """Of an overall that is a function of the mean of row scores."""
        if not options.group:
            return _of_mean(self._counted(rows), options, of_mean)
        evaluation, scores = self.evaluation, self.evaluation.scores
        shown = evaluation.all_rows if rows is None else np.sort(rows)
        kept = shown[~np.isnan(scores.row[shown])]
        plain, units = _plain(evaluation, kept, of_mean(scores.mean(shown)), options)
        if plain.why:
            return plain
        if units.are_rows:
            found = _of_mean(self._counted(kept), options, of_mean)
            return replace(found, group=options.group, groups=units.groups)
        groups = Clusters.of(scores.row[kept], units.of_row)
        drawn = bootstrap_clusters(groups, resamples=options.resamples or RESAMPLES, seed=options.seed)
        return _with(plain, drawn, of_mean)

    def _by_evidence(self, rows: Ints | None, options: DrawOptions) -> Task[Estimate]:
        """Of another overall, by what the scores say can be drawn."""
        evaluation, scores = self.evaluation, self.evaluation.scores
        shown = evaluation.all_rows if rows is None else np.sort(rows)
        kept = shown[~evaluation.metric.skipped(evaluation.batch(shown))]
        overall = scores.overall if rows is None else scores.part(shown, partial(evaluation.batch, shown))
        plain, units = _plain(evaluation, kept, overall, options)
        if plain.why:
            return plain
        interval = yield from _drawn(evaluation, kept, units, options)
        if interval is None:
            return replace(plain, why=f"for {evaluation.metric}, all rows of every draw would have to be scored anew")
        return _with(plain, interval)


def interval_task(evaluation: Evaluation, rows: Ints | None = None, options: DrawOptions = PLAIN) -> Task[Estimate]:
    """A task: the interval of the overall over some rows, None for all. Raises InputError for an unknown group."""
    return Uncertainty(evaluation).task(rows, options)


@dataclass(frozen=True, eq=False)
class Units:
    """What is drawn: rows, or groups of rows. of_row: int64 (r,), from 0 to count - 1; groups: how many, None for rows.

    Groups of one row each are rows, and drawn in the same order as these.
    """

    of_row: Ints
    count: int
    groups: int | None = None

    @classmethod
    def of(cls, evaluation: Evaluation, rows: Ints, group: str) -> Units:
        """The units of some rows, int64 (r,). Raises InputError for an unknown group."""
        if not group:
            return cls(np.arange(len(rows)), len(rows))
        names, of_row = np.unique(evaluation.table.groups(group).of_row[rows], return_inverse=True)
        return cls(np.arange(len(rows)) if len(names) == len(rows) else of_row, len(names), len(names))

    @property
    def are_rows(self) -> bool:
        """Whether each unit is one row."""
        return self.count == len(self.of_row)

    def sums(self, of_rows: Ints) -> Ints:
        """int64 (count,): what the rows of each unit add up to, int64 (r,)."""
        return np.rint(np.bincount(self.of_row, of_rows, self.count)).astype(np.int64)

    def rows(self, drawn: Ints) -> Ints:
        """int64: the places of the rows of some units, which may repeat."""
        order, sizes = np.argsort(self.of_row, kind="stable"), np.bincount(self.of_row, minlength=self.count)
        return order[ranges((np.cumsum(sizes) - sizes)[drawn], sizes[drawn])]


def _plain(evaluation: Evaluation, rows: Ints, overall: float, options: DrawOptions) -> tuple[Estimate, Units]:
    """The overall without an interval, saying why there is none if too few units can be drawn; and these units."""
    units = Units.of(evaluation, rows, options.group)
    plain = Estimate(overall=overall, n=len(rows), seed=options.seed, group=options.group, groups=units.groups)
    return replace(plain, why=_too_few(len(rows), units.groups) if units.count < 2 else ""), units


def _of_mean(values: Counted, options: DrawOptions, overall: Callable[[float], float]) -> Estimate:
    """The interval of a rising function of the mean of row scores; of a hit rate where all are 0 or 1.

    The percentiles of such a function are the function of the percentiles.
    """
    plain = Estimate(overall=overall(values.mean), n=values.n, seed=options.seed)
    if values.n < 2:
        return replace(plain, why=_too_few(values.n, None))
    if np.isin(values.values, (0.0, 1.0)).all():
        low, high = map(overall, wilson(round(values.total), values.n))
        return replace(plain, ends=(low, high), method="wilson")
    drawn = bootstrap_mean(values, resamples=options.resamples or RESAMPLES, seed=options.seed)
    return _with(plain, drawn, overall)


def _drawn(evaluation: Evaluation, rows: Ints, units: Units, options: DrawOptions) -> Task[Interval | None]:
    """The interval by what the scores say can be drawn; None where they say nothing."""
    evidence = evaluation.scores.evidence(rows, partial(evaluation.batch, rows))
    many, slow, seed = options.resamples or RESAMPLES, options.resamples or SLOW_RESAMPLES, options.seed
    match evidence:
        case RowSums():
            counts = np.array([units.sums(line) for line in evidence.counts])
            return bootstrap_pooled(counts, evidence.overall, resamples=many, seed=seed)
        case LabelSums():
            return (yield from _by_labels(evidence, units, slow, seed))
        case ListedRows():
            listing = Listing(units.of_row[evidence.row], evidence.hit)
            return (yield from bootstrap_gap(listing, units.sums(evidence.truths), resamples=slow, seed=seed))
        case RowScores(without=without) if without is not None and units.are_rows and len(rows) >= LARGE:
            ends = normal_ends(evidence.overall(np.arange(len(rows))), jackknife_error(without()))
            return Interval(*ends, resamples=0)
        case RowScores():
            slow = affordable(slow, DRAWN * len(rows))
            of_units = lambda drawn: evidence.overall(units.rows(drawn))  # noqa: E731
            return (yield from bootstrap_of_draws(of_units, units.count, resamples=slow, seed=seed))
    return None


def _by_labels(evidence: LabelSums, units: Units, resamples: int, seed: int) -> Task[Interval]:
    width = 1 + int(evidence.label.max(initial=-1))
    shape = evidence.kinds, width
    return bootstrap_labels(
        units.of_row[evidence.row],
        evidence.kind * width + evidence.label,
        units.count,
        lambda sums: evidence.overall(sums.reshape(shape)),
        size=math.prod(shape),
        resamples=resamples,
        seed=seed,
    )


def _with(plain: Estimate, interval: Interval, overall: Callable[[float], float] = float) -> Estimate:
    """The estimate with an interval of what `overall` makes the overall of."""
    if math.isnan(interval.low):
        return replace(plain, why="no draw of rows has an overall")
    low, high = map(overall, interval.ends)
    method = "bootstrap" if interval.resamples else "jackknife"
    check = None if interval.check is None else (overall(interval.check[0]), overall(interval.check[1]))
    return replace(plain, ends=(low, high), method=method, resamples=interval.resamples, check=check)


def _infinite(scores: Floats) -> str:
    """Why such row scores have no interval; empty for finite ones."""
    try:
        refuse_infinite(scores)
    except InputError as error:
        return error.what
    return ""


def _too_few(rows: int, groups: int | None) -> str:
    if rows > 1 and groups == 1:
        return "all rows are in one group, which says nothing about others"
    return "one row says nothing about others" if rows else "no row is scored"
