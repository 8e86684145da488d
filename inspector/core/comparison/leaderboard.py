"""Several submissions of one truth: scored under one metric, and against one baseline, a line each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.comparison.comparison import Comparison
from inspector.core.comparison.judging import PLAIN, DrawOptions
from inspector.core.errors import InputError
from inspector.core.evaluation.baseline import alike
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric
from inspector.core.plural import agreeing
from inspector.core.statistics.resampling import RESAMPLES
from inspector.core.statistics.testing.corrections import Adjusted, against_baseline, holm
from inspector.core.statistics.testing.paired_tests import Further
from inspector.core.statistics.verdict import Verdict, p_words
from inspector.core.task import Progress, Task, portion

BASELINE = "baseline"
# The names of further tests.
FURTHER = "p_sign", "p_wilcoxon", "equal_within", "rows_needed"


@dataclass(frozen=True, eq=False)
class Scored:
    """By name, in the order in which they were given. fitting: under the metric; refused: why it does not fit."""

    fitting: dict[str, Evaluation]
    refused: dict[str, InputError]


def scored_task(submissions: Mapping[str, Evaluation], metric: Metric) -> Task[Scored]:
    """Score submissions, by name, under a metric. Changes none of them, for a worker."""
    found = Scored({}, {})
    for number, (name, evaluation) in enumerate(submissions.items()):
        yield Progress(number / len(submissions), f"Scoring {name}")
        try:
            found.fitting[name] = alike(evaluation.under(metric), metric)
        except InputError as error:
            found.refused[name] = error
    return found


@dataclass(frozen=True, kw_only=True)
class Line:
    """A submission against the baseline over the rows of a filter.

    overall: of all rows that the submission scores; of: the verdict, over the rows that both score; alone: rows where
    no other submission scores, or loses as little; only_here, only_in_baseline: rows that one of both files lacks;
    p_corrected, correction: the p as one of so many, once all lines are known, and its method; is_by_rows: as of
    the `Leaderboard`; else nobody knows in which rows it is better.
    """

    name: str
    baseline: str
    is_baseline: bool
    overall: float
    of: Verdict
    alone: int
    only_here: int
    only_in_baseline: int
    p_corrected: float = math.nan
    correction: str = ""
    is_by_rows: bool = True

    @property
    def verdict(self) -> str:
        """`better`, `worse`, `equivalent`, `undecided` (also where the outcome chose the rows), or `baseline`."""
        return BASELINE if self.is_baseline else self.of.verdict

    @property
    def in_words(self) -> str:
        """What the rows say, in a few words; of the baseline, that it is the same."""
        of = self.of
        if not of.n:
            return "no row in both"
        if of.is_same or (of.same and not (of.better or of.worse or of.delta)):
            return "the same"
        if of.verdict == "equivalent":
            return f"equal within ±{of.margin:g}"
        if of.verdict != "undecided":
            return of.verdict
        if of.by_outcome:
            return "no verdict"
        if of.delta == 0:
            return "equal overall"
        return "no test for it" if of.test == "none" else "cannot tell"

    @property
    def fields(self) -> dict[str, Any]:
        """What the terminal and Python give, in this order; NaN where something is not known."""
        of = self.of
        return {
            "name": self.name,
            "overall": self.overall,
            "delta": of.delta,
            "interval": of.interval,
            "p": of.p,
            "p_exact": math.nan if of.p_exact is None else of.p_exact,
            "p_corrected": self.p_corrected,
            "test": of.test,
            "resamples": of.resamples,
            "t": of.t,
            "p_t": of.p_t,
            **self._counts,
            "smallest_difference": of.smallest_difference,
            **_further(of.further),
            "rows": of.n,
            "unpaired": self.only_here + self.only_in_baseline,
            "verdict": self.verdict,
        }

    @property
    def _counts(self) -> dict[str, float]:
        counts = {"better": self.of.better, "worse": self.of.worse, "same": self.of.same, "alone": self.alone}
        return dict(counts) if self.is_by_rows else dict.fromkeys(counts, math.nan)

    def words(self) -> str:
        """The verdict in sentences, its p as one of several, and the rows that only one of both files has."""
        if self.is_baseline:
            return f"{self.name} is the baseline."
        missing = missing_words((self.only_here, self.only_in_baseline), self.name, self.baseline)
        among = f"As one of several, {self.corrected} ({self.correction})." if self.corrected else ""
        told = [self.of.words(self.name, self.baseline), among, missing]
        return " ".join(filter(None, told))

    @property
    def corrected(self) -> str:
        """The p as one of several, in words; empty for a p that stands alone, and where nothing differs."""
        if math.isnan(self.p_corrected) or not self.of.better + self.of.worse:
            return ""
        return p_words(replace(self.of, p=self.p_corrected, p_exact=None))


def _further(found: Further | None) -> dict[str, float]:
    """The fields of further tests; NaN where there is none."""
    if found is None:
        return dict.fromkeys(FURTHER, math.nan)
    return {name: math.nan if (value := getattr(found, name)) is None else value for name in FURTHER}


@dataclass(frozen=True)
class LineDone(Progress):
    """Progress with a line that is finished, without the correction for the number of lines."""

    line: Line


@dataclass(frozen=True, eq=False)
class Leaderboard:
    """Submissions of one truth under one metric, each compared with the same baseline.

    comparisons: by name, in the order of the lines; baseline: its name, which no line needs to have.
    """

    comparisons: Mapping[str, Comparison]
    baseline: str

    @classmethod
    def of(cls, submissions: Mapping[str, Evaluation], name: str, baseline: Evaluation) -> Leaderboard:
        """Compare submissions with a baseline of this name, all under one metric."""
        return cls({own: Comparison(evaluation, baseline) for own, evaluation in submissions.items()}, name)

    @property
    def is_by_rows(self) -> bool:
        """Whether all submissions can be compared row by row."""
        return all(comparison.is_by_rows for comparison in self.comparisons.values())

    def task(self, rows: Ints | None = None, options: DrawOptions = PLAIN) -> Task[list[Line]]:
        """A task: all lines over some rows, None for all; yields a LineDone for each. Raises InputError."""
        alone, lines = self._alone(rows), list[Line]()
        for number, (name, comparison) in enumerate(self.comparisons.items()):
            steps, share = self._line(name, comparison, rows, options, alone[name]), 1 / len(self.comparisons)
            line = yield from portion(steps, number * share, (number + 1) * share, name)
            lines.append(line)
            yield LineDone((number + 1) * share, f"Compared {name}", line)
        return self._corrected(lines, rows, options)

    def _line(
        self, name: str, comparison: Comparison, rows: Ints | None, options: DrawOptions, alone: int
    ) -> Task[Line]:
        opened, lacking = comparison.opened, comparison.lacking(rows)
        return Line(
            name=name,
            baseline=self.baseline,
            is_baseline=name == self.baseline or comparison.is_with_itself,
            overall=opened.scores.known_overall
            if rows is None
            else opened.scores.part(rows, partial(opened.batch, rows)),
            of=(yield from comparison.verdict_task(rows, options)),
            alone=alone,
            only_here=lacking[0],
            only_in_baseline=lacking[1],
            is_by_rows=self.is_by_rows,
        )

    def _alone(self, rows: Ints | None) -> dict[str, int]:
        """For each submission, in how many of the rows it scores and no other does; of losses, loses least alone."""
        opened = [comparison.opened for comparison in self.comparisons.values()]
        metric, at = opened[0].metric, slice(None) if rows is None else rows
        scores = np.array([opened[0].scores.comparable(one.scores, at) for one in opened])
        gains = np.nan_to_num(metric.improvement(scores), nan=-np.inf)
        won = np.isfinite(gains) & (gains == gains.max(axis=0) if metric.lower_is_better else gains > 0)
        alone = won & (won.sum(axis=0) == 1)
        return dict(zip(self.comparisons, alone.sum(axis=1).tolist(), strict=True))

    def _corrected(self, lines: list[Line], rows: Ints | None, options: DrawOptions) -> list[Line]:
        """The lines with the p of each as one of so many; with one p to correct, as they are."""
        tested = [at for at, line in enumerate(lines) if not line.is_baseline and not math.isnan(line.of.p)]
        if len(tested) < 2:
            return lines
        p = np.array([lines[at].of.best_p for at in tested])
        compared = [self.comparisons[lines[at].name] for at in tested]
        if options.group or not all(comparison.is_quick for comparison in compared):
            found = Adjusted(holm(p), "Holm")
        else:
            differences = np.column_stack([comparison.differences(rows) for comparison in compared])
            found = against_baseline(differences, p, resamples=options.resamples or RESAMPLES, seed=options.seed)
        # Draws may find less than an exact p, but as one of several no p is smaller.
        corrected = dict(zip(tested, np.maximum(found.p, p).tolist(), strict=True))
        return [
            replace(line, p_corrected=corrected[at], correction=found.method) if at in corrected else line
            for at, line in enumerate(lines)
        ]


def missing_words(lacking: tuple[int, int], name: str, baseline: str) -> str:
    """A sentence on the rows that only one of two submissions has, `lacking` of `Comparison`; empty for none."""
    missing = zip(lacking, (baseline, name), strict=True)
    parts = [f"{agreeing(count, 'row is', 'rows are')} missing in {side}" for count, side in missing if count]
    return f"{', '.join(parts)}." if parts else ""
