"""Two submissions of one truth compared row by row: the open one, and its baseline."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.comparison.judging import PLAIN, DrawOptions, judged, unchanged
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import baseline_of
from inspector.core.statistics.cells import PairCodes
from inspector.core.statistics.verdict import Verdict
from inspector.core.task import Progress, Task


@dataclass(frozen=True, eq=False)
class Comparison:
    """The open submission and its baseline under one metric; row i is the same one in both.

    tried: the filters under which a verdict was shown, because who tries many finds a difference under one of them.
    """

    opened: Evaluation
    baseline: Evaluation
    tried: frozenset[str] = frozenset()

    @classmethod
    def of(cls, evaluation: Evaluation) -> Comparison:
        """A submission and its own baseline."""
        return cls(evaluation, baseline_of(evaluation))

    @cached_property
    def codes(self) -> PairCodes:
        """The scores of each row as a pair, coded at the first use; for a million rows that is work for a worker."""
        return PairCodes.of(self.opened.scores.comparable(self.baseline.scores, slice(None)), self.opened.scores.row)

    def follow(self, evaluation: Evaluation, rows: Ints | None = None) -> Comparison:
        """The comparison of a submission with its baseline after a change of the document.

        rows: those whose predictions changed, which alone are coded again; None for any change.
        """
        now = Comparison.of(evaluation)
        if now.opened.pair is not self.opened.pair or now.baseline.pair is not self.baseline.pair:
            return now
        if rows is not None and "codes" in vars(self) and evaluation.scores.separable:
            before, after = (side.scores.row[rows] for side in (now.baseline, now.opened))
            return now._with(self.codes.updated(rows, before, after), self.tried)
        return replace(now, tried=self.tried)

    def trying(self, text: str) -> Comparison:
        """The same after a verdict under a filter was shown; blank text is none."""
        return self._with(vars(self).get("codes"), self.tried | {text.strip()} - {""})

    @property
    def is_quick(self) -> bool:
        """Whether a verdict without groups takes milliseconds, because the overall is the mean of the row scores."""
        return self.opened.scores.is_mean

    @property
    def is_with_itself(self) -> bool:
        """Whether both sides are one submission with the same edits."""
        if self.opened.scores is self.baseline.scores:
            return True
        no_edits = len(self.opened.overlay) == len(self.baseline.overlay) == 0
        return no_edits and self.opened.pair is self.baseline.pair

    @property
    def is_by_rows(self) -> bool:
        """Whether rows can be compared; not under a host's metric that was asked only for the score of all of them."""
        unknown = (side.scores.unknown for side in (self.opened, self.baseline))
        return not any(of is not None and of.all() for of in unknown)

    def differences(self, rows: Ints | None = None) -> Floats:
        """float64 (r,): how far each row scores above the baseline; exactly 0 if only rounding tells; NaN unpaired."""
        code = self.codes.code if rows is None else self.codes.code[rows]
        return np.append(self.codes.difference, np.nan)[code]

    def paired(self) -> Bools:
        """bool (n,): the rows that both score."""
        return self.codes.paired()

    def lacking(self, rows: Ints | None = None) -> tuple[int, int]:
        """How many of some rows, None for all, only the open submission has, and how many only the baseline."""
        opened, baseline = (side.overlay.submitted(side.table, rows) for side in (self.opened, self.baseline))
        return int(np.count_nonzero(opened > baseline)), int(np.count_nonzero(baseline > opened))

    def snapshot(self) -> Comparison:
        """The same, unchanged by later edits, for a verdict in a worker."""
        if self.is_quick:  # what is asked of it is coded, and codes never change
            return self
        opened = self.opened.snapshot()
        is_same = self.opened.scores is self.baseline.scores
        twin = replace(self, opened=opened, baseline=opened if is_same else self.baseline.snapshot())
        return twin._with(vars(self).get("codes"), self.tried)

    def verdict_task(self, rows: Ints | None = None, options: DrawOptions = PLAIN) -> Task[Verdict]:
        """A task: the verdict over those of some rows, None for all, that both score; of a `snapshot` in a worker.

        An overall without a test has delta and counts only: p and interval are NaN, test is "none". Raises InputError
        for groups that cannot be drawn.
        """
        yield Progress(0.0, "Comparing")
        if self.is_with_itself and not self.is_quick:
            return unchanged(self.opened, rows)
        found = yield from judged(self.baseline, self.opened, self.codes, rows, options)
        found = replace(found, is_loss=self.opened.metric.lower_is_better)
        return found.by_size() if options.by_outcome else found

    def _with(self, codes: PairCodes | None, tried: frozenset[str]) -> Comparison:
        twin = replace(self, tried=tried)
        if codes is not None:
            vars(twin)["codes"] = codes
        return twin
