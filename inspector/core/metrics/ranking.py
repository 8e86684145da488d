"""The base of ranking metrics: a sum over the hits of a row, divided by a number that depends on the row."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints, ranges
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric, ratio
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.choice import Choice
from inspector.core.metrics.explanation import Explanation, Step, Verdict
from inspector.core.metrics.hits import Hits, perfect_hits
from inspector.core.metrics.strip import Frame, Strips

_LONGEST = 1000


@dataclass(frozen=True, kw_only=True)
class RankingMetric(Metric):
    """score = (sum of `terms` over the hits within K) / `divisor`; overall the mean over rows."""

    repeats: str = choice.repeats()
    ties: str = choice.ties()
    empty: str = choice.empty()
    missing: str = choice.missing()
    group: str = choice.group()
    weights: str = choice.weights()

    @abstractmethod
    def terms(self, batch: Batch, hits: Hits) -> Floats:
        """The term that each hit adds to its row's sum, float64 (h,)."""

    def divisor_of(self, batch: Batch, hits: Hits) -> Floats | Ints:
        """The divisor of each row's sum, (n,): m, unless a family says otherwise."""
        return batch.sizes

    def divisor_rule(self, batch: Batch, hits: Hits) -> str:
        """The rule behind the divisor of a batch of one row, for the user."""
        return f"m = {int(batch.sizes[0])} truth labels"

    def seen(self, batch: Batch) -> Batch:
        """The batch with only the truth labels that count, and equal confidences in the order of `ties`."""
        return batch.from_grade(self.least_grade).in_tie_order(self.ties)

    def read(self, batch: Batch) -> Batch:
        """Equal confidences in the order of `ties`."""
        return self.seen(batch)

    def skipped(self, batch: Batch) -> Bools:
        """bool (n,): the rows left out of the overall."""
        return super().skipped(self.seen(batch))

    def best_order(self, batch: Batch) -> Batch:
        """The hits first, best grades first; by name among equal confidences another order may win more."""
        seen = batch.from_grade(self.least_grade)
        if self.ties == "file":
            return batch.predicting(seen.hits_first())
        best = batch.predicting(seen.right_first(by_name=self.ties == "name-desc"))
        lists, wins = batch.predictions, self.score(best) >= self.score(batch)
        codes = np.where(wins[lists.owners()], best.predictions.codes, lists.codes)
        return best.with_predictions(Ragged(lists.offsets, codes, lists.weights))

    def best_labels(self, batch: Batch) -> Batch:
        """The truth labels that count, best grades first."""
        return batch.predicting(super().best_labels(self.seen(batch)))

    def score(self, batch: Batch) -> Floats:
        """The sum of the terms over the divisor."""
        seen = self.seen(batch)
        scores = self._score(seen, self.ranked(seen).within(self.k))
        scores[self.skipped(batch)] = np.nan
        return scores

    def ceiling(self, batch: Batch) -> Floats:
        """The score of a prediction equal to the truth, best grades first."""
        batch = self.seen(batch)
        longest = int(batch.sizes.max(initial=0))
        if batch.truth.weights is not None or longest > _LONGEST:
            return self._perfect(batch.truth.sorted_by_weight())
        # Without grades the ceiling depends only on the number of truth labels, so compute it once per number.
        sizes = np.arange(longest + 1)
        codes = ranges(np.zeros_like(sizes), sizes).astype(np.int32)
        return self._perfect(Ragged(np.append(0, np.cumsum(sizes)), codes))[batch.sizes]

    def reordered(self, batch: Batch) -> Floats:
        """The score of the same labels with the hits first, best grades first."""
        if self.ties != "file":
            return self.score(self.best_order(batch))
        seen = self.seen(batch)
        scores = self._score(seen, seen.front.within(self.k))
        scores[self.skipped(batch)] = np.nan
        return scores

    def first_hits(self, batch: Batch) -> Ints:
        """The rank of each row's first hit, 0 for none."""
        return self.ranked(self.seen(batch)).first()

    def found(self, batch: Batch) -> Ints:
        """How many truth labels of each row are within K, int64 (n,)."""
        return self.ranked(self.seen(batch)).within(self.k).counts()

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """A cell for each rank within K, filled where it hits; the higher the grade, the more."""
        seen = self.seen(batch)
        hits, truth = self.ranked(seen), seen.truth
        grades = None if truth.weights is None else truth.weights[hits.indices_in(truth)]
        return frame.by_rank(self.k, self._taken(seen), hits, grades)

    def explain(self, batch: Batch) -> Explanation:
        """P(k) and rel(k) of each label, the sum, and the divisor with its rule."""
        seen = self.seen(batch)
        ranked = self.ranked(seen)
        hits = ranked.within(self.k)
        terms = self.terms(seen, hits)
        added = zip(terms.tolist(), self.workings(seen, hits), strict=True)
        return Explanation(
            steps=self._steps(
                batch, seen, set(ranked.index.tolist()), dict(zip(hits.index.tolist(), added, strict=True))
            ),
            total=float(hits.sums(terms)[0]),
            divisor=float(self._divisor(seen, hits)[0]),
            divisor_rule=self.divisor_rule(seen, hits),
            score=float(self.score(batch)[0]),
            remark=" ".join(filter(None, [remark(self, seen), self._grades(batch, seen)])),
            has_workings=type(self).workings is not RankingMetric.workings,
        )

    def workings(self, batch: Batch, hits: Hits) -> list[str]:
        """How the term of each hit comes about; empty where it is P(k) or a whole number."""
        return [""] * len(hits.row)

    def ranked(self, batch: Batch) -> Hits:
        """The hits, ranked according to the choice `repeats`."""
        return batch.hits if self.repeats == "keep-rank" else batch.hits.moved_up(batch.predictions)

    def predicted(self, batch: Batch) -> Ints:
        """int64 (n,): the number of predicted labels of each row that take a rank."""
        return batch.named if self.repeats == "keep-rank" else batch.distinct

    def _taken(self, batch: Batch) -> Ints:
        """int64 (n,): the number of ranks that the predictions of each row take, those without a label included."""
        lists = batch.predictions
        if self.repeats == "keep-rank":
            return lists.lengths
        return lists.lengths - np.bincount(lists.owners()[lists.repeats()], minlength=len(lists))

    def cut(self, lengths: Ints) -> Ints:
        """min(length, K)."""
        return lengths if self.k is None else np.minimum(lengths, self.k)

    @property
    def k_text(self) -> str:
        """K as text."""
        return "whole list" if self.k is None else str(self.k)

    def _score(self, batch: Batch, hits: Hits) -> Floats:
        return ratio(hits.sums(self.terms(batch, hits)), self._divisor(batch, hits))

    def _perfect(self, truth: Ragged) -> Floats:
        """The scores of predictions equal to the truth."""
        return self._score(Batch(truth, truth, np.ones(len(truth), bool)), perfect_hits(truth).within(self.k))

    def _divisor(self, batch: Batch, hits: Hits) -> Floats:
        return np.where(batch.sizes > 0, self.divisor_of(batch, hits), 0).astype(np.float64)

    def _grades(self, batch: Batch, seen: Batch) -> str:
        """How many truth labels of a batch of one row count, if any do not."""
        every, count = int(batch.sizes[0]), int(seen.sizes[0])
        return "" if count == every else f"Of {every} truth labels, {count} have the grade {self.least_grade} or above."

    def _steps(
        self, batch: Batch, seen: Batch, rewarded: set[int], added: dict[int, tuple[float, str]]
    ) -> tuple[Step, ...]:
        truth, every = set(seen.truth[0].tolist()), set(batch.truth[0].tolist())
        repeated = seen.predictions.repeats().tolist()
        position = range(len(repeated)) if seen.origin is None else seen.origin.tolist()
        steps = [*not_counted(batch, truth, set(position))]
        found = rank = 0
        for i, code in enumerate(seen.predictions[0].tolist()):
            dropped = repeated[i] and self.repeats == "move-up"
            rank += not dropped
            found += i in rewarded
            beyond = self.k is not None and rank > self.k
            term, working = added.get(i, (0.0, ""))
            steps.append(
                Step(
                    position=position[i] + 1,
                    code=code,
                    verdict=_verdict(repeated[i], beyond, code in truth, code in every),
                    hit=code in truth,
                    rel=int(i in rewarded),
                    rank=0 if dropped else rank,
                    precision=float("nan") if dropped else found / rank,
                    term=term,
                    working=working,
                )
            )
        return tuple(sorted(steps, key=lambda step: step.position))


@dataclass(frozen=True, kw_only=True)
class HitMetric(RankingMetric):
    """A ranking metric of hits alone: the grades of a truth only decide which of its labels are relevant."""

    relevant: str = choice.relevant()

    @property
    def least_grade(self) -> int:
        """The grade from which a truth label is relevant."""
        return int(self.relevant)

    def offered(self, truth: Ragged) -> Mapping[str, Choice]:
        """All choices, but `relevant` only up to the highest grade of the truth."""
        highest = truth.heaviest
        choices = dict(self.choices())
        asked = choices.pop("relevant")
        values = {grade: words for grade, words in asked.values.items() if int(grade) <= max(highest, self.least_grade)}
        return choices | ({"relevant": replace(asked, values=values)} if len(values) > 1 else {})


def not_counted(batch: Batch, truth: Collection[int], read: Collection[int]) -> Iterator[Step]:
    """The steps of the labels of a batch of one row that the metric does not read; read: the places of the others."""
    for i, code in enumerate(batch.predictions[0].tolist()):
        if i not in read:
            yield Step(i + 1, code, "not counted", code in truth, 0, 0, float("nan"), 0.0)


def remark(metric: Metric, batch: Batch) -> str:
    """Why a row is left out or scores 0 regardless of its prediction; empty otherwise."""
    if not batch.submitted[0]:
        return f"The submission has no row with this id: it {_meaning(metric, 'missing')}."
    return "" if batch.sizes[0] else f"The row has no truth: it {_meaning(metric, 'empty')}."


def _meaning(metric: Metric, name: str) -> str:
    declared = metric.choices().get(name)
    return declared.values[metric.value(name)] if declared else "counts and scores 0"


def _verdict(repeated: bool, beyond: bool, hit: bool, in_truth: bool) -> Verdict:
    if repeated:
        return "no credit"
    return "beyond K" if beyond else "hit" if hit else "low grade" if in_truth else "miss"
