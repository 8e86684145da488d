"""The part of the Python interface that asks about the scores of all submissions, and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.document.comparing import Comparing
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import baseline_of
from inspector.core.files.io.target import Target
from inspector.core.query import chooses_by_outcome
from inspector.core.task import Task, drain

if TYPE_CHECKING:
    import pandas as pd

    from inspector.core.comparison.leaderboard import Leaderboard
    from inspector.core.luck.inputs import Side
    from inspector.core.luck.luck import Luck, Question
    from inspector.core.report.subject import Subject


class Questions(Comparing):
    """How the submissions compare, how much of their scores is luck, and a report of it all.

    What only one question needs is imported by it: every command of the terminal opens an inspection.
    """

    def compare(self, *, resamples: int | None = None, seed: int = 0, group: str = "") -> pd.DataFrame:
        """All submissions against the baseline over the rows of the filter, a line each.

        name, overall, delta, interval, p, p_exact, p_corrected, test, resamples, t, p_t, better, worse, same, alone,
        smallest_difference, p_sign, p_wilcoxon, equal_within, rows_needed, rows, unpaired, verdict; NaN where something
        is not known. group: a column whose groups are drawn whole. Where a filter asks for the outcome, such as
        score<0.5, there is no p and no interval, and the verdict is undecided. Raises InputError if the metric does not
        fit all submissions, or for an unknown group.
        """
        from inspector.core.comparison.frames import lines_frame
        from inspector.core.comparison.judging import DrawOptions

        self.settle_compared()
        options = DrawOptions(resamples=resamples, seed=seed, group=group, by_outcome=self.is_by_outcome)
        return lines_frame(drain(drain(self.leaderboard_task()).task(self.shown_rows, options)))

    def interval(self, group: str | None = None, seed: int = 0) -> tuple[float, float]:
        """The 95 % interval of the overall of the rows of the filter, edits included; NaN where there is none.

        group: a column whose groups are drawn whole. A filter by the outcome, such as score<0.5, makes the interval
        meaningless. Raises InputError for an unknown group.
        """
        from inspector.core.comparison.interval import interval_task
        from inspector.core.comparison.judging import DrawOptions

        self.settle_compared()
        return drain(interval_task(self.evaluation, self.shown_rows, DrawOptions(seed=seed, group=group or ""))).ends

    def luck(
        self,
        share: float = 0.3,
        test_rows: int | None = None,
        public: float | None = None,
        group: str | None = None,
        seed: int = 0,
    ) -> Luck:
        """What a random split does to the overalls of all submissions, the open one first, over the rows of the filter.

        share: of the rows that are public; test_rows: of an unseen test, None for these rows themselves; public: a
        score of the open submission on the leaderboard; group: a column whose groups are drawn whole. Raises InputError
        for a share that leaves a part without rows, fewer than two scored rows, and an unknown group.
        """
        from inspector.core.luck.luck import Question

        self.settle_compared()
        question = Question(share=share, test_rows=test_rows, public=public, group=group or "", seed=seed)
        return drain(self.luck_task(question, self.shown_rows))

    def luck_task(self, question: Question, rows: Ints | None) -> Task[Luck]:
        """The answer of `luck` about some rows, int64, None for all."""
        from inspector.core.luck.luck_task import luck_task

        submissions: dict[str, Side] = {self.open_submission.name: self.evaluation}
        submissions |= {one.name: one for one in self.others}
        return luck_task(submissions, self.evaluation.metric, question, rows)

    def differences(self, name: str | None = None) -> pd.DataFrame:
        """Each row of a submission, by default the open one, beside the baseline, in the order of the truth.

        id, score, baseline_score, delta, first_hit_rank, baseline_first_hit_rank. Raises KeyError.
        """
        from inspector.core.comparison.frames import differences_frame

        self.settle_compared()
        return differences_frame(drain(self.leaderboard_task()).comparisons[name or self.open_submission.name])

    def slices(self, *by: str) -> pd.DataFrame:
        """Groups of the rows of the filter, edits included, the one that costs most for its size first.

        by: one column of the files or two, or a title such as "true label"; the groups of every column without one.
        group, rows, score, share_of_cost, excess (that share minus the share of the scored rows), cost, perfect (the
        overall if all its rows were), filter; bias where predictions are numbers; baseline_score, part_of_delta, p
        where there is something to compare. Raises InputError for an unknown column.
        """
        import pandas as pd

        self.settle_all()
        self.settle_compared()
        return pd.DataFrame(drain(self.slices_task(by)))

    def slices_task(self, by: Sequence[str]) -> Task[dict[str, list[Any]]]:
        """The columns of `slices`."""
        from inspector.core.analysis.slices.chosen import chosen_slices, fields_of

        among = None if self.state.filter is None else self.state.filter.mask
        found = yield from chosen_slices(self.evaluation, by, among)
        fields = fields_of(self.evaluation, found)
        if "p" in fields and self.is_by_outcome:  # then chance has no say in which rows these are
            fields["p"] = [float("nan")] * len(found)
        return fields

    def leaderboard_task(self) -> Task[Leaderboard]:
        """Score all submissions under the metric in force, to compare them with the baseline. Raises InputError."""
        from inspector.core.comparison.leaderboard import Leaderboard, scored_task

        now, others = self.evaluation, [(one, one.evaluation) for one in self.others]
        scored = yield from scored_task(self.evaluations(now), now.metric)
        for error in scored.refused.values():
            raise error
        for one, before in others:
            one.keep(scored.fitting[one.name], before)
        return Leaderboard.of(scored.fitting, self.baseline, baseline_of(now))

    def compared_task(self) -> Task[None]:
        """Ask a host's metric for the rows of all submissions, if it scores rows; `take_answers` takes it over."""
        if self.asks:
            yield from self.settle_task(self.evaluation.all_rows, everyone=True, separable_only=True)

    def settle_compared(self) -> None:
        """Know what a comparison needs. Raises InputError."""
        drain(self.compared_task())
        self.take_answers()

    @property
    def shown_rows(self) -> Ints | None:
        """int64: the rows of the filter, None for all."""
        return None if self.state.filter is None else np.sort(self.state.order.rows)

    @property
    def is_by_outcome(self) -> bool:
        """Whether the filter chooses rows by how they score or by what is predicted."""
        return chooses_by_outcome(self.state.clauses, self.evaluation)

    def report(self, path: Path | str, *, overwrite: bool = False) -> None:
        """Write what is known about the open submission and its comparison with the others.

        path: ends in .html or .md, which decides the form. Raises InputError.
        """
        self.settle_compared()
        self.settle_all()  # the worst rows are listed also by their influence
        drain(self.report_task(Target(path=Path(path), inputs=self.inputs, overwrite=overwrite)))

    def report_task(self, target: Target) -> Task[str]:
        """Write the report of the submissions as they are now; returns what was left out."""
        from inspector.core.report.write import report_task

        others = {one.name: one.evaluation.snapshot() for one in self.others}
        return report_task(self._subject(self.evaluation.snapshot()), others, target)

    def _repr_html_(self) -> str:
        """The score, its rule, both histograms and the worst rows, for notebooks."""
        from inspector.core.report.contents import card_blocks
        from inspector.core.report.html.page import card

        return card(card_blocks(self._subject(self.evaluation)))

    def _subject(self, opened: Evaluation) -> Subject:
        """The open submission with the rows that the table shows, sorted again as edits do not sort the table."""
        from inspector.core.report.subject import FileNow, Subject

        state, files = self.state, {one.name: FileNow(one.path, one.problems) for one in self.submissions}
        order, chosen = state.sorted(state.keys), state.filter.name if state.filter else ""
        rows = (order if state.filter is None else state.filter.of(order)).rows
        words, by_outcome = state.order_words, self.is_by_outcome
        name, as_loaded = self.open_submission.name, self.open_submission.name_as_loaded
        return Subject(name, as_loaded, opened, rows, order=words, filter=chosen, by_outcome=by_outcome, files=files)
