"""Label ranking average precision: how far the labels of a row lead a ranking of all labels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.base import Metric, ratio
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.explanation import Explanation, Step, Verdict
from inspector.core.metrics.hits import Hits, find_hits
from inspector.core.metrics.ranking import remark
from inspector.core.metrics.strip import Frame, Strips


@dataclass(frozen=True)
class Ranking:
    """The predictions of each row from the first to the last place; equal ones share the last place of them all.

    lists: n lists, whose weights ascend; index: int64 (m,), where each stands among the flat predictions; hits: the
    truth labels found.
    """

    lists: Ragged
    index: Ints
    hits: Hits

    @cached_property
    def ends(self) -> Ints:
        """int64 (m,): the place of each listed prediction, from 1: of the last one that is equal to it."""
        owners, keys = self.lists.owners(), self.lists.weights
        assert keys is not None  # noqa: S101  # set by `ranking`
        if not len(keys):
            return np.empty(0, np.int64)
        is_last = np.append((owners[1:] != owners[:-1]) | (keys[1:] != keys[:-1]), True)
        last = np.flatnonzero(is_last)[np.cumsum(is_last) - is_last]
        ends: Ints = last - self.lists.offsets[owners] + 1
        return ends

    def precisions(self) -> Floats:
        """float64 (h,): of each hit, the share of hits among all predictions up to its place."""
        starts = self.lists.offsets[self.hits.row]
        place = self.ends[self.hits.index]
        before = np.searchsorted(self.hits.index, starts)
        return (np.searchsorted(self.hits.index, starts + place) - before) / place


@dataclass(frozen=True, kw_only=True)
class LabelRanking(Metric):
    """lrap: each row's (1/m) sum over its truth labels of (truth labels at its place or better) / place.

    The place of a label counts all labels that are ranked as high or higher; labels that a row does not predict share
    the last place among all labels of the files. Source: scikit-learn (label_ranking_average_precision_score).
    """

    name: ClassVar[str] = "lrap"
    title: ClassVar[str] = "LRAP"
    formula: ClassVar[str] = (
        "(1/m) · Σ over truth labels of (truth labels at its place or better) / place; mean over rows"
    )
    source: ClassVar[str] = "scikit-learn: label_ranking_average_precision_score"
    takes_k: ClassVar[bool] = False

    ranks: str = choice.choice(
        "what ranks the labels of a row",
        confidence=(
            "confidence; equal ones share their last place; without confidences the order",
            "ranked by confidence",
        ),
        order=("the order in which they are listed", "ranked as listed"),
    )
    unlisted: str = choice.choice(
        "a truth label that the row does not predict",
        last=("shares the last place among all labels of the files", "labels not predicted share the last place"),
        zero=("adds nothing", "labels not predicted add nothing"),
    )
    empty: str = choice.choice(
        "a row without truth",
        one=("scores 1 (scikit-learn)", "rows without truth score 1"),
        zero=("counts and scores 0", "rows without truth score 0"),
        skip=("is left out of the mean", "rows without truth are left out"),
    )
    missing: str = choice.missing()

    def ranking(self, batch: Batch) -> Ranking:
        """The predictions of each row in the order of their places; blanks and invalid confidences take none."""
        lists = batch.predictions
        keys = np.arange(len(lists.codes), dtype=np.float64)
        if self.ranks == "confidence" and lists.weights is not None:
            keys = -lists.weights
        listed = np.flatnonzero((lists.codes != BLANK) & ~np.isnan(keys))
        owners = lists.list_of(listed)
        order = listed[np.lexsort((keys[listed], owners))]
        counts = np.bincount(owners, minlength=len(lists))
        ranked = Ragged(np.append(0, np.cumsum(counts)), lists.codes[order], keys[order])
        return Ranking(ranked, order, find_hits(batch.truth, ranked))

    def score(self, batch: Batch) -> Floats:
        """The sum of the precisions over m."""
        ranking = self.ranking(batch)
        return self._scores(batch, ranking, ranking.precisions())

    def strips(self, batch: Batch, frame: Frame) -> Strips:
        """A cell for each label from the first place to the last, filled where it is right."""
        ranking = self.ranking(batch)
        return frame.by_rank(None, ranking.lists.lengths, ranking.hits)

    def best_order(self, batch: Batch) -> Batch:
        """The hits at the highest confidences, or first."""
        return batch.hits_most_confident() if self.ranks == "confidence" else batch.hits_first()

    def reordered(self, batch: Batch) -> Floats:
        """The score in the best order, or as it is: a hit without a valid confidence may stand better at the end."""
        return np.maximum(self.score(batch), self.score(self.best_order(batch)))

    def ceiling(self, batch: Batch) -> Floats:
        """1; for a row without truth what the choice `empty` says, NaN where that leaves the row out."""
        without = {"one": 1.0, "zero": 0.0, "skip": float("nan")}[self.empty]
        return np.where(batch.sizes > 0, 1.0, without)

    def explain(self, batch: Batch) -> Explanation:
        """The place of each label, and the share of truth labels up to it."""
        ranking = self.ranking(batch)
        precisions = ranking.precisions()
        return Explanation(
            steps=self._steps(batch, ranking, precisions),
            total=float(self._sums(batch, ranking, precisions)[0]),
            divisor=float(batch.sizes[0]),
            divisor_rule=f"m = {int(batch.sizes[0])} truth labels",
            score=float(self.score(batch)[0]),
            remark=self._remark(batch),
        )

    def _remark(self, batch: Batch) -> str:
        if batch.sizes[0] or (self.missing == "skip" and not batch.submitted[0]):
            return remark(self, batch)
        return f"The row has no truth: it {self.choices()['empty'].values[self.empty]}."

    def _scores(self, batch: Batch, ranking: Ranking, precisions: Floats) -> Floats:
        scores = ratio(self._sums(batch, ranking, precisions), batch.sizes)
        scores[batch.sizes == 0] = float(self.empty == "one")
        scores[self.skipped(batch)] = np.nan
        return scores

    def _sums(self, batch: Batch, ranking: Ranking, precisions: Floats) -> Floats:
        """float64 (n,): the sum over the truth labels of each row; 0 for rows absent from the submission."""
        missed = batch.sizes - ranking.hits.counts()
        sums = ranking.hits.sums(precisions) + missed * self._share_of_missed(batch, ranking)
        return np.where(batch.submitted, sums, 0.0)

    def _share_of_missed(self, batch: Batch, ranking: Ranking) -> Floats:
        """float64 (n,): what each missed label adds: m over the number of all labels."""
        if self.unlisted == "zero":
            return np.zeros(len(batch))
        known = 0 if batch.ties is None else int(batch.ties.known().sum())
        missed = batch.sizes - ranking.hits.counts()
        return ratio(batch.sizes, np.maximum(known, ranking.lists.lengths + missed))

    def _steps(self, batch: Batch, ranking: Ranking, precisions: Floats) -> tuple[Step, ...]:
        places = dict(zip(ranking.index.tolist(), ranking.ends.tolist(), strict=True))
        found = dict(zip(ranking.index[ranking.hits.index].tolist(), precisions.tolist(), strict=True))
        share = float(self._share_of_missed(batch, ranking)[0])
        missed, nan = [code for code in batch.truth[0].tolist() if code not in ranking.lists.codes], float("nan")
        steps = []
        repeated = batch.predictions.repeats().tolist()
        for i, code in enumerate(batch.predictions[0].tolist()):
            term = found.get(i, 0.0)
            if code in missed:  # its confidence is no number, so it has no place
                term = share
                missed.remove(code)
            hit, rel = code in batch.truth[0], int(term > 0)
            verdict: Verdict = "hit" if i in found else "no credit" if repeated[i] or (hit and i in places) else "miss"
            steps.append(Step(i + 1, code, verdict, hit, rel, places.get(i, 0), found.get(i, nan), term))
        rest = [Step(0, code, "missed", True, int(share > 0), 0, nan, share) for code in missed]
        every = (*steps, *rest)
        return every if batch.submitted[0] else tuple(step._replace(rel=0, term=0.0) for step in every)
